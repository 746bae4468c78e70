import Synchronization
import Tabular

@testable import TabularText

/// A complete store that grows, breaks or changes when the test says so.
final class LiveStore: ByteStore {
    private struct State: Sendable {
        var bytes: [UInt8]
        var counted: Int
        var change: SourceChange?
        var failure: ReadError?
        var isWaiting = false
        var isCancelled = false
    }

    private let state: Monitor<State>
    /// As it was opened, where it may be known from another time.
    let identity: FileIdentity?
    let bytesRead = Atomic(0)

    init(_ bytes: [UInt8], identity: FileIdentity? = nil) {
        self.identity = identity
        state = Monitor(State(bytes: bytes, counted: bytes.count))
    }

    /// `bytes` begin with those there were, if the test does not want others found out.
    func grow(to bytes: [UInt8]) {
        state.withLock {
            $0.bytes = bytes
            // A reader that waits already is told of nothing where nothing was added, and would not say again that it waits.
            $0.isWaiting = $0.isWaiting && bytes.count == $0.counted
        }
    }

    /// From now on every read throws.
    func fail(_ error: ReadError, _ change: SourceChange? = nil) {
        state.withLock { ($0.failure, $0.change) = (error, change) }
    }

    func isNotAsItWas() -> ReadError {
        let error = ReadError(kind: .changed, source: "test.csv", message: "was written over.")
        fail(error, SourceChange(kind: .overwritten, source: "test.csv", message: error.message))
        return error
    }

    /// Waits until the reader has come to the end of all that there is.
    func waitUntilTaken() { state.wait(until: { $0.isWaiting }, then: { _ in }) }

    /// The same, or until it was found not to be as it was.
    func waitUntilTakenOrFailed() { state.wait(until: { $0.isWaiting || $0.failure != nil }, then: { _ in }) }

    var length: StoreLength { StoreLength(known: state.withLock(wakes: false) { $0.counted }, isComplete: true) }
    var isFollowed: Bool { true }
    var change: SourceChange? { state.withLock(wakes: false) { $0.change } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let now = state.current
        if let failure = now.failure { throw failure }
        let end = min(now.counted, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: now.bytes[offset..<end])
        bytesRead.add(end - offset, ordering: .relaxed)
        return end - offset
    }

    func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    func cancel() { state.withLock { $0.isCancelled = true } }

    func waitForNews(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreNews? {
        state.withLock { $0.isWaiting = $0.bytes.count == $0.counted }
        let now = state.wait(
            until: { $0.isCancelled || $0.failure != nil || $0.bytes.count > $0.counted || $0.change != seen.change },
            then: { state in
                state.counted = state.bytes.count
                return state
            })
        if let failure = now.failure { throw failure }
        return now.isCancelled ? nil : StoreNews(length: now.counted, change: now.change)
    }
}
