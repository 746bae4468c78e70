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

    /// Adds what something cost.
    mutating func add(_ cost: Cost) {
        cpu.add(cost.cpu * 1e9)
        wall.add(cost.wall * 1e9)
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

extension Cost {
    /// Measures the cost of `work`, on all threads of the process.
    static func of<R>(_ work: () throws -> R) rethrows -> (result: R, cost: Cost) {
        let (wall, cpu) = (Clock.monotonic.now, Clock.process.now)
        let result = try work()
        return (
            result,
            Cost(wall: Double(Clock.monotonic.now - wall) / 1e9, cpu: Double(Clock.process.now - cpu) / 1e9)
        )
    }
}

/// A clock of the system, read in nanoseconds.
enum Clock {
    case monotonic
    /// CPU time of the calling thread.
    case thread
    /// CPU time of all threads of the process.
    case process

    var now: UInt64 {
        var time = timespec()
        let clock =
            switch self {
            case .monotonic: CLOCK_MONOTONIC
            case .thread: CLOCK_THREAD_CPUTIME_ID
            case .process: CLOCK_PROCESS_CPUTIME_ID
            }
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
