import BenchmarkKit
import Glibc
import SeededRandom
import Tabular
import TabularText

extension Benchmark {
    static let jump = Benchmark(
        name: "jump",
        abstract: "the first rows of 1 KB, 1 GB and 10 GB, and jumps in 10 GB, generated behind the read seam",
        run: { _ in try JumpBenchmark().run() })
}

/// Opens tables of three sizes, made of the same block over and over, and jumps in the largest. There is no disk in it,
/// and no window.
private struct JumpBenchmark {
    private static let rounds = 60
    private static let jumps = 2000
    private static let sizes: [(name: String, bytes: Int)] = [
        ("1 KB", 1000), ("1 GB", 1_000_000_000), ("10 GB", 10_000_000_000),
    ]

    private let block: [UInt8]
    private let rowsOfBlock: Int

    init() {
        var text = ByteWriter(capacity: 1 << 20)
        var generator = OrderGenerator(seed: OrderFile.seed)
        while !text.isFull { generator.appendRecord(to: &text) }
        block = text.withBytes { Array($0) }
        rowsOfBlock = generator.recordCount
    }

    func run() throws -> [Figure] {
        var opened = Self.sizes.map { _ in Samples() }
        for round in -1..<Self.rounds {
            for (index, size) in Self.sizes.enumerated() {
                let milliseconds = firstRows(size.bytes)
                if round >= 0 { opened[index].add(milliseconds) }
            }
        }
        let first = zip(Self.sizes, opened).map { size, samples in
            Figure("open to the first rows, \(size.name)", unit: "ms", clock: .wall, samples).limited(to: .atMost(5))
        }
        let ratios = zip(Self.sizes, opened).dropFirst().map { size, samples in
            Figure(
                "open to the first rows, \(size.name) : \(Self.sizes[0].name)", unit: "×", clock: .wall,
                Samples([samples.median / opened[0].median])
            ).limited(to: .atMost(1.5))
        }
        return first + ratios + (try jumps())
    }

    private func source(_ bytes: Int) -> TextSource {
        TextSource(repeating: block, bytes: bytes, name: "generated.csv")
    }

    /// Milliseconds from opening to a screen of rows.
    private func firstRows(_ bytes: Int) -> Double {
        // What read the table before this one comes to its end meanwhile.
        usleep(20_000)
        let start = Clock.monotonic.now
        let source = source(bytes)
        defer { source.close() }
        source.wait { $0.cells.block(row: 0, column: 0) != nil }
        return Double(Clock.monotonic.now - start) / 1e6
    }

    private func jumps() throws -> [Figure] {
        let before = try residentBytes()
        let bytes = Self.sizes[2].bytes
        let source = source(bytes)
        defer { source.close() }
        let rows = source.wait { $0.rowCount.isExact }.rowCount.known
        // The audit goes on meanwhile, as it does when a person jumps at once.
        var random = SplitMix64(seed: 1)
        var milliseconds = Samples()
        for _ in 0..<Self.jumps {
            let row = Int(random.next() % UInt64(rows - 1))
            let start = Clock.monotonic.now
            source.want([CellRange(rows: row..<row + 1, columns: 0..<10)])
            let shown = source.wait { $0.cells.block(row: row, column: 0) != nil }
            milliseconds.add(Double(Clock.monotonic.now - start) / 1e6)
            let id = shown.cells.block(row: row, column: 0)?.text(row: row, column: 0)
            // The first record is not taken for a header, since the ids below are numbers as well.
            try WrongAnswer.check("the id of row \(row)", id, is: "\(row % rowsOfBlock + 1)")
        }
        let slowest = Samples([milliseconds.percentile(99)])
        let growth = Samples([Double(try residentBytes() - before) / 1_048_576])
        return [
            Figure("jump to a row of 10 GB", unit: "ms", clock: .wall, milliseconds),
            Figure("jump to a row of 10 GB, p99", unit: "ms", clock: .wall, slowest).limited(to: .atMost(5)),
            Figure("resident growth by 10 GB, without a window", unit: "MiB", clock: .none, growth)
                .limited(to: .atMost(32)),
        ]
    }

    private func residentBytes() throws -> Int {
        guard let text = Machine.field("VmRSS", in: "/proc/self/status"),
            let kibibytes = Int(text.prefix { $0.isNumber })
        else { throw Skipped(reason: "/proc/self/status has no VmRSS") }
        return kibibytes << 10
    }
}
