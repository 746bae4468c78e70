import Glibc

/// Pieces of work, numbered from 0, that are handed out in order, done in any, and collected in order again.
///
/// One thread collects the results, and does pieces itself; helpers do others ahead of it, but not far ahead.
package final class OrderedWork<Result: Sendable>: Sendable {
    private struct State: Sendable {
        var count: Int
        var given = 0
        var taken = 0
        var isCancelled = false
        var results: [Int: Result] = [:]

        func canGive(_ ahead: Int) -> Bool { !isCancelled && given < count && given - taken < ahead }
    }

    private let state: Monitor<State>
    /// The greatest number of pieces that are handed out and not yet collected.
    private let ahead: Int

    package init(count: Int, ahead: Int = .max) {
        state = Monitor(State(count: count))
        self.ahead = ahead
    }

    /// Extends the work to `count` pieces, no fewer than before.
    package func extend(to count: Int) {
        // No thread is woken in vain.
        if count > state.withLock(wakes: false, { $0.count }) { state.withLock { $0.count = count } }
    }

    /// Pieces that are not handed out.
    package var waiting: Int { state.withLock(wakes: false) { $0.count - $0.given } }

    /// The next piece to do; nil when there is none now.
    package func next() -> Int? { state.withLock(wakes: false) { Self.give(&$0, ahead) } }

    /// Like `next`, but waits for one; nil when the work is canceled.
    package func waitForNext() -> Int? {
        state.wait(until: { $0.isCancelled || $0.canGive(ahead) }, then: { Self.give(&$0, ahead) })
    }

    private static func give(_ state: inout State, _ ahead: Int) -> Int? {
        guard state.canGive(ahead) else { return nil }
        state.given += 1
        return state.given - 1
    }

    /// Hands out no more pieces, and ends all waiting for one.
    package func cancel() { state.withLock { $0.isCancelled = true } }

    /// Marks the piece `number` as done.
    package func put(_ result: Result, of number: Int) { state.withLock { $0.results[number] = result } }

    /// Skips the next piece in order, without a result, if it is not handed out: it need not be complete.
    package func claim() -> Bool {
        state.withLock { state in
            guard state.given == state.taken else { return false }
            state.given += 1
            state.taken += 1
            return true
        }
    }

    /// The result of the next piece in order; nil when it is not done.
    package func take() -> Result? { state.withLock { Self.take(&$0) } }

    /// Like `take`, but waits until it is done.
    package func waitToTake() -> Result? {
        state.wait(until: { $0.results[$0.taken] != nil }, then: { Self.take(&$0) })
    }

    private static func take(_ state: inout State) -> Result? {
        guard let result = state.results.removeValue(forKey: state.taken) else { return nil }
        state.taken += 1
        return result
    }
}

/// The number of threads of a pass over a source: one for each processor, at most 8, since a few keep a disk busy.
package func passThreadCount() -> Int { processorCount }

/// Computed once: each call reads a file.
private let processorCount = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
