import QuadrilleRuntime
import Tabular
import TestWaiting
import Testing

@Test func aWantedBlockIsInTheNextSnapshot() {
    let source = GeneratedSource(rows: 1_000_000_000_000, columns: 100_000)
    let last = 999_999_999_999
    source.want([CellRange(rows: last..<last + 1, columns: 0..<2)])
    #expect(source.snapshot.cells.block(row: last, column: 0)?.text(row: last, column: 0) == "1000000000000")
    #expect(source.snapshot.rowCount == .exactly(1_000_000_000_000))
    #expect(source.snapshot.columns.count == 100_000)
}

@Test func aCellReadsTheSameFromEveryBlock() {
    let (first, second) = (GeneratedSource(rows: 5000, columns: 200), GeneratedSource(rows: 5000, columns: 200))
    first.want([CellRange(rows: 4000..<4400, columns: 100..<200)])
    second.want([CellRange(rows: 4321..<4322, columns: 150..<151)])
    let texts = [first, second].map { $0.snapshot.cells.block(row: 4321, column: 150)?.text(row: 4321, column: 150) }
    #expect(texts[0] != nil && texts[0] == texts[1])
}

@Test func aWantLargerThanMemoryIsCutToItsFirstTiles() {
    let source = GeneratedSource(rows: 1_000_000_000_000, columns: 100_000)
    for row in [0, 1 << 30, 1 << 33] {
        source.want([CellRange(rows: row..<1_000_000_000_000, columns: 0..<100_000)])
        let cells = source.snapshot.cells
        #expect(cells.block(row: row, column: 0) != nil)
        #expect((8 << 20...17 << 20).contains(cells.byteCount))
    }
}

@Test func aWantThatIsAlreadyThereChangesNothing() {
    let source = GeneratedSource(rows: 10, columns: 3)
    source.want([CellRange(rows: 0..<10, columns: 0..<3)])
    let version = source.snapshot.version
    source.want([CellRange(rows: 0..<5, columns: 0..<3), CellRange(rows: 20..<30, columns: 0..<3)])
    #expect(source.snapshot.version == version)
}

@Test func valuesOfOnesOwnAreInItsBlocksAndItsStream() throws {
    struct Lines: RecordSink {
        var text = ""
        var isFinished: Bool { text.utf8.count > 29 }
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { text += String(decoding: bytes, as: UTF8.self) }
        mutating func endValue(_ state: CellState) { text += "|" }
        mutating func endRecord() { text += "\n" }
    }
    let columns = [Column(name: "n", type: .integer), Column(name: "×", type: .text)]
    let source = GeneratedSource(rows: 1_000, columns: columns) { $1 == 0 ? String($0) : $0 == 0 ? "" : "\($0)·é" }
    #expect(source.snapshot.columns == columns && source.snapshot.rowCount == .exactly(1_000))
    source.want([CellRange(rows: 990..<2_000, columns: 0..<9)])
    let block = try #require(source.snapshot.cells.block(row: 999, column: 1))
    #expect(block.text(row: 999, column: 1) == "999·é" && block.text(row: 998, column: 0) == "998")
    #expect(source.snapshot.cells.block(row: 0, column: 0) == nil)
    var lines = Lines()
    try source.streamHeader(into: &lines)
    try source.streamRecords(-5..<4, into: &lines)
    #expect(lines.text == "n|×|\n0||\n1|1·é|\n2|2·é|\n3|")
}

/// The records that come, as texts.
private struct Texts: RecordSink {
    var records: [[String]] = [[]]
    private var value: [UInt8] = []
    let isFinished = false

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        records[records.count - 1].append(String(decoding: value, as: UTF8.self))
        value = []
    }

    mutating func endRecord() { records.append([]) }
}

@Test func anyRowsOfAGeneratedTableCanBePicked() throws {
    let source = GeneratedSource(rows: 1_000_000_000_000, columns: 3)
    var picked = Texts()
    try source.streamRecords(at: [0, 7, 999_999_999_999, 1_000_000_000_000], into: &picked)
    var single = Texts()
    for row in [0, 7, 999_999_999_999] { try source.streamRecords(row..<row + 1, into: &single) }
    #expect(picked.records == single.records)
    #expect(picked.records.count == 4)
}

/// Its program may ask the source for anything while it makes a value: with the lock held it would wait for ever.
@Test func aValueMayBeMadeFromWhatTheSourceShows() throws {
    try finish {
        let made = Monitor<GeneratedSource?>(nil)
        let source = GeneratedSource(rows: 100, columns: [Column(name: "a", type: .text)]) { row, _ in
            "\(row) of \(made.current?.snapshot.rowCount.known ?? 0)"
        }
        made.withLock { $0 = source }
        source.want([CellRange(rows: 0..<2, columns: 0..<1)])
        let block = source.snapshot.cells.block(row: 1, column: 0)
        #expect(block?.text(row: 1, column: 0) == "1 of 100")
        made.withLock { $0 = nil }
    }
}
