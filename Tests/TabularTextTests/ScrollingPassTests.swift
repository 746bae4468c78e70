import Glibc
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import QuadrilleRuntime
@testable import TabularText

/// A store that counts the reads of helpers by thread. A pass gives them time to read beside it.
private final class SharedReads: ByteStore {
    private struct State: Sendable {
        var reads: [UInt: Int] = [:]
        var others: Int { reads.values.reduce(0, +) }
    }

    private let store: MemoryStore
    private let state = Monitor(State())

    init(_ bytes: [UInt8]) { store = MemoryStore(bytes) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let (kind, thread) = (Worker.current?.kind, UInt(pthread_self()))
        let others = state.withLock { state in
            if kind == .help { state.reads[thread, default: 0] += 1 }
            return state.others
        }
        if kind == .pass {
            state.wait(until: { $0.others > others }, deadline: monotonicNow() + 2_000_000, then: { _ in })
        }
        return try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() {}

    /// The number of reads of the busiest helper.
    var mostOfOthers: Int { state.current.reads.values.max() ?? 0 }
}

/// The one helper that there is with two threads does no more than the piece of work that it has begun, while somebody
/// scrolls, and the pass comes to its end without it.
@Test func passesLeaveAProcessorToWhoeverScrolls() {
    let activity = ScrollActivity()
    func busiest() -> Int {
        let store = SharedReads(Array(String(repeating: "1,2,3\n", count: 20_000).utf8))
        var tuning = ReaderTuning()
        tuning.background.scrolling = activity
        (tuning.threads, tuning.interval, tuning.segment, tuning.passBlock) = (2, 1000, 1000, 1000)
        (tuning.auditPart, tuning.typeSamples.count) = (1000, 1)
        let table = source(store, options: .plain(headerRows: 0), tuning: tuning)
        #expect(table.waitUntilComplete().rowCount == .exactly(20_000))
        table.close()
        return store.mostOfOthers
    }
    // For ever, as far as they know.
    activity.moved(at: .max / 2)
    let scrolling = busiest()
    activity.moved(at: 1)
    let resting = busiest()
    // A segment is a read, and a part is one or two.
    #expect(scrolling <= 2, "\(scrolling) reads by one helper")
    #expect(resting > 2, "\(resting) reads by one helper")
}
