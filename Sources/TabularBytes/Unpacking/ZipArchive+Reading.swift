import Tabular
import Translation

extension ZipArchive {
    /// Returns the one file of the archive, ready to be unpacked. Otherwise the error says what is in it and what to do.
    ///
    /// `documentError` gets the beginning of an archive of several files, their names and `source`. It returns the error for
    /// one that is a document, such as a workbook.
    package func onlyFile(
        of source: String,
        _ documentError: (UnsafeBufferPointer<UInt8>, [String], String) -> ReadError? = { _, _, _ in nil }
    ) throws(ReadError) -> (name: String, part: PackedPart) {
        if isCut || files.count > 1 {
            let beginning = try bytes(min(1 << 16, length), at: 0) ?? []
            let error = beginning.withUnsafeBufferPointer { documentError($0, files.map(\.name), source) }
            if let error { throw error }
        }
        func refusal(_ message: String) -> ReadError {
            ReadError(kind: .unsupportedFormat, source: source, message: message)
        }
        let damage = ReadError(
            kind: .damaged, source: source,
            message: tr("is a zip archive that is damaged or cut off. Get it again, or a copy of it."))
        if files.count > 1 { throw refusal(severalFiles) }
        guard let file = files.first else {
            throw isCut ? damage : refusal(tr("is a zip archive without a file in it. Choose another file."))
        }
        if file.isEncrypted {
            throw refusal(
                tr(
                    "is a zip archive whose file {file} is encrypted. Unpack it with its password and open the result.",
                    ["file": file.shownName]))
        }
        if let method = file.methodName {
            throw refusal(
                tr(
                    """
                    is a zip archive whose file {file} is packed by {method}, which is not read. Unpack it and open the \
                    result.
                    """, ["file": file.shownName, "method": method]))
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

    /// What to say of an archive of more than one file: "3 files (a.csv, b.csv and c.csv)", "12 files (a.csv, b.csv, c.csv
    /// and 9 more)".
    private var severalFiles: String {
        let names = files.prefix(3).map(\.shownName)
        let (first, second, third) = (names[0], names[1], names.last ?? "")
        let rest = files.count - 3
        if files.count == Self.listed {
            return tr(
                one: """
                    is a zip archive of {files} files or more ({first}, {second}, {third} and {count} more). Unpack it and \
                    open one of them.
                    """,
                many: """
                    is a zip archive of {files} files or more ({first}, {second}, {third} and {count} more). Unpack it and \
                    open one of them.
                    """, rest, ["files": files.count.grouped, "first": first, "second": second, "third": third])
        }
        if files.count > 3 {
            return tr(
                one: """
                    is a zip archive of {files} files ({first}, {second}, {third} and {count} more). Unpack it and open \
                    one of them.
                    """,
                many: """
                    is a zip archive of {files} files ({first}, {second}, {third} and {count} more). Unpack it and open \
                    one of them.
                    """, rest, ["files": files.count.grouped, "first": first, "second": second, "third": third])
        }
        return files.count == 3
            ? tr(
                "is a zip archive of 3 files ({first}, {second} and {third}). Unpack it and open one of them.",
                ["first": first, "second": second, "third": third])
            : tr(
                "is a zip archive of 2 files ({first} and {second}). Unpack it and open one of them.",
                ["first": first, "second": second])
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
