import QuadrilleRuntime
import SeededRandom
import Tabular
import TestWaiting
import Testing

@testable import TabularOps
@testable import TabularSQLite

/// Makes a table of so many rows: with ids that have gaps or not, numbers of both types, texts and nulls, and perhaps values that
/// are too long to be read in one step.
private let makeRows = """
    import random, sqlite3, sys
    c = sqlite3.connect(sys.argv[1]); count = int(sys.argv[2]); r = random.Random(count)
    c.execute('pragma page_size=1024'); c.execute('create table t(a, b text, c real)')
    step = r.choice([1, 1, 3]); id = r.choice([0, 1, -700])
    def value():
        return r.choice([r.randint(-50, 50), r.random() * 9, None, '7', '007', '', b'7']) if mixes else r.randint(-50, 50)
    mixes = count % 2
    for i in range(count):
        b = r.choice(['oslo', 'lima', 'bergen', '']) + 'x' * r.randint(0, 30)
        if 'long' in sys.argv and i == count * 2 // 3: b = 'y' * (2 << 20)
        if 'wide' in sys.argv and i > count // 2: b *= 90
        c.execute('insert into t(rowid, a, b, c) values(?, ?, ?, ?)', (id, value(), b, r.choice([None, r.random()])))
        id += r.randint(1, step)
    c.execute('create table keyed(a text primary key, b) without rowid'); c.execute("insert into keyed values('x', 1)")
    c.execute('create view v as select a from t'); c.commit(); c.close()
    """

/// A table whose pass begins to count its rows once a stream waits to count them.
private struct UncountedTable {
    let source: SQLiteSource
    private let headStart = HeadStart()

    init(_ path: String, _ name: String = "t") throws {
        headStart.begin(lasting: 3_600_000_000_000)
        source = try OpenDatabase(path, after: headStart).source(name)
        _ = source.wait(until: { $0.phase != .opening }, unless: .never)
        let (reader, headStart) = (source.reader, headStart)
        BackgroundThread.start {
            _ = comesTrue { reader.isCountingRequested || reader.isClosed }
            headStart.finish()
        }
    }

    /// Lets the pass count, where no stream will.
    func letPassCount() { headStart.finish() }

    /// The number of rows that a stream of `column` counts, up to `limit`, and their cells.
    func stream(_ column: Int, limit: Int = .max) throws -> (count: Int, records: [[StreamedCell]]) {
        defer { letPassCount() }
        var sink = CellSink(limit: limit)
        let count = try source.streamWhileCounting(of: .columns([column]), into: &sink, unless: .never)
        return (count, sink.records)
    }
}

