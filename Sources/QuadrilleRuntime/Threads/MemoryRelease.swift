import CSystem
import Glibc

/// The times at which free memory goes back to the system.
///
/// The allocator keeps freed memory, in a heap for each thread that ever allocated: after ten minutes of tabs and tasks more
/// than a program holds. Idle workers return it, at most every `interval`, and not during scrolling, since the allocator is
/// locked meanwhile.
///
///     work ends ──┬── interval since the last release ──┬── scrolling? ── release
///                 └── delay ────────────────────────────┘       └── later
package struct MemoryRelease: Sendable {
    /// Nanoseconds between two releases.
    static let interval: UInt64 = 10_000_000_000
    /// Nanoseconds after the end of work, to draw the results.
    static let delay: UInt64 = 200_000_000

    /// The time of the last release, at first that of the start (monotonic nanoseconds).
    private var last = monotonicNow()
    private var isClaimed = false

    /// Claims the next release for the worker that calls; returns when it is due, or nil when another one has claimed it.
    mutating func claim(at now: UInt64) -> UInt64? {
        guard !isClaimed else { return nil }
        isClaimed = true
        return max(last + Self.interval, now + Self.delay)
    }

    /// Ends the claim, after a release if there was one.
    mutating func end(isDone: Bool, at now: UInt64) {
        isClaimed = false
        if isDone { last = now }
    }

    /// Bounds the memory that stays in the heaps of a program that runs for long. Call it before other threads allocate.
    package static func boundHeaps() { quad_bound_heaps() }

    /// Returns all free pages of the process to the system.
    ///
    /// - Complexity: O(free blocks).
    static func run() { _ = trim?(0) }

    /// `malloc_trim`, which Swift's module of the C library omits; nil where the library lacks it.
    private static let trim: (@convention(c) (Int) -> CInt)? = dlsym(nil, "malloc_trim")
        .map { unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self) }
}
