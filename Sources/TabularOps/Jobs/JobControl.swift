import Synchronization
import Tabular

/// What the work of a job is told, and tells.
package final class JobControl: Sendable {
    /// Nanoseconds between two reports, at least: 30 a second.
    private static let interval: UInt64 = 33_000_000

    private let cancelled = Atomic(false)
    private let nextReport: Atomic<UInt64>
    private let rowCount: Atomic<Int>
    private let reporting: @Sendable (_ done: Int, _ total: Int) -> Void

    /// For work on so many rows.
    package init(total: Int = 0, reporting: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }) {
        rowCount = Atomic(total)
        self.reporting = reporting
        nextReport = Atomic(monotonicNow() + Self.interval)
    }

    /// Whether the work is of no use any more.
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// How many rows there are, where that was not known when the work began.
    package func total(_ rows: Int) { rowCount.store(rows, ordering: .relaxed) }

    /// Says how many rows are done, and of how many where that is news. Asks the clock, so call it every few thousand bytes.
    package func report(done: Int, of total: Int? = nil) {
        if let total { self.total(total) }
        let now = monotonicNow()
        guard now >= nextReport.load(ordering: .relaxed) else { return }
        nextReport.store(now + Self.interval, ordering: .relaxed)
        reporting(done, rowCount.load(ordering: .relaxed))
    }
}
