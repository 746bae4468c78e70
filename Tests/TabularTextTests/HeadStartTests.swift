import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TabularText

/// Bytes of which it is known when the first one behind the `near` first ones was read.
private final class WatchedStore: ByteStore {
    private let store: MemoryStore
    private let near: Int
    /// Nanoseconds of the monotonic clock; 0 for never.
    let firstFarRead = Atomic<UInt64>(0)

    init(_ bytes: [UInt8], near: Int) { (store, self.near) = (MemoryStore(bytes), near) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let count = try store.read(into: buffer, at: offset)
        if offset + count > near {
            _ = firstFarRead.compareExchange(expected: 0, desired: monotonicNow(), ordering: .sequentiallyConsistent)
        }
        return count
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() {}
}

/// Rows of the same length, of more bytes than a dialect is judged by.
private let rows = Array((0..<200_000).map { "\(100_000 + $0 % 900_000),x\n" }.joined().utf8)

private func tuning(_ headStart: HeadStart) -> ReaderTuning {
    var tuning = ReaderTuning()
    tuning.background.headStart = headStart
    return tuning
}

@Test func untilAHeadStartIsOverNoMoreIsReadThanTheFirstRowsNeed() {
    let (headStart, lasting) = (HeadStart(), 60_000_000 as UInt64)
    let tuning = tuning(headStart)
    let store = WatchedStore(rows, near: tuning.glance.length)
    let begun = monotonicNow()
    headStart.begin(lasting: lasting)
    let table = source(store, options: TextOptions(headerRows: 0), tuning: tuning)
    table.wait { $0.cells.block(row: 0, column: 1) != nil }
    #expect(table.waitUntilComplete().rowCount == .exactly(200_000))
    #expect(store.firstFarRead.load(ordering: .sequentiallyConsistent) >= begun + lasting)
    let sniffed = tuning.glanced + tuning.glance.length + tuning.look.length
    // Candidates are compared by the beginning of longer samples.
    let compared = 8 * DialectDetector.glanceLength
    #expect(table.reader.state.current.work.bytesSniffed <= sniffed + compared)
}

@Test func whatWasDrawnEndsAHeadStart() {
    let headStart = HeadStart()
    headStart.begin(lasting: 3_600_000_000_000)
    let table = source(MemoryStore(rows), options: TextOptions(headerRows: 0), tuning: tuning(headStart))
    table.wait { $0.cells.block(row: 0, column: 1) != nil }
    #expect(!table.snapshot.rowCount.isExact && headStart.isUnderWay)
    headStart.finish()
    #expect(table.waitUntilComplete().rowCount == .exactly(200_000))
    #expect(!headStart.isUnderWay)
}

@Test func skippedAuditReadsTheFileOnceAlone() throws {
    let headStart = HeadStart()
    headStart.begin(lasting: 3_600_000_000_000)
    var tuning = tuning(headStart)
    tuning.background.pool = WorkerPool(WorkLimits(working: [.pass: 1]))
    let store = MemoryStore(rows)
    let table = source(store, options: TextOptions(headerRows: 0), tuning: tuning)
    table.wait { $0.cells.block(row: 0, column: 1) != nil }
    let skipAudit = try #require(table.abilities.skipAudit)
    skipAudit()
    headStart.finish()
    #expect(table.wait { $0.rowCount.isExact }.rowCount == .exactly(200_000))
    // Starts behind the pass over the file.
    let isOver = Monitor(false)
    tuning.background.pool.submit(.pass) { isOver.withLock { $0 = true } }
    isOver.wait(until: { $0 }, then: { _ in })
    #expect(table.snapshot.phase == .auditing)
    let opening = tuning.glanced + tuning.glance.length + tuning.look.length
    #expect(store.bytesRead.load(ordering: .relaxed) <= rows.count + opening + tuning.tileBlock)
}

@Test func aTableThatIsSmallIsReadDuringAHeadStart() {
    let headStart = HeadStart()
    headStart.begin(lasting: 3_600_000_000_000)
    let table = source(MemoryStore(Array(rows.prefix(40_000))), tuning: tuning(headStart))
    #expect(table.waitUntilComplete().rowCount.isExact)
}

@Test func whatASecondLookRefusesDuringAHeadStartIsTakenBack() {
    let headStart = HeadStart()
    headStart.begin(lasting: 3_600_000_000_000)
    // Null bytes far behind the rows that are shown first.
    let bytes = Array(rows.prefix(20_000)) + [UInt8](repeating: 0, count: 60_000)
    let table = source(MemoryStore(bytes), tuning: tuning(headStart))
    let snapshot = table.wait { $0.phase.isFailed || $0.rowCount.isExact }
    #expect(snapshot.phase.isFailed && snapshot.columns.isEmpty && snapshot.expectedRowCount == nil)
}

@Test(arguments: [nil, ","] as [String?])
func howManyRowsThereWillBeIsToldByTheFirst(delimiter: String?) throws {
    var options = TextOptions(headerRows: 0)
    options.delimiter = delimiter
    let table = source(MemoryStore(rows), options: options)
    let first = table.wait { $0.cells.block(row: 0, column: 1) != nil }
    // As near as a record that is cut at the end of what was looked at lets it be.
    let near = 199_500...200_000
    #expect(near.contains(try #require(first.expectedRowCount)))
    #expect(near.contains(try #require(table.waitUntilComplete().expectedRowCount)))

    // Behind lines that are none, with a header, and whole in what is looked at.
    let short = source("sep=,\na,b\n1,2\n3,4\n")
    #expect(short.waitUntilComplete().expectedRowCount == 2)
    #expect(source("").waitUntilComplete().expectedRowCount ?? 0 == 0)
}

@Test func aFileThatClaimsToHaveNoEndIsNoHarm() {
    let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 17)
    let table = TextSource(repeating: lines, bytes: .max, name: "endless.csv")
    let first = table.wait { $0.expectedRowCount != nil || $0.phase.isFailed }
    #expect((first.expectedRowCount ?? 0) <= 1_000_000_000_000_000_000)
    table.close()
}

@Test func nobodyExpectsRowsOfWhatIsStillToCome() {
    let store = GrowingStore()
    store.append("a,b\n1,2\n3,4\n")
    let table = source(store)
    let snapshot = table.wait { $0.rowCount.known > 0 }
    #expect(snapshot.expectedRowCount == nil)
    store.finish()
    table.waitUntilComplete()
}
