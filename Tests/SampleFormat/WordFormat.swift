import TableFormats
import Tabular

/// The words of a document, one in each row.
final class WordSource: RowPicking {
    private let words: [String]
    let snapshot: TableSnapshot

    init(_ bytes: FileBytes, _ options: FormatOptions) throws(ReadError) {
        let (whole, error) = bytes.whole()
        // A format that the user has forced reads any document.
        let signature = whole.starts(with: WordSource.signature.utf8) ? WordSource.signature.utf8.count : 0
        let text = String(decoding: whole.dropFirst(signature), as: UTF8.self)
        words = (options["case"] == "upper" ? text.uppercased() : text).split(separator: " ").map(String.init)
        var snapshot = TableSnapshot(
            description: TableDescription(format: "words", WordDetails(isSigned: signature > 0)),
            columns: [Column(name: "word", type: .text)],
            rowCount: .exactly(words.count), phase: error.map { .failed($0) } ?? .complete)
        // All cells are in memory: nothing is left to read when they are wanted.
        for key in BlockTiles.keys(covering: CellRange(rows: 0..<words.count, columns: 0..<1)) {
            let tile = BlockTiles.range(of: key, rowCount: words.count, columnCount: 1)
            var block = RowBlockBuilder(firstRow: tile.rows.lowerBound, columns: tile.columns)
            for row in tile.rows {
                block.append(words[row].utf8)
                block.endCell(CellInfo(state: .value))
            }
            snapshot.cells[key] = block.build()
        }
        self.snapshot = snapshot
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
    func streamHeader(into sink: inout some RecordSink) throws(ReadError) { append("word", to: &sink) }
    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        for row in rows.clamped(to: 0..<words.count) where !sink.isFinished { append(words[row], to: &sink) }
    }
    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        for row in rows where row < words.count && !sink.isFinished { append(words[row], to: &sink) }
    }
    private func append(_ word: String, to sink: inout some RecordSink) {
        Array(word.utf8).withUnsafeBufferPointer { sink.append($0) }
        sink.endValue(.value)
        sink.endRecord()
    }

    static let signature = "WORDS "
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
    recognizes: { $0.bytes.starts(with: WordSource.signature.utf8) },
    open: { (bytes, options) throws(ReadError) in
        SingleTableDocument(try WordSource(bytes, options), name: bytes.tableName)
    })
