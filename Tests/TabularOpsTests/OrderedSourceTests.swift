import QuadrilleRuntime
import SeededRandom
import Tabular
import Testing

@testable import TabularOps

/// The records that come, with what each value is.
private struct Records: RecordSink {
    var records: [[String]] = []
    private var record: [String] = []
    private var value: [UInt8] = []
    var limit = Int.max

    init(limit: Int = .max) { self.limit = limit }

    var isFinished: Bool { records.count >= limit }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        record.append("\(state) " + value.map { String($0, radix: 16) }.joined())
        value = []
    }

    mutating func endRecord() {
        records.append(record)
        record = []
    }
}

/// How a table stood is told by it, also from a table that is read anew.
@Test func noTwoOrdersHaveOneVersion() throws {
    let sources = (0..<2).map { _ in OrderedSource(textTable(Array("a\nb\nc\n".utf8))) }
    var versions: [Version] = []
    for rows in [[1, 0], [0, 1]] {
        for source in sources {
            let count = source.base.snapshot.rowCount.known
            #expect(source.show(order(rows, of: count), ofReading: source.base.snapshot.reading))
            versions.append(try #require(source.snapshot.order).version)
        }
    }
    #expect(Set(versions).count == 4)
}

private func order(_ rows: [Int], of count: Int) -> RowOrder {
    RowOrder(rows: rows.map { UInt32($0) }, sourceRowCount: count)
}

private func someOrder(_ random: inout SplitMix64, of count: Int) -> [Int] {
    let some = (0..<count).filter { _ in !random.oneIn(3) }
    return random.oneIn(2) ? some : some.shuffled(using: &random)
}

/// Wants some cells and waits for them.
private func fetch(_ source: some TableSource, _ range: CellRange) -> TableSnapshot {
    source.want([range])
    return source.wait { snapshot in
        BlockTiles.keys(covering: range).allSatisfy { snapshot.cells[$0] != nil }
    }
}

@Test(arguments: 0..<12 as Range<UInt64>)
func anOrderShowsTheCellsOfItsRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = someText(&random, rows: random.int(1...500))
    // A long value, one with a bad byte, and one that is cut within a character.
    text += Array((String(repeating: "é", count: 3000) + ",").utf8) + [0x61, 0xC3, 0x0A]
    text += Array(("x" + String(repeating: "é", count: 3000) + "\n").utf8)
    let (base, ordered) = (textTable(text), OrderedSource(textTable(text)))
    let count = base.snapshot.rowCount.known
    let columns = base.snapshot.columns.count
    for _ in 0..<3 {
        let rows = someOrder(&random, of: count)
        #expect(ordered.show(order(rows, of: count), ofReading: 0))
        #expect(ordered.snapshot.rowCount == .exactly(rows.count))
        guard !rows.isEmpty else { continue }
        let first = random.int(0...(rows.count - 1))
        let range = CellRange(rows: first..<min(first + 40, rows.count), columns: 0..<columns)
        let shown = fetch(ordered, range)
        for place in range.rows {
            #expect(shown.sourceRow(at: place) == rows[place])
            let row = rows[place]
            let plain = fetch(base, CellRange(rows: row..<row + 1, columns: 0..<columns))
            for column in 0..<columns {
                guard let a = shown.cells.block(row: place, column: column),
                    let b = plain.cells.block(row: row, column: column)
                else { continue }
                #expect(a.text(row: place, column: column) == b.text(row: row, column: column), "seed \(seed)")
                #expect(a.info(row: place, column: column) == b.info(row: row, column: column), "seed \(seed)")
                #expect(a.length(row: place, column: column) == b.length(row: row, column: column), "seed \(seed)")
            }
        }
    }
    ordered.show(nil, ofReading: 0)
    let plain = fetch(ordered, CellRange(rows: 0..<1, columns: 0..<1))
    #expect(plain.rowCount.known == count && plain.order == nil && plain.sourceRow(at: 7) == 7)
}

