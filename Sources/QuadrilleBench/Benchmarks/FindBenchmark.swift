import BenchmarkKit
import Tabular
import TabularOps

extension Benchmark {
    static let find = Benchmark(
        name: "find", abstract: "a text looked for in a large file, beside ripgrep where there is one",
        run: { try FindBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run($0.peers) })
}

/// Counts the cells that hold a text, in a file that is open and in memory, with nothing known of its hits; and has ripgrep
/// count the lines that hold it, in turns.
///
/// Ripgrep's time has its start in it, some milliseconds; ours has not the finding of the records, which a window has done
/// by then ("index" measures it). Ripgrep takes one processor for one file, ours takes all.
private struct FindBenchmark {
    private static let rounds = 7

    let file: OrderFile
    let name: String

    func run(_ peers: Peers) throws -> [Figure] {
        try OpenTable.with(file.path) { source in
            // The second is in a quarter of the records, once each: so ripgrep's lines are as many as our cells.
            try [("no hit", "kettle lamp"), ("millions of hits", "false")].flatMap { what, text in
                var contest = Contest("find, \(what), \(name)", against: "rg -c")
                for _ in 0..<Self.rounds {
                    let (found, cost) = try Cost.of { try search(text, in: source) }
                    let rival = peers.countLines(holding: text, in: file.path)
                    if let rival { try WrongAnswer.check("the number of hits", found.count, is: rival.lines) }
                    contest.add(ours: cost, peer: rival?.cost)
                }
                return contest.figures
            }
        }
    }

    private func search(_ text: String, in source: any RowPicking) throws -> FindSearch.Progress {
        let found = FindSearch(source: source, plan: try FindPlan(FindQuery(text))).wait()
        try WrongAnswer.check("the number of rows searched", found.rows, is: file.recordCount)
        return found
    }
}