/// One after the other: tests beside them measure the memory of the process.
@Suite(.serialized) struct CountingTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func make(_ rows: Int, _ words: String...) throws -> String {
        let path = folder.path("t.db")
        try Python.run(makeRows, path, String(rows), words.joined(separator: " "))
        return path
    }

    private func expectEqual(_ source: SQLiteSource, _ counted: SQLiteSource) throws {
        let (snapshot, expected) = (source.waitUntilComplete(), counted.waitUntilComplete())
        #expect(snapshot.rowCount == expected.rowCount && snapshot.columns == expected.columns)
        #expect(snapshot.problems == expected.problems)
        let (checkpoints, others) = [source, counted].map { $0.reader.state.current.checkpoints }.pair
        for row in 0..<snapshot.rowCount.known {
            let (start, other) = (checkpoints.start(of: row), others.start(of: row))
            #expect(start?.key == other?.key && start?.skip == other?.skip)
        }
        var (cells, otherCells) = (CellSink(), CellSink())
        try source.streamRecords(0..<Int.max, of: .columns([0]), into: &cells)
        try counted.streamRecords(0..<Int.max, of: .columns([0]), into: &otherCells)
        #expect(cells.records == otherCells.records)
    }

    @Test(arguments: [1, 2, 1023, 1024, 1025, 2048, 2049, 20_000])
    func streamCountsRowsThatItReads(rows: Int) throws {
        let path = try make(rows)
        let table = try UncountedTable(path)
        let (count, records) = try table.stream(0)
        let counted = try OpenDatabase(path)
        #expect(try count == rows && records == counted.cells("t", .columns([0])))
        try expectEqual(table.source, counted.source("t"))
        #expect(try table.stream(0).count == 0, "the rows are counted")
    }

    @Test(arguments: ["long", "wide"]) func passCountsLongRows(kind: String) throws {
        let path = try make(6000, kind)
        let table = try UncountedTable(path)
        let (count, records) = try table.stream(1)
        #expect(count < 6000)
        let counted = try OpenDatabase(path)
        #expect(try records == Array(counted.cells("t", .columns([1])).prefix(count)))
        try expectEqual(table.source, counted.source("t"))
    }

    @Test func passGoesOnAfterCancelledStream() throws {
        let path = try make(20_000)
        let table = try UncountedTable(path)
        let (count, _) = try table.stream(0, limit: 1)
        #expect(count > 0 && count < 20_000)
        try expectEqual(table.source, OpenDatabase(path).source("t"))
    }

    @Test func tablesWithoutIDsAreNotCountedByStreams() throws {
        let path = try make(10)
        for name in ["keyed", "v"] {
            let table = try UncountedTable(path, name)
            #expect(try table.stream(0).count == 0)
            table.source.close()
        }
    }

    @Test func closedTableEndsTheWaitForIt() throws {
        let path = try make(5000)
        let headStart = HeadStart()
        headStart.begin(lasting: 3_600_000_000_000)
        let source = try OpenDatabase(path, after: headStart).source("t")
        _ = source.wait(until: { $0.phase != .opening }, unless: .never)
        #expect(source.reader.borrowCounting(unless: Cancellation { true }) == nil)
        try finish {
            BackgroundThread.start {
                _ = comesTrue { source.reader.isCountingRequested }
                source.close()
            }
            #expect(source.reader.borrowCounting(unless: .never) == nil)
        }
        headStart.finish()
    }

    /// Pages of the file that are damaged make the same holes, whoever counts.
    @Test func damagedRowsAreLostAlike() throws {
        _ = try make(12_000)
        let bytes = try folder.bytes("t.db")
        var random = SplitMix64(seed: 7)
        var (tried, lost) = (0, 0)
        for _ in 0..<20 {
            var damaged = bytes
            for _ in 0..<random.int(1...3) {
                let page = random.int(2...(bytes.count / 1024 - 1)) * 1024
                for _ in 0..<random.int(1...40) { damaged[page + random.int(0...200)] = UInt8(random.int(0...255)) }
            }
            try folder.write("d.db", damaged)
            guard let counted = try? OpenDatabase(folder.path("d.db")).source("t") else { continue }
            let expected = counted.waitUntilComplete()
            guard case .complete = expected.phase else { continue }
            let table = try UncountedTable(folder.path("d.db"))
            let (count, records) = try table.stream(0)
            var cells = CellSink(limit: count)
            try counted.streamRecords(0..<count, of: .columns([0]), into: &cells)
            #expect(records == cells.records)
            #expect(table.source.waitUntilComplete().rowCount == expected.rowCount)
            tried += 1
            if !counted.reader.state.current.checkpoints.lost.isEmpty { lost += 1 }
            table.source.close()
            counted.close()
        }
        #expect(lost > 3, "\(tried) tables, of which \(lost) have lost rows")
    }

    // MARK: - Filters

    private func filtered(_ source: SQLiteSource, _ conditions: [Condition]) throws -> ([Int], [Condition: Int]?) {
        let tally = ConditionTally(conditions)
        let order = try RowFilter.order(
            of: source, meeting: conditions, counting: tally, control: JobControl { _, _ in })
        #expect(order.sourceRowCount == source.snapshot.rowCount.known && order.isAscending)
        return (try order.rows(at: 0..<order.count), tally.counts?.counts)
    }

    @Test(arguments: [300, 1025, 9000, 20_001], ["", "long"])
    func filterOfUncountedTableFindsTheSameRows(rows: Int, kind: String) throws {
        let path = try make(rows, kind)
        let counted = try OpenDatabase(path).source("t")
        counted.waitUntilComplete()
        var random = SplitMix64(seed: UInt64(rows))
        for _ in 0..<8 {
            let conditions = (0..<random.int(1...3)).map { _ in
                random.pick([
                    Condition(column: 0, random.pick([.equals, .notEquals, .less, .greaterOrEqual]), ["7"]),
                    Condition(column: 0, .equals, ["007"]), Condition(column: 1, .contains, ["lim"]),
                    Condition(column: 1, .equals, ["OSLO"], ignoresCase: true), Condition(column: 2, .empty),
                    Condition(column: random.int(0...2), random.pick([.empty, .notEquals]), [""]),
                    Condition(column: 2, .less, ["0.5"]), Condition(column: 1, .isIn, ["oslo", "lima"]),
                    Condition(column: 1, .matches, ["^b.*x$"]), Condition(column: 9, .empty),
                ])
            }
            let table = try UncountedTable(path)
            let areCheap = conditions.allSatisfy { $0.comparison != .matches && !$0.ignoresCase }
            if !areCheap { table.letPassCount() }
            let (found, expected) = try (filtered(table.source, conditions), filtered(counted, conditions))
            let words = "\(conditions.map { $0.text(column: "\($0.column)") })"
            #expect(found.0 == expected.0 && found.1 == expected.1, "\(words)")
            table.source.close()
        }
    }

    /// A value that is not empty may arrive as another one, of the same kind.
    @Test(arguments: ["utf-8", "utf-16be"]) func presenceIsThatOfValues(encoding: String) throws {
        let path = folder.path("t.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute("pragma encoding='%s'" % sys.argv[2])
            c.execute('create table t(a, b)'); values = [None, '', 'word', b'', b'x', 0, -7, 1.5, 'ü😀', chr(0)]
            c.executemany('insert into t values(?, ?)', [(values[i % 10], values[i * 7 // 3 % 10]) for i in range(3000)])
            c.execute("insert into t values(cast(x'41' as text), 1)"); c.execute("insert into t values(?, 2)", ('y' * 3000000,))
            c.execute('create table long(a)'); c.executemany('insert into long values(?)', [(b'x' * 100000,)] * 50)
            c.commit()
            """, path, encoding)
        let source = try OpenDatabase(path).source("t")
        var (values, presence) = (CellSink(), CellSink())
        var request = RecordRequest.columns([1, 0])
        try source.streamRecords(0..<3002, of: request, into: &values)
        (request.presenceColumns, request.numberColumns) = ([0], [0, 1])
        try source.streamRecords(0..<3002, of: request, into: &presence)
        #expect(values.records.count == 3002)
        #expect(values.records.map { $0[0] } == presence.records.map { $0[0] })
        for (value, other) in zip(values.records.map { $0[1] }, presence.records.map { $0[1] }) {
            #expect(value.state == other.state && value.kind == other.kind)
            #expect(other.text == (value.bytes.isEmpty ? "" : "1"))
        }
        // Others wait for a transaction as long as it reads, whatever it passes on.
        let long = try OpenDatabase(path).source("long")
        long.waitUntilComplete()
        request = .columns([0])
        request.presenceColumns = [0]
        var feed = RowFeed(long.reader, [0], for: request)
        let buffer = try feed.next(0..<50)
        #expect(buffer.rowCount < 5 && buffer.rowCount > 0)
    }

    /// Dates after many nulls, and a column of numbers that becomes mixed, among values of which only the presence is read.
    @Test func typesAreFoundWherePresenceIsTested() throws {
        let path = folder.path("t.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a text, b, c text, d real)')
            c.executemany('insert into t values(?, ?, ?, ?)', [(
                None if i < 3000 else '2024-01-31', 'NA' if i == 4000 else '' if i % 7 == 0 else i,
                None if i % 3 == 0 else '' if i % 3 == 1 else 'x', None if i % 5 == 0 else i / 7) for i in range(5000)])
            c.commit()
            """, path)
        let counted = try OpenDatabase(path).source("t")
        let columns = counted.waitUntilComplete().columns
        #expect(columns.map(\.type) == [.date, .mixed, .text, .decimal])
        for column in 0..<4 {
            for blanks in [Condition.Blanks.null, .empty, .all] {
                var condition = Condition(column: column, .empty)
                condition.blanks = blanks
                for conditions in [[condition], [condition, Condition(column: column, .contains, ["2"])]] {
                    let table = try UncountedTable(path)
                    let (found, expected) = try (filtered(table.source, conditions), filtered(counted, conditions))
                    #expect(found.0 == expected.0 && found.1 == expected.1)
                    #expect(table.source.waitUntilComplete().columns == columns)
                }
            }
            let value = Condition(column: column, .notEquals, [""])
            #expect(try filtered(UncountedTable(path).source, [value]).0 == filtered(counted, [value]).0)
        }
        // By hand.
        #expect(
            try filtered(counted, [Condition(column: 1, .empty)]).0 == (0..<5000).filter { $0 % 7 == 0 && $0 != 4000 })
        #expect(try filtered(counted, [Condition(column: 2, .empty)]).0 == (0..<5000).filter { $0 % 3 != 2 })
        #expect(try filtered(counted, [Condition(column: 3, .notEquals, [""])]).0 == (0..<5000).filter { $0 % 5 != 0 })
    }

    /// The rows are counted by the filter, which reads them once.
    @Test func filterCountsRowsThatItTests() throws {
        let path = try make(20_000)
        let table = try UncountedTable(path)
        let skipAudit = try #require(table.source.abilities.skipAudit)
        skipAudit()
        let condition = Condition(column: 0, .greater, ["40"])
        let start = try #require(
            try FilterStart(
                of: table.source, meeting: [condition], counting: ConditionTally([]), control: JobControl { _, _ in }))
        #expect(start.rowCount == 20_000 && table.source.snapshot.rowCount == .exactly(20_000))
        let pattern = Condition(column: 1, .matches, ["x"])
        let other = try FilterStart(
            of: UncountedTable(path).source, meeting: [pattern], counting: ConditionTally([]),
            control: JobControl { _, _ in })
        #expect(other == nil, "several threads test patterns")
    }
}

extension [Checkpoints] {
    fileprivate var pair: (Checkpoints, Checkpoints) { (self[0], self[1]) }
}
