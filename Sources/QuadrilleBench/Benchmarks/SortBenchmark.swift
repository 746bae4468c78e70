import BenchmarkKit
import Glibc
import Tabular
import TabularOps
import TabularText

extension Benchmark {
    static let sort = Benchmark(
        name: "sort", abstract: "10 million rows by an integer and by a text column, beside DuckDB where there is one",
        run: { try SortBenchmark().run($0.peers) })
}

extension Benchmark {
    static let wideSort = Benchmark(
        name: "wide-sort", abstract: "by one of 400 typed columns in memory, beside the same column alone",
        run: { _ in try WideSortBenchmark().run() })
}

/// Sorts a file of 10 million rows, in turns with DuckDB.
///
/// Ours begins with the program's opening the file, finding its rows and types, and ends with the order of all rows, stable;
/// without the opening it is what a click in a window takes. DuckDB's is a query that reads the same file, of which it is told
/// the columns and their types, and has the ids in the order of the column in a table in memory: it needs to read and keep no
/// others, and its order of equal values is any.
private struct SortBenchmark {
    private static let rounds = 3
    private static let rowCount = 10_000_000

    private let file: SortFile

    init() throws { file = try SortFile(rows: Self.rowCount) }

    func run(_ peers: Peers) throws -> [Figure] {
        try [(1, "integer"), (2, "text"), (3, "few texts")].flatMap { column, what in
            try compare(column: column, what, peers)
        }
    }

    private func compare(column: Int, _ what: String, _ peers: Peers) throws -> [Figure] {
        var contest = Contest("sort by \(what), opening included", against: "DuckDB")
        var (alone, memory) = (Stopwatch(), Samples())
        let name = file.table.columns[column].name
        for round in -1..<Self.rounds {
            var (opening, sorting, more) = (Cost(wall: 0, cpu: 0), Cost(wall: 0, cpu: 0), 0)
            let source = TextFile.open(file.table.path)
            defer { source.close() }
            opening = Cost.of { source.waitUntilComplete() }.cost
            let before = Self.memory("VmRSS")
            Self.forgetPeak()
            let state: SortJob.State
            (state, sorting) = Cost.of { SortJob(source: source, by: [SortKey(column: column)]) {}.wait() }
            more = Self.memory("VmHWM") - before
            guard case .done(let order) = state else { throw WrongAnswer(reason: "sorting ended with \(state)") }
            if round < 0 {
                // Not counted: it brings the file into the page cache.
                try check(order, column: column)
                continue
            }
            alone.add(sorting)
            memory.add(Double(more) / Double(Self.rowCount))
            let rival = try peers.runDuckDB(
                "create temp table o as select id from \(file.table.reading) order by \(name)")
            if let rival { try WrongAnswer.check("the number of rows", rival.number, is: Self.rowCount) }
            contest.add(
                ours: Cost(wall: opening.wall + sorting.wall, cpu: opening.cpu + sorting.cpu), peer: rival?.cost)
        }
        return contest.figures + [
            alone.figure("sort by \(what), of an open file", unit: "s", nanoseconds: 1e9),
            Figure("sort by \(what), memory", unit: "B/row", clock: .none, memory).limited(to: .atMost(16)),
        ]
    }

    /// Every row has to be there once, none before one that is less, and those that are equal as in the file.
    private func check(_ order: RowOrder, column: Int) throws {
        try WrongAnswer.check("the number of sorted rows", order.count, is: Self.rowCount)
        if column == 3 { return }
        // Names one after the other, without an array for each.
        var name = ByteWriter(capacity: 1 << 10)
        var lastName = ByteWriter(capacity: 1 << 10)
        var last = -1
        for start in stride(from: 0, to: order.count, by: 1 << 16) {
            for row in try order.rows(at: start..<min(start + 1 << 16, order.count)) {
                let step: Int
                if column == 1 {
                    step = SortGenerator.number(ofRow: row) - (last < 0 ? .min / 2 : SortGenerator.number(ofRow: last))
                } else {
                    SortGenerator.write(nameOfRow: row, to: &name)
                    step = name.order(to: lastName)
                    swap(&name, &lastName)
                }
                if step < 0 || step == 0 && row < last {
                    throw WrongAnswer(reason: "row \(last + 1) is sorted before row \(row + 1)")
                }
                last = row
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
    let table: DuckDBTable

    init(rows: Int) throws {
        var generator = SortGenerator()
        let path = try GeneratedFile.path(
            "sort-v\(SortGenerator.version)-\(rows).csv", records: rows, recordBytes: 48,
            begin: { SortGenerator.appendHeader(to: &$0) }, append: { generator.appendRecord(to: &$0) })
        table = DuckDBTable(
            path: path,
            columns: [("id", "BIGINT"), ("number", "BIGINT"), ("name", "VARCHAR"), ("country", "VARCHAR")])
    }
}

/// Sorts a table of 400 typed columns in memory by one of them, in turns with a table of that column alone: the others must
/// cost next to nothing.
private struct WideSortBenchmark {
    private static let rounds = 9
    /// One takes less than other programs take from it now and then.
    private static let sortsPerRound = 10
    private static let rowCount = 20_000
    private static let columnCount = 400
    private static let types: [ColumnType] = [.integer, .decimal, .text, .date]

    private let wide = Self.source(columns: 0..<columnCount)

    func run() throws -> [Figure] {
        // In the middle, where they have most others before and after them.
        try (0..<Self.types.count).flatMap { try compare(column: Self.columnCount / 2 + $0) }
    }

    private func compare(column: Int) throws -> [Figure] {
        let alone = Self.source(columns: column..<column + 1)
        var contest = Contest(
            "sort \(Self.sortsPerRound) times by 1 of \(Self.columnCount) columns, \(Self.type(of: column))",
            against: "alone", limit: 1.2)
        for round in -1..<Self.rounds {
            let (order, cost) = try Self.sort(wide, by: column)
            let (expected, other) = try Self.sort(alone, by: 0)
            let rows = 0..<Self.rowCount
            try WrongAnswer.check("the order", order.rows(at: rows), is: expected.rows(at: rows))
            if round >= 0 { contest.add(ours: cost, peer: other) }
        }
        return contest.figures
    }

    private static func sort(_ source: MemorySource, by column: Int) throws -> (RowOrder, Cost) {
        let (states, cost) = Cost.of {
            (0..<sortsPerRound).map { _ in SortJob(source: source, by: [SortKey(column: column)]) {}.wait() }
        }
        guard case .done(let order) = states.last else { throw WrongAnswer(reason: "sorting ended with \(states)") }
        return (order, cost)
    }

    private static func type(of column: Int) -> ColumnType { types[column % types.count] }

    private static func source(columns: Range<Int>) -> MemorySource {
        MemorySource(
            TableDescription(format: "memory"), columns: columns.map { Column(name: "c\($0)", type: type(of: $0)) },
            rows: (0..<rowCount).map { row in columns.map { value(row, $0) } })
    }

    private static func value(_ row: Int, _ column: Int) -> MemoryValue {
        // A permutation of the numbers of the rows: 7,919 has no factor of 20,000.
        let number = (row * 7919 + column) % rowCount
        return switch type(of: column) {
        case .integer: MemoryValue(String(number), as: .number)
        case .decimal: MemoryValue("\(number / 7).\(number % 7)5", as: .number)
        case .date: MemoryValue("\(1900 + number % 200)-0\(1 + number % 9)-1\(number % 10)", as: .date)
        default: MemoryValue("name \(number)")
        }
    }
}
