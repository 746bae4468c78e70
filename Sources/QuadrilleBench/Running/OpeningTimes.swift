import BenchmarkKit
import Glibc
import SeededRandom
import Tabular

/// The times that tables take to show their first rows, and any row, without a window.
enum OpeningTimes {
    private static let rounds = 60
    private static let jumps = 2000

    /// Milliseconds from opening to a screen of rows, of some tables in turns, each anew and with no index that was kept; and
    /// how many times as long as the first, which is small, each other takes.
    static func firstRows(_ tables: [(name: String, open: () -> any RowPicking)]) -> [Figure] {
        var opened = tables.map { _ in Samples() }
        for round in -1..<rounds {
            for (index, table) in tables.enumerated() {
                let milliseconds = firstRows(table.open)
                if round >= 0 { opened[index].add(milliseconds) }
            }
        }
        let times = zip(tables, opened).map { table, samples in
            Figure("open to the first rows, \(table.name)", unit: "ms", clock: .wall, samples).limited(to: .atMost(5))
        }
        let ratios = zip(tables, opened).dropFirst().map { table, samples in
            Figure(
                "open to the first rows, \(table.name) : \(tables[0].name)", unit: "×", clock: .wall,
                Samples([samples.median / opened[0].median])
            ).limited(to: .atMost(1.5))
        }
        return times + ratios
    }

    private static func firstRows(_ open: () -> any RowPicking) -> Double {
        // What read the table before this one comes to its end meanwhile.
        usleep(20_000)
        let start = Clock.monotonic.now
        let source = open()
        defer { source.close() }
        source.wait { $0.cells.block(row: 0, column: 0) != nil }
        return Double(Clock.monotonic.now - start) / 1e6
    }

    /// Milliseconds to random rows of the first `rows` of a table that is indexed: a row's first value is `id` of it.
    static func jumps(in source: any TableSource, rows: Int, named name: String, id: (Int) -> Int) throws -> [Figure] {
        let columns = 0..<min(10, source.snapshot.columns.count)
        var random = SplitMix64(seed: 1)
        var milliseconds = Samples()
        for _ in 0..<jumps {
            let row = random.int(0...rows - 1)
            let start = Clock.monotonic.now
            source.want([CellRange(rows: row..<row + 1, columns: columns)])
            let shown = source.wait { $0.cells.block(row: row, column: 0) != nil }
            milliseconds.add(Double(Clock.monotonic.now - start) / 1e6)
            let found = shown.cells.block(row: row, column: 0)?.text(row: row, column: 0)
            try WrongAnswer.check("the id of row \(row)", found, is: "\(id(row))")
        }
        let slowest = Samples([milliseconds.percentile(99)])
        return [
            Figure("jump to a row, \(name)", unit: "ms", clock: .wall, milliseconds),
            Figure("jump to a row, \(name), p99", unit: "ms", clock: .wall, slowest).limited(to: .atMost(5)),
        ]
    }
}
