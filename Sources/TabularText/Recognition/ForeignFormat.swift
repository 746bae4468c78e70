import Tabular

/// A kind of data that is recognised by its first bytes and is no text table.
///
/// Conservative: what is not surely something else is taken for text, since a text table may begin with anything.
struct ForeignFormat: Sendable, Hashable {
    /// What it is, after "is": "an Excel workbook (XLSX)".
    let kind: String
    /// What to do next, a sentence.
    let advice: String

    /// The error for a source of the name `source`, in which it was found compressed by `compression`.
    func error(for source: String, in compression: Compression? = nil) -> ReadError {
        let place = compression.map { " in \($0.name)" } ?? ""
        return ReadError(
            kind: .unsupportedFormat, source: source, message: "is \(kind)\(place), which is not read yet. \(advice)")
    }

    /// What `sample`, the beginning of a source, is by the bytes that files of its kind begin with.
    init?(signatureOf sample: UnsafeBufferPointer<UInt8>) {
        guard let found = Self.bySignature(sample) else { return nil }
        self = found
    }

    /// What `sample`, the beginning of a source in UTF-8, is by what it is made of, when it is surely no text table.
    init?(structureOf sample: UnsafeBufferPointer<UInt8>) {
        guard let found = Self.byStructure(sample) else { return nil }
        self = found
    }

    private init(_ kind: String, _ advice: String) {
        self.kind = kind
        self.advice = advice
    }

    private static let saveAsCSV = "Save it as CSV and open that."
    private static let unpack = "Unpack it and open what is in it."
    private static let force = "If it is a table of text all the same, open it with --text."

    private static func bySignature(_ sample: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
        // First, since a tar archive begins with the name of any file.
        if isTar(sample) { return ForeignFormat("a tar archive", unpack) }
        if let compression = Compression(sample) { return packed(compression) }
        for (signature, kind, advice) in signatures where sample.starts(with: signature) {
            return ForeignFormat(kind, advice)
        }
        if sample.starts(with: "RIFF".utf8) && sample.dropFirst(8).starts(with: "WEBP".utf8) {
            return ForeignFormat("a WebP picture", "Open it with a picture viewer.")
        }
        if isBitmap(sample) { return ForeignFormat("a BMP picture", "Open it with a picture viewer.") }
        if isArrowStream(sample) { return ForeignFormat("an Arrow stream", saveAsCSV) }
        return nil
    }

    private static let signatures: [(signature: [UInt8], kind: String, advice: String)] = [
        ([0x04, 0x22, 0x4D, 0x18], "LZ4-compressed data", "Run unlz4 on it and open the result."),
        (Array("LZIP".utf8) + [1], "lzip-compressed data", "Run lzip -d on it and open the result."),
        ([0x1F, 0x9D], "data compressed by compress (.Z)", "Run uncompress on it and open the result."),
        (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", unpack),
        (Array("Rar!\u{1A}\u{7}".utf8), "a RAR archive", unpack),
        (Array("SQLite format 3\0".utf8), "an SQLite database", "Export a table of it as CSV and open that."),
        (Array("PAR1".utf8), "a Parquet file", saveAsCSV),
        (Array("ARROW1".utf8), "an Arrow file (Feather)", saveAsCSV),
        (Array("FEA1".utf8), "a Feather file", saveAsCSV),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Office document (such as XLS)", saveAsCSV),
        (Array("%PDF-".utf8), "a PDF document", "Open it with a document viewer."),
        ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "a PNG picture", "Open it with a picture viewer."),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture", "Open it with a picture viewer."),
        (Array("GIF87a".utf8), "a GIF picture", "Open it with a picture viewer."),
        (Array("GIF89a".utf8), "a GIF picture", "Open it with a picture viewer."),
        (Array("II*\0".utf8), "a TIFF picture", "Open it with a picture viewer."),
        (Array("MM\0*".utf8), "a TIFF picture", "Open it with a picture viewer."),
        ([0x7F] + Array("ELF".utf8), "a program (ELF)", "Choose another file."),
    ]

