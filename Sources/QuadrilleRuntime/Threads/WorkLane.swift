/// Work that is repeated whenever there is a reason to, one turn at a time: on any worker, never on two at once.
///
/// Between its turns a lane holds no thread. Where many lanes have work, they take turns.
package final class WorkLane: Sendable {
    private enum Phase: Sendable {
        case resting
        case submitted
        case running
        /// Running, and signaled since the turn began.
        case signaled
    }

    private let phase = Monitor(Phase.resting)
    private let kind: WorkKind
    private let priority: WorkPriority?
    private let pool: WorkerPool
    private let refused: WorkRefusal
    private let turn: @Sendable (WorkLane) -> Void

    /// `turn` does the available work, or a share of it after which it signals the lane, its argument, again. It must not keep
    /// the lane's owner alive. `refused` determines what happens to a turn that gets no thread.
    package init(
        _ kind: WorkKind, priority: WorkPriority? = nil, in pool: WorkerPool = .shared,
        refused: WorkRefusal = .wait, turn: @escaping @Sendable (WorkLane) -> Void
    ) {
        (self.kind, self.priority, self.pool) = (kind, priority, pool)
        (self.refused, self.turn) = (refused, turn)
    }

    /// Makes a lane whose turns do all the available work.
    package convenience init(
        _ kind: WorkKind, priority: WorkPriority? = nil, in pool: WorkerPool = .shared,
        refused: WorkRefusal = .wait, turn: @escaping @Sendable () -> Void
    ) {
        self.init(kind, priority: priority, in: pool, refused: refused) { _ in turn() }
    }

    /// Requests a turn that begins after this call. Several signals before it begins request one turn.
    package func signal() {
        let isNew = phase.withLock(wakes: false) { phase in
            switch phase {
            case .resting:
                phase = .submitted
                return true
            case .running:
                phase = .signaled
                return false
            case .submitted, .signaled: return false
            }
        }
        if isNew { submit() }
    }

    /// Signals at `deadline` (monotonic nanoseconds).
    package func signal(at deadline: UInt64) { pool.signal(self, at: deadline) }

    private func submit() {
        var refusal = WorkRefusal.wait
        if case .wait = refused {
        } else {
            refusal = .call({ [self] in
                phase.withLock(wakes: false) { $0 = .resting }
                if case .call(let refused) = refused { refused() }
            })
        }
        pool.submit(kind, priority: priority, refused: refusal) { [self] in
            phase.withLock(wakes: false) { $0 = .running }
            turn(self)
            let isDue = phase.withLock(wakes: false) { phase in
                defer { phase = phase == .signaled ? .submitted : .resting }
                return phase == .signaled
            }
            if isDue { submit() }
        }
    }
}

/// Calls that run in sequence, in the order of their submission, on whichever worker is free.
package final class SerialWork: Sendable {
    private struct State: Sendable {
        var calls: [@Sendable () -> Void] = []
        var isRunning = false
        var lane: WorkLane?
    }

    private let state: Monitor<State>

    package init(_ kind: WorkKind, in pool: WorkerPool = .shared) {
        let state = Monitor(State())
        self.state = state
        // The lane belongs to the state, which ends with this object: a waiting call retains it until then.
        let lane = WorkLane(kind, in: pool) { [weak state] in
            guard let state else { return }
            let call = state.withLock(wakes: false) { state -> (@Sendable () -> Void)? in
                guard !state.calls.isEmpty else { return nil }
                state.isRunning = true
                return state.calls.removeFirst()
            }
            call?()
            let lane = state.withLock { state in
                state.isRunning = false
                return state.calls.isEmpty ? nil : state.lane
            }
            lane?.signal()
        }
        state.withLock { $0.lane = lane }
    }

    /// Calls `call` after all that were submitted before.
    package func async(_ call: @escaping @Sendable () -> Void) {
        let lane = state.withLock(wakes: false) { state in
            state.calls.append(call)
            return state.lane
        }
        lane?.signal()
    }

    /// Waits until no call is left, or for `seconds`.
    package func settle(within seconds: Double) {
        state.wait(
            until: { $0.calls.isEmpty && !$0.isRunning },
            deadline: monotonicNow() + UInt64(seconds * 1_000_000_000), then: { _ in })
    }
}
