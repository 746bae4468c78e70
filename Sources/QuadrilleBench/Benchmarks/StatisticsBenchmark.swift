import BenchmarkKit
import Tabular
import TabularOps

extension Benchmark {
    static let statistics = Benchmark(
        name: "statistics",
        abstract: "all values of a large file, beside DuckDB where there is one, and ten million cells added up",
        run: { try StatisticsBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run($0.peers) })
}

/// Looks at all columns of a file that is open, in turns with DuckDB's SUMMARIZE, which estimates more of it; and adds up the
/// ids, which are all different, as the status bar does for what is selected.
private struct StatisticsBenchmark {
    private static let rounds = 3
    private static let cells = 10_000_000

    let file: OrderFile
    let name: String

    func run(_ peers: Peers) throws -> [Figure] {
        try OpenTable.with(file.path) { source in
            var contest = Contest("statistics of all columns, \(name)", against: "DuckDB's SUMMARIZE")
            var sum = Stopwatch()
            for _ in 0..<Self.rounds {
                let (_, cost) = try Cost.of { try lookAtAll(source) }
                let table = DuckDBTable.orders(file).reading
                contest.add(ours: cost, peer: try peers.runDuckDB("summarize select * from \(table)")?.cost)
                sum.add(try Cost.of { try addUp(source) }.cost)
            }
            var figures = contest.figures
            figures[0] = figures[0].limited(to: .atMost(5), ofWall: true)
            let added = sum.figure("sum of \(Self.cells / 1_000_000) M cells, \(name)", unit: "s", nanoseconds: 1e9)
            return figures + [added.limited(to: .atMost(1), ofWall: true)]
        }
    }

    private func lookAtAll(_ source: any RowPicking) throws {
        let job = TableStatistics.job(of: Array(OrderGenerator.columnNames.indices), in: source)
        guard case .done(let columns) = job.wait() else { throw WrongAnswer(reason: "the statistics were not made") }
        try WrongAnswer.check("the greatest id", columns[0].greatest, is: "\(file.recordCount)")
        try WrongAnswer.check("the number of quantities", columns[5].distinct, is: 16)
    }

    private func addUp(_ source: any RowPicking) throws {
        let count = min(Self.cells, file.recordCount)
        let job = SelectionSummary.job(of: [SelectedCells(rows: 0..<count, columns: [0])], in: source) {}
        guard case .done(let summary) = job.wait() else { throw WrongAnswer(reason: "the cells were not added up") }
        try WrongAnswer.check("the sum", summary.sum?.description, is: "\(count * (count + 1) / 2)")
    }
}
