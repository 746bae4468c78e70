import BenchmarkKit
import Tabular
import TabularOps
import TabularText

extension Benchmark {
    static let find = Benchmark(
        name: "find", abstract: "a text looked for in a large file, beside ripgrep where there is one",
        run: { try FindBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run() })
}

/// Counts the cells that hold a text, in a file that is open and in memory, with nothing known of its hits; and has ripgrep
/// count the lines that hold it (`rg -c`, which is faster than `--count-matches`), in turns.
///
/// Ripgrep's time has its start in it, some milliseconds; ours has not the finding of the records, which a window has done
/// by then ("index" measures it). Ripgrep takes one processor for one file, ours takes all.
private struct FindBenchmark {
    private static let rounds = 7

    let file: OrderFile
    let name: String

    func run() throws -> [Figure] {
        let source = TextSource(path: file.path)
        defer { source.close() }
        source.waitUntilComplete()
        var figures: [Figure] = []
        // In a quarter of the records, once each: so ripgrep's lines are as many as our cells.
        for (what, text) in [("no hit", "kettle lamp"), ("millions of hits", "false")] {
            var (ours, rival) = (Samples(), Samples())
            for _ in 0..<Self.rounds {
                let (seconds, count) = try time(text, in: source)
                ours.add(seconds)
                guard let (other, lines) = Self.ripgrep(text, file.path) else { continue }
                rival.add(other)
                try WrongAnswer.check("the number of hits", count, is: lines)
            }
            let speed = Samples(ours.values.map { Double(file.bytes) / 1e9 / $0 })
            figures.append(Figure("find, \(what), \(name)", unit: "GB/s", clock: .wall, speed))
            if rival.count == ours.count {
                figures.append(
                    Figure("find, \(what) : rg -c, \(name)", unit: "×", clock: .wall, ours.divided(by: rival))
                        .limited(to: .atMost(1)))
            }
        }
        return figures
    }

    private func time(_ text: String, in source: TextSource) throws -> (seconds: Double, count: Int) {
        let plan = try FindPlan(FindQuery(text))
        let start = Clock.monotonic.now
        let found = FindSearch(source: source, plan: plan).wait()
        let seconds = Double(Clock.monotonic.now - start) / 1e9
        try WrongAnswer.check("the number of rows searched", found.rows, is: file.recordCount)
        return (seconds, found.count)
    }

    /// Seconds, and lines; nil where there is no ripgrep.
    private static func ripgrep(_ text: String, _ path: String) -> (seconds: Double, lines: Int)? {
        let start = Clock.monotonic.now
        guard let child = Child("rg", ["-c", "-F", "--no-config", text, path], environment: [:], output: 1) else {
            return nil
        }
        let line = child.readLine(within: 60)
        // 1 says that there is none.
        guard child.waitForEnd() <= 1 else { return nil }
        return (Double(Clock.monotonic.now - start) / 1e9, line.flatMap { Int($0) } ?? 0)
    }
}
