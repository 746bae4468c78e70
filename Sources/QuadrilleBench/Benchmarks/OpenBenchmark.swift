import BenchmarkKit
import Glibc
import SeededRandom
import Tabular
import TabularText

extension Benchmark {
    static let open = Benchmark(
        name: "open",
        abstract: "the first rows of files of 1 KB, 1 GB and what --large says, and jumps in it, without a window",
        run: { try OpenBenchmark().run($0) })
}

/// Opens files on disk one after the other, in turn, each anew and with no index that was kept.
private struct OpenBenchmark {
    private static let rounds = 60
    private static let jumps = 2000

    func run(_ context: BenchContext) throws -> [Figure] {
        var files = [("1 KB", try OrderFile(bytes: 1000)), ("1 GB", try OrderFile(bytes: 1_000_000_000))]
        if context.largeBytes != 1_000_000_000 {
            files.append((context.largeName, try OrderFile(bytes: context.largeBytes)))
        }
        var opened = files.map { _ in Samples() }
        for round in -1..<Self.rounds {
            for (index, file) in files.enumerated() {
                let milliseconds = firstRows(file.1.path)
                if round >= 0 { opened[index].add(milliseconds) }
            }
        }
        let first = zip(files, opened).map { file, samples in
            Figure("open to the first rows, file of \(file.0)", unit: "ms", clock: .wall, samples)
                .limited(to: .atMost(5))
        }
        let ratios = zip(files, opened).dropFirst().map { file, samples in
            Figure(
                "open to the first rows, file of \(file.0) : \(files[0].0)", unit: "×", clock: .wall,
                Samples([samples.median / opened[0].median])
            ).limited(to: .atMost(1.5))
        }
        let largest = files[files.count - 1]
        return first + ratios + (try jumps(in: largest.1, named: largest.0))
    }

    /// Random rows of a file that is indexed, and in the page cache as far as that has room for it.
    private func jumps(in file: OrderFile, named name: String) throws -> [Figure] {
        let source = TextSource(path: file.path)
        defer { source.close() }
        source.wait { $0.rowCount.isExact }
        var random = SplitMix64(seed: 1)
        var milliseconds = Samples()
        for _ in 0..<Self.jumps {
            let row = random.int(0...file.recordCount - 1)
            let start = Clock.monotonic.now
            source.want([CellRange(rows: row..<row + 1, columns: 0..<10)])
            let shown = source.wait { $0.cells.block(row: row, column: 0) != nil }
            milliseconds.add(Double(Clock.monotonic.now - start) / 1e6)
            let id = shown.cells.block(row: row, column: 0)?.text(row: row, column: 0)
            try WrongAnswer.check("the id of row \(row)", id, is: "\(row + 1)")
        }
        let slowest = Samples([milliseconds.percentile(99)])
        return [
            Figure("jump to a row, file of \(name)", unit: "ms", clock: .wall, milliseconds),
            Figure("jump to a row, file of \(name), p99", unit: "ms", clock: .wall, slowest).limited(to: .atMost(5)),
        ]
    }

    /// Milliseconds from opening to a screen of rows.
    private func firstRows(_ path: String) -> Double {
        // What read the table before this one comes to its end meanwhile.
        usleep(20_000)
        let start = Clock.monotonic.now
        let source = TextSource(path: path)
        defer { source.close() }
        source.wait { $0.cells.block(row: 0, column: 0) != nil }
        return Double(Clock.monotonic.now - start) / 1e6
    }
}