@Test(arguments: 0..<30 as Range<UInt64>)
func anOrderStreamsItsRowsWhateverMemoryMayHold(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = someText(&random, rows: random.int(0...300))
    let base = textTable(text, block: random.pick([64, 1 << 18]), interval: random.pick([50, 1 << 18]))
    let ordered = OrderedSource(base, gatheredBytes: random.pick([40, 300, 5000, 1 << 20]))
    let count = base.snapshot.rowCount.known
    var plain = Records()
    try base.streamRecords(0..<count, into: &plain)
    let rows = someOrder(&random, of: count)
    ordered.show(order(rows, of: count), ofReading: 0)
    let places = random.range(in: rows.count)
    var given = Records()
    try ordered.streamRecords(places, into: &given)
    #expect(given.records == rows[places].map { plain.records[$0] })
    let some = rows.indices.filter { _ in random.oneIn(4) }
    var picked = Records()
    try ordered.streamRecords(at: some, into: &picked)
    #expect(picked.records == some.map { plain.records[rows[$0]] })
    var few = Records(limit: 2)
    try ordered.streamRecords(0..<rows.count, into: &few)
    #expect(few.records.starts(with: rows.prefix(2).map { plain.records[$0] }))
}

@Test func rowsOutOfOrderAreGatheredInAsFewPassesAsMemoryAllows() throws {
    let base = textTable(Array((0..<1000).map { "\($0),x\n" }.joined().utf8))
    let reversed = order(Array((0..<1000).reversed()), of: 1000)
    func passes(_ bytes: Int, _ order: RowOrder) throws -> Int {
        var gatherer = RowGatherer(base, gatheredBytes: bytes)
        var sink = Records()
        try gatherer.stream(0..<1000, of: order, into: &sink)
        #expect(sink.records.count == 1000)
        return gatherer.passes
    }
    #expect(try passes(1 << 20, reversed) == 1)
    #expect((3...12).contains(try passes(10_000, reversed)))
    // Each row by itself, where there is no room for two.
    #expect(try passes(1, reversed) == 1000)
    #expect(try passes(1, order(Array(0..<1000), of: 1000)) == 1)
}

@Test func rowsOutOfOrderAreGatheredWithoutMemory() throws {
    let text = String(repeating: "x", count: 30_000)
    let base = textTable(Array((0..<100).map { "\($0),\(text)\n" }.joined().utf8))
    var plain = Records()
    try base.streamRecords(0..<100, into: &plain)
    let reversed = order(Array((0..<100).reversed()), of: 100)
    for isRefused in [false, true] {
        var gatherer = RowGatherer(base, gatheredBytes: 1 << 28, from: LargeMemory { _ in !isRefused })
        var sink = Records()
        try gatherer.stream(0..<100, of: reversed, into: &sink)
        let isSame = sink.records == plain.records.reversed()
        #expect(isSame)
        // As many rows a pass as fit into a small array.
        #expect(isRefused ? (3...12).contains(gatherer.passes) : gatherer.passes == 1)
    }
}

@Test func anOrderOfAnotherReadingIsNotShown() {
    let source = OrderedSource(GeneratedSource(rows: 5, columns: 1))
    #expect(!source.show(order([1], of: 5), ofReading: 3))
    #expect(source.order == nil && source.snapshot.rowCount == .exactly(5))
}

@Test func theBytesOfRowsInAnOrderAreRefused() throws {
    struct Bytes: RawSink {
        var count = 0
        let isFinished = false
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { count += bytes.count }
    }
    let source = OrderedSource(textTable(Array("a\nb\n".utf8)))
    var sink = Bytes()
    try source.streamBytes(ofRows: 0..<2, into: &sink)
    #expect(sink.count == 4)
    source.show(order([1], of: 2), ofReading: 0)
    let error = #expect(throws: ReadError.self) { try source.streamBytes(ofRows: 0..<1, into: &sink) }
    #expect(error?.kind == .unsupportedFormat)
}

@Test func whatIsNotWantedAnyMoreIsNotMade() throws {
    let load = TileLoad(
        rows: 0..<3, rowsToCome: 3, keys: [BlockTiles.Key(row: 0, column: 0)], columns: [0..<1], version: 1)
    var sink = OrderedTileSink(load, rows: [7, 5, 6], unless: Cancellation { true })
    #expect(sink.sortedRows == [5, 6, 7])
    sink.endValue(.value)
    sink.endRecord()
    #expect(sink.isFinished)
    #expect(try sink.blocks() == nil)
}

