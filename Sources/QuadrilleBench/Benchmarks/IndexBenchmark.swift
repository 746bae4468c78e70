import BenchmarkKit
import Glibc
import Tabular
import TabularText

extension Benchmark {
    static let index = Benchmark(
        name: "index", abstract: "all records found, by one thread and by two, beside pread and wc -l, in quoted files",
        run: { try IndexBenchmark($0).run() })
}

/// Reads a large file from opening to the exact row count, in turns with the bare system call and `wc -l`, and then files
/// that differ in their quotes alone.
private struct IndexBenchmark {
    private static let rounds = 7

    private let file: OrderFile
    private let name: String
    private let quoting: [(kind: QuotingGenerator.Kind, file: QuotingFile)]

    init(_ context: BenchContext) throws {
        file = try OrderFile(bytes: context.largeBytes)
        name = context.largeName
        quoting = try QuotingGenerator.Kind.allCases.map {
            ($0, try QuotingFile($0, bytes: max(2_000_000, context.largeBytes / 4)))
        }
    }

    func run() throws -> [Figure] { try large() + quoted() }

    private func large() throws -> [Figure] {
        var seconds = (pread: Samples(), one: Samples(), two: Samples(), wc: Samples())
        // Not counted: it brings the file into the page cache.
        _ = try BareRead.seconds(file.path, bytes: file.bytes)
        for _ in 0..<Self.rounds {
            seconds.pread.add(try BareRead.seconds(file.path, bytes: file.bytes))
            seconds.one.add(try indexTime(file.path, rows: file.recordCount, threads: 1))
            seconds.two.add(try indexTime(file.path, rows: file.recordCount, threads: 2))
            if let wc = BareRead.wcSeconds(file.path) { seconds.wc.add(wc) }
        }
        func speed(_ what: String, _ seconds: Samples) -> Figure {
            Figure(
                "\(what), \(name)", unit: "GB/s", clock: .wall,
                Samples(seconds.values.map { Double(file.bytes) / 1e9 / $0 }))
        }
        func ratio(_ what: String, _ a: Samples, _ b: Samples, _ limit: Double) -> Figure {
            Figure("index, \(what)", unit: "×", clock: .wall, a.divided(by: b)).limited(to: .atLeast(limit))
        }
        var figures = [
            speed("pread alone, 256 KiB", seconds.pread), speed("index, one thread", seconds.one),
            speed("index, two threads", seconds.two),
            ratio("one thread : pread", seconds.pread, seconds.one, 0.5),
            ratio("two threads : one", seconds.one, seconds.two, 1.6),
        ]
        if seconds.wc.count > 0 {
            figures.append(speed("wc -l", seconds.wc))
            figures.append(ratio("one thread : wc -l", seconds.wc, seconds.one, 0.8))
        }
        return figures
    }

    private func quoted() throws -> [Figure] {
        var speeds = [Samples](repeating: Samples(), count: quoting.count)
        for round in -1..<Self.rounds {
            for (index, (_, file)) in quoting.enumerated() {
                let seconds = try indexTime(file.path, rows: file.recordCount, threads: 1)
                if round >= 0 { speeds[index].add(Double(file.bytes) / 1e9 / seconds) }
            }
        }
        let best = speeds.map(\.median).max() ?? 1
        return zip(quoting, speeds).flatMap { entry, speed in
            let what = "index, one thread, \(Self.words(entry.kind))"
            let ratio = Figure("\(what) : fastest", unit: "×", clock: .wall, speed.scaled(by: 1 / best))
            return [
                Figure(what, unit: "GB/s", clock: .wall, speed),
                entry.kind == .dense ? ratio : ratio.limited(to: .atLeast(0.7)),
            ]
        }
    }

    private static func words(_ kind: QuotingGenerator.Kind) -> String {
        switch kind {
        case .none: "0 % quoted"
        case .few: "2 % quoted"
        case .many: "20 % quoted"
        case .stray: "a stray quote in 1 of 1,000"
        case .dense: "a stray quote every 20 bytes"
        }
    }

    /// Seconds from opening to the exact row count, which must be `rows`.
    private func indexTime(_ path: String, rows: Int, threads: Int) throws -> Double {
        let hasHeader = path == file.path
        let start = Clock.monotonic.now
        let source = TextFile.open(path, headerRows: hasHeader ? 1 : 0, threads: threads)
        let counted = source.wait { $0.rowCount.isExact }
        let seconds = Double(Clock.monotonic.now - start) / 1e9
        source.close()
        if case .failed(let error) = counted.phase { throw WrongAnswer(reason: error.description) }
        try WrongAnswer.check("the row count of \(path)", counted.rowCount, is: .exactly(rows))
        return seconds
    }
}

/// The plain reading of a file, which no index can be faster than.
enum BareRead {
    /// Seconds that `pread` takes for the file's bytes, in blocks as the reader's.
    static func seconds(_ path: String, bytes: Int) throws -> Double {
        let start = Clock.monotonic.now
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Skipped(reason: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TextFile.readBlock, alignment: 64)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count <= 0 { break }
            offset += count
        }
        try WrongAnswer.check("the number of bytes read", offset, is: bytes)
        return Double(Clock.monotonic.now - start) / 1e9
    }

    /// Seconds that `wc -l` takes, or nil when there is none.
    static func wcSeconds(_ path: String) -> Double? {
        let start = Clock.monotonic.now
        guard let child = Child("wc", ["-l", path], environment: [:], output: STDOUT_FILENO) else { return nil }
        return child.waitForEnd() == 0 ? Double(Clock.monotonic.now - start) / 1e9 : nil
    }
}
