/// Work that ends with one value: in the background, with progress, until it is canceled.
///
/// The work continues while there is a reference to the job; releasing the job cancels it. All members may be called on any
/// thread.
public final class Job<Value: Sendable, Failure: Error>: Sendable {
    public enum State: Sendable {
        /// Units of the work, such as rows: done so far, and in all.
        case running(done: Int, total: Int)
        case done(Value)
        case failed(Failure)
        case cancelled
    }

    private struct Shared: Sendable {
        var state: State
        /// Nil once the job has ended, with all its references.
        var handler: (@Sendable () -> Void)?
    }

    private let shared: Monitor<Shared>
    private let control: JobControl

    /// Starts the work `body` of `total` units. `body` checks its control for cancellation and reports its progress to it; the
    /// value that it returns after cancellation is ignored. `refused` returns the error for a system without threads.
    ///
    /// `onChange` is called on the job's thread when `state` has changed: up to 30 times a second while the work runs, and once
    /// when it has ended without cancellation. After `cancel` at most the one call in progress follows.
    package init(
        total: Int, in pool: WorkerPool = .shared, refused: @escaping @Sendable () -> Failure,
        onChange: @escaping @Sendable () -> Void, body: @escaping @Sendable (JobControl) throws(Failure) -> Value
    ) {
        let shared = Monitor(Shared(state: .running(done: 0, total: total), handler: onChange))
        let control = JobControl(total: total) { done, total in
            Self.change(shared) { $0.state = .running(done: done, total: total) }
        }
        self.shared = shared
        self.control = control
        // The thread references the shared state and not the job: so releasing the job can end the work.
        let refusal: @Sendable () -> Void = {
            let failure = refused()
            Self.change(shared) { $0.state = .failed(failure) }
            shared.withLock(wakes: false) { $0.handler = nil }
        }
        pool.submit(.task, refused: .call(refusal)) {
            let end: State
            do throws(Failure) { end = .done(try body(control)) } catch { end = .failed(error) }
            Self.change(shared) { $0.state = end }
            shared.withLock(wakes: false) { $0.handler = nil }
        }
    }

    deinit { cancel() }

    public var state: State { shared.withLock(wakes: false) { $0.state } }

    /// Ends the work soon and for good. Completed work is kept.
    public func cancel() {
        control.cancel()
        shared.withLock { shared in
            guard case .running = shared.state else { return }
            shared.state = .cancelled
            shared.handler = nil
        }
    }

    /// Waits until the job has ended. For the command line and for tests; a window never waits.
    @discardableResult
    public func wait() -> State {
        shared.wait {
            if case .running = $0.state { false } else { true }
        } then: {
            $0.state
        }
    }

    /// Waits likewise, and four times a second passes `tell` the number of units done, and of all.
    @discardableResult
    public func wait(telling tell: (_ done: Int, _ total: Int) -> Void) -> State {
        while true {
            let state = shared.wait(
                until: { if case .running = $0.state { false } else { true } },
                deadline: monotonicNow() + 250_000_000, then: { $0.state })
            guard case .running(let done, let total) = state else { return state }
            tell(done, total)
        }
    }

    /// Changes the state of a running job, and calls the handler.
    private static func change(_ shared: Monitor<Shared>, _ change: (inout Shared) -> Void) {
        let handler: (@Sendable () -> Void)? = shared.withLock { shared in
            guard case .running = shared.state else { return nil }
            change(&shared)
            return shared.handler
        }
        // Outside the lock: the handler may read the state.
        handler?()
    }
}
