import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// Writes down what comes, and ends the stream behind so many records.
private struct Records: RecordSink {
    var text: [UInt8] = []
    private var value: [UInt8] = []
    private var count = 0
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var isFinished: Bool { count >= limit }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { value += bytes }

    mutating func endValue(_ state: CellState) {
        text += Array("<\(value.count):".utf8) + value + Array(">".utf8)
        value = []
    }

    mutating func endRecord() {
        text.append(0x0A)
        count += 1
    }
}

private func picked(_ rows: [Int], of source: TextSource) throws -> [UInt8] {
    var sink = Records()
    try source.streamRecords(at: rows, into: &sink)
    return sink.text
}

private func tuning(block: Int, interval: Int) -> ReaderTuning {
    var tuning = ReaderTuning()
    (tuning.passBlock, tuning.interval, tuning.segment) = (block, interval, interval)
    return tuning
}

@Test(arguments: 0..<40)
func pickedRowsAreThoseThatStreamOneByOne(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let text = seed % 2 == 0 ? hostileText(seed: UInt64(seed)) : regularText(seed: UInt64(seed))
    let dialects = [Dialect(headerRows: seed % 3), Dialect(delimiter: ";;", escape: 0x5C, headerRows: 0)]
    var options = TextOptions(reading: dialects[seed % 7 == 0 ? 1 : 0])
    (options.isForced, options.encoding) = (true, "UTF-8")
    let block = [1, 3, 7, 64, 300, 5000][seed % 6]
    let store = MemoryStore(text, piece: seed % 5 == 0 ? 5 : .max)
    let table = source(store, options: options, tuning: tuning(block: block, interval: [4, 16, 100][seed % 3]))
    let count = table.waitUntilIndexed().rowCount.known
    var single: [[UInt8]] = []
    for row in 0..<count {
        var sink = Records()
        try table.streamRecords(row..<row + 1, into: &sink)
        single.append(sink.text)
    }
    for density in [1, 2, 5, 20, 1000] {
        var rows = (0..<count).filter { _ in Int.random(in: 0..<density, using: &random) == 0 }
        #expect(try picked(rows, of: table) == rows.flatMap { single[$0] })
        // Rows that are not there are not given.
        rows += [count, count + 7, Int.max]
        #expect(try picked(rows, of: table) == rows.dropLast(3).flatMap { single[$0] })
    }
}

@Test func onlyStretchesWithAPickedRowAreReadAndEachOnce() throws {
    let text = Array((0..<10_000).map { "\($0),x\n" }.joined().utf8)
    let store = MemoryStore(text)
    let table = source(
        store, options: .plain(headerRows: 0), tuning: tuning(block: 1 << 20, interval: 1000))
    table.waitUntilComplete()
    func work(_ rows: [Int]) throws -> (reads: Int, bytes: Int) {
        let before = (store.reads.load(ordering: .relaxed), store.bytesRead.load(ordering: .relaxed))
        var sink = Records()
        try table.streamRecords(at: rows, into: &sink)
        return (
            store.reads.load(ordering: .relaxed) - before.0, store.bytesRead.load(ordering: .relaxed) - before.1
        )
    }
    let one = try work([5_000])
    #expect(one.reads == 1 && one.bytes <= 1010)
    let neighbours = try work([5_000, 5_001, 5_010])
    #expect(neighbours.reads <= 2 && neighbours.bytes <= 2020)
    let far = try work([10, 5_000, 9_990])
    #expect(far.reads == 3 && far.bytes <= 3030)
    let all = try work(Array(0..<10_000))
    #expect(all.bytes == text.count)
    #expect(try work([]) == (0, 0))
}

@Test func pickingEndsWhereTheSinkHasHadEnough() throws {
    let text = Array((0..<10_000).map { "\($0)\n" }.joined().utf8)
    let table = source(
        MemoryStore(text), options: .plain(headerRows: 0), tuning: tuning(block: 100, interval: 100))
    table.waitUntilComplete()
    var sink = Records(limit: 5)
    try table.streamRecords(at: Array(0..<10_000), into: &sink)
    #expect(sink.text.filter { $0 == 0x0A }.count < 40)
}

@Test func pickingFromASourceThatWasClosedSaysSo() throws {
    let table = source("a\n1\n2\n", options: .plain(headerRows: 1))
    table.waitUntilComplete()
    table.close()
    var sink = Records()
    #expect(throws: ReadError.self) { try table.streamRecords(at: [0, 1], into: &sink) }
    #expect(sink.text.isEmpty)
}

@Test func pickingRowsThatAreNoLongerThereSaysSo() throws {
    let store = ShrinkingStore(Array((0..<1000).map { "\($0),x\n" }.joined().utf8))
    let table = source(store, options: .plain(headerRows: 0), tuning: tuning(block: 1 << 16, interval: 100))
    table.waitUntilComplete()
    store.cut(to: 3000)
    var sink = Records()
    let error = #expect(throws: ReadError.self) { try table.streamRecords(at: [3, 900], into: &sink) }
    #expect(error?.kind == .changed)
    #expect(error?.message == "ends before row 901, which was there when the rows were counted. Open it again.")
}

/// Bytes of which the end goes.
private final class ShrinkingStore: ByteStore {
    private let bytes: [UInt8]
    private let count: Monitor<Int>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        count = Monitor(bytes.count)
    }

    func cut(to length: Int) { count.withLock { $0 = length } }
    var length: StoreLength { StoreLength(known: count.current, isComplete: true) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let end = min(count.current, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}
