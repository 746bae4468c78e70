import Tabular
import TestWaiting
import Testing

@testable import TabularSQLite

/// Tables without row ids whose keys do not ascend as their columns do, with indexes that have all columns in other orders.
private let keyed = """
    import random, sqlite3, sys
    random.seed(4)
    c = sqlite3.connect(sys.argv[1])
    c.create_collation('backwards', lambda a, b: (a < b) - (a > b))
    c.executescript(\'\'\'
        create table falling(u int, ts int, v, primary key(u, ts desc)) without rowid;
        create index f on falling(v, u, ts);
        create table cased(v, k text, primary key(k collate nocase)) without rowid;
        create index d on cased(k, v);
        create table mixed(a collate nocase, b, c collate rtrim, primary key(c desc, a collate binary, b desc)) without rowid;
        create table own(k text collate backwards primary key, v) without rowid;\'\'\')
    rows = [(n % 7, n, n % 3) for n in range(5000)]
    c.executemany('insert into falling values(?, ?, ?)', rows)
    words = random.sample([a + b + str(n) for a in 'aBcDeF' for b in 'xYz' for n in range(300)], 5000)
    c.executemany('insert or ignore into cased values(?, ?)', enumerate(words))
    c.executemany('insert or ignore into mixed values(?, ?, ?)',
        [(random.choice('aAbB'), n % 500, random.choice(['x', 'x ', 'y', 'z'])) for n in range(9000)])
    c.executemany('insert into own values(?, ?)', [(f'k{n}', n) for n in range(3000)])
    c.commit()
    if len(sys.argv) > 2:
        for row in c.execute(f'select * from {sys.argv[2]} order by ' + sys.argv[3]): print('|'.join(map(str, row)))
    """

@Suite struct KeyOrderTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(arguments: [
        ("falling", "u, ts desc"), ("cased", "k collate nocase"), ("mixed", "c desc, a collate binary, b desc"),
        ("own", "k collate backwards"),
    ]) func rowsComeInTheOrderOfTheTree(table: String, order: String) throws {
        let output = try Python.run(keyed, folder.path("t.db"), table, order)
        let expected = output.split(separator: "\n").map(String.init)
        let source = try OpenDatabase(folder.path("t.db")).source(table)
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.rowCount == .exactly(expected.count) && snapshot.phase == .complete)
        var all = CellSink()
        try source.streamRecords(0..<Int.max, into: &all)
        #expect(all.records.map { $0.map(\.text).joined(separator: "|") } == expected)
        var some = CellSink()
        let rows = Array(stride(from: 5, to: expected.count, by: 701))
        try source.streamRecords(at: rows, into: &some)
        #expect(some.records == rows.map { all.records[$0] })
        guard table != "own", let keys = source.abilities.keys else { return }
        let found = try keys.keys(ofRows: rows)
        #expect(try keys.rows(withKeys: found.compactMap { $0 }) == rows)
    }

    /// Statements search the b-tree once for each column of the key, and sort nothing.
    @Test(arguments: ["falling", "cased", "mixed"]) func rowsAreFoundBySearches(table: String) throws {
        try Python.run(keyed, folder.path("t.db"))
        let database = Database(path: folder.path("t.db"), name: "t.db")
        let (plans, _) = try database.read { connection throws(EngineError) in
            let reader = SchemaReader(connection: connection)
            let table = SchemaTable(name: table, kind: .table, lacksRowID: true)
            guard let keyed = try reader.keyedTable(table, try reader.columns(of: table)) else { return [[String]]() }
            var plans: [[String]] = []
            for list in [keyed.keyList, keyed.list([0]), "1"] {
                let plan = try connection.statement(
                    "EXPLAIN QUERY PLAN " + keyed.rows(list, isAfter: true, "LIMIT 1 OFFSET 5"))
                defer { plan.reset() }
                var lines: [String] = []
                while try plan.step() { lines.append(try plan.text(3)) }
                plans.append(lines)
            }
            return plans
        }
        #expect(plans.count == 3)
        for plan in plans {
            #expect(
                plan.filter { $0.hasPrefix("SEARCH t USING PRIMARY KEY") }.count
                    == (table == "cased" ? 1 : table == "mixed" ? 3 : 2))
            #expect(!plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    /// SQLite has no more columns in a result: the key does not fit beside them.
    @Test(arguments: ["", "without rowid"]) func mostColumnsAreRead(ending: String) throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            names = ', '.join(f'c{n}' for n in range(1, 2000))
            c.execute(f'create table t(c0 primary key, {names}) ' + sys.argv[2])
            c.executemany('insert into t values(' + ', '.join('?' * 2000) + ')',
                [[row] + [column % 10 for column in range(1, 2000)] for row in range(150)])
            c.commit()
            """, folder.path("t.db"), ending)
        let source = try OpenDatabase(folder.path("t.db")).source("t")
        #expect(source.waitUntilComplete().phase == .complete)
        var sink = CellSink()
        try source.streamRecords(0..<Int.max, into: &sink)
        #expect(sink.records.map { $0[0].text } == (0..<150).map { "\($0)" })
        #expect(sink.records.allSatisfy { $0.count == 2000 && $0[1999].text == "9" })
        var some = CellSink()
        try source.streamRecords(at: [3, 80, 149], into: &some)
        #expect(some.records.map { $0[0].text } == ["3", "80", "149"])
    }
}
