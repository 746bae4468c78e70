import BenchmarkKit

/// One thing to measure, by the name that the command line knows.
struct Benchmark: Sendable {
    let name: String
    /// The measured quantity, in a line.
    let abstract: String
    let run: @Sendable (BenchContext) throws -> [Figure]

    static let all: [Benchmark] = [
        .layout, .declared, .frame, .reading, .index, .fields, .statistics, .sort, .wideSort, .filter, .find, .copy,
        .jump, .open, .archive, .json, .paint, .scroll, .jsonScroll, .work, .memory,
    ]
}

/// The settings that the benchmarks share.
struct BenchContext: Sendable {
    let smallBytes = 1_000_000
    let largeBytes: Int
    let peers: Peers
    /// The program whose first frame is measured, where it is not the one beside this.
    var quadrille: String?

    /// The file sizes as figures name them.
    var largeName: String { largeBytes == 1_000_000_000 ? "1 GB" : "\(largeBytes / 1_000_000) MB" }
}
