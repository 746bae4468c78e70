import QuadrilleRuntime
import SeededRandom
import Tabular
import TestWaiting
import Testing

@testable import TabularSQLite

/// Makes a table with ids that have gaps, one with a key of two columns, and one with many ids below 0.
private let manyRows = """
    import random, sqlite3, sys
    random.seed(1)
    c = sqlite3.connect(sys.argv[1])
    c.execute('create table gaps(id integer primary key, t text)')
    c.execute('create table dense(a, b)')
    c.execute('create table keyed(k text, n int, v, primary key(n, k)) without rowid')
    ids = sorted(random.sample(range(-100000, 100000), 10000))
    c.executemany('insert into gaps values(?, ?)', [(i, f't{n}') for n, i in enumerate(ids)])
    c.executemany('insert into dense values(?, ?)', [(n, f'{n}x') for n in range(10000)])
    rows = sorted((n % 700, f'k{n}') for n in range(10000))
    c.executemany('insert into keyed values(?, ?, ?)', [(k, n, f'{n} {k}') for n, k in rows])
    c.commit()
    """

@Suite struct RowTests {
    private let folder: TestFolder
    private let database: OpenDatabase

    init() throws {
        folder = try TestFolder()
        try Python.run(manyRows, folder.path("t.db"))
        database = try OpenDatabase(folder.path("t.db"))
    }

    @Test(arguments: ["gaps", "dense", "keyed"]) func anyRowsAreThoseOfTheWholeTable(table: String) throws {
        let all = try database.cells(table)
        #expect(all.count == 10000)
        let source = try database.source(table)
        #expect(source.waitUntilComplete().rowCount == .exactly(10000))
        var random = SplitMix64(seed: 7)
        for _ in 0..<60 {
            let rows = Set((0..<random.int(1...40)).map { _ in random.int(0...9999) }).sorted()
            var sink = CellSink()
            try source.streamRecords(at: rows, into: &sink)
            #expect(sink.records == rows.map { all[$0] })
            let start = random.int(0...9999)
            let range = start..<min(10000, start + random.int(0...3000))
            sink = CellSink()
            try source.streamRecords(range, into: &sink)
            #expect(sink.records == Array(all[range]))
        }
        var rest = CellSink()
        try source.streamRecords(9990..<12000, into: &rest)
        #expect(rest.records == Array(all[9990...]))
    }

    @Test func rowsAreCountedAfterAHeadStart() throws {
        let headStart = HeadStart()
        headStart.begin(lasting: 3_600_000_000_000)
        let source = try OpenDatabase(folder.path("t.db"), after: headStart).source("dense")
        source.wait { $0.rowCount.known > 0 }
        #expect(!source.snapshot.rowCount.isExact && headStart.isUnderWay)
        headStart.finish()
        #expect(source.waitUntilComplete().rowCount == .exactly(10000))
    }

    @Test func tilesHaveTheCells() throws {
        let source = try database.source("gaps")
        source.waitUntilComplete()
        let all = try database.cells("gaps")
        for start in [0, 5000, 9950] {
            let rows = start..<min(start + 40, 10000)
            source.want([CellRange(rows: rows, columns: 0..<2)])
            let snapshot = source.wait { snapshot in
                rows.allSatisfy { snapshot.cells.block(row: $0, column: 0) != nil }
            }
            for row in rows {
                let block = try #require(snapshot.cells.block(row: row, column: 1))
                #expect(block.text(row: row, column: 1) == all[row][1].text)
                #expect(block.info(row: row, column: 0).kind == .number)
            }
        }
    }

    @Test func expectedCountIsKnownAtOnce() throws {
        let snapshot = try database.source("dense").wait { $0.phase != .opening }
        #expect(snapshot.expectedRowCount == 10000 && snapshot.description.progressMeasure == .rows)
    }

    @Test func progressIsInRows() {
        var state = SQLiteState(snapshot: TableSnapshot(description: TableDescription(format: "SQLite")))
        for (expected, rows, total) in [(nil, 5, 0), (10, 5, 10), (10, 12, 12)] as [(Int?, Int, Int)] {
            state.snapshot.expectedRowCount = expected
            state.note(progress: rows)
            #expect(state.snapshot.progress == (rows, total))
        }
    }

