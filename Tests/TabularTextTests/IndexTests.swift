import Glibc
import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import TestWaiting
import Testing

@testable import TabularText

private let comma = SpecialBytes(delimiter: 0x2C, quote: 0x22)

/// The first record start of every cell, by the parser.
private func slowCheckpoints(_ starts: [Int], interval: Int) -> [Checkpoint] {
    var found: [Checkpoint] = []
    for (record, byte) in starts.enumerated() where found.last.map({ $0.byte / interval != byte / interval }) ?? true {
        found.append(Checkpoint(record: record, byte: byte))
    }
    return found
}

/// Text of pieces, from quoted to hostile.
private func piecesText(seed: Int, pieces count: Int) -> [UInt8] {
    let palettes: [[String]] = [
        ["abc", "some text", ",", "\n"], ["abc", ",", "\n", "\"a\"", ",\"x,\ny\"", "\"\""],
        [",\"a \"\"b\"\"\",", "text", "\r\n", "\"long, \n long\""], ["a\"b", ",", "\n", "\r", "\"", "some more text"],
        ["\r\n", "\"", "\n", "\r"], ["a long piece of text without anything", "\"", ",\"", "\",", "\n"],
        ["1,2,\"three\nlines\nof text\"\n", "4,5,6\n"], ["x\n", "x,\"\n\n\n\n\n\n\n\n\n\n\n\n\",y\n"],
    ]
    var generator = SeededGenerator(state: UInt64(seed) &* 31 &+ 7)
    let palette = palettes[seed % palettes.count]
    return (0..<count).flatMap { _ in Array(palette[Int.random(in: 0..<palette.count, using: &generator)].utf8) }
}

/// A source of `text` with everything small, so that it has many segments.
private func smallTuning(seed: Int, threads: Int) -> ReaderTuning {
    var tuning = ReaderTuning()
    tuning.threads = threads
    tuning.interval = [1, 7, 64, 100][seed % 4]
    tuning.segment = tuning.interval * (1 + seed % 5)
    tuning.passBlock = [1, 3, 64, 70, 500][seed % 5]
    tuning.publication = 0
    return tuning
}

private let options = TextOptions.plain(headerRows: 0)

@Test(arguments: 0..<200)
func everyCheckpointIsTheFirstRecordOfItsCellInEveryChunking(seed: Int) {
    let text = hostileText(seed: UInt64(seed) + 1000)
    let parsed = parsed(text, chunk: 1000)
    for chunk in chunkSizes {
        for interval in [1, 5, 40] {
            let expected = slowCheckpoints(parsed.starts, interval: interval).dropFirst()
            #expect(checkpoints(text, chunk: chunk, interval: interval) == Array(expected))
        }
    }
}

@Test(arguments: 0..<80, [1, 2, 3, 7])
func anIndexMadeByAnyNumberOfThreadsIsThatOfTheParser(seed: Int, threads: Int) {
    let text = Array("x".utf8) + piecesText(seed: seed, pieces: 150)
    let tuning = smallTuning(seed: seed, threads: threads)
    let table = source(MemoryStore(text, piece: 1 + seed % 90), options: options, tuning: tuning)
    let snapshot = table.wait { $0.rowCount.isExact }
    let expected = parsedTable(text)
    #expect(snapshot.rowCount == .exactly(tableRecordCount(text, expected.starts)))
    let index = table.reader.state.current.index
    #expect(index.checkpoints == slowCheckpoints(expected.starts, interval: tuning.interval))
    table.close()
}

@Test(arguments: 0..<40)
func anIndexOfWhatGrowsIsThatOfTheParser(seed: Int) {
    let text = Array("x,y\n".utf8) + piecesText(seed: seed, pieces: 200)
    let store = GrowingBytes(text)
    let tuning = smallTuning(seed: seed, threads: 1 + seed % 4)
    let table = source(store, options: options, tuning: tuning)
    var generator = SeededGenerator(state: UInt64(seed))
    var known = 0
    while known < text.count {
        known += Int.random(in: 1...300, using: &generator)
        store.grow(to: known)
        // What is there in whole records is there in rows soon.
        let beginning = Array(text.prefix(known))
        let whole = tableRecordCount(beginning, parsed(beginning, chunk: 10_000).starts) - 1
        #expect(table.wait { $0.rowCount.known >= whole }.rowCount.known >= whole)
    }
    store.finish()
    let expected = parsedTable(text)
    #expect(table.wait { $0.rowCount.isExact }.rowCount == .exactly(tableRecordCount(text, expected.starts)))
    let index = table.reader.state.current.index
    #expect(index.checkpoints == slowCheckpoints(expected.starts, interval: tuning.interval))
    table.close()
}

