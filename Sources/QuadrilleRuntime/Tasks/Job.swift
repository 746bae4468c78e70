/// Work that ends with one value: in the background, with progress, until it is cancelled.
///
/// The work goes on while the job is held; a job that is let go of is cancelled. All members may be called on any
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
        /// Gone once the job has ended, with all that it holds.
        var handler: (@Sendable () -> Void)?
    }

    private let shared: Monitor<Shared>
    private let control: JobControl

    /// Starts the work `body` of `total` units. `body` checks its control for cancellation and reports its progress to it; the
    /// value that it returns after cancellation is ignored. `refused` gives the error for a system without threads.
    ///
    /// `onChange` is called on the job's thread when there is something new in `state`: up to 30 times a second while
    /// the work goes on, and once when it has ended by itself. After `cancel` there comes at most the one call that was
    /// under way.
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
        // The thread holds what it shares with the job and not the job: so letting go of it can end the work.
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

    /// Ends the work soon and for good. What is done stays done.
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

    /// Waits likewise, and four times a second gives `tell` the number of units done, and of all.
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

    /// Changes the state of a job that is running, and says so.
    private static func change(_ shared: Monitor<Shared>, _ change: (inout Shared) -> Void) {
        let handler: (@Sendable () -> Void)? = shared.withLock { shared in
            guard case .running = shared.state else { return nil }
            change(&shared)
            return shared.handler
        }
        // Outside the lock: the handler may ask for the state.
        handler?()
    }
}
