import Glibc
import QuadrilleRuntime
import Tabular
import TabularBytes
import TestStores
import TestWaiting
import Testing

@testable import TabularText

/// A store in which each read waits until the test lets it.
private final class SteppedStore: ByteStore {
    private struct State: Sendable {
        var permits = Int.max
        /// Where reads began.
        var offsets: [Int] = []
        var waiting = 0
    }

    private let store: MemoryStore
    private let state = Monitor(State())

    init(_ bytes: [UInt8]) { store = MemoryStore(bytes) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        state.withLock { $0.waiting += 1 }
        state.wait(
            until: { $0.permits > 0 },
            then: { state in
                state.permits -= 1
                state.waiting -= 1
                state.offsets.append(offset)
            })
        return try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() { state.withLock { $0.permits = .max } }

    /// From now on `count` reads may be made.
    func allow(_ count: Int) { state.withLock { $0.permits = count } }
    /// Whether a read waits to be let.
    var isWaiting: Bool { state.withLock(wakes: false) { $0.waiting > 0 && $0.permits == 0 } }
    /// Where reads began since this was asked last.
    func takeOffsets() -> [Int] {
        state.withLock { state in
            defer { state.offsets = [] }
            return state.offsets
        }
    }
}

/// A disk that is as slow as one read a frame while the view flies over the rows: each is of what is in sight then, or was
/// a frame before, and nothing of the way is made up for.
@Test func aFlingReadsWhatIsInSightAndNothingOfTheWay() throws {
    try finish {
        let row = String(repeating: "x", count: 200) + ",end\n"
        let bytes = Array(String(repeating: row, count: 40_000).utf8)
        let store = SteppedStore(bytes)
        let table = source(store, options: TextOptions(headerRows: 0))
        table.waitUntilComplete()
        store.allow(0)
        _ = store.takeOffsets()
        /// Wants a page in sight, one ahead, one behind, as a view does.
        func want(_ first: Int) -> [Range<Int>] {
            let pages = [first..<first + 40, first + 40..<first + 80, max(0, first - 40)..<max(1, first)]
            table.want(pages.map { CellRange(rows: $0, columns: 0..<2) })
            return pages
        }
        func isThere(_ pages: [Range<Int>]) -> Bool {
            let cells = table.snapshot.cells
            return pages.joined().allSatisfy { cells.block(row: $0, column: 0) != nil }
        }
        /// Lets one read be made, and waits until the next one waits or none is wanted; where it began.
        func step(_ pages: [Range<Int>]) -> [Int] {
            store.allow(1)
            while !store.isWaiting && !isThere(pages) { sched_yield() }
            return store.takeOffsets()
        }
        // A read begins with the checkpoint before a tile, and takes so many bytes.
        let (back, ahead) = (RecordIndex.interval / row.utf8.count + 128 + 40, 80 + 128)
        var last = 0
        for frame in 0..<120 {
            let first = frame * 300
            for offset in step(want(first)) {
                let read = offset / row.utf8.count
                #expect(
                    (last - back..<first + ahead).contains(read), "row \(read) in frame \(frame), from row \(first) on")
            }
            last = first
        }
        // At rest in the end: one read may still be under way for what was wanted before, then what is in sight comes first.
        let pages = want(38_000)
        let strays = (0..<50).prefix { _ in !isThere([pages[0]]) }.flatMap { _ in step([pages[0]]) }
            .filter { $0 / row.utf8.count < 38_000 - back }
        #expect(strays.count <= 1)
        #expect(isThere([pages[0]]))
        table.close()
        store.cancel()
    }
}
