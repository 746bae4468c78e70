/// Background work in which only the latest request matters, such as a panel that follows the cursor.
///
/// One request is processed at a time. A newer request cancels the one in progress and replaces those that wait: however fast
/// the user moves, one thread works, and none while there is no request.
package final class LatestWork<Request: Sendable>: Sendable {
    private struct State: Sendable {
        var request: Request?
        var number = 0
        var done = 0
        var isClosed = false
    }

    private let state: Monitor<State>
    private let lane: WorkLane

    /// `work` is called with the latest request, on a worker; it checks the cancellation from time to time and
    /// returns early when its request no longer matters.
    package init(
        in pool: WorkerPool = .shared,
        _ work: @escaping @Sendable (_ request: Request, _ cancellation: Cancellation) -> Void
    ) {
        let state = Monitor(State())
        self.state = state
        lane = WorkLane(.interaction, in: pool) {
            let (request, number) = state.withLock(wakes: false) { state -> (Request?, Int) in
                let isNew = !state.isClosed && state.number != state.done
                state.done = state.number
                defer { state.request = nil }
                return (isNew ? state.request : nil, state.number)
            }
            guard let request else { return }
            work(request, Cancellation { state.withLock(wakes: false) { $0.isClosed || $0.number != number } })
        }
    }

    deinit { close() }

    /// Replaces the request that is in progress or waits.
    package func ask(_ request: Request) {
        state.withLock(wakes: false) { state in
            state.request = request
            state.number += 1
        }
        lane.signal()
    }

    /// Cancels all requests, for good.
    package func close() {
        state.withLock(wakes: false) { state in
            state.isClosed = true
            state.request = nil
        }
    }
}