    @Test func blobsAreShownByBeginningKindAndLength() throws {
        let path = folder.path("blobs.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(b)')
            c.executemany('insert into t values(?)', [(b'',), (b'\\x04\\xd2',), (b'\\x89PNG\\r\\n\\x1a\\n' + bytes(4992),)])
            c.commit()
            """, path)
        let shown = try OpenDatabase(path).cells("t", RecordRequest(form: .shown)).map { $0[0].text }
        let png = "x'89504E470D0A1A0A" + String(repeating: "00", count: 24) + "…' · PNG · 5,000 bytes"
        #expect(shown == ["x''", "x'04D2'", png])
        #expect(try OpenDatabase(path).cells("t")[2][0].bytes.count == 10000)
    }

    @Test(arguments: ["UTF-8", "UTF-16le"]) func longValuesAreReadInPieces(encoding: String) throws {
        let path = folder.path("long.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute(f"pragma encoding='{sys.argv[2]}'")
            c.execute('create table t(n, s text, b blob)')
            c.execute('insert into t values(1, ?, ?)', ['short', b'short'])
            c.execute('insert into t values(2, ?, ?)', ['a😀' * 1000000, bytes(range(256)) * 12000])
            c.execute('insert into t values(3, ?, null)', ['x' * 900000])
            c.execute('insert into t values(4, ?, ?)', ['é' * 3000000, 'word'])
            c.commit()
            """, path, encoding)
        let database = try OpenDatabase(path)
        let cells = try database.cells("t")
        #expect(cells.map { $0[0].text } == ["1", "2", "3", "4"])
        #expect(cells[1][1].bytes == Array(String(repeating: "a😀", count: 1_000_000).utf8))
        #expect(cells[1][2].bytes.count == 2 * 256 * 12000 && cells[1][2].text.hasSuffix("FCFDFEFF"))
        #expect(cells[2][1].bytes.count == 900_000 && cells[2][2].state == .null)
        #expect(cells[3][1].bytes == Array(String(repeating: "é", count: 3_000_000).utf8) && cells[3][2].text == "word")
        let source = try database.source("t")
        source.waitUntilComplete()
        source.want([CellRange(rows: 0..<4, columns: 0..<3)])
        let block = try #require(
            source.wait { $0.cells.block(row: 3, column: 1) != nil }.cells.block(row: 3, column: 1))
        #expect(block.text(row: 3, column: 1) == String(repeating: "é", count: 2048))
        #expect(
            block.info(row: 3, column: 1).isCut && block.text(row: 1, column: 2).hasSuffix(" · 3072000 bytes") == false)
        #expect(block.text(row: 1, column: 2).hasSuffix("…' · 3,072,000 bytes"))
    }

    @Test func endlessViewIsShownAndClosed() throws {
        let path = folder.path("endless.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.execute('create view t as with recursive r(n) as (select 1 union all select n + 1 from r) select n from r')
            c.execute('create view never as with recursive r(n) as (select 1 union all select n + 1 from r) select n from r where n < 0')
            """, path)
        let database = try OpenDatabase(path)
        let source = try database.source("t")
        #expect(source.wait { $0.rowCount.known > 1000 }.rowCount.isExact == false)
        var sink = CellSink()
        try source.streamRecords(990..<992, into: &sink)
        #expect(sink.records.map { $0[0].text } == ["991", "992"])
        source.close()
        // Its first row never comes.
        let other = try database.source("never")
        other.wait { $0.phase != .opening }
        other.close()
        #expect(comesTrue { other.reader.database.busyCount == 0 })
        // Neither do those of more tables than there are connections.
        let sources = try (0..<5).map { _ in try database.source("never") }
        #expect(comesTrue { sources[0].reader.database.busyCount == 3 })
        for source in sources.reversed() { source.close() }
        #expect(comesTrue { sources[0].reader.database.busyCount == 0 })
        #expect(try database.source("t").wait { $0.rowCount.known > 100 }.columns.count == 1)
    }

    @Test func brokenViewsSayWhatTheyNeed() throws {
        let path = folder.path("broken.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.execute('create table gone(a)'); c.execute('create table t(a)')
            c.execute('create view v1 as select * from gone'); c.execute('create view v2 as select f(a) from t')
            c.execute("create view v3 as select load_extension('x')")
            c.execute('drop table gone')
            c.execute('pragma writable_schema=on')
            c.execute("insert into sqlite_master values('table', 'm', 'm', 0, 'create virtual table m using VirtualSpatialIndex(a)')")
            c.commit()
            """, path)
        let entries = try OpenDatabase(path).catalog.entries
        let obstacles = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.obstacle?.message) })
        #expect(obstacles["t"] == .some(nil))
        #expect(obstacles["v1"] == "needs the table main.gone, which is not in the database.")
        #expect(obstacles["v2"] == "needs the function f, which SQLite here does not have.")
        #expect(obstacles["v3"] == "SQLite cannot read it: unsafe use of load_extension().")
        #expect(obstacles["m"] == "needs the module VirtualSpatialIndex, which SQLite here does not have.")
    }
}
