import TableFormats
import Tabular

private let signature = "WORDS "

/// The words of a document, one in each row.
private func wordTable(_ bytes: FileBytes, _ options: FormatOptions) -> MemorySource {
    let (whole, error) = bytes.whole()
    // A format that the user has forced reads any document.
    let isSigned = whole.starts(with: signature.utf8)
    let text = String(decoding: isSigned ? whole.dropFirst(signature.utf8.count) : whole[...], as: UTF8.self)
    let words = (options["case"] == "upper" ? text.uppercased() : text).split(separator: " ")
    return MemorySource(
        TableDescription(format: "words", WordDetails(isSigned: isSigned)),
        columns: [Column(name: "word", type: .text)], rows: words.map { [MemoryValue(String($0))] }, failure: error)
}

/// The facts of the format about how it reads a document.
struct WordDetails: FormatDetails {
    let isSigned: Bool

    var facts: [SourceDetail] { isSigned ? [] : [SourceDetail("signature", "missing") { _ in "no signature" }] }
}

/// Files of words between spaces, and a form that chooses how they are written.
public let words = TableFormat(
    name: "words", kinds: [TableFormat.FileKind("words", mimeType: "application/x-words")],
    optionsForm: OptionsForm([
        OptionsForm.Field("case", label: "_Case", .choice([.init("", "As written"), .init("upper", "Capitals")]))
    ]),
    recognizes: { $0.bytes.starts(with: signature.utf8) },
    open: { (bytes, options) throws(ReadError) in
        SingleTableDocument(wordTable(bytes, options), name: bytes.tableName)
    })