@Test func whoReadsAnOrderOverAWhileReadsThatOneAlone() throws {
    let source = OrderedSource(textTable(Array("a\nb\nc\nd\n".utf8)))
    func records(of rows: some RecordStreaming) throws -> [[String]] {
        var sink = Records()
        try rows.streamRecords(0..<rows.snapshot.rowCount.known, into: &sink)
        return sink.records
    }
    let plain = source.pinned()
    source.show(order([3, 1], of: 4), ofReading: 0)
    let sorted = source.pinned()
    #expect(try records(of: plain) == [["value 61"], ["value 62"], ["value 63"], ["value 64"]])
    source.show(order([0, 2, 3], of: 4), ofReading: 0)
    #expect(try records(of: sorted) == [["value 64"], ["value 62"]])
    #expect(sorted.snapshot.rowCount == .exactly(2) && sorted.snapshot.sourceRow(at: 0) == nil)
    var picked = Records()
    try sorted.streamRecords(at: [1], into: &picked)
    #expect(picked.records == [["value 62"]])
    source.show(nil, ofReading: 0)
    #expect(try records(of: sorted) == [["value 64"], ["value 62"]])
    // It leaves open what it reads.
    sorted.close()
    #expect(try records(of: source).count == 4)
}

/// A table of which reads fail for as long as that is wanted, and that says how many rows it gave.
private final class TroubledSource: RowPicking {
    let fails = Monitor(false)
    let given = Monitor(0)
    private let list: ListSource

    init(rows: Int) { list = ListSource((0..<rows).map { ["\($0)"] }) }

    var snapshot: TableSnapshot { list.snapshot }
    func streamHeader(into sink: inout some RecordSink) {}

    func streamRecords(_ rows: Range<Int>, into sink: inout some RecordSink) throws(ReadError) {
        try streamRecords(at: Array(rows), into: &sink)
    }

    func streamRecords(at rows: [Int], into sink: inout some RecordSink) throws(ReadError) {
        if fails.current { throw ReadError(kind: .readFailed, source: "t", message: "is out of order.") }
        for row in rows where !sink.isFinished {
            try list.streamRecords(at: [row], into: &sink)
            given.withLock { $0 += 1 }
        }
    }

    func want(_ ranges: [CellRange]) {}
    func onChange(_ handler: (@Sendable () -> Void)?) {}
    func close() {}
}

@Test func rowsInAnOrderComeAgainAfterAReadThatFailed() {
    let base = TroubledSource(rows: 5000)
    let source = OrderedSource(base)
    let changes = Monitor(0)
    source.onChange { changes.withLock { $0 += 1 } }
    func wait(until isReady: (TableSnapshot) -> Bool) {
        while true {
            let seen = changes.current
            if isReady(source.snapshot) { return }
            changes.wait(until: { $0 != seen }, then: { _ in })
        }
    }
    base.fails.withLock { $0 = true }
    source.show(order(Array((0..<5000).reversed()), of: 5000), ofReading: 0)
    source.want([CellRange(rows: 0..<10, columns: 0..<1)])
    wait { $0.phase.isFailed }
    base.fails.withLock { $0 = false }
    // Elsewhere, and back.
    for first in [4000, 0] {
        source.want([CellRange(rows: first..<first + 10, columns: 0..<1)])
        wait { !$0.phase.isFailed && $0.sourceRow(at: first) == 4999 - first }
    }
}

@Test func rowsAreGatheredForNoLongerThanTheyAreWanted() throws {
    /// Has enough after some looks at whether to go on, before it got anything.
    struct Impatient: RecordSink {
        var looks: [Int] = []
        var isFinished: Bool { looks.count == 3 }
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
        mutating func endValue(_ state: CellState) {}
        mutating func endRecord() { Issue.record("a row came") }
        mutating func gathered(_ records: Int) { looks.append(records) }
    }
    let base = TroubledSource(rows: 10_000)
    let source = OrderedSource(base)
    source.show(order(Array((0..<10_000).reversed()), of: 10_000), ofReading: 0)
    var sink = Impatient()
    try source.streamRecords(0..<10_000, into: &sink)
    #expect(sink.looks == sink.looks.sorted() && sink.looks.first ?? 0 > 0)
    #expect(base.given.current < 1000)
}
