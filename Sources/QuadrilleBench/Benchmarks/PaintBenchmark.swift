import BenchmarkKit

extension Benchmark {
    static let paint = Benchmark(
        name: "paint", abstract: "the first frame with rows of a small and a large file, in a window",
        run: {
            var benchmark = try PaintBenchmark($0)
            return try benchmark.run()
        })
}

/// Opens both files and the empty window in turns and asks the program when it had drawn.
private struct PaintBenchmark {
    private static let rounds = 15

    /// What a window shows, and what was measured of it, in milliseconds.
    private struct Case {
        let name: String
        let file: OrderFile?
        var fromStart = Samples()
        var fromOpening = Samples()
    }

    private let display: Display
    private var cases: [Case]

    init(_ context: BenchContext) throws {
        display = try Display()
        cases = [
            Case(name: "empty window", file: nil),
            Case(name: "1 MB", file: try OrderFile(bytes: context.smallBytes)),
            Case(name: context.largeName, file: try OrderFile(bytes: context.largeBytes)),
        ]
    }

    mutating func run() throws -> [Figure] {
        // The first round brings programs, fonts and files into the page cache.
        for round in -1..<Self.rounds {
            for index in cases.indices {
                let (fromStart, fromOpening) = try measure(cases[index].file)
                guard round >= 0 else { continue }
                cases[index].fromStart.add(fromStart)
                cases[index].fromOpening.add(fromOpening)
            }
        }
        let (small, large) = (cases[1], cases[2])
        return cases.map { figure("\($0.name), from exec", $0.fromStart) }
            + cases.map { figure("\($0.name), from the open request", $0.fromOpening) }
            + [
                ratio("\(large.name) : 1 MB, from exec", large.fromStart, small.fromStart),
                ratio("\(large.name) : 1 MB, from the open request", large.fromOpening, small.fromOpening),
            ]
    }

    private func measure(_ file: OrderFile?) throws -> (fromStart: Double, fromOpening: Double) {
        let app = try AppRun(file?.path, on: display)
        defer { app.stop() }
        let opened = try app.wait(for: "opened")
        let painted = try app.wait(for: "painted")
        return (Double(painted - app.started) / 1e6, Double(painted - opened) / 1e6)
    }

    private func figure(_ name: String, _ samples: Samples) -> Figure {
        Figure("first paint, \(name)", unit: "ms", clock: .wall, samples)
    }

    /// Of medians: the two runs of a round have nothing in common but the time of day.
    private func ratio(_ name: String, _ large: Samples, _ small: Samples) -> Figure {
        Figure("first paint, \(name)", unit: "×", clock: .wall, Samples([large.median / small.median]))
            .limited(to: .atMost(1.5))
    }
}
