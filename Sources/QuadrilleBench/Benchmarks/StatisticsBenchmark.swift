import BenchmarkKit
import Glibc
import Tabular
import TabularOps
import TabularText

extension Benchmark {
    static let statistics = Benchmark(
        name: "statistics", abstract: "all values of a large file looked at, and ten million cells added up",
        run: { try StatisticsBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run() })
}

/// Looks at all columns of the file, beside DuckDB where Python has it.
private struct StatisticsBenchmark {
    private static let rounds = 3
    private static let cells = 10_000_000

    let file: OrderFile
    let name: String

    func run() throws -> [Figure] {
        let source = TextSource(path: file.path)
        defer { source.close() }
        source.waitUntilComplete()
        var (ours, peer, ratio, sum) = (Samples(), Samples(), Samples(), Samples())
        for _ in 0..<Self.rounds {
            let seconds = try statisticsTime(source)
            ours.add(seconds)
            if let other = DuckDB.summarizeTime(of: file.path) {
                peer.add(other)
                ratio.add(seconds / other)
            }
            sum.add(try sumTime(source))
        }
        var figures = [
            Figure("statistics of all columns, \(name)", unit: "s", clock: .wall, ours).limited(to: .atMost(5)),
            Figure("sum of 10 M cells, \(name)", unit: "s", clock: .wall, sum).limited(to: .atMost(1)),
        ]
        if peer.count > 0 {
            figures.append(Figure("DuckDB's SUMMARIZE, \(name)", unit: "s", clock: .wall, peer))
            figures.append(
                Figure("statistics against DuckDB's, \(name)", unit: "×", clock: .wall, ratio).limited(to: .atMost(1)))
        }
        return figures
    }

    private func statisticsTime(_ source: TextSource) throws -> Double {
        let start = Clock.monotonic.now
        let job = TableStatistics.job(of: Array(OrderGenerator.columnNames.indices), in: source)
        guard case .done(let columns) = job.wait() else { throw WrongAnswer(reason: "the statistics were not made") }
        let seconds = Double(Clock.monotonic.now - start) / 1e9
        try WrongAnswer.check("the greatest id", columns[0].greatest, is: "\(file.recordCount)")
        try WrongAnswer.check("the number of quantities", columns[5].distinct, is: 16)
        return seconds
    }

    /// Seconds for the ids, which are all different.
    private func sumTime(_ source: TextSource) throws -> Double {
        let count = min(Self.cells, file.recordCount)
        let start = Clock.monotonic.now
        let job = SelectionSummary.job(of: [SelectedCells(rows: 0..<count, columns: [0])], in: source) {}
        guard case .done(let summary) = job.wait() else { throw WrongAnswer(reason: "the cells were not added up") }
        let seconds = Double(Clock.monotonic.now - start) / 1e9
        try WrongAnswer.check("the sum", summary.sum?.description, is: "\(count * (count + 1) / 2)")
        return seconds
    }
}

/// The database's Python package, where it is installed.
private enum DuckDB {
    /// Seconds that it takes to summarize a file, without those to start; nil where it is not there.
    static func summarizeTime(of path: String) -> Double? {
        let script = """
            import duckdb, time, sys
            start = time.monotonic()
            duckdb.sql("SUMMARIZE SELECT * FROM read_csv('" + sys.argv[1] + "')").fetchall()
            print(time.monotonic() - start)
            """
        let child = Child("python3", ["-c", script, path], environment: [:], output: STDOUT_FILENO)
        return child?.readLine(within: 600).flatMap(Double.init)
    }
}
