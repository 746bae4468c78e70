import BenchmarkKit
import Glibc

extension Benchmark {
    static let paint = Benchmark(
        name: "paint",
        abstract: "the first frame with rows of a small and a large file, beside an empty window of GTK's",
        run: {
            var benchmark = try PaintBenchmark($0)
            return try benchmark.run()
        })
}

/// Opens both files, the empty window, a window of GTK's, the small file where quadrille runs already, and one that was looked
/// at before, in turns, and asks each program when it had drawn.
private struct PaintBenchmark {
    private static let rounds = 40
    /// Microseconds until the display has cleared up after a program, and until a program has done what it does for the next
    /// start: people do not start things faster.
    private static let rest: UInt32 = 100_000
    private static let restOfFirstStart: UInt32 = 1_000_000

    /// The content of a window, and its measurements, in milliseconds.
    private struct Case {
        let name: String
        let start: (Display) throws -> AppRun
        /// Starts a second program once the first has drawn. The second hands its file to the first, and its start is measured.
        var startNext: ((Display) throws -> AppRun)?
        /// A Boolean value that indicates whether the program ends as when its user leaves, so that the file's view state is
        /// remembered for the next round.
        var isLeft = false
        var fromStart = Samples()
        /// Of quadrille alone.
        var fromOpening = Samples()
    }

    private let display: Display
    /// Without one GTK starts one, which takes longer than the window.
    private let bus: Bus
    private var cases: [Case]

    init(_ context: BenchContext) throws {
        display = try Display()
        bus = try Bus()
        let desktop: [String: String?] = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        // One that keeps nothing runs alone, and nobody hands it a file. Of small files no index is kept anyway.
        // What is kept from one start to the next is of this benchmark's starts.
        func home(_ name: String) throws -> [String: String?] {
            let folder = try GeneratedFile.folder() + "/" + name
            mkdir(folder, 0o755)
            let kept = ["XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"].map { ($0, folder) }
            return desktop.merging([("QUADRILLE_CACHE", nil)] + kept) { $1 }
        }
        let shared = try home("home")
        let gtk = try EmptyWindow()
        let small = try OrderFile(bytes: context.smallBytes)
        let large = try OrderFile(bytes: context.largeBytes)
        let start = { (program: String?, path: String?, environment: [String: String?]) in
            { try AppRun(path, on: $0, program: program, environment: environment) }
        }
        let showSmall = start(context.quadrille, small.path, shared)
        cases = [
            Case(name: "a window of GTK's", start: start(gtk.path, nil, desktop)),
            Case(name: "empty window", start: start(context.quadrille, nil, shared)),
            Case(name: "1 MB", start: showSmall),
            Case(name: "1 MB, nothing kept", start: start(context.quadrille, small.path, desktop)),
            Case(name: "\(context.largeName), nothing kept", start: start(context.quadrille, large.path, desktop)),
            Case(name: "1 MB, in a program that runs", start: showSmall, startNext: showSmall),
            Case(
                name: "1 MB, opened again", start: start(context.quadrille, small.path, try home("home-of-old")),
                isLeft: true),
        ]
    }

    mutating func run() throws -> [Figure] {
        // The first round brings programs, fonts and files into the page cache.
        for round in -1..<Self.rounds {
            for index in cases.indices {
                usleep(Self.rest)
                let (fromStart, fromOpening) = try measure(cases[index], isFirst: round < 0)
                guard round >= 0 else { continue }
                cases[index].fromStart.add(fromStart)
                if let fromOpening { cases[index].fromOpening.add(fromOpening) }
            }
        }
        let (gtk, small, first, large, next) = (cases[0], cases[2], cases[3], cases[4], cases[5])
        let again = cases[6]
        return cases.map { figure("\($0.name), from exec", $0.fromStart) }
            + cases.dropFirst().map { figure("\($0.name), from the open request", $0.fromOpening) }
            + [
                ratio("1 MB : a window of GTK's, from exec", small.fromStart, gtk.fromStart, limit: 1.15),
                ratio("\(next.name) : a window of GTK's, from exec", next.fromStart, gtk.fromStart, limit: 1.15),
                ratio("\(again.name) : \(small.name), from exec", again.fromStart, small.fromStart),
                ratio("\(large.name) : \(first.name), from exec", large.fromStart, first.fromStart),
                ratio("\(large.name) : \(first.name), from the open request", large.fromOpening, first.fromOpening),
            ]
    }

    /// Measures one start. Only quadrille reports its open request.
    private func measure(_ measured: Case, isFirst: Bool) throws -> (fromStart: Double, fromOpening: Double?) {
        let app = try measured.start(display)
        defer { app.stop(gently: measured.isLeft) }
        var (started, times) = (app.started, try app.wait(for: "painted"))
        let next = try measured.startNext.map { start in
            if times["complete"] == nil { try app.wait(for: "complete") }
            usleep(Self.rest)
            return try start(display)
        }
        if let next { (started, times) = (next.started, try app.wait(for: "painted")) }
        defer { next?.stop() }
        if isFirst { usleep(Self.restOfFirstStart) }
        let painted = times["painted"] ?? started
        return (Double(painted - started) / 1e6, times["opened"].map { Double(painted - $0) / 1e6 })
    }

    private func figure(_ name: String, _ samples: Samples) -> Figure {
        Figure("first paint, \(name)", unit: "ms", clock: .wall, samples)
    }

    /// Of medians: the two runs of a round have nothing in common but the time of day.
    private func ratio(_ name: String, _ large: Samples, _ small: Samples, limit: Double = 1.5) -> Figure {
        Figure("first paint, \(name)", unit: "×", clock: .wall, Samples([large.median / small.median]))
            .limited(to: .atMost(limit))
    }
}
