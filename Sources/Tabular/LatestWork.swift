/// Work in the background of which just the latest is of use: what a panel does that follows a cursor.
///
/// One thread does it, one request after the other. A request that comes while it works ends the work soon, and those
/// between are never begun: however fast a person moves, there is one thread, and the last place gets its answer.
package final class LatestWork<Request: Sendable>: Sendable {
    private struct State: Sendable {
        var request: Request?
        var number = 0
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Begins to wait for requests. `work` is called with each, on the thread, and asks `isOver` now and then whether it
    /// still matters.
    package init(_ work: @escaping @Sendable (_ request: Request, _ isOver: @Sendable () -> Bool) -> Void) {
        BackgroundThread.start { [state] in
            var seen = 0
            while true {
                let (request, number) = state.wait(
                    until: { $0.isClosed || $0.number != seen }, then: { ($0.isClosed ? nil : $0.request, $0.number) })
                guard let request else { return }
                seen = number
                work(request) { state.withLock(wakes: false) { $0.isClosed || $0.number != number } }
            }
        }
    }

    deinit { close() }

    /// Has this be done next, in place of what was asked for before.
    package func ask(_ request: Request) {
        state.withLock { state in
            state.request = request
            state.number += 1
        }
    }

    /// Ends the thread, soon.
    package func close() { state.withLock { $0.isClosed = true } }
}