@Test(arguments: 0..<40)
func rowsBeforeAnErrorStayHoweverFarHelpersAre(seed: Int) {
    let text = Array("x,y\n".utf8) + (0..<7000).flatMap { Array("\($0),some text\n".utf8) }
    // Behind what is read to open the source.
    let failsAt = 70_000 + seed * 97
    var tuning = ReaderTuning()
    (tuning.threads, tuning.interval, tuning.segment, tuning.passBlock) = (1 + seed % 4, 500, 2000, 300)
    let table = source(MemoryStore(text, failsAt: failsAt), options: options, tuning: tuning)
    let snapshot = table.wait { if case .failed = $0.phase { true } else { false } }
    #expect(snapshot.phase == .failed(.readFailed("test.csv", byte: failsAt, number: 5)))
    let whole = parsed(Array(text.prefix(failsAt)), chunk: 10_000)
    let unfinished = text[failsAt - 1] == 0x0A ? 0 : 1
    #expect(snapshot.rowCount == .atLeast(whole.records.count - unfinished))
    // No checkpoint of the index lies where nobody was.
    let index = table.reader.state.current.index
    #expect(index.checkpoints.allSatisfy { $0.record < whole.starts.count && whole.starts[$0.record] == $0.byte })
}

@Test(arguments: [1, 2, 3])
func aSourceThatIsClosedWhileItIsIndexedEndsSoon(threads: Int) {
    let reads = Monitor(0)
    weak var reader: TextReader?
    var tuning = ReaderTuning()
    tuning.threads = threads
    var atClose = 0
    do {
        let store = GeneratedStore(count: 1 << 40) { buffer, _ in
            reads.withLock { $0 += 1 }
            _ = buffer.initializeMemory(as: UInt8.self, repeating: 0x0A)
            // Not of empty lines alone, which are no records as long as nothing comes behind them.
            buffer.storeBytes(of: 0x61, as: UInt8.self)
        }
        let table = source(store, tuning: tuning)
        reader = table.reader
        table.wait { $0.rowCount.known > 1 << 20 }
        table.close()
        atClose = reads.current
        #expect(table.snapshot.rowCount.known < 1 << 40)
    }
    // Its threads are what keeps it.
    #expect(comesTrue { reader == nil })
    // Each ends the segment that it has begun, and no other.
    #expect(reads.current - atClose <= threads * (tuning.segment / tuning.passBlock))
}

@Test(arguments: 0..<60)
func aPassGoesOnWhereItEnded(seed: Int) {
    let text = piecesText(seed: seed, pieces: 60)
    let interval = [1, 7, 64][seed % 3]
    let expected = parsed(text, chunk: 10_000)
    for cut in stride(from: 0, to: text.count, by: 1 + seed % 13) {
        var pass = IndexPass(comma, startingAt: 0, interval: interval)
        var found = Array(text[..<cut]).withUnsafeBufferPointer { pass.scan($0) }
        // The end that it could have had takes nothing from it.
        let beginning = Array(text[..<cut])
        #expect(pass.recordCountAtEnd == tableRecordCount(beginning, parsed(beginning, chunk: 10_000).starts))
        found += Array(text[cut...]).withUnsafeBufferPointer { pass.scan($0) }
        #expect(pass.offset == text.count && pass.recordCountAtEnd == tableRecordCount(text, expected.starts))
        #expect(found == Array(slowCheckpoints(expected.starts, interval: interval).dropFirst()))
    }
}

