import Tabular
import TabularBytes
import Translation

/// A kind of data that is recognised by its first bytes and is no text table.
///
/// Conservative: what is not surely something else is taken for text, since a text table may begin with anything.
package struct ForeignFormat: Sendable, Hashable {
    /// What it is, after "is": "an Excel workbook (XLSX)".
    let kind: String
    /// What to do next, a sentence.
    let advice: String

    /// The error for a source of the name `source`, in which it was found packed by `packing`.
    package func error(for source: String, in packing: String? = nil) -> ReadError {
        let message =
            if let packing {
                tr(
                    "is {kind} in {compression}, which is not read yet. {advice}",
                    ["kind": kind, "compression": packing, "advice": advice])
            } else {
                tr("is {kind}, which is not read yet. {advice}", ["kind": kind, "advice": advice])
            }
        return ReadError(kind: .unsupportedFormat, source: source, message: message)
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

    private static var saveAsCSV: String { tr("Save it as CSV and open that.") }
    private static var unpack: String { tr("Unpack it and open what is in it.") }
    private static var force: String { tr("If it is a table of text all the same, open it with --text.") }
    private static var viewPicture: String { tr("Open it with a picture viewer.") }

    /// Two sentences, or what is one in another language.
    private static func advice(_ first: String, _ second: String) -> String {
        tr("{sentence} {next}", ["sentence": first, "next": second])
    }

    private static func bySignature(_ sample: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
        // First, since a tar archive begins with the name of any file.
        if isTar(sample) { return ForeignFormat(tr("a tar archive"), unpack) }
        if let compression = Compression(sample) { return packed(compression) }
        for (signature, words) in signatures where sample.starts(with: signature) {
            let (kind, advice) = words()
            return ForeignFormat(kind, advice)
        }
        if sample.starts(with: "RIFF".utf8) && sample.dropFirst(8).starts(with: "WEBP".utf8) {
            return ForeignFormat(tr("a WebP picture"), viewPicture)
        }
        if isBitmap(sample) { return ForeignFormat(tr("a BMP picture"), viewPicture) }
        if isArrowStream(sample) { return ForeignFormat(tr("an Arrow stream"), saveAsCSV) }
        return nil
    }

    /// Beginnings of files, and the kinds and the advice, which are translated where they are needed.
    private static let signatures: [(signature: [UInt8], words: @Sendable () -> (kind: String, advice: String))] = [
        ([0x04, 0x22, 0x4D, 0x18], { (tr("LZ4-compressed data"), tr("Run unlz4 on it and open the result.")) }),
        (Array("LZIP".utf8) + [1], { (tr("lzip-compressed data"), tr("Run lzip -d on it and open the result.")) }),
        ([0x1F, 0x9D], { (tr("data compressed by compress (.Z)"), tr("Run uncompress on it and open the result.")) }),
        (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], { (tr("a 7-Zip archive"), unpack) }),
        (Array("Rar!\u{1A}\u{7}".utf8), { (tr("a RAR archive"), unpack) }),
        (
            Array("SQLite format 3\0".utf8),
            { (tr("an SQLite database"), tr("Export a table of it as CSV and open that.")) }
        ),
        (Array("PAR1".utf8), { (tr("a Parquet file"), saveAsCSV) }),
        (Array("ARROW1".utf8), { (tr("an Arrow file (Feather)"), saveAsCSV) }),
        (Array("FEA1".utf8), { (tr("a Feather file"), saveAsCSV) }),
        (
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            { (tr("an old Office document (such as XLS)"), saveAsCSV) }
        ),
        (Array("%PDF-".utf8), { (tr("a PDF document"), tr("Open it with a document viewer.")) }),
        ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), { (tr("a PNG picture"), viewPicture) }),
        ([0xFF, 0xD8, 0xFF], { (tr("a JPEG picture"), viewPicture) }),
        (Array("GIF87a".utf8), { (tr("a GIF picture"), viewPicture) }),
        (Array("GIF89a".utf8), { (tr("a GIF picture"), viewPicture) }),
        (Array("II*\0".utf8), { (tr("a TIFF picture"), viewPicture) }),
        (Array("MM\0*".utf8), { (tr("a TIFF picture"), viewPicture) }),
        ([0x7F] + Array("ELF".utf8), { (tr("a program (ELF)"), tr("Choose another file.")) }),
    ]

    /// Whether the magic stands behind a checksum in octal digits.
    package static func isTar(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
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
        case .zip: ForeignFormat(tr("a zip archive"), unpack)
        case .zstd: ForeignFormat(tr("Zstandard-compressed data"), unpack)
        case .gzip, .xz, .bzip2:
            ForeignFormat(tr("{compression}-compressed data", ["compression": compression.name]), unpack)
        }
    }

    /// The document, such as a workbook, that `archive` is; nil for others.
    package init?(archive: Archive) throws(ReadError) {
        guard archive.kind == .zip else { return nil }
        let beginning = try archive.beginning(1 << 16)
        let names = archive.members.map(\.name) + archive.skipped.map(\.name)
        guard let found = beginning.withUnsafeBufferPointer({ Self.document(in: $0, names: names) }) else { return nil }
        self = found
    }

    /// The document that a zip archive is, by the names of its files, or, since they stand uncompressed in it, by its
    /// beginning.
    private static func document(in sample: UnsafeBufferPointer<UInt8>, names: [String]) -> ForeignFormat? {
        let spreadsheet = tr("Save the sheet as CSV and open that.")
        let document = tr("Open it with an office program.")
        for (member, kind, advice) in [
            ("application/vnd.oasis.opendocument.spreadsheet", tr("an OpenDocument spreadsheet (ODS)"), spreadsheet),
            ("application/vnd.oasis.opendocument", tr("an OpenDocument file"), document),
            ("xl/workbook", tr("an Excel workbook (XLSX)"), spreadsheet),
            ("word/document", tr("a Word document (DOCX)"), document),
            ("ppt/presentation", tr("a PowerPoint presentation (PPTX)"), document),
        ] where sample.contains(text: member) || names.contains(where: { $0.hasPrefix(member) }) {
            return ForeignFormat(kind, advice)
        }
        return nil
    }

    private static func byStructure(_ sample: UnsafeBufferPointer<UInt8>) -> ForeignFormat? {
        if let json = JSONShape(sample) {
            return switch json {
            case .lines: ForeignFormat(tr("JSON, one value a line (NDJSON)"), advice(saveAsCSV, force))
            case .document: ForeignFormat(tr("JSON"), advice(saveAsCSV, force))
            }
        }
        if let markup = MarkupKind(sample) {
            return switch markup {
            case .svg: ForeignFormat(tr("an SVG picture"), advice(viewPicture, force))
            case .html: ForeignFormat(tr("an HTML document"), advice(tr("Open it with a browser."), force))
            case .xml: ForeignFormat(tr("an XML document"), advice(saveAsCSV, force))
            }
        }
        return isBinary(sample) ? ForeignFormat(tr("binary data of an unknown kind"), force) : nil
    }

    /// True where more than a tenth of the bytes are such as no text has. NULs beside nothing else than lines of ASCII are a
    /// problem of a text, not more.
    private static func isBinary(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        var (odd, nuls, high, lines) = (0, 0, 0, 0)
        // Without a branch, so that it is many bytes a step.
        for byte in sample {
            // Those that delimiters are made of, 0x01 and 0x1B to 0x1F, are none.
            odd &+= (byte < 0x1B ? 1 : 0) & (byte &- 0x09 > 4 ? 1 : 0) & (byte != 0x01 ? 1 : 0)
            nuls &+= byte == 0 ? 1 : 0
            high &+= byte >= 0x80 ? 1 : 0
            lines &+= byte == 0x0A ? 1 : 0
        }
        if odd == nuls && high == 0 && lines > 1 && 2 * nuls < sample.count { return false }
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
