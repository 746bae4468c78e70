import CSQLite
import Foundation
import Tabular
import TabularExport
import Testing

@testable import TabularSQLite

/// Values that make a row of a table fail: only they are read another way, or cannot be read.
@Suite(.serialized) struct LongValueTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func database(_ script: String, encoding: String = "UTF-8") throws -> OpenDatabase {
        let path = folder.path("t.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute(f"pragma encoding='{sys.argv[2]}'")
            \(script)
            c.commit()
            """, path, encoding)
        return try OpenDatabase(path)
    }

    /// The snapshot of the whole table `name`.
    private func snapshot(_ database: OpenDatabase, _ name: String = "t") throws -> TableSnapshot {
        let source = try database.source(name)
        defer { source.close() }
        return source.waitUntilComplete()
    }

    @Test func generatedColumnsDoNotShiftLongValues() throws {
        let database = try database(
            """
            c.execute("create table t(g text as ('gen') virtual, a text, b text)")
            c.executemany('insert into t values(?, ?)', [('a', 'b')] * 300)
            c.execute('insert into t values(?, ?)', ['A' * 1500000, 'B' * 1200000])
            """)
        let cells = try database.cells("t", .columns([1, 2]))
        #expect(cells.count == 301)
        #expect(cells[300][0].bytes == Array(repeating: UInt8(ascii: "A"), count: 1_500_000))
        #expect(cells[300][1].bytes == Array(repeating: UInt8(ascii: "B"), count: 1_200_000))
    }

    @Test func longGeneratedValuesAreRead() throws {
        let database = try database(
            """
            c.execute('create table t(a text, g text as (upper(a)))')
            c.executemany('insert into t values(?)', [('a',)] * 300)
            c.executemany('insert into t values(?)', [('x' * 2000000,), ('last',)])
            """)
        let cells = try database.cells("t")
        #expect(cells.count == 302 && cells[300][0].bytes.count == 2_000_000 && cells[301][1].text == "LAST")
        #expect(cells[300][1].bytes == Array(repeating: UInt8(ascii: "X"), count: 2_000_000))
        #expect(try snapshot(database).phase == .complete)
    }

    @Test func failingExpressionsLeaveTheirRows() throws {
        let database = try database(
            """
            c.execute('create table t(a int, g as (a))')
            c.executemany('insert into t values(?)', [(i,) for i in range(300)] + [(-2**63,), (7,)])
            c.execute('pragma writable_schema=on')
            c.execute("update sqlite_master set sql = replace(sql, '(a))', '(abs(a)))')")
            """)
        let cells = try database.cells("t")
        #expect(cells.count == 302 && cells[301][1].text == "7")
        #expect(cells[300].map(\.state) == [.value, .unreadable])
        let problems = try snapshot(database).problems
        #expect(problems.count == 1)
    }

    @Test func longTextInUTF16IsNeverEmpty() throws {
        let database = try database(
            """
            c.execute('create table t(k integer primary key, s text) without rowid')
            c.executemany('insert into t values(?, ?)', [(1, 'short'), (2, 'é' * 5500000), (3, 'last')])
            """, encoding: "UTF-16le")
        let cells = try database.cells("t")
        #expect(cells.map { $0[0].text } == ["1", "2", "3"] && cells[2][1].text == "last")
        #expect(cells[1][1].state == .unreadable || cells[1][1].bytes.count == 11_000_000)
    }

    @Test func tooLongValueWithoutRowIDsIsUnreadable() throws {
        let database = try database(
            """
            c.execute('create table t(k text primary key, b blob, n int) without rowid')
            c.executemany('insert into t values(?, ?, ?)', [(f'{i:04}', b'', i) for i in range(300)])
            c.execute('insert into t values(?, ?, ?)', ['0150x', bytes(16000000), 7])
            """)
        let cells = try database.cells("t")
        #expect(cells.count == 301 && cells[300][2].text == "299")
        #expect(cells[151].map(\.state) == [.value, .unreadable, .value] && cells[151][2].text == "7")
        let snapshot = try snapshot(database)
        #expect(snapshot.phase == .complete && snapshot.rowCount == .exactly(301) && snapshot.problems.count == 1)
    }

    @Test func rowOfManyLongValuesIsRead() throws {
        let database = try database(
            """
            c.execute('create table t(' + ', '.join(f'c{i} text' for i in range(40)) + ')')
            c.execute('insert into t values(' + ', '.join('?' * 40) + ')', [chr(65 + i % 26) * 1000000 for i in range(40)])
            c.execute("insert into t(c0) values('last')")
            """)
        let cells = try database.cells("t")
        #expect(cells.count == 2 && cells[1][0].text == "last")
        #expect(cells[0].allSatisfy { $0.bytes.count == 1_000_000 })
        #expect(cells[0][39].bytes.allSatisfy { $0 == UInt8(ascii: "N") })
        #expect(try snapshot(database).phase == .complete)
    }

    @Test(arguments: ["v", "f"]) func tooLongValueOfViewIsUnreadable(name: String) throws {
        let database = try database(
            """
            c.execute('create table t(a int, b blob)')
            c.executemany('insert into t values(?, ?)', [(i, None) for i in range(300)])
            c.execute('insert into t values(300, ?)', [bytes(30000000)])
            c.execute('insert into t values(301, null)')
            c.execute('create view v as select a, b from t')
            c.execute('create virtual table f using fts5(a, b)')
            c.executemany('insert into f values(?, ?)', [(str(i), 'x') for i in range(300)])
            c.execute('insert into f values(?, ?)', ['300', 'y' * 17000000])
            c.execute('insert into f values(301, null)')
            """)
        let cells = try database.cells(name)
        #expect(cells.map { $0[0].state == .value ? $0[0].text : "" }.count == 302)
        #expect(cells.last?[0].text == "301")
        #expect(cells.filter { $0[1].state == .unreadable }.count == 1 && cells[300][1].state == .unreadable)
        let snapshot = try snapshot(database, name)
        #expect(snapshot.phase == .complete && snapshot.problems.count == 1)
    }

    @Test func viewKeepsRowsBeforeFailure() throws {
        let database = try database(
            """
            c.execute('create table t(id integer primary key, a int)')
            c.executemany('insert into t(a) values(?)', [(-i,) for i in range(1500)] + [(-2**63,), (5,)])
            c.execute('create view v as select id, abs(a) m from t')
            """)
        let source = try database.source("v")
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.rowCount.known == 1500 && snapshot.interruption != nil)
        var sink = CellSink()
        try source.streamRecords(0..<1500, into: &sink)
        #expect(sink.records.count == 1500 && sink.records[1499][1].text == "1499")
    }

    @Test func brokenChainHasAReason() throws {
        _ = try database("c.execute('create table t(a)'); c.execute('insert into t values(?)', [bytes(3000000)])")
        var bytes = try folder.bytes("t.db")
        bytes.replaceSubrange(300 * 4096..<300 * 4096 + 4, with: [0xFF, 0xFF, 0xFF, 0xF0])
        try folder.write("t.db", bytes)
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")).cells("t") }
        #expect(error?.description.contains("is damaged: .") == false)
    }

    @Test func halvesOfSurrogatePairsAreReplaced() throws {
        let database = try database(
            """
            c.execute('create table t(a)')
            c.execute("insert into t values(cast(x'4100D800' as text))")
            """, encoding: "UTF-16be")
        let source = try database.source("t")
        for format in [ExportFormat.csv, .ndjson, .sql] {
            let path = folder.path("out")
            try TableExport(source, format: format).write(toFile: path)
            let text = try #require(String(validating: folder.bytes("out"), as: UTF8.self))
            #expect(text.contains("\u{4100}\u{FFFD}") && !text.contains("\\ud8"), "\(format)")
        }
    }

    @Test func viewHasTheTypesOfItsNumbers() throws {
        let database = try database(
            """
            c.execute('create table t(x real, n)'); c.executemany('insert into t values(?, ?)', [(1, 1), (2, 2)])
            c.execute('create view v as select x, n from t')
            """)
        #expect(try snapshot(database, "v").columns.map(\.form.type) == [.decimal, .integer])
        #expect(try snapshot(database, "t").columns.map(\.form.type) == [.decimal, .integer])
    }

    @Test(arguments: ["t", "v"]) func statementsReadBackWithTheirTypes(name: String) throws {
        let database = try database(
            """
            c.execute('create table t(id integer primary key, v)')
            values = [2**63 - 1, -2**63, 1e308, 1.0, -1.0, 0.0, float('inf'), float('-inf'), -0.0, 0.1, 5e-324, 1e15, 1/3,
                      123456789012345680.0, 0, -5, '1', '1.0', "it's", 'Infinity', '', b'', b'\\0', None, 1e22]
            c.executemany('insert into t(v) values(?)', [(v,) for v in values])
            c.execute("insert into t(v) values('a' || char(0) || 'b')")
            c.execute('create view v as select id, v from t')
            """)
        try TableExport(try database.source(name), format: .sql, style: ExportStyle(tableName: "r"))
            .write(toFile: folder.path("out.sql"))
        let output = try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table r(id, v)')
            c.executescript(open(sys.argv[2]).read())
            bad = c.execute('''select r.id, typeof(t.v), typeof(r.v), quote(t.v), quote(r.v) from t left join r using (id)
                where typeof(t.v) is not typeof(r.v) or t.v is not r.v or hex(t.v) is not hex(r.v)''').fetchall()
            print(bad, c.execute('select count(*) from r').fetchall())
            """, folder.path("t.db"), folder.path("out.sql"))
        #expect(output == "[] [(26,)]\n")
    }
}

