import BenchmarkKit
import Glibc
import Tabular
import TabularExport
import TabularText

extension Benchmark {
    static let fields = Benchmark(
        name: "fields", abstract: "all fields of a large file looked at, and written in other formats, by one thread",
        run: { try FieldsBenchmark(file: OrderFile(bytes: $0.largeBytes), name: $0.largeName).run() })
}

/// Audits and exports the file by one thread, which are bound by the processor.
private struct FieldsBenchmark {
    private static let rounds = 5

    let file: OrderFile
    let name: String

    func run() throws -> [Figure] {
        let complete = TextFile.open(file.path)
        defer { complete.close() }
        complete.waitUntilComplete()
        let gigabytes = Double(file.bytes) / 1e9
        var (audit, csv, tsv, lines, reversed) = (Samples(), Samples(), Samples(), Samples(), Samples())
        let lastFirst = Array(OrderGenerator.columnNames.indices.reversed())
        for _ in 0..<Self.rounds {
            audit.add(gigabytes / (try auditTime()))
            csv.add(gigabytes / (try exportTime(complete, .csv)))
            tsv.add(gigabytes / (try exportTime(complete, .tsv)))
            lines.add(gigabytes / (try exportTime(complete, .ndjson)))
            reversed.add(gigabytes / (try exportTime(complete, .csv, columns: lastFirst)))
        }
        func figure(_ what: String, _ clock: Figure.Clock, _ samples: Samples) -> Figure {
            Figure("\(what), \(name)", unit: "GB/s", clock: clock, samples).limited(to: .atLeast(1))
        }
        return [
            figure("audit, one thread", .wall, audit), figure("export as CSV", .cpu, csv),
            figure("export as TSV", .cpu, tsv), figure("export as NDJSON", .cpu, lines),
            figure("export as CSV, last column first", .cpu, reversed),
        ]
    }

    /// Seconds from the exact row count to the end of the audit.
    private func auditTime() throws -> Double {
        let source = TextFile.open(file.path, threads: 1)
        defer { source.close() }
        source.wait { $0.rowCount.isExact }
        let start = Clock.monotonic.now
        let complete = source.waitUntilComplete()
        let seconds = Double(Clock.monotonic.now - start) / 1e9
        try WrongAnswer.check("the row count", complete.rowCount, is: .exactly(file.recordCount))
        try WrongAnswer.check("the number of problems", complete.problems.count, is: 0)
        return seconds
    }

    /// CPU seconds that this thread takes to write all rows to where nobody keeps them.
    private func exportTime(_ source: any RecordStreaming, _ format: ExportFormat, columns: [Int]? = nil) throws
        -> Double
    {
        let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let start = Clock.thread.now
        let part = ExportPart(columns: columns)
        let rows = try TableExport(source, format: format, part: part).write(to: descriptor, name: "/dev/null")
        try WrongAnswer.check("the number of rows written", rows, is: file.recordCount)
        return Double(Clock.thread.now - start) / 1e9
    }
}
