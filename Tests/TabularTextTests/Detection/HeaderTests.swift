import Tabular
import TestStores
import Testing

@testable import TabularText

/// The columns of a table, each as its groups and its name between slashes.
private func header(_ table: TableSnapshot) -> [String] {
    table.columns.map { ($0.groups + [$0.name]).joined(separator: "/") }
}

private func table(_ text: String, rows: Int) -> TextSource {
    source(text, options: TextOptions(delimiter: ",", headerRows: rows))
}

@Test(arguments: [
    (",a,,b\nw,x,y,z\n", ["/w", "a/x", "a/y", "b/z"]),
    ("a,,,\n,p,,q\nw,x,y,z\n", ["a//w", "a/p/x", "a/p/y", "a/q/z"]),
    // A group does not reach over the end of the one above.
    ("a,,b,\np,,,q\nw,x,y,z\n", ["a/p/w", "a/p/x", "b//y", "b/q/z"]),
    // Not even where the same title stands there.
    ("a,b,\np,p,\nw,x,y\n", ["a/p/w", "b/p/x", "b/p/y"]),
    // Equal neighbours are written out by programs that know no merged cells.
    ("a,a,b\np,,\nw,x,y\n", ["a/p/w", "a/p/x", "b//y"]),
    // A title over all, short and long header rows.
    ("All of it\nw,x,y\n", ["All of it/w", "All of it/x", "All of it/y"]),
    ("a,b,c,d\nw,x\n", ["a/w", "b/x", "/c", "/d"]),
    // A cell merged downwards has its text at the top: that is the name of its one column.
    ("Plot,Spring,,Total\n,May,June,\n", ["/Plot", "Spring/May", "Spring/June", "/Total"]),
    ("Plot,x,y\n,,Kind\n  ,w,z\n", ["//Plot", "x//w", "y/Kind/z"]),
    ("Year,,\nPlot,p,\n,w,x\n", ["Year//Plot", "Year/p/w", "Year/p/x"]),
    ("a,b,\n p ,,q\n,,\n", ["a// p ", "b//", "b//q"]),
    // Over several columns it is a group, and where it is both, the lower title is nearer.
    ("Plot,,b\n,w,x\n", ["Plot/", "Plot/w", "b/x"]),
    ("a,a,b\n,w,\n", ["a/", "a/w", "/b"]),
    ("a,b\np,\n,\n", ["a//p", "//b"]),
    // Spaces make no title, and belong to one.
    (" a ,  ,b\nw,x,y\n", [" a /w", " a /x", "b/y"]),
    ("\"a\nb\",\"c,\"\"d\"\"\"\n\"w\r\nx\",y\n", ["a\nb/w\r\nx", "c,\"d\"/y"]),
    ("\n\nw,x\n", ["//w", "//x"]),
])
func upperHeaderRowsNameGroups(text: String, expected: [String]) {
    let rows = expected[0].count { $0 == "/" } + 1
    let data = "1,2,3,4\n5,6,7,8\n"
    for text in [text, text + data] {
        let table = table(text, rows: rows)
        let snapshot = table.waitUntilComplete()
        // Columns that only the data has have no names and no groups.
        let nameless = String(repeating: "/", count: rows - 1)
        let columns = expected + Array(repeating: nameless, count: 4 - expected.count)
        #expect(header(snapshot) == (text.hasSuffix(data) ? columns : expected))
        #expect(snapshot.rowCount == .exactly(text.hasSuffix(data) ? 2 : 0))
        #expect(snapshot.description.text?.dialect?.headerRows == rows)
    }
}

@Test(arguments: [0, 1, 2, 3, 4, 5, 16])
func anyNumberOfHeaderRowsLeavesTheRest(rows: Int) {
    let text = (0..<4).map { "r\($0),\($0)\n" }.joined()
    let table = table(text, rows: rows)
    let snapshot = table.waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(max(0, 4 - rows)))
    #expect(table.lines(0..<max(0, 4 - rows)) == (min(rows, 4)..<4).map { "r\($0)|\($0)" })
    #expect(snapshot.columns.map(\.name) == (rows == 0 ? ["", ""] : ["r\(min(rows, 4) - 1)", "\(min(rows, 4) - 1)"]))
    #expect(snapshot.columns.allSatisfy { $0.groups.count == max(0, min(rows, 4) - 1) })
    #expect(snapshot.columns.map(\.type) == (rows < 4 ? [.text, .integer] : [.empty, .empty]))
}

@Test func moreHeaderRowsThanThereMayBeAreAsManyAsThereMayBe() {
    #expect(table("a\nb\n", rows: 1000).waitUntilComplete().description.text?.dialect?.headerRows == 16)
    #expect(table("a\nb\n", rows: -3).waitUntilComplete().description.text?.dialect?.headerRows == 0)
    #expect(table("", rows: 3).waitUntilComplete().columns.isEmpty)
}

