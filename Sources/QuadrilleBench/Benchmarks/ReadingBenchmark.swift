import BenchmarkKit
import Glibc
import Tabular
import TabularText

extension Benchmark {
    static let reading = Benchmark(
        name: "reading", abstract: "a large CSV from opening to every row found, and to every field looked at",
        run: { try ReadingBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run() })
}

/// Reads the file whole, as the window does, on all processors.
private struct ReadingBenchmark {
    private static let rounds = 7

    let file: OrderFile
    let name: String

    func run() throws -> [Figure] {
        var seconds = (rows: Samples(), all: Samples())
        // Not counted: it brings the file into the page cache.
        _ = try BareRead.seconds(file.path, bytes: file.bytes)
        for _ in 0..<Self.rounds {
            let (rows, all) = try sourceTime()
            seconds.rows.add(rows)
            seconds.all.add(all)
        }
        var all = Figure("open to complete, \(name)", unit: "s", clock: .wall, seconds.all)
        all.work = [("rows", file.recordCount), ("columns", OrderGenerator.columnNames.count)]
        let audit = zip(seconds.all.values, seconds.rows.values).map { Double(file.bytes) / 1e9 / ($0 - $1) }
        return [
            Figure("open to every row found, \(name)", unit: "s", clock: .wall, seconds.rows), all,
            Figure("audit, \(name)", unit: "GB/s", clock: .wall, Samples(audit)),
        ]
    }

    /// Seconds from opening to the exact row count, and to the end of the audit.
    private func sourceTime() throws -> (rows: Double, all: Double) {
        let start = Clock.monotonic.now
        let source = TextFile.open(file.path)
        defer { source.close() }
        let counted = source.wait { $0.rowCount.isExact }
        let rows = Double(Clock.monotonic.now - start) / 1e9
        let complete = source.waitUntilComplete()
        let all = Double(Clock.monotonic.now - start) / 1e9
        if case .failed(let error) = complete.phase { throw WrongAnswer(reason: error.description) }
        try WrongAnswer.check("the row count", counted.rowCount, is: .exactly(file.recordCount))
        try WrongAnswer.check("the columns", complete.columns.map(\.name), is: OrderGenerator.columnNames)
        try WrongAnswer.check("the number of problems", complete.problems.count, is: 0)
        let types: [ColumnType] = [
            .integer, .date, .text, .text, .text, .integer, .decimal, .decimal, .boolean, .text,
        ]
        try WrongAnswer.check("the columns' types", complete.columns.map(\.type), is: types)
        let last = file.recordCount - 1
        source.want([CellRange(rows: last..<last + 1, columns: 0..<1)])
        let cell = source.wait { $0.cells.block(row: last, column: 0) != nil }
        let id = cell.cells.block(row: last, column: 0)?.text(row: last, column: 0)
        try WrongAnswer.check("the last row's id", id, is: "\(file.recordCount)")
        return (rows, all)
    }
}
