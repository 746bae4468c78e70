import Tabular
import Translation

extension ZipArchive {
    /// The one file of the archive, ready to be unpacked. Otherwise the error says what is in it and what to do.
    func onlyFile(of source: String) throws(ReadError) -> (name: String, part: PackedPart) {
        if isCut || files.count > 1, let document = try document { throw document.error(for: source) }
        func refusal(_ message: String) -> ReadError {
            ReadError(kind: .unsupportedFormat, source: source, message: message)
        }
        let damage = ReadError(
            kind: .damaged, source: source,
            message: "is a zip archive that is damaged or cut off. Get it again, or a copy of it.")
        if files.count > 1 { throw refusal("is a zip archive of \(fileList). Unpack it and open one of them.") }
        guard let file = files.first else {
            throw isCut ? damage : refusal("is a zip archive without a file in it. Choose another file.")
        }
        if file.isEncrypted {
            throw refusal(
                "is a zip archive whose file \(file.shownName) is encrypted. Unpack it with its password and open the result."
            )
        }
        if let method = file.methodName {
            throw refusal(
                "is a zip archive whose file \(file.shownName) is packed by \(method), which is not read. "
                    + "Unpack it and open the result.")
        }
        guard let start = try start(of: file) else { throw damage }
        if isCut {
            // Lengths stand behind the bytes in an archive that was written in one go; what is not packed has no end then.
            let end = file.packedLength > 0 && start + file.packedLength <= length ? start + file.packedLength : length
            return (file.name, PackedPart(coding: file.coding, range: start..<end, isCut: true))
        }
        guard file.packedLength >= 0, file.packedLength <= length - start else { throw damage }
        let range = start..<start + file.packedLength
        return (file.name, PackedPart(coding: file.coding, range: range, check: file.check))
    }

    /// The document of several files that the archive is.
    private var document: ForeignFormat? {
        get throws(ReadError) {
            let beginning = try bytes(min(1 << 16, length), at: 0) ?? []
            return beginning.withUnsafeBufferPointer {
                ForeignFormat.document(in: $0, names: files.map(\.name))
            }
        }
    }

    /// "3 files (a.csv, b.csv and c.csv)", "12 files (a.csv, b.csv, c.csv and 9 more)".
    private var fileList: String {
        let count = files.count == Self.listed ? "\(Self.listed.grouped) files or more" : "\(files.count) files"
        let names = files.prefix(3).map(\.shownName)
        let last = files.count > 3 ? "\((files.count - 3).grouped) more" : names.last ?? ""
        let first = files.count > 3 ? names[...] : names.dropLast()
        return "\(count) (\(first.joined(separator: ", ")) and \(last))"
    }
}

extension ZipArchive.Member {
    /// The name for a message: on one line, and of a length that leaves the message readable.
    fileprivate var shownName: String {
        let shown = name.prefix(60).map { character in
            let turns = character.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
            }
            return turns || character.isNewline ? "\u{FFFD}" : character
        }
        return String(shown) + (shown.count < name.count ? "…" : "")
    }
}
