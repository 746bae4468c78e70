import Glibc
import Tabular
import Testing

@testable import TabularText

/// A store in which each read waits until the test lets it.
private final class SteppedStore: ByteStore {
    private let store: MemoryStore
    private let state = Monitor((permits: Int.max, reads: 0))

    init(_ bytes: [UInt8]) { store = MemoryStore(bytes) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        state.wait(
            until: { $0.permits > 0 },
            then: { state in
                state.permits -= 1
                state.reads += 1
            })
        return try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() { state.withLock { $0.permits = .max } }

    /// From now on `count` reads may be made.
    func allow(_ count: Int) { state.withLock { $0.permits = count } }
    var reads: Int { state.current.reads }
    /// Waits until all reads that are allowed were made, or none is wanted for a while.
    func waitForReads() {
        state.wait(until: { $0.permits == 0 }, deadline: monotonicNow() + 20_000_000, then: { _ in })
    }
}

/// A disk that is as slow as one read a frame while the view flies over the rows.
@Test func aFlingReadsNoMoreThanTheDiskGivesAndThenWhatIsInSightFirst() {
    let row = String(repeating: "x", count: 200) + ",end\n"
    let store = SteppedStore(Array(String(repeating: row, count: 40_000).utf8))
    let table = source(store, options: TextOptions(headerRows: 0))
    table.waitUntilComplete()
    let before = table.reader.state.current.work.tileLoads
    store.allow(0)
    let reads = store.reads
    func want(_ first: Int) {
        // A page in sight, one ahead, one behind, as a view wants them.
        let pages = [first..<first + 40, first + 40..<first + 80, max(0, first - 40)..<max(1, first)]
        table.want(pages.map { CellRange(rows: $0, columns: 0..<2) })
    }
    for frame in 0..<120 {
        want(frame * 300)
        store.allow(1)
        store.waitForReads()
    }
    let work = table.reader.state.current.work
    #expect(work.tileLoads - before <= 120, "what is out of sight again is not made up for")
    // At rest in the end: nothing of the way is read before what is in sight. One read may still be under way for what
    // was wanted before; a page's tiles take from their checkpoint on a few.
    want(38_000)
    let last = 38_000..<38_040
    var steps = 0
    func isThere() -> Bool { last.allSatisfy { table.snapshot.cells.block(row: $0, column: 0) != nil } }
    while !isThere(), steps < 50 {
        steps += 1
        store.allow(1)
        store.waitForReads()
        table.waitBriefly(until: isThere)
    }
    #expect(steps <= 1 + 2 * 4, "\(steps) reads, \(store.reads - reads) in all")
    table.close()
    store.cancel()
}

extension TableSource {
    /// Gives the source a moment to take in what it has read.
    fileprivate func waitBriefly(until isDone: () -> Bool) {
        let end = monotonicNow() + 20_000_000
        while !isDone(), monotonicNow() < end { sched_yield() }
    }
}
