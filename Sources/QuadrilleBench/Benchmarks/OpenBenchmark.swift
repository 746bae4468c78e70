import BenchmarkKit
import TabularText

extension Benchmark {
    static let open = Benchmark(
        name: "open",
        abstract: "the first rows of files of 1 KB, 1 GB and what --large says, and jumps in it, without a window",
        run: { context in
            var files = [("1 KB", try OrderFile(bytes: 1000)), ("1 GB", try OrderFile(bytes: 1_000_000_000))]
            if context.largeBytes != 1_000_000_000 {
                files.append((context.largeName, try OrderFile(bytes: context.largeBytes)))
            }
            let first = OpeningTimes.firstRows(
                files.map { name, file in ("file of \(name)", { TextFile.open(file.path) }) })
            let (name, largest) = files[files.count - 1]
            // Indexed, and in the page cache as far as that has room for it.
            let source = TextFile.open(largest.path)
            defer { source.close() }
            source.wait { $0.rowCount.isExact }
            return try first
                + OpeningTimes.jumps(in: source, rows: largest.recordCount, named: "file of \(name)") { $0 + 1 }
        })
}
