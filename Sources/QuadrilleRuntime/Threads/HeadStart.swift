/// A head start for drawing the first rows before background threads do work that these rows do not need: on two processors a
/// megabyte that was examined meanwhile delayed the first frame by 4 of 80 ms.
///
/// Before it begins, and once it has ended, nothing waits.
package final class HeadStart: Sendable {
    /// The head start of the program's first window.
    package static let ofProgram = HeadStart()

    /// The latest end, in nanoseconds on the monotonic clock; 0 after the end.
    private let end = Monitor<UInt64>(0)

    package init() {}

    /// Begins, and ends automatically after so many nanoseconds.
    package func begin(lasting duration: UInt64) {
        end.withLock { $0 = monotonicNow() + duration }
    }

    /// Ends: the rows are drawn, or there will be none.
    package func finish() {
        end.withLock { $0 = 0 }
    }

    package var isUnderWay: Bool { end.current > monotonicNow() }

    /// Waits, on a background thread, until it has ended.
    package func wait() {
        let deadline = end.current
        guard deadline > monotonicNow() else { return }
        // Short, and no other work should start meanwhile.
        end.wait(isPartOfWork: true, until: { $0 == 0 }, deadline: deadline, then: { _ in })
    }
}
