import Tabular
import TestStores
import Testing

@testable import TabularText

/// Texts, and the rows of their tables without a header, in a table of two columns.
private let endings: [(text: String, rows: [String])] = [
    ("a,b\n1,2\n\n\n", ["a|b", "1|2"]), ("a,b\n1,2\n\n3,4\n\n", ["a|b", "1|2", "|·", "3|4"]),
    ("a,b\r\n\r\n\r\n", ["a|b"]), ("a,b\r\r\r", ["a|b"]), ("a,b\r\n\n\r", ["a|b"]), ("a,b\n\r\n", ["a|b"]),
    ("a,b\n,\n\n", ["a|b", "|"]), ("a,b\n\"\"\n\n", ["a|b", "|·"]), ("a,b\n\"x\n\n\"\n\n", ["a|b", "x\n\n|·"]),
    ("a,b", ["a|b"]), ("a,b\n", ["a|b"]),
    // Spaces and tabs.
    ("a,b\n1,2\n  \n\t\n", ["a|b", "1|2"]), ("a,b\r\n1,2\r\n \r\n\r\n \t", ["a|b", "1|2"]),
    ("a,b\n1,2\n  ", ["a|b", "1|2"]),
    ("a,b\n1,2  \n  \n", ["a|b", "1|2  "]), ("a,b\n1,2\n  \n3,4\n \n", ["a|b", "1|2", "  |·", "3|4"]),
    ("a,b\n1,2\n\" \"\n \n", ["a|b", "1|2", " |·"]), ("a,b\n1,\"x\n \n", ["a|b", "1|x\n \n"]),
    ("a,b\n1,2\n \u{1A}", ["a|b", "1|2"]),
    ("a,b\n1,2\n,\n \n", ["a|b", "1|2", "|"]), ("a,b\n1,2\n\u{A0}\n", ["a|b", "1|2", "\u{A0}|·"]),
    // The end of a file of DOS.
    ("a,b\n1,2\n\u{1A}", ["a|b", "1|2"]), ("a,b\r\n1,2\r\n\r\n\u{1A}", ["a|b", "1|2"]), ("a,b\r\u{1A}", ["a|b"]),
    ("a,b\n1,2\u{1A}", ["a|b", "1|2\u{1A}"]), ("a,b\n\u{1A}\n1,2\n", ["a|b", "\u{1A}|·", "1|2"]),
    ("a,b\n\u{1A}\u{1A}", ["a|b", "\u{1A}\u{1A}|·"]), ("a,b\n\u{1A}\n", ["a|b", "\u{1A}|·"]),
]

@Test(arguments: endings, [1, 2, 3, 1000])
func emptyLinesAtTheEndAreNoRows(_ example: (text: String, rows: [String]), piece: Int) {
    var tuning = ReaderTuning()
    (tuning.interval, tuning.segment, tuning.passBlock, tuning.threads) = (piece, 2 * piece, piece, 2)
    let table = source(
        MemoryStore(Array(example.text.utf8), piece: piece), options: .plain(headerRows: 0), tuning: tuning)
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(example.rows.count))
    #expect(table.lines(0..<example.rows.count) == example.rows)
    #expect(streamedRows(of: table) == example.rows.count)
    let ragged = example.rows.count { $0.hasSuffix("·") }
    #expect(snapshot.problems.counts[.ragged, default: 0] == ragged)
}

private func streamedRows(of table: TextSource) -> Int? {
    var counter = RowCounter()
    try? table.streamRecords(0..<Int.max, into: &counter)
    return counter.count
}

private struct RowCounter: RecordSink {
    var count = 0
    var isFinished: Bool { false }
    mutating func take(_ batch: RecordBatch) { count += batch.recordCount }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
    mutating func endValue(_ state: CellState) {}
    mutating func endRecord() { count += 1 }
}

/// Lines appended after empty ones make those rows.
@Test func emptyLinesThatAFileGoesOnBehindAreRows() {
    let store = LiveStore(Array("a,b\n1,2\n\n\n".utf8))
    let table = source(store, options: .plain(headerRows: 1))
    #expect(table.waitUntilComplete().rowCount == .exactly(1))
    store.grow(to: Array("a,b\n1,2\n\n\n\n".utf8))
    store.waitUntilTaken()
    #expect(table.snapshot.rowCount == .exactly(1))
    store.grow(to: Array("a,b\n1,2\n\n\n\n3,4\n\n".utf8))
    store.waitUntilTaken()
    #expect(table.snapshot.rowCount == .exactly(5))
    #expect(table.lines(0..<5) == ["1|2", "|·", "|·", "|·", "3|4"])
    #expect(table.snapshot.problems.counts[.ragged] == 3)
}

