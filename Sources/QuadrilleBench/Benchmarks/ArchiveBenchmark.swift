import BenchmarkKit
import Glibc
import TableFormats
import Tabular

extension Benchmark {
    static let archive = Benchmark(
        name: "archive",
        abstract: "a zip of 1,000 CSVs: its tables, and the first rows beside one CSV in a zip",
        run: { try ArchiveBenchmark($0).run() })
}

/// Opens an archive of many tables as the program does.
private struct ArchiveBenchmark {
    private static let rounds = 40
    private static let tables = 1000

    private let file: OrderFile
    private let many: String
    private let alone: String

    init(_ context: BenchContext) throws {
        file = try OrderFile(bytes: context.smallBytes)
        many = try Self.archive(of: file, copies: Self.tables)
        alone = try Self.archive(of: file, copies: 1)
    }

    func run() throws -> [Figure] {
        var (listed, first, single) = (Samples(), Samples(), Samples())
        for round in -1..<Self.rounds {
            let times = try (list(many), firstRows(of: many), firstRows(of: alone))
            // The first brings the files into the page cache.
            if round < 0 { continue }
            listed.add(times.0)
            first.add(times.1)
            single.add(times.2)
        }
        let ratio = Figure(
            "first rows in a zip of \(Self.tables) : alone in a zip", unit: "×", clock: .wall,
            Samples([first.median / single.median]))
        return [
            Figure("tables of a zip of \(Self.tables) CSVs", unit: "ms", clock: .wall, listed).limited(to: .atMost(20)),
            Figure("first rows in a zip of \(Self.tables) CSVs", unit: "ms", clock: .wall, first),
            Figure("first rows of the CSV alone in a zip", unit: "ms", clock: .wall, single), ratio,
        ]
    }

    /// Milliseconds from opening to the catalog.
    private func list(_ path: String) throws -> Double {
        let start = Clock.monotonic.now
        let document = TableFormats.standard.open(.file(path))
        defer { document.close() }
        let catalog = try document.waitForCatalog()
        let milliseconds = Double(Clock.monotonic.now - start) / 1e6
        try WrongAnswer.check("the number of tables", catalog.entries.count, is: Self.tables)
        return milliseconds
    }

    /// Milliseconds from opening to the first rows of the first table.
    private func firstRows(of path: String) throws -> Double {
        // What read the table before this one comes to its end meanwhile.
        usleep(20_000)
        let start = Clock.monotonic.now
        let document = TableFormats.standard.open(.file(path))
        defer { document.close() }
        let source = document.table(nil)
        defer { source.close() }
        source.want([CellRange(rows: 0..<50, columns: 0..<OrderGenerator.columnNames.count)])
        let shown = source.wait { $0.cells.block(row: 0, column: 0) != nil }
        let milliseconds = Double(Clock.monotonic.now - start) / 1e6
        try WrongAnswer.check("the first id", shown.cells.block(row: 0, column: 0)?.text(row: 0, column: 0), is: "1")
        return milliseconds
    }

    /// The path of a zip with so many copies of `file`, made by Python when it is not there.
    private static func archive(of file: OrderFile, copies: Int) throws -> String {
        let path = try GeneratedFile.folder() + "/orders-v\(OrderGenerator.version)-\(file.bytes)-\(copies).zip"
        if access(path, F_OK) == 0 { return path }
        let script = """
            import os, sys, zipfile
            path, file, copies = sys.argv[1], sys.argv[2], int(sys.argv[3])
            with zipfile.ZipFile(path + ".part", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                for number in range(copies):
                    archive.write(file, f"orders {number + 1:04}.csv")
            os.rename(path + ".part", path)
            """
        let python = Child(
            "python3", ["-c", script, path, file.path, "\(copies)"], environment: [:], output: STDOUT_FILENO)
        guard python?.waitForEnd() == 0 else { throw Skipped(reason: "Python cannot make \(path)") }
        return path
    }
}
