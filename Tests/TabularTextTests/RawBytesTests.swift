import Synchronization
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// Keeps what it gets, up to `limit` bytes.
struct ByteCollector: RawSink {
    var bytes: [UInt8] = []
    var limit = Int.max

    var isFinished: Bool { bytes.count >= limit }
    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes += more }
}

extension TextSource {
    func bytesBeforeRows() throws -> [UInt8] {
        var sink = ByteCollector()
        try streamBytesBeforeRows(into: &sink)
        return sink.bytes
    }

    func bytes(ofRows rows: Range<Int>) throws -> [UInt8] {
        var sink = ByteCollector()
        try streamBytes(ofRows: rows, into: &sink)
        return sink.bytes
    }
}

private let small = ReaderTuning(passBlock: 16, tileBlock: 7, auditPart: 32, interval: 20)

@Test func theRawBytesOfAllRowsBehindThoseBeforeThemAreTheFile() throws {
    var random = SeededGenerator(state: 31)
    let alphabet: [[UInt8]] = [
        [44], [34], [10], [13], [13, 10], [65], [0xFF], [0], [0xC3, 0xA4], [0xEF, 0xBB, 0xBF],
    ]
    for round in 0..<150 {
        let text = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
            alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
        let bytes = (round.isMultiple(of: 3) ? [0xEF, 0xBB, 0xBF] : []) + text
        let options = TextOptions.plain(headerRows: round % 4)
        let table = source(MemoryStore(bytes, piece: 1 + round % 9), options: options, tuning: small)
        let count = table.waitUntilComplete().rowCount.known
        let before = try table.bytesBeforeRows()
        #expect(before + (try table.bytes(ofRows: 0..<Int.max)) == bytes)
        let middle = Int.random(in: 0...count, using: &random)
        #expect(before + (try table.bytes(ofRows: 0..<middle) + table.bytes(ofRows: middle..<count)) == bytes)
    }
}

@Test func rawBytesAreThoseOfTheirRowsAlone() throws {
    let table = source("\u{FEFF}a,b\r\n1,\"x\ny\"\r\n2,\u{FF}\r3,z", options: TextOptions(headerRows: 1))
    #expect(try table.bytesBeforeRows() == Array("\u{FEFF}a,b\r\n".utf8))
    #expect(try table.bytes(ofRows: 0..<1) == Array("1,\"x\ny\"\r\n".utf8))
    #expect(try table.bytes(ofRows: 1..<2) == Array("2,\u{FF}\r".utf8))
    #expect(try table.bytes(ofRows: 2..<9) == Array("3,z".utf8))
    #expect(try table.bytes(ofRows: 3..<9) == [])
}

@Test func rawBytesStopWhenTheSinkHasEnough() throws {
    let text = (0..<100_000).map { "\($0)\n" }.joined()
    let table = source(text)
    var sink = ByteCollector(limit: 1)
    try table.streamBytes(ofRows: 0..<100_000, into: &sink)
    #expect(sink.bytes.count <= 1 << 18)
}

@Test func rawBytesOfRowsThatHaveComeDoNotWaitForTheRest() throws {
    let store = GrowingStore()
    let table = source(store, options: TextOptions(headerRows: 1))
    store.append("a\n1\n2\n")
    #expect(try table.bytes(ofRows: 0..<2) == Array("1\n2\n".utf8))
    #expect(try table.bytesBeforeRows() == Array("a\n".utf8))
    store.finish()
}

// MARK: - A source that stops short

/// A store that has less, or fails, once the test says so, and does not say by itself that it changed.
private final class StoppingStore: ByteStore {
    private let whole: MemoryStore
    private let short: MemoryStore
    private let isShort = Atomic(false)

    init(_ text: String, count: Int, fails: Bool) {
        let bytes = Array(text.utf8)
        whole = MemoryStore(bytes)
        short = fails ? MemoryStore(bytes, failsAt: count) : MemoryStore(Array(bytes[..<count]))
    }

    func cut() { isShort.store(true, ordering: .relaxed) }
    private var store: MemoryStore { isShort.load(ordering: .relaxed) ? short : whole }
    var length: StoreLength { store.length }
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        try store.read(into: buffer, at: offset)
    }
    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() {}
}

private struct RecordCounter: RecordSink {
    var records = 0
    var isFinished: Bool { false }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
    mutating func endValue(_ state: CellState) {}
    mutating func endRecord() { records += 1 }
}

/// Rows are `10,x\n` to `99,x\n`, of which the first 20 and a piece are left.
private func shortTable(fails: Bool) -> TextSource {
    let text = "a,b\n" + (10..<100).map { "\($0),x\n" }.joined()
    let store = StoppingStore(text, count: 4 + 20 * 5 + 2, fails: fails)
    let table = source(store, options: TextOptions(delimiter: ",", headerRows: 1), tuning: small)
    table.waitUntilComplete()
    store.cut()
    return table
}