@Test func linesOfSpacesAreRowsOfOneColumn() {
    let table = source("name\nx\n  \ny\n \n\n", options: .plain(headerRows: 1))
    #expect(table.waitUntilComplete().rowCount == .exactly(4))
    #expect(table.lines(0..<4) == ["x", "  ", "y", " "])
    var tabs = TextOptions.plain(headerRows: 1)
    tabs.delimiter = "\t"
    #expect(source("a\tb\n1\t2\n\t\n \n", options: tabs).waitUntilComplete().rowCount == .exactly(2))
}

@Test func linesOfSpacesAreRowsOnceOthersFollow() {
    let store = LiveStore(Array("a,b\n1,2\n  \n ".utf8))
    let table = source(store, options: .plain(headerRows: 1))
    #expect(table.waitUntilComplete().rowCount == .exactly(1))
    store.grow(to: Array("a,b\n1,2\n  \n 3,4\n  \n".utf8))
    store.waitUntilTaken()
    #expect(table.snapshot.rowCount == .exactly(3))
    #expect(table.lines(0..<3) == ["1|2", "  |·", " 3|4"])
}

@Test(arguments: ["a,b\n1,2\n3,4\n  \n \n", "a;b\n1;2\n  \n  \n  \n\n\t\n  \n", "a\tb\nx\ty\n  \n  \n   "])
func linesOfSpacesDoNotHideColumns(text: String) {
    let snapshot = source(text).waitUntilComplete()
    #expect(snapshot.columns.map(\.name) == ["a", "b"] && snapshot.problems.count == 0)
}

@Test func markOfTheEndChangesNoTypes() {
    let table = source("id,day\r\n1,2031-02-03\r\n2,2031-02-04\r\n\u{1A}")
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.columns.map(\.type) == [.integer, .date])
    #expect(snapshot.rowCount == .exactly(2) && snapshot.problems.count == 0)
}

@Test func lineBehindTheMarkOfTheEndMakesItARow() {
    let store = LiveStore(Array("a,b\n1,2\n\u{1A}".utf8))
    let table = source(store, options: .plain(headerRows: 1))
    #expect(table.waitUntilComplete().rowCount == .exactly(1))
    store.grow(to: Array("a,b\n1,2\n\u{1A}\n3,4\n".utf8))
    store.waitUntilTaken()
    #expect(table.snapshot.rowCount == .exactly(3))
    #expect(table.lines(0..<3) == ["1|2", "\u{1A}|·", "3|4"])
}

@Test func linesOfSpacesAtTheEndAreNoRowsWhereSpacesAreDelimiters() {
    var options = TextOptions.plain(headerRows: 0)
    (options.delimiter, options.mergesSpaces) = (" ", true)
    for text in ["a b\n  \n\n", "a b \n\n  ", "a b\n\t", "a  b\n"] {
        #expect(source(text, options: options).waitUntilComplete().rowCount == .exactly(1), "\(text)")
    }
}

/// In whatever pieces it is told of them, and whatever stands before.
@Test(arguments: 0..<200)
func aTailIsThatOfTheRecords(seed: Int) {
    let text = hostileText(seed: UInt64(seed) + 600, palette: "ab,\" \t\n\n\n \r\n\r")
    let starts = parsed(text, chunk: 1000).starts
    for (chunk, isDivided) in [1, 2, 3, 7, 1000].flatMap({ [($0, false), ($0, true)] }) {
        let expected = tableRecordCount(text, starts, isDivided: isDivided)
        var special = SpecialBytes(delimiter: 0x2C, quote: 0x22)
        special.isDivided = isDivided
        var pass = IndexPass(special, startingAt: 0, interval: 5)
        text.forEachChunk(of: chunk) { bytes, _ in _ = pass.scan(bytes) }
        #expect(pass.recordCountAtEnd == expected)
        #expect(pass.contentEnd == (expected < starts.count ? starts[expected] : text.count))
    }
}