@Test(arguments: 0..<60)
func aGuessComesToTheTruthWhereQuotesStandAsTheyShould(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    var text: [UInt8] = []
    while text.count < 2000 {
        let isQuoted = Int.random(in: 0..<3, using: &generator) == 0
        let value = ["some text", "a, b", "two\nlines", "1", "x\r\ny"][isQuoted ? text.count % 5 : 0]
        let end = Int.random(in: 0..<5, using: &generator) == 0 ? "\n" : ","
        text += Array(((isQuoted ? "\"\(value)\"" : value) + end).utf8)
    }
    for place in stride(from: 0, to: 1500, by: 1 + seed % 3) {
        var truth = RecordScanner(comma)
        _ = Array(text[..<place]).withUnsafeBufferPointer { truth.scan($0) }
        Array(text[place...]).withUnsafeBufferPointer { rest in
            let guess = SegmentScan.guess(rest, comma, wasQuoted: false)
            var guessed = RecordScanner(comma, state: guess)
            _ = (truth.scan(rest), guessed.scan(rest))
            #expect(truth.state == guessed.state, "\(place)")
        }
    }
}

@Test func aGuessWithNothingToGoByIsWhatWasBefore() {
    let text = Array("no quote at all,\n".utf8)
    text.withUnsafeBufferPointer { bytes in
        #expect(SegmentScan.guess(bytes, comma, wasQuoted: true) == .quoted)
        #expect(SegmentScan.guess(bytes, comma, wasQuoted: false) == .unquoted)
        let unquoting = SpecialBytes(delimiter: 0x2C, quote: nil)
        #expect(SegmentScan.guess(bytes, unquoting, wasQuoted: true) == .unquoted)
    }
}

@Test func rightGuessesAreReadOnce() throws {
    let row = "12345,some text,\"in quotes, of course\",6\n"
    let text = Array(String(repeating: row, count: 3000).utf8)
    var tuning = ReaderTuning()
    (tuning.threads, tuning.interval, tuning.segment, tuning.passBlock) = (3, 1024, 4096, 2048)
    let table = source(MemoryStore(text), options: options, tuning: tuning)
    table.waitUntilComplete()
    let store = MemoryStore(text)
    try table.reader.index(OpenTable(store: store, dialect: Dialect(), start: 0))
    // The first stretch of a segment alone, 64 bytes, is read twice where nothing but quotes was guessed right.
    #expect(store.bytesRead.load(ordering: .relaxed) <= text.count + text.count / 4096 * 64)
}

@Test func theIndexIsSparse() {
    let text = Array(String(repeating: "12345,67890\n", count: 100_000).utf8)
    let found = checkpoints(text, chunk: 1 << 18, interval: RecordIndex.interval)
    #expect(found.count == text.count / RecordIndex.interval)
    #expect(3 * Double(found.count * MemoryLayout<Checkpoint>.size) < 0.0002 * Double(text.count))
}

@Test(arguments: 0..<100)
func anIndexThatIsFullHasLargerCells(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    let interval = Int.random(in: 1...20, using: &generator)
    var starts = [5]
    while starts.count < 500 { starts.append(starts[starts.count - 1] + Int.random(in: 1...60, using: &generator)) }
    let shifted = starts.map { $0 - 5 }
    var index = RecordIndex(startingAt: 5, interval: interval, limit: 10 + seed % 30)
    for checkpoint in slowCheckpoints(shifted, interval: interval).dropFirst() {
        index.append([Checkpoint(record: checkpoint.record, byte: checkpoint.byte + 5)])
        #expect(index.checkpoints.count <= 10 + seed % 30)
    }
    let expected = slowCheckpoints(shifted, interval: index.interval)
    #expect(index.checkpoints == expected.map { Checkpoint(record: $0.record, byte: $0.byte + 5) })
    // From the checkpoint before any record to the record itself it is less than an interval.
    for (record, start) in starts.enumerated() {
        #expect(start - index.checkpoint(before: record).byte < index.interval)
    }
}

/// A store that has more and more of its bytes.
private final class GrowingBytes: ByteStore {
    private let bytes: [UInt8]
    private let state = Monitor(StoreLength(known: 0, isComplete: false))

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func grow(to count: Int) { state.withLock { $0.known = min(count, bytes.count) } }
    func finish() { state.withLock { $0.isComplete = true } }

    var length: StoreLength { state.current }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let end = min(length.known, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: bytes[offset..<end])
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength {
        state.wait(until: { $0.known > offset || $0.isComplete }, deadline: deadline, then: { $0 })
    }

    func cancel() { finish() }
}
