import QuadrilleRuntime
import Synchronization
import Tabular
import TabularBytes

/// A complete store that grows, breaks or changes when the test says so.
package final class LiveStore: ByteStore {
    private struct State: Sendable {
        var bytes: [UInt8]
        var counted: Int
        var change: SourceChange?
        var failure: ReadError?
        var isWaiting = false
        var isCancelled = false
        var handler: (@Sendable () -> Void)?
    }

    private let state: Monitor<State>
    /// As it was opened, where it may be known from another time.
    package let identity: FileIdentity?
    package let bytesRead = Atomic(0)

    package init(_ bytes: [UInt8], identity: FileIdentity? = nil) {
        self.identity = identity
        state = Monitor(State(bytes: bytes, counted: bytes.count))
    }

    /// `bytes` begin with those there were, if the test does not want others found out.
    package func grow(to bytes: [UInt8]) {
        change {
            $0.bytes = bytes
            // A reader that waits already is told of nothing where nothing was added, and would not say again that it waits.
            $0.isWaiting = $0.isWaiting && bytes.count == $0.counted
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let handler = state.withLock { state in
            change(&state)
            return state.handler
        }
        handler?()
    }

    /// From now on every read throws.
    package func fail(_ error: ReadError, _ change: SourceChange? = nil) {
        self.change { ($0.failure, $0.change) = (error, change) }
    }

    package func isNotAsItWas() -> ReadError {
        let error = ReadError(kind: .changed, source: "test.csv", message: "was written over.")
        fail(error, SourceChange(kind: .overwritten, source: "test.csv", message: error.message))
        return error
    }

    /// Waits until the reader has come to the end of all that there is.
    package func waitUntilTaken() { state.wait(until: { $0.isWaiting }, then: { _ in }) }

    /// The same, or until it was found not to be as it was.
    package func waitUntilTakenOrFailed() { state.wait(until: { $0.isWaiting || $0.failure != nil }, then: { _ in }) }

    package var length: StoreLength {
        StoreLength(known: state.withLock(wakes: false) { $0.counted }, isComplete: true)
    }
    package var isFollowed: Bool { true }
    package var change: SourceChange? { state.withLock(wakes: false) { $0.change } }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let now = state.current
        if let failure = now.failure { throw failure }
        let end = min(now.counted, offset + buffer.count)
        guard end > offset else { return 0 }
        buffer.copyBytes(from: now.bytes[offset..<end])
        bytesRead.add(end - offset, ordering: .relaxed)
        return end - offset
    }

    package func wait(beyond offset: Int, deadline: UInt64) -> StoreLength { length }
    package func cancel() { change { $0.isCancelled = true } }
    package func onNews(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }

    package func news(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreOutlook {
        let found = state.withLock { state -> Result<StoreOutlook, ReadError> in
            if let failure = state.failure { return .failure(failure) }
            if state.isCancelled { return .success(.over) }
            guard state.bytes.count > state.counted || state.change != seen.change else {
                state.isWaiting = true
                return .success(.nothing(until: .max))
            }
            state.counted = state.bytes.count
            return .success(.news(StoreNews(length: state.counted, change: state.change)))
        }
        return try found.get()
    }
}

extension ByteStore {
    /// The next news; nil where there will be none. In place of whoever else waits for them.
    package func waitForNews(after seen: StoreNews, notBefore: UInt64) throws(ReadError) -> StoreNews? {
        let events = Monitor(0)
        onNews { events.withLock { $0 += 1 } }
        defer { onNews(nil) }
        while true {
            let count = events.current
            switch try news(after: seen, notBefore: notBefore) {
            case .news(let news): return news
            case .over: return nil
            case .nothing(let end): events.wait(until: { $0 != count }, deadline: end, then: { _ in })
            }
        }
    }
}
