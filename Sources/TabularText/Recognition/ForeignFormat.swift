import Tabular
import TabularBytes

/// A kind of data that is recognized by its first bytes and is no text table.
///
/// Conservative: data that is not surely something else is read as text, since a text table may begin with anything.
///
/// If you add a case, add its kind and advice (`ForeignFormat+Text.swift`).
package enum ForeignFormat: Sendable, Hashable {
    // Archives, and compressed data that is not unpacked, such as data compressed twice.
    case tar
    case packed(Compression)
    case lz4
    case lzip
    case compress
    case sevenZip
    case rar
    // Tables in other forms.
    case sqlite
    /// With the version of its storage.
    case duckDB(version: UInt8)
    case parquet
    case arrowFile
    case arrowStream
    case feather
    // Documents.
    case spreadsheet
    case openDocument
    case workbook
    case wordDocument
    case presentation
    case oldOffice
    case pdf
    case html
    case xml
    // Pictures.
    case png
    case jpeg
    case gif
    case tiff
    case webp
    case bitmap
    case svg
    // Others.
    case program
    case binary

    /// Recognizes `sample`, the beginning of a source, by the bytes that files of its kind begin with.
    init?(signatureOf sample: UnsafeBufferPointer<UInt8>) {
        guard let found = Self.bySignature(sample) else { return nil }
        self = found
    }

    /// Recognizes `sample`, the beginning of a source in UTF-8, by its structure, when it is surely no text table.
    init?(structureOf sample: UnsafeBufferPointer<UInt8>) {
        guard let found = Self.byStructure(sample) else { return nil }
        self = found
    }

    private static func bySignature(_ sample: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
        // First, since a tar archive begins with the name of any file.
        if isTar(sample) { return .tar }
        if let compression = Compression(sample) { return .packed(compression) }
        for (signature, format) in signatures where sample.starts(with: signature) { return format }
        for (signature, format) in words where sample.starts(with: signature) {
            if sample.dropFirst(signature.count).prefix(wordDistance).contains(where: isOdd) { return format }
        }
        if sample.starts(with: "RIFF".utf8) && sample.dropFirst(8).starts(with: "WEBPVP8".utf8) { return .webp }
        if isBitmap(sample) { return .bitmap }
        if isDuckDB(sample) { return .duckDB(version: sample[12]) }
        return isArrowStream(sample) ? .arrowStream : nil
    }

    /// Beginnings of files, and their formats.
    private static let signatures: [(signature: [UInt8], format: ForeignFormat)] = [
        ([0x04, 0x22, 0x4D, 0x18], .lz4),
        (Array("LZIP".utf8) + [1], .lzip),
        ([0x1F, 0x9D], .compress),
        (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], .sevenZip),
        (Array("Rar!\u{1A}\u{7}".utf8), .rar),
        (Array("SQLite format 3\0".utf8), .sqlite),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .oldOffice),
        (Array("%PDF-".utf8), .pdf),
        ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), .png),
        ([0xFF, 0xD8, 0xFF], .jpeg),
        (Array("II*\0".utf8), .tiff),
        (Array("MM\0*".utf8), .tiff),
        ([0x7F] + Array("ELF".utf8), .program),
    ]

    /// Beginnings of files that a text may begin with too, such as the name of its first column.
    private static let words: [(signature: [UInt8], format: ForeignFormat)] = [
        (Array("PAR1".utf8), .parquet), (Array("ARROW1".utf8), .arrowFile), (Array("FEA1".utf8), .feather),
        (Array("GIF87a".utf8), .gif), (Array("GIF89a".utf8), .gif),
    ]

    /// Files of `words` have a byte that no text has no further behind: numbers of two or four bytes follow.
    private static let wordDistance = 16

    /// Returns true where the magic follows a checksum in octal digits, or without the magic, as in archives of the format v7,
    /// where that is the checksum of the header.
    package static func isTar(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        guard sample.count >= 512, let sum = octal(sample[148..<156]) else { return false }
        let magic = sample[257...]
        if magic.starts(with: "ustar\0".utf8) || magic.starts(with: "ustar  \0".utf8) { return true }
        // The sum counts its own eight bytes as spaces.
        return sample[0] != 0 && sum == sample[..<148].sum + 8 * 0x20 + sample[156..<512].sum
    }

    /// The number of octal digits with spaces before and spaces or zeros after them; nil for other bytes.
    private static func octal(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let text = bytes.drop { $0 == 0x20 }
        let digits = text.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, text.dropFirst(digits.count).allSatisfy({ $0 == 0x20 || $0 == 0 }) else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
    }

    /// Returns true where the reserved bytes are 0 and the second header has one of its sizes.
    private static func isBitmap(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        sample.count >= 18 && sample.starts(with: "BM".utf8) && sample[6..<10].allSatisfy { $0 == 0 }
            && [12, 40, 52, 56, 64, 108, 124].contains(word(sample, at: 14))
    }

    /// Returns true where a small version number follows the magic, which is behind a checksum.
    private static func isDuckDB(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        sample.count >= 20 && sample.dropFirst(8).starts(with: "DUCK".utf8) && sample[13..<20].allSatisfy { $0 == 0 }
    }

    /// Returns true where a message's marker precedes a plausible length.
    private static func isArrowStream(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        guard sample.count >= 8, sample.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) else { return false }
        let length = word(sample, at: 4)
        return (8...(1 << 26)).contains(length) && length % 8 == 0
    }

    /// The four bytes at `index`, the lowest first.
    private static func word(_ sample: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(sample[index + $1]) << (8 * $1) }
    }

    /// Recognizes a file by the extension of its name, where hardly any other files have that.
    package init?(ofFileNamed name: String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
            let format = Self.endings[name[dot...].dropFirst().lowercased()]
        else { return nil }
        self = format
    }

    private static let endings: [String: ForeignFormat] = [
        "xlsx": .workbook, "xlsm": .workbook, "xltx": .workbook, "xltm": .workbook, "ods": .spreadsheet,
        "parquet": .parquet, "feather": .feather, "arrow": .arrowFile,
    ]

    /// Creates the kind of document that `archive` is, such as a workbook; nil for others.
    package init?(archive: Archive) throws(ReadError) {
        guard archive.kind == .zip else { return nil }
        let beginning = try archive.beginning(1 << 16)
        let names = archive.members.map(\.name) + archive.skipped.map(\.name)
        guard let found = beginning.withUnsafeBufferPointer({ Self.document(in: $0, names: names) }) else { return nil }
        self = found
    }

    /// The document that a zip archive is, by the names of its files and the type that an OpenDocument begins with. Only where
    /// all names are lost it is looked for in the bytes: a document in the archive has the same.
    private static func document(in sample: UnsafeBufferPointer<UInt8>, names: [String]) -> ForeignFormat? {
        let parts: [(String, ForeignFormat)] = [
            ("xl/workbook", .workbook), ("word/document", .wordDocument), ("ppt/presentation", .presentation),
        ]
        let isLost = names.isEmpty
        let found = parts.first { part, _ in
            names.contains { $0.hasPrefix(part) } || isLost && sample.contains(text: part)
        }
        if let found { return found.1 }
        guard isLost || names.contains("mimetype") else { return nil }
        let beginning = UnsafeBufferPointer(rebasing: sample.prefix(256))
        if beginning.contains(text: "application/vnd.oasis.opendocument.spreadsheet") { return .spreadsheet }
        return beginning.contains(text: "application/vnd.oasis.opendocument") ? .openDocument : nil
    }

    private static func byStructure(_ sample: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
        if let markup = MarkupKind(sample) {
            return switch markup {
            case .svg: .svg
            case .html: .html
            case .xml: .xml
            }
        }
        return isBinary(sample) ? .binary : nil
    }

    /// True where more than a tenth of the bytes do not occur in text. One kind of them among lines of ASCII, such as NUL, is a
    /// problem of a text, not more.
    private static func isBinary(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        var (odd, high, lines) = (0, 0, 0)
        // Branchless, so that many bytes are processed a step.
        for byte in sample {
            odd &+= isOdd(byte) ? 1 : 0
            high &+= byte >= 0x80 ? 1 : 0
            lines &+= byte == 0x0A ? 1 : 0
        }
        guard sample.count >= 32, odd * 10 > sample.count else { return false }
        return high > 0 || lines < 2 || 2 * odd >= sample.count || Set(sample.lazy.filter(isOdd)).count > 1
    }

    /// Returns true for a control character that no text has. 0x01 and 0x1B to 0x1F occur as delimiters.
    @inline(__always)
    private static func isOdd(_ byte: UInt8) -> Bool {
        ((byte < 0x1B ? 1 : 0) & (byte &- 0x09 > 4 ? 1 : 0) & (byte != 0x01 ? 1 : 0)) != 0
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate var sum: Int { reduce(0) { $0 + Int($1) } }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func contains(text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, count >= wanted.count else { return false }
        return (0...(count - wanted.count)).contains { start in
            self[start] == first && self[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
