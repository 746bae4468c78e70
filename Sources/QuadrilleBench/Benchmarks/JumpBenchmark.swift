import BenchmarkKit
import Glibc
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
        try OpeningTimes.firstRows(
            Self.sizes.map { size in (size.name, { TextFile.repeating(block, bytes: size.bytes) }) }) + jumps()
    }

    private func jumps() throws -> [Figure] {
        let before = try Machine.residentBytes()
        let (name, bytes) = Self.sizes[2]
        let source = TextFile.repeating(block, bytes: bytes)
        defer { source.close() }
        // The audit goes on meanwhile, as it does when a person jumps at once. The last row may be cut.
        let rows = source.wait { $0.rowCount.isExact }.rowCount.known - 1
        // The first record is not taken for a header, since the ids below are numbers as well.
        let figures = try OpeningTimes.jumps(in: source, rows: rows, named: name) { $0 % rowsOfBlock + 1 }
        let growth = Samples([Double(try Machine.residentBytes() - before) / 1_048_576])
        return figures + [
            Figure("resident growth by \(name), without a window", unit: "MiB", clock: .none, growth)
                .limited(to: .atMost(32))
        ]
    }
}