    /// Whether the magic stands behind a checksum in octal digits.
    private static func isTar(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        guard sample.count >= 512 else { return false }
        let magic = sample[257...]
        return (magic.starts(with: "ustar\0".utf8) || magic.starts(with: "ustar  \0".utf8))
            && sample[148..<156].allSatisfy { (0x30...0x37).contains($0) || $0 == 0x20 || $0 == 0 }
    }

    /// Whether the reserved bytes are 0 and the second header has one of its sizes.
    private static func isBitmap(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        sample.count >= 18 && sample.starts(with: "BM".utf8) && sample[6..<10].allSatisfy { $0 == 0 }
            && [12, 40, 52, 56, 64, 108, 124].contains(word(sample, at: 14))
    }

    /// Whether the marker of a message stands before a length that one may have.
    private static func isArrowStream(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        guard sample.count >= 8, sample.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) else { return false }
        let length = word(sample, at: 4)
        return (8...(1 << 26)).contains(length) && length % 8 == 0
    }

    /// The four bytes at `index`, the lowest first.
    private static func word(_ sample: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(sample[index + $1]) << (8 * $1) }
    }

    /// What is compressed and is not to be unpacked, such as what is compressed twice.
    private static func packed(_ compression: Compression) -> ForeignFormat {
        switch compression {
        case .zip: ForeignFormat("a zip archive", unpack)
        case .zstd: ForeignFormat("Zstandard-compressed data", unpack)
        case .gzip, .xz, .bzip2: ForeignFormat("\(compression.name)-compressed data", unpack)
        }
    }

    /// The document that a zip archive is, by the names of its files, or, since they stand uncompressed in it, by its
    /// beginning.
    static func document(in sample: UnsafeBufferPointer<UInt8>, names: [String]) -> ForeignFormat? {
        let spreadsheet = "Save the sheet as CSV and open that."
        let document = "Open it with an office program."
        for (member, kind, advice) in [
            ("application/vnd.oasis.opendocument.spreadsheet", "an OpenDocument spreadsheet (ODS)", spreadsheet),
            ("application/vnd.oasis.opendocument", "an OpenDocument file", document),
            ("xl/workbook", "an Excel workbook (XLSX)", spreadsheet),
            ("word/document", "a Word document (DOCX)", document),
            ("ppt/presentation", "a PowerPoint presentation (PPTX)", document),
        ] where sample.contains(text: member) || names.contains(where: { $0.hasPrefix(member) }) {
            return ForeignFormat(kind, advice)
        }
        return nil
    }

    private static func byStructure(_ sample: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
        if let json = JSONShape(sample) {
            return switch json {
            case .lines: ForeignFormat("JSON, one value a line (NDJSON)", saveAsCSV + " " + force)
            case .document: ForeignFormat("JSON", saveAsCSV + " " + force)
            }
        }
        if let markup = MarkupKind(sample) {
            return switch markup {
            case .svg: ForeignFormat("an SVG picture", "Open it with a picture viewer. " + force)
            case .html: ForeignFormat("an HTML document", "Open it with a browser. " + force)
            case .xml: ForeignFormat("an XML document", saveAsCSV + " " + force)
            }
        }
        return isBinary(sample) ? ForeignFormat("binary data of an unknown kind", force) : nil
    }

    /// Whether more than a tenth of the bytes are such as no text has. A few NULs are a problem of a text, not more.
    private static func isBinary(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        var odd = 0
        // Without a branch, so that it is many bytes a step.
        for byte in sample {
            odd &+= (byte < 0x20 ? 1 : 0) & (byte &- 0x09 > 4 ? 1 : 0) & (byte != 0x1B ? 1 : 0)
        }
        return sample.count >= 32 && odd * 10 > sample.count
    }
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
