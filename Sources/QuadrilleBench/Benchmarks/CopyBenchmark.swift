import BenchmarkKit
import Glibc
import Tabular
import TabularExport

extension Benchmark {
    static let copy = Benchmark(
        name: "copy", abstract: "a million cells of a large file as text in memory, as a copy makes it",
        run: { try CopyBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run() })
}

/// Writes a hundred thousand rows of all ten columns, from the middle of a file that is open, into a file in memory: what
/// the clipboard then has.
private struct CopyBenchmark {
    private static let rounds = 7
    private static let rowCount = 100_000

    let file: OrderFile
    let name: String

    func run() throws -> [Figure] {
        let count = min(Self.rowCount, file.recordCount)
        let first = (file.recordCount - count) / 2
        return try OpenTable.with(file.path) { source in
            var watch = Stopwatch()
            for _ in 0..<Self.rounds {
                watch.add(try Cost.of { try copy(source, first..<first + count) }.cost)
            }
            let cells = count * OrderGenerator.columnNames.count
            var figure = watch.figure("copy \(cells) cells as TSV, \(name)", unit: "ms", nanoseconds: 1e6)
            figure.work = [("cells", cells)]
            return [figure]
        }
    }

    private func copy(_ source: any RowPicking, _ rows: Range<Int>) throws {
        guard let memory = MemoryFile() else { throw Skipped(reason: "there is no memory file") }
        let part = ExportPart(stretches: [rows], columns: Array(OrderGenerator.columnNames.indices))
        let written = try TableExport(source, format: .tsv, part: part).write(to: memory.descriptor)
        try WrongAnswer.check("the number of rows copied", written, is: rows.count)
    }
}
