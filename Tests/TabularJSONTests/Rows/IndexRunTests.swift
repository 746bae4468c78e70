import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularBytes
import TabularEncodings
import TestStores
import Testing

@testable import TabularJSON

private let forms: [RowForm] = [.lines, .values, .elements, .members]

/// A reader of the rows of `store`, which was not started.
private func reader(
    _ store: any ByteStore, _ form: RowForm, isRelaxed: Bool = false, _ tuning: JSONTuning
) throws -> JSONReader {
    let text = try OpenText(SourceContent(store: store, innerName: "t"), name: "t", encoding: .utf8)
    let plan = TablePlan(
        name: "t", path: RowsPath([]), form: form, start: 0, columns: form == .members ? .pairs : .records)
    let shape = TextShape(format: "JSON", isRelaxed: isRelaxed, tables: [plan])
    return try JSONReader(text, plan, shape, JSONOptions(), tuning)
}

private func smallTuning(_ random: inout SplitMix64) -> JSONTuning {
    var tuning = JSONTuning()
    tuning.block = random.int(1...random.pick([8, 100, 1000]))
    tuning.interval = random.int(1...200)
    tuning.segment = random.int(1...600)
    tuning.sample = random.int(1...100)
    tuning.threads = random.int(1...4)
    tuning.publication = random.pick([0, 33_000_000])
    return tuning
}

/// The findings of a pass over the rows of a text.
private struct Rows: Equatable {
    var checkpoints: [Checkpoint]
    var checks: CellChecks
    var count: Int
    var end: Int
    var isInsideRow: Bool

    /// Those of one plain scan.
    init(_ text: [UInt8], _ form: RowForm, isRelaxed: Bool, interval: Int, isChecking: Bool) {
        var pass = RowIndexing(
            RowScanner(form, isRelaxed: isRelaxed), startingAt: 0, interval: interval, isChecking: isChecking)
        var index = RecordIndex(startingAt: 0, interval: interval)
        index.append(text.withUnsafeBufferPointer { pass.scan($0) })
        for (cell, sum) in pass.takeSums() { index.checks.note(sum, of: cell) }
        (checkpoints, checks, count) = (index.checkpoints, index.checks, pass.rowCountAtEnd)
        (end, isInsideRow) = (pass.offset, pass.scanner.isInsideRow)
    }

    init(_ reader: JSONReader, _ pass: RowIndexing) {
        let index = reader.state.current.index
        (checkpoints, checks, count) = (index.checkpoints, index.checks, index.recordCount)
        (end, isInsideRow) = (pass.offset, pass.isInsideRow)
    }
}

@Test(arguments: 0..<150)
func helpersFindTheRowsOfOnePlainScan(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let isRelaxed = seed % 5 == 4
    let text = hostileText(&random, count: random.int(1...6000), isRelaxed: isRelaxed)
    for form in forms {
        let tuning = smallTuning(&random)
        let isLive = random.oneIn(3)
        let store: any ByteStore =
            isLive ? LiveStore(text) : MemoryStore(text, piece: random.pick([1, 7, 100, .max]))
        let reader = try reader(store, form, isRelaxed: isRelaxed, tuning)
        let pass = try reader.findRows(from: RowIndexing(reader.table, interval: tuning.interval))
        let expected = Rows(text, form, isRelaxed: isRelaxed, interval: tuning.interval, isChecking: isLive)
        #expect(Rows(reader, pass) == expected, "\(form), \(tuning)")
        #expect(reader.state.current.snapshot.rowCount == .exactly(expected.count))
        reader.close()
    }
}

@Test(arguments: 0..<60)
func rowsOfAGrowingTextAreThoseOfOnePlainScan(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) + 500)
    let text = hostileText(&random, count: random.int(1...4000), isRelaxed: false)
    for form in forms {
        let tuning = smallTuning(&random)
        var length = random.int(1...text.count)
        let store = LiveStore(Array(text[..<length]))
        let reader = try reader(store, form, tuning)
        var pass = try reader.findRows(from: RowIndexing(reader.table, interval: tuning.interval))
        while length < text.count {
            length = min(text.count, length + random.int(1...2000))
            store.grow(to: Array(text[..<length]))
            _ = try store.news(after: StoreNews(length: 0), notBefore: 0)
            pass = try reader.findRows(from: pass)
            let expected = Rows(
                Array(text[..<length]), form, isRelaxed: false, interval: tuning.interval, isChecking: true)
            #expect(Rows(reader, pass) == expected, "\(form), \(tuning)")
        }
        reader.close()
    }
}

@Test(arguments: 0..<40)
func rowsOfAPipeAreThoseOfOnePlainScan(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) + 900)
    let text = hostileText(&random, count: random.int(1...4000), isRelaxed: false)
    for form in forms {
        let tuning = smallTuning(&random)
        let store = PackedPipe(text, isLengthKnown: random.oneIn(3))
        let steps = (0..<random.int(1...20)).map { _ in random.int(1...text.count) }.sorted() + [text.count]
        WorkerPool().submit(.task) { for step in steps { store.send(step) } }
        let reader = try reader(store, form, tuning)
        let pass = try reader.findRows(from: RowIndexing(reader.table, interval: tuning.interval))
        let expected = Rows(text, form, isRelaxed: false, interval: tuning.interval, isChecking: false)
        #expect(Rows(reader, pass) == expected, "\(form), \(tuning)")
        reader.close()
    }
}

@Test func rowsBeforeAFailureAreShown() throws {
    let text = Array(String(repeating: "[1,2,3,4],", count: 400).utf8)
    for threads in 1...3 {
        var tuning = JSONTuning()
        (tuning.block, tuning.interval, tuning.segment, tuning.sample) = (64, 64, 256, 64)
        tuning.threads = threads
        let reader = try reader(MemoryStore(text, failsAt: 3005), .elements, tuning)
        #expect(throws: ReadError.self) {
            try reader.findRows(from: RowIndexing(reader.table, interval: tuning.interval))
        }
        #expect(reader.state.current.snapshot.rowCount == .atLeast(300))
        #expect(reader.state.current.index.recordCount == 300)
    }
}

@Test func nothingIsPublishedWhileNothingIsFoundAndClosingIsNoticed() throws {
    let store = PackedPipe(Array("{\"a\":1}\n{\"a\":2}\n{\"a\":3".utf8) + Array(repeating: 0x20, count: 100))
    store.send(22)
    var tuning = JSONTuning()
    tuning.publication = 1_000_000
    let reader = try reader(store, .lines, tuning)
    let closing = Monitor(false)
    WorkerPool().submit(.task) {
        closing.wait(until: { $0 }, deadline: monotonicNow() + 100_000_000, then: { _ in })
        reader.close()
    }
    let start = monotonicNow()
    let pass = try reader.findRows(from: RowIndexing(reader.table, interval: tuning.interval))
    #expect(monotonicNow() - start < 5_000_000_000)
    #expect(pass.rowCount == 2)
    #expect(reader.state.current.work.publications <= 1)
}
