import BenchmarkKit
import Glibc

/// Takes CPU time of this thread and wall time of the same work.
struct Stopwatch {
    private(set) var cpu = Samples()
    private(set) var wall = Samples()

    private var started: (cpu: UInt64, wall: UInt64) = (0, 0)

    /// Runs `work` and adds what it took, in nanoseconds.
    mutating func measure<R>(_ work: () throws -> R) rethrows -> R {
        start()
        defer { stop() }
        return try work()
    }

    /// The work begins now, on this thread.
    mutating func start() {
        started.wall = Clock.monotonic.now
        started.cpu = Clock.thread.now
    }

    /// The work that began last has ended now: adds what it took, in nanoseconds.
    mutating func stop() {
        cpu.add(Double(Clock.thread.now - started.cpu))
        wall.add(Double(Clock.monotonic.now - started.wall))
    }

    /// Adds what the last measures of others took together: of work in parts, without the reading of clocks between them,
    /// which would be a fifth of a short frame.
    mutating func addLast(of parts: Stopwatch...) {
        cpu.add(parts.reduce(0) { $0 + ($1.cpu.values.last ?? 0) })
        wall.add(parts.reduce(0) { $0 + ($1.wall.values.last ?? 0) })
    }

    /// Both as a figure. `nanoseconds` is the length of `unit`.
    func figure(_ name: String, unit: String, nanoseconds: Double) -> Figure {
        var figure = Figure(name, unit: unit, clock: .cpu, cpu.scaled(by: 1 / nanoseconds))
        figure.wall = wall.scaled(by: 1 / nanoseconds)
        return figure
    }
}

/// A clock of the system, read in nanoseconds.
enum Clock {
    case monotonic
    /// CPU time of the calling thread.
    case thread

    var now: UInt64 {
        var time = timespec()
        clock_gettime(self == .monotonic ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