@Test(arguments: chunkSizes)
func aLongHeaderIsTheSameInAnyPieces(piece: Int) {
    let text = ",\"Spring\r\n(early)\",,Autumn\r\nPlot,May,June,\"Oct\nober\"\r\n1,2.5,3,4\r\n5,6,7\r\n"
    let store = MemoryStore(Array(text.utf8), piece: piece)
    var tuning = ReaderTuning()
    tuning.passBlock = piece
    tuning.tileBlock = piece
    tuning.interval = 8
    let table = source(store, options: TextOptions(headerRows: 2), tuning: tuning)
    let snapshot = table.waitUntilComplete()
    #expect(header(snapshot) == ["/Plot", "Spring\r\n(early)/May", "Spring\r\n(early)/June", "Autumn/Oct\nober"])
    #expect(snapshot.columns.map(\.type) == [.integer, .decimal, .integer, .integer])
    #expect(table.lines(0..<2) == ["1|2.5|3|4", "5|6|7|·"])
    #expect(
        snapshot.problemLines == [
            "ragged record 4 line 6 byte 65: 3 fields where the last header row has 4. Shown padded."
        ])
}

@Test func aHeaderRowLongerThanTheNamesIsAProblem() {
    let snapshot = table("t\na,b,c\nx,y\n1,2\n3\n", rows: 3).waitUntilComplete()
    #expect(
        snapshot.problemLines == [
            "ragged record 2 line 2 byte 2: 3 fields where the last header row has 2. Shown in extra columns.",
            "ragged record 5 line 5 byte 16: 1 field where the last header row has 2. Shown padded.",
        ])
    #expect(header(snapshot) == ["t/a/x", "t/b/y", "t//c"])
}

@Test func aHeaderThatComesInPiecesIsWaitedFor() {
    let store = GrowingStore()
    let table = source(store, options: TextOptions(headerRows: 3))
    store.append("a,\nb,")
    store.append("\n\"c\n")
    store.append("d\",e\n1,2")
    store.append("\n")
    store.finish()
    let snapshot = table.waitUntilComplete()
    #expect(header(snapshot) == ["a/b/c\nd", "a/b/e"])
    #expect(table.lines(0..<1) == ["1|2"])
}

@Test func columnsFoundBehindTheSampleAreInNoGroup() {
    let row = String(repeating: "x", count: 99) + ",1\n"
    let text = "a\nb,c\n" + String(repeating: row, count: 1000) + "1,2,3\n"
    let snapshot = table(text, rows: 2).waitUntilComplete()
    #expect(header(snapshot) == ["a/b", "a/c", "/"])
}

@Test func theHeaderIsStreamedAsItStands() throws {
    struct Lines: RecordSink {
        var text = ""
        var isFinished: Bool { false }
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { text += String(decoding: bytes, as: UTF8.self) }
        mutating func endValue(_ state: CellState) { text += "|" }
        mutating func endRecord() { text += "\n" }
    }
    var sink = Lines()
    try table("t\na,b,c\nx,y\n1,2\n", rows: 3).streamHeader(into: &sink)
    #expect(sink.text == "t|\na|b|c|\nx|y|\n")
    sink.text = ""
    try table("a\nb\n", rows: 5).streamHeader(into: &sink)
    #expect(sink.text == "a|\nb|\n")
    sink.text = ""
    // A name that was merged downwards stays where it stands.
    let merged = table("Plot,Spring,\n,May,June\n1,2,3\n", rows: 2)
    #expect(header(merged.waitUntilComplete()) == ["/Plot", "Spring/May", "Spring/June"])
    try merged.streamHeader(into: &sink)
    #expect(sink.text == "Plot|Spring||\n|May|June|\n")
    #expect(merged.lines(0..<1) == ["1|2|3"])
    sink.text = ""
    try table("a\nb\n1\n2\n", rows: 2).streamRecords(1..<2, into: &sink)
    #expect(sink.text == "2|\n")
}

@Test func theSampleOfTwoHeaderRowsHasItsGroups() {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    let table = TextSource(
        path: "\(root)/Assets/Samples/harvest.csv", options: TextOptions(headerRows: 2)
    ).waitUntilComplete()
    #expect(table.rowCount == .exactly(30))
    #expect(table.problems.count == 0)
    #expect(
        HeaderGroups(table.columns).levels == [
            [
                .init(range: 2..<5, title: "Spring"), .init(range: 5..<8, title: "Summer"),
                .init(range: 8..<11, title: "Autumn"),
            ]
        ])
    #expect(table.columns.map(\.type) == [.text, .text] + Array(repeating: .decimal, count: 9))
}
