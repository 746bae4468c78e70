import BenchmarkKit
import Glibc
import Tabular
import TabularOps
import TabularText

extension Benchmark {
    static let sort = Benchmark(
        name: "sort", abstract: "10 million rows by an integer and by a text column, beside DuckDB",
        run: { _ in try SortBenchmark().run() })
}

/// Sorts a file of 10 million rows, in turns with DuckDB (its Python module) where that is installed.
///
/// Ours begins with the program's opening the file, finding its rows and types, and ends with the order of all rows, stable;
/// without the opening it is what a click in a window takes. DuckDB's is a query that reads the same file, of which it is told
/// the columns and their types, and has the ids in the order of the column in a table in memory: it needs to read and keep no
/// others, and its order of equal values is any.
private struct SortBenchmark {
    private static let rounds = 5
    private static let rowCount = 10_000_000

    private let file: SortFile

    init() throws { file = try SortFile(rows: Self.rowCount) }

    func run() throws -> [Figure] {
        var figures: [Figure] = []
        for (index, name, what) in [(1, "number", "integer"), (2, "name", "text"), (3, "country", "few texts")] {
            figures += try compare(column: index, name, what)
        }
        return figures
    }

    private func compare(column: Int, _ name: String, _ what: String) throws -> [Figure] {
        var (whole, alone, duck, memory) = (Samples(), Samples(), Samples(), Samples())
        for round in -1..<Self.rounds {
            let start = Clock.monotonic.now
            let source = TextSource(path: file.path)
            source.waitUntilComplete()
            let opened = Clock.monotonic.now
            let before = Self.memory("VmRSS")
            Self.forgetPeak()
            let job = SortJob(source: source, by: [SortKey(column: column)]) {}
            let state = job.wait()
            let end = Clock.monotonic.now
            let more = Self.memory("VmHWM") - before
            source.close()
            guard case .done(let order) = state else { throw WrongAnswer(reason: "sorting ended with \(state)") }
            if round < 0 {
                // Not counted: it brings the file into the page cache.
                try check(order, column: column)
                continue
            }
            whole.add(Double(end - start) / 1e9)
            alone.add(Double(end - opened) / 1e9)
            memory.add(Double(more) / Double(Self.rowCount))
            if let seconds = try DuckDB.seconds(sorting: file.path, by: name) { duck.add(seconds) }
        }
        var figures = [
            Figure("sort by \(what), opening included", unit: "s", clock: .wall, whole),
            Figure("sort by \(what), of an open file", unit: "s", clock: .wall, alone),
            Figure("sort by \(what), memory", unit: "B/row", clock: .none, memory).limited(to: .atMost(16)),
        ]
        if duck.count > 0 {
            figures.append(Figure("sort by \(what), DuckDB", unit: "s", clock: .wall, duck))
            figures.append(
                Figure("sort by \(what) : DuckDB", unit: "×", clock: .wall, whole.divided(by: duck))
                    .limited(to: .atMost(1)))
        }
        return figures
    }

    /// Every row has to be there once, none before one that is less, and those that are equal as in the file.
    private func check(_ order: RowOrder, column: Int) throws {
        try WrongAnswer.check("the number of sorted rows", order.count, is: Self.rowCount)
        if column == 3 { return }
        var text = ByteWriter(capacity: 1 << 10)
        var last = -1
        for start in stride(from: 0, to: order.count, by: 1 << 16) {
            for row in try order.rows(at: start..<min(start + 1 << 16, order.count)) {
                defer { last = row }
                guard last >= 0 else { continue }
                let (isBelow, isEqual): (Bool, Bool)
                if column == 1 {
                    let (a, b) = (SortGenerator.number(ofRow: last), SortGenerator.number(ofRow: row))
                    (isBelow, isEqual) = (a < b, a == b)
                } else {
                    let a = SortGenerator.name(ofRow: last, &text)
                    let b = SortGenerator.name(ofRow: row, &text)
                    (isBelow, isEqual) = (a.lexicographicallyPrecedes(b), a == b)
                }
                if !(isBelow || isEqual && last < row) {
                    throw WrongAnswer(reason: "row \(last + 1) is sorted before row \(row + 1)")
                }
            }
        }
    }

    private static func memory(_ name: String) -> Int {
        let text = Machine.field(name, in: "/proc/self/status") ?? ""
        return (Int(text.prefix { $0.isNumber }) ?? 0) << 10
    }

    /// The most memory is counted from now on (proc(5), clear_refs).
    private static func forgetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }
}

/// The generated table that is sorted.
private struct SortFile {
    let path: String

    init(rows: Int) throws {
        var generator = SortGenerator()
        path = try GeneratedFile.path(
            "sort-v\(SortGenerator.version)-\(rows).csv", records: rows, recordBytes: 48,
            begin: { SortGenerator.appendHeader(to: &$0) }, append: { generator.appendRecord(to: &$0) })
    }
}

/// The peer, where it is installed.
private enum DuckDB {
    private static let program = """
        import sys, time
        try:
            import duckdb
        except ImportError:
            sys.exit(3)
        path, column = sys.argv[1:]
        connection = duckdb.connect()
        connection.execute('set enable_progress_bar = false')
        start = time.monotonic()
        connection.execute(f'''create temp table o as select id from read_csv('{path}', header = true, delim = ',',
            columns = {{'id': 'BIGINT', 'number': 'BIGINT', 'name': 'VARCHAR', 'country': 'VARCHAR'}}) order by {column}''')
        print(time.monotonic() - start)
        """

    /// Seconds of its query; nil where it is not installed.
    static func seconds(sorting path: String, by column: String) throws -> Double? {
        guard
            let child = Child("python3", ["-c", program, path, column], environment: [:], output: STDOUT_FILENO),
            let line = child.readLine(within: 120)
        else { return nil }
        guard let seconds = Double(line), child.waitForEnd() == 0 else {
            throw WrongAnswer(reason: "DuckDB said \(line)")
        }
        return seconds
    }
}
