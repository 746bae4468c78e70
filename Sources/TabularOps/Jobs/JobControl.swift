import Synchronization
import Tabular

/// What the work of a job is told, and tells.
package final class JobControl: Sendable {
    /// Nanoseconds between two reports, at least: 30 a second.
    private static let interval: UInt64 = 33_000_000

    private let cancelled = Atomic(false)
    private let nextReport: Atomic<UInt64>
    private let reporting: @Sendable (Int) -> Void

    init(reporting: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.reporting = reporting
        nextReport = Atomic(monotonicNow() + Self.interval)
    }

    /// Whether the work is of no use any more.
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Says how many rows are done. Asks the clock, so call it every few thousand bytes.
    package func report(done: Int) {
        let now = monotonicNow()
        guard now >= nextReport.load(ordering: .relaxed) else { return }
        nextReport.store(now + Self.interval, ordering: .relaxed)
        reporting(done)
    }
}
