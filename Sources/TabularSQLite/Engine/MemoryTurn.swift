import CSQLite
import Glibc
import QuadrilleRuntime

/// The right of one read at a time to most of the memory that all databases share.
///
/// Two reads of long values without it would take the memory from each other, again and again on a busy machine.
struct MemoryTurn {
    private static let isTaken = Monitor(false)

    /// The longest wait for the turn, and for the memory that others still have, in nanoseconds.
    private static let patience: (turn: UInt64, memory: UInt64) = (10_000_000_000, 2_000_000_000)
    /// Nanoseconds between two looks at whether the work is cancelled.
    private static let lookInterval: UInt64 = 50_000_000

    private var isHeld = false

    init() {}

    /// Waits for the turn, and takes it. Goes on without it after the longest wait, or after the cancellation.
    mutating func take(unless cancellation: Cancellation) {
        let end = monotonicNow() + Self.patience.turn
        while !isHeld, !cancellation.isRequested, monotonicNow() < end {
            isHeld = Self.isTaken.wait(
                until: { !$0 }, deadline: monotonicNow() + Self.lookInterval,
                then: { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                })
        }
    }

    /// Waits until reads without the turn, which end or come to wait for it, have released what is above `usual` bytes.
    func waitForMemory(above usual: Int64, unless cancellation: Cancellation) {
        let end = monotonicNow() + Self.patience.memory
        while quad_sqlite_memory_used() > usual, !cancellation.isRequested, monotonicNow() < end { usleep(5_000) }
    }

    func end() { if isHeld { Self.isTaken.withLock { $0 = false } } }
}
