import Glibc

/// Pieces of work, numbered from 0, that are given out in order, done in any, and taken in order again.
///
/// One thread takes what was done, and does pieces itself; helpers do others ahead of it, but not far ahead.
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
    /// The greatest number of pieces that are given and not yet taken.
    private let ahead: Int

    package init(count: Int, ahead: Int = .max) {
        state = Monitor(State(count: count))
        self.ahead = ahead
    }

    /// There are now `count` pieces, no fewer than before.
    package func extend(to count: Int) {
        // Nobody is woken for nothing.
        if count > state.withLock(wakes: false, { $0.count }) { state.withLock { $0.count = count } }
    }

    /// Pieces that nobody has.
    package var waiting: Int { state.withLock(wakes: false) { $0.count - $0.given } }

    /// The next piece to do; nil when there is none now.
    package func next() -> Int? { state.withLock(wakes: false) { Self.give(&$0, ahead) } }

    /// Like `next`, once there is one; nil when the work is cancelled.
    package func waitForNext() -> Int? {
        state.wait(until: { $0.isCancelled || $0.canGive(ahead) }, then: { Self.give(&$0, ahead) })
    }

    private static func give(_ state: inout State, _ ahead: Int) -> Int? {
        guard state.canGive(ahead) else { return nil }
        state.given += 1
        return state.given - 1
    }

    /// Gives out no more pieces, and lets nobody wait for one.
    package func cancel() { state.withLock { $0.isCancelled = true } }

    /// The piece `number` is done.
    package func put(_ result: Result, of number: Int) { state.withLock { $0.results[number] = result } }

    /// Takes the next piece in order without its result, if nobody has it: it need not be there whole.
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

    /// Like `take`, once it is done.
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

/// Asked for once: each answer reads a file.
private let processorCount = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
