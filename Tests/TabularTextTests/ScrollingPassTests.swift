import Glibc
import Tabular
import Testing

@testable import TabularText

/// A store that knows which thread reads how often. The one that reads first gives others time to read beside it.
private final class SharedReads: ByteStore {
    private struct State: Sendable {
        var owner: UInt?
        var reads: [UInt: Int] = [:]
        var others: Int { reads.reduce(0) { $0 + ($1.key == owner ? 0 : $1.value) } }
    }

    private let store: MemoryStore
    private let state = Monitor(State())

    init(_ bytes: [UInt8]) { store = MemoryStore(bytes) }

    var length: StoreLength { store.length }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let thread = UInt(pthread_self())
        let (isOwner, others) = state.withLock { state in
            if state.owner == nil { state.owner = thread }
            state.reads[thread, default: 0] += 1
            return (state.owner == thread, state.others)
        }
        if isOwner { state.wait(until: { $0.others > others }, deadline: monotonicNow() + 2_000_000, then: { _ in }) }
        return try store.read(into: buffer, at: offset)
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { store.length }
    func cancel() {}

    /// How often the busiest of the others has read.
    var mostOfOthers: Int {
        let state = state.current
        return state.reads.filter { $0.key != state.owner }.values.max() ?? 0
    }
}

/// The one helper that there is with two threads does no more than the piece of work that it has begun, while somebody
/// scrolls, and the pass comes to its end without it.
@Test func passesLeaveAProcessorToWhoeverScrolls() {
    defer { ScrollActivity.moved(at: 1) }
    func busiest() -> Int {
        let store = SharedReads(Array(String(repeating: "1,2,3\n", count: 20_000).utf8))
        var tuning = ReaderTuning()
        (tuning.threads, tuning.interval, tuning.segment, tuning.passBlock) = (2, 1000, 1000, 1000)
        (tuning.auditPart, tuning.typeSamples.count) = (1000, 1)
        let table = source(store, options: .plain(headerRows: 0), tuning: tuning)
        #expect(table.waitUntilComplete().rowCount == .exactly(20_000))
        table.close()
        return store.mostOfOthers
    }
    // For ever, as far as they know.
    ScrollActivity.moved(at: .max / 2)
    let scrolling = busiest()
    ScrollActivity.moved(at: 1)
    let resting = busiest()
    // A segment is a read, and a part is one or two.
    #expect(scrolling <= 2, "\(scrolling) reads by one helper")
    #expect(resting > 2, "\(resting) reads by one helper")
}
