import BenchmarkKit
import QuadrilleRuntime
import Tabular
import TabularOps

extension Benchmark {
    static let filter = Benchmark(
        name: "filter", abstract: "rows of a large file that meet a condition, beside DuckDB where there is one",
        run: { try FilterBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run($0.peers) })
}

/// Filters a file that is open by one condition, as a window does, in turns with a query of DuckDB's that reads the same file
/// and has the ids of the rows in a table in memory: both end with which rows those are, in the file's order. DuckDB is told
/// the columns and their types, and converts no others than the query names.
private struct FilterBenchmark {
    private static let rounds = 3
    private static let cases: [(name: String, condition: Condition, query: String)] = [
        ("by an integer", Condition(column: 5, .greaterOrEqual, ["15"]), "quantity >= 15"),
        ("by an exact decimal", Condition(column: 6, .less, ["9.99"]), "price < 9.99"),
        ("by a text", Condition(column: 3, .equals, ["Peru"]), "country = 'Peru'"),
        ("by a part of a text", Condition(column: 9, .contains, ["transfer"]), "contains(note, 'transfer')"),
    ]

    let file: OrderFile
    let name: String

    func run(_ peers: Peers) throws -> [Figure] {
        try OpenTable.with(file.path) { source in
            try Self.cases.flatMap { what, condition, query in
                var contest = Contest("filter \(what), \(name)", against: "DuckDB")
                let table = DuckDBTable.orders(file).reading
                for _ in 0..<Self.rounds {
                    let (order, cost) = try Cost.of { try filter(source, condition) }
                    let rival = try peers.runDuckDB("create temp table o as select id from \(table) where \(query)")
                    if let rival { try WrongAnswer.check("the number of rows \(what)", order.count, is: rival.number) }
                    contest.add(ours: cost, peer: rival?.cost)
                }
                return contest.figures
            }
        }
    }

    private func filter(_ source: any RowPicking, _ condition: Condition) throws -> RowOrder {
        let body = { @Sendable (control: JobControl) throws(ReadError) in
            try RowFilter.order(of: source, meeting: [condition], control: control)
        }
        let job = BackgroundJob<RowOrder>(total: file.recordCount, onChange: {}, body: body)
        guard case .done(let order) = job.wait() else { throw WrongAnswer(reason: "filtering ended with \(job.state)") }
        return order
    }
}
