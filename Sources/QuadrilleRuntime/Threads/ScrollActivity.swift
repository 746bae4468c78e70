import Glibc
import Synchronization

/// Scrolling in windows: work that uses all processors leaves one to the frames meanwhile.
///
/// A lower priority is not enough: threads on the other processors take their share of the common cache and memory, and a
/// waking frame thread first has to displace another one.
package final class ScrollActivity: Sendable {
    /// The scrolling in any window of the program.
    package static let ofProgram = ScrollActivity()
    /// Nanoseconds without movement after which scrolling has stopped.
    package static let rest: UInt64 = 100_000_000
    private let lastMove = Atomic<UInt64>(0)

    package init() {}

    /// Records that a view moved just now.
    package func moved(at now: UInt64 = monotonicNow()) { lastMove.store(now, ordering: .relaxed) }

    package func isGoingOn(at now: UInt64 = monotonicNow()) -> Bool {
        let last = lastMove.load(ordering: .relaxed)
        return last > 0 && now < last + Self.rest
    }

    /// Waits while the user scrolls, unless the work is cancelled. One of the threads that share a piece of work calls it between two
    /// blocks, the others continue.
    package func leaveProcessor(unless cancellation: Cancellation) {
        while isGoingOn(), !cancellation.isRequested { usleep(10_000) }
    }
}
