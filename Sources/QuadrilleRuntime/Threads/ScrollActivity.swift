import Glibc
import Synchronization

/// Scrolling in any window of the process: work that uses all processors leaves one to the frames meanwhile.
///
/// A lower priority is not enough: what runs on the other processors takes its share of their common cache and memory, and
/// where the frames' thread wakes it first has to push another one aside.
package enum ScrollActivity {
    /// A hand that rests this long, in nanoseconds, has stopped.
    package static let rest: UInt64 = 100_000_000
    private static let lastMove = Atomic<UInt64>(0)

    /// A view moved just now.
    package static func moved(at now: UInt64 = monotonicNow()) { lastMove.store(now, ordering: .relaxed) }

    package static func isGoingOn(at now: UInt64 = monotonicNow()) -> Bool {
        let last = lastMove.load(ordering: .relaxed)
        return last > 0 && now < last + rest
    }

    /// Waits while somebody scrolls and `isWanted`: one thread of those that share a piece of work calls it between two
    /// blocks, the others go on.
    package static func leaveProcessor(while isWanted: () -> Bool) {
        while isGoingOn(), isWanted() { usleep(10_000) }
    }
}