@Test(arguments: [0..<90, 0..<22, 20..<22, 30..<40, 89..<90])
func aStreamThatStopsBeforeRowsThatWereCountedSaysSo(rows: Range<Int>) throws {
    let expected = ReadError(TextFailure.endsBefore(row: min(90, rows.upperBound)), of: .source("test.csv"))
    #expect(
        expected.message
            == "ends before row \(min(90, rows.upperBound)), which was there when the rows were counted. Open it again."
    )
    let table = shortTable(fails: false)
    var bytes = ByteCollector()
    let error = #expect(throws: ReadError.self) { try table.streamBytes(ofRows: rows, into: &bytes) }
    // Where a checkpoint lies behind the end, it is the bytes that are missed.
    #expect(error == expected || error?.message.hasPrefix("ends at byte") == true)
    #expect(bytes.bytes.count <= 102)
    var records = RecordCounter()
    #expect(throws: expected) { try table.streamRecords(rows, into: &records) }
    #expect(throws: ReadError.self) {
        try shortTable(fails: true).streamBytes(ofRows: rows, into: &bytes)
    }
    #expect(throws: ReadError.self) {
        try shortTable(fails: true).streamRecords(rows, into: &records)
    }
}

@Test func rowsThatAreStillThereAreStreamedAndThoseThatNeverWereAreNot() throws {
    let table = shortTable(fails: false)
    #expect(try table.bytes(ofRows: 3..<20) == Array((13..<30).map { "\($0),x\n" }.joined().utf8))
    var records = RecordCounter()
    try table.streamRecords(3..<20, into: &records)
    #expect(records.records == 17)
    let whole = source("a\n1\n2", options: TextOptions(headerRows: 1))
    #expect(try whole.bytes(ofRows: 1..<9) == Array("2".utf8))
    #expect(try whole.bytes(ofRows: 2..<9) == [])
    try whole.streamRecords(0..<9, into: &records)
    #expect(records.records == 19)
}

/// The text may be in memory while its source is not there any more.
@Test func bytesBehindTheSourcesEndAreMissed() throws {
    let text = "a,b\n" + (10..<100).map { "\($0),x\n" }.joined()
    let store = StoppingStore(text, count: 50, fails: false)
    var options = TextOptions(isForced: true, delimiter: ",", headerRows: 1)
    options.encoding = "latin1"
    let table = source(store, options: options)
    table.waitUntilComplete()
    store.cut()
    let error = #expect(throws: ReadError(TextFailure.endsAt(byte: 50, before: 454), of: .source("test.csv"))) {
        _ = try table.bytes(ofRows: 0..<90)
    }
    #expect(
        error?.message == "ends at byte 50, and went on to byte 454 when its records were found. Open it again.")
}

@Test(arguments: 0...3)
func rowsOfAnyNumberMayBeAskedFor(headerRows: Int) throws {
    let table = source("a\nb\nc\n1\n2\n", options: TextOptions(delimiter: ",", headerRows: headerRows))
    var records = RecordCounter()
    try table.streamRecords(0..<Int.max, into: &records)
    #expect(records.records == 5 - headerRows)
    for first in [Int.max - 2, Int.max - 1] {
        try table.streamRecords(first..<first + 1, into: &records)
        #expect(try table.bytes(ofRows: first..<first + 1) == [])
    }
    #expect(records.records == 5 - headerRows)
}

// MARK: - A source that is closed

/// Closes the source when it gets its first bytes.
private struct Closer: RawSink {
    let table: TextSource
    var count = 0
    var isFinished: Bool { false }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        count += bytes.count
        table.close()
    }
}

@Test func aSourceThatIsClosedSaysThatItsBytesAreNotAll() {
    let text = "a,b\n" + (10..<100).map { "\($0),x\n" }.joined()
    let expected = ReadError(TextFailure.closed, of: .source("test.csv"))
    #expect(expected.message == "was closed before all of it was read. Open it again and retry.")
    let table = source(
        MemoryStore(Array(text.utf8)), options: TextOptions(delimiter: ",", headerRows: 1), tuning: small)
    table.waitUntilComplete()
    var sink = Closer(table: table)
    #expect(throws: expected) { try table.streamBytes(ofRows: 0..<90, into: &sink) }
    #expect(sink.count > 0 && sink.count < 450)
    #expect(throws: expected) { try table.streamBytes(ofRows: 0..<1, into: &sink) }
    #expect(throws: expected) { try table.streamBytesBeforeRows(into: &sink) }
}