/// A sink that runs something once it has the first bytes of a long value.
private struct PausingSink: RecordSink {
    let pause: () throws -> Void
    var hasPaused = false
    var failure: (any Error)?
    var byteCount = 0

    init(_ pause: @escaping () throws -> Void) { self.pause = pause }

    var isFinished: Bool { false }
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        byteCount += bytes.count
        if hasPaused { return }
        hasPaused = true
        do { try pause() } catch { failure = error }
    }
    mutating func endValue(_ state: CellState) {}
    mutating func endRecord() {}
}

private let insert = """
    import sqlite3, sys
    c = sqlite3.connect(sys.argv[1], timeout=float(sys.argv[2])); c.execute('insert into w values(1)'); c.commit()
    """

@Suite struct WritersBesideTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
        folder = try TestFolder()
        path = folder.path("t.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table w(a)')
            c.execute('create table t(a text)'); c.execute('insert into t values(?)', ['x' * 20000000])
            c.execute('create view endless as with recursive r(n) as (select 1 union all select n + 1 from r) select n from r')
            c.commit()
            """, path)
    }

    @Test func slowSinkLetsOthersWrite() throws {
        let source = try OpenDatabase(path).source("t")
        source.waitUntilComplete()
        var sink = PausingSink { [path] in try Python.run(insert, path, "0.5") }
        // The table is another one afterwards.
        #expect(throws: ReadError.self) { try source.streamRecords(0..<1, into: &sink) }
        #expect(sink.failure == nil && sink.hasPaused && sink.byteCount < 20_000_000)
    }

    @Test func endlessViewGivesWay() throws {
        let source = try OpenDatabase(path).source("endless")
        source.wait { $0.rowCount.known > 1000 }
        try Python.run(insert, path, "20")
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.failure?.reason as? SQLiteFailure == .writerWaits)
        #expect(snapshot.rowCount.known > 1000 && snapshot.interruption != nil)
    }

    @Test func idleConnectionsKeepNoPages() throws {
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a)')
            c.executemany('insert into t values(?)', [('x' * 1000,)] * 3000); c.commit()
            """
        var open: [SQLiteSource] = []
        let before = quad_sqlite_memory_used()
        for number in 0..<8 {
            try Python.run(script, folder.path("\(number).db"))
            let source = try OpenDatabase(folder.path("\(number).db")).source("t")
            source.waitUntilComplete()
            var sink = CellSink()
            try source.streamRecords(0..<3000, into: &sink)
            #expect(sink.records.count == 3000)
            open.append(source)
        }
        // Other tests read at the same time.
        #expect(open.count == 8 && quad_sqlite_memory_used() - before < 8 << 20)
    }
}
