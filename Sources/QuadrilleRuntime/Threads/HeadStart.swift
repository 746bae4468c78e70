/// Lets a program draw its first rows before threads in the background do what these rows do not need: on two processors a
/// megabyte that was looked at meanwhile kept the first frame waiting for 4 of 80 ms.
///
/// Where nobody has begun one, and once it has ended, nothing waits.
package final class HeadStart: Sendable {
    /// Of the first window of the program.
    package static let ofProgram = HeadStart()

    /// The latest end, in nanoseconds on the monotonic clock; 0 after the end.
    private let end = Monitor<UInt64>(0)

    package init() {}

    /// Begins, and ends by itself in so many nanoseconds.
    package func begin(lasting duration: UInt64) {
        end.withLock { $0 = monotonicNow() + duration }
    }

    /// The rows are drawn, or there will be none.
    package func finish() {
        end.withLock { $0 = 0 }
    }

    package var isUnderWay: Bool { end.current > monotonicNow() }

    /// Waits, on a thread in the background, until it has ended.
    package func wait() {
        let deadline = end.current
        guard deadline > monotonicNow() else { return }
        // Short, and nothing else is to start meanwhile.
        end.wait(isPartOfWork: true, until: { $0 == 0 }, deadline: deadline, then: { _ in })
    }
}
