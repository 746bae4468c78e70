import BenchmarkKit
import Glibc

extension Benchmark {
    static let memory = Benchmark(
        name: "memory", abstract: "resident memory of a window with a large file, over that of an empty one",
        run: { try MemoryBenchmark().run($0) })
}

/// Looks at what the program holds once it has read the whole file and come to rest.
private struct MemoryBenchmark {
    private static let rounds = 3

    func run(_ context: BenchContext) throws -> [Figure] {
        let file = try OrderFile(bytes: context.largeBytes)
        let display = try Display()
        var (empty, full) = (Samples(), Samples())
        // Not counted: the first GTK program of an X server loads OpenGL to look for visuals, 55 MiB, and leaves what it
        // found for the others (the property GDK_VISUALS of the root window).
        _ = try measure(nil, until: "painted", on: display)
        for _ in 0..<Self.rounds {
            empty.add(try measure(nil, until: "painted", on: display))
            full.add(try measure(file.path, until: "complete", on: display))
        }
        let over = Samples(zip(full.values, empty.values).map { $0 - $1 })
        return [
            Figure("memory, empty window", unit: "MiB", clock: .none, empty),
            Figure("memory, \(context.largeName) open and read", unit: "MiB", clock: .none, full),
            Figure("memory, \(context.largeName) over an empty window", unit: "MiB", clock: .none, over)
                .limited(to: .atMost(32)),
        ]
    }

    private func measure(_ path: String?, until milestone: String, on display: Display) throws -> Double {
        let app = try AppRun(path, on: display)
        defer { app.stop() }
        try app.wait(for: milestone)
        // The last frames are still to be drawn, and freed memory to be given back.
        usleep(1_500_000)
        return Double(try app.residentBytes()) / 1_048_576
    }
}
