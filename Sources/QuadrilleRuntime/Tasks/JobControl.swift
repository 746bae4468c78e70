import Synchronization

/// The link between a job and its work: cancellation one way, progress the other.
package final class JobControl: Sendable {
    /// The least nanoseconds between two reports: 30 a second.
    private static let interval: UInt64 = 33_000_000

    @usableFromInline let cancelled = Atomic(false)
    private let nextReport: Atomic<UInt64>
    private let rowCount: Atomic<Int>
    private let interval: UInt64
    private let shares = Mutex(Shares())
    /// The place of threads that help with the work.
    package let background: Background
    private let reporting: @Sendable (_ done: Int, _ total: Int) -> Void

    /// The share of the current step in the whole work, and the last report.
    private struct Shares {
        var current = 0.0...1.0
        var told = 0.0
    }

    /// For work on so many rows.
    package convenience init(
        total: Int = 0, in background: Background = Background(),
        reporting: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.init(total: total, in: background, interval: Self.interval, reporting: reporting)
    }

    /// Tests receive every report.
    init(
        total: Int, in background: Background = Background(), interval: UInt64,
        reporting: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) {
        rowCount = Atomic(total)
        self.background = background
        self.reporting = reporting
        self.interval = interval
        nextReport = Atomic(monotonicNow() + interval)
    }

    /// True after the job was cancelled: the work ends soon.
    @inlinable package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// The cancellation of the job, for work that reports no progress.
    @inlinable package var cancellation: Cancellation { Cancellation { [self] in isCancelled } }

    package func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Sets the number of rows, for work that starts without knowing it.
    package func total(_ rows: Int) { rowCount.store(rows, ordering: .relaxed) }

    /// Runs one of several steps, whose reports all count for that `share` (of 0 to 1) of the enclosing step.
    package func within<Value, Failure: Error>(
        _ share: ClosedRange<Double>, _ step: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outer = shares.withLock { shares in
            let outer = shares.current
            let width = outer.upperBound - outer.lowerBound
            shares.current =
                outer.lowerBound + share.lowerBound * width...outer.lowerBound + share.upperBound * width
            return outer
        }
        defer { shares.withLock { $0.current = outer } }
        return try step()
    }

    /// Reports how many rows are done, and their total where it has changed. Reads the clock, so call it every few thousand
    /// bytes. Reported progress never falls: where there turn out to be more rows, or a step restarts, it stays until it is
    /// exceeded.
    package func report(done: Int, of total: Int? = nil) {
        if let total { self.total(total) }
        let now = monotonicNow()
        guard now >= nextReport.load(ordering: .relaxed) else { return }
        nextReport.store(now + interval, ordering: .relaxed)
        let all = rowCount.load(ordering: .relaxed)
        guard all > 0 else { return reporting(done, all) }
        let share = shares.withLock { shares in
            let (lower, upper) = (shares.current.lowerBound, shares.current.upperBound)
            shares.told = max(shares.told, lower + (upper - lower) * min(1, Double(done) / Double(all)))
            return shares.told
        }
        reporting(Int((share * Double(all)).rounded()), all)
    }
}
