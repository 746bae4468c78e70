import Foundation
import Testing

@testable import QuadrilleApp

/// Commands on SQLite databases.
@Suite struct DatabaseCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.executescript('''
                create table orders(id integer primary key, total decimal(10,2), note text, file blob);
                create view large as select id, total from orders where total > 5;
                create view broken as select * from nowhere;
                create table keyed(k text primary key, n int) without rowid;
            ''')
            c.executemany('insert into orders values(?, ?, ?, ?)', [
                (9007199254740993, 1.5, 'needle', b'\\x01\\xff'), (-1, 12, None, None), (7, 'dear', '', None)])
            c.executemany('insert into keyed values(?, ?)', [('b', 2), ('a', 1)])
            c.commit()
            """
        let made = try Program.shell("exec python3 -c \"$1\" \"$2\"", [script, folder.path("shop.db")])
        try #require(made.status == 0, "\(made.errors)")
    }

    private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.path) }

    @Test func valueOfABlobIsWrittenAsItsBytes() throws {
        #expect(try run("export", "shop.db", "--of", "orders", "--value", "3,file", "-o", "blob").status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("blob"))) == Data([1, 0xFF]))
        #expect(try run("export", "shop.db", "--of", "orders", "--value", "3,note").text == "needle")
        #expect(try run("export", "shop.db", "--of", "orders", "--value", "2,total").text == "dear")
    }

    @Test func infoListsTablesAndTypes() throws {
        let info = try run("info", "shop.db", "--json", "--of", "orders").json
        let tables = try #require(info["tables"] as? [[String: Any]])
        #expect(tables.map { $0["name"] as? String } == ["orders", "large", "broken", "keyed"])
        #expect(tables.map { $0["kind"] as? String } == ["table", "view", "view", "table"])
        #expect(tables[2]["obstacle"] as? String == "needs the table main.nowhere, which is not in the database.")
        #expect(info["format"] as? String == "SQLite" && info["rows"] as? Int == 3 && info["dialect"] is NSNull)
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(columns.map { $0["type"] as? String } == ["integer", "mixed", "text", "binary"])
    }

    /// The numbers that are listed are those that --of takes.
    @Test func hiddenTablesHaveNoNumber() throws {
        try python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table a(x integer primary key autoincrement)')
            c.execute('create virtual table m using fts5(word)'); c.execute('create table z(w)'); c.commit()
            """, "h.db")
        let lines = try run("info", "h.db").text.split(separator: "\n")
        let listed = lines.dropFirst(2).prefix { !$0.hasPrefix("  table ") }
        #expect(listed.count > 4 && listed.allSatisfy { $0.hasSuffix("(hidden)") == ($0.prefix(6) == "      ") })
        let shown = listed.filter { !$0.hasSuffix("(hidden)") }.map { $0.split { " *".contains($0) } }
        #expect(shown.map { $0[0] } == ["1", "2", "3"] && shown.map { $0[1] } == ["a", "m", "z"])
        for line in shown {
            let info = try run("info", "h.db", "--of", String(line[0]))
            #expect(info.text.contains("  table     \(line[1])\n"), "\(info)")
        }
    }

    @Test func valuesAreWrittenByTheirTypes() throws {
        let orders = try run("export", "shop.db", "--to", "ndjson", "--of", "orders")
        #expect(
            orders.text == """
                {"id":-1,"total":12,"note":null,"file":null}
                {"id":7,"total":"dear","note":"","file":null}
                {"id":9007199254740993,"total":1.5,"note":"needle","file":"01FF"}

                """)
        #expect(try run("export", "shop.db", "--to", "csv", "--of", "keyed").text == "k,n\na,1\nb,2\n")
        let views = try run("export", "shop.db", "--to", "csv", "--of", "large", "--sort", "id:desc")
        #expect(views.text == "id,total\n7,dear\n-1,12\n", "SQLite counts texts as more than numbers")
        // The first by name.
        let unnamed = try run("export", "shop.db", "--to", "csv")
        #expect(unnamed.text == "k,n\na,1\nb,2\n" && unnamed.errors.contains("keyed"))
    }

    @Test func rowsAreFilteredAndFound() throws {
        let filtered = try run(
            "export", "shop.db", "--to", "csv", "--of", "orders", "--columns", "id", "--filter", "note null")
        #expect(filtered.text == "id\n-1\n")
        let found = try run("find", "shop.db", "needle", "--of", "orders")
        #expect(found.status == 0 && found.text.hasPrefix("3\t3\t"))
        let broken = try run("export", "shop.db", "--to", "csv", "--of", "broken")
        #expect(broken.status == 1 && broken.errors.contains("main.nowhere"))
    }

    private func python(_ script: String, _ name: String) throws {
        let made = try Program.shell("exec python3 -c \"$1\" \"$2\"", [script, folder.path(name)])
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test func copyOfUnfinishedChangeIsRead() throws {
        try python(
            """
            import os, sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('create table t(a, b)'); c.execute('begin')
            c.executemany('insert into t values(?, ?)', [('old', 'x' * 500)] * 1000); c.execute('commit')
            c.execute('pragma cache_size=5'); c.execute('begin'); c.execute("update t set a = 'new'")
            # As a crash would.
            os._exit(0)
            """, "left.db")
        let refused = try run("info", "left.db")
        #expect(refused.status == 1 && refused.errors.contains("or look at a copy of it (--copy)."))
        let copied = try run("export", "left.db", "--to", "csv", "--columns", "a", "--rows", ":2", "--copy")
        #expect(copied.status == 0 && copied.text == "a\nold\nold\n")
        let other = try run("info", "left.db", "--copy", "--as", "text")
        #expect(other.status == 1 && other.errors.contains("which has no --copy."))
    }

    @Test func infinitiesAreNumbersBesideTexts() throws {
        try python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(v)')
            c.executemany('insert into t values(?)', [(x,) for x in
                [1, 2.5, float('inf'), 'n/k', float('-inf'), 'Infinity']]); c.commit()
            """, "i.db")
        let cases = [("v > 2", "2.5\nInfinity\n"), ("v < 1", "-Infinity\n"), ("v >= Infinity", "Infinity\n")]
        for (filter, rows) in cases {
            let found = try run("export", "i.db", "--to", "csv", "--no-header", "--filter", filter)
            #expect(found.text == rows, "\(filter)")
        }
        let sorted = try run("export", "i.db", "--to", "csv", "--no-header", "--sort", "v")
        #expect(sorted.text.hasPrefix("-Infinity\n1\n2.5\nInfinity\n"))
    }

    @Test func layersOfAGeoPackageComeFirst() throws {
        try python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('pragma application_id=0x47504B47')
            c.execute('create table gpkg_contents(table_name text primary key, data_type text)')
            c.execute("insert into gpkg_contents values('pts', 'features')")
            c.execute('create table other(x)'); c.execute('create table pts(fid integer primary key, n)')
            c.execute("insert into pts(n) values('a')"); c.commit()
            """, "g.gpkg")
        #expect(try run("export", "g.gpkg", "--to", "csv").text == "fid,n\n1,a\n")
        #expect(try run("export", "g.gpkg", "--to", "csv", "--of", "1").text == "fid,n\n1,a\n")
    }

    /// A table whose values are not audited has its columns from the start.
    @Test(arguments: ["csv", "json", "ndjson", "html", "markdown", "sql"])
    func unknownColumnEndsAnExport(format: String) throws {
        for other in [[], ["--filter", "id > 0"], ["--sort", "id"]] {
            let arguments = ["export", "shop.db", "--of", "orders", "--columns", "nope", "--to", format] + other
            let outcome = try Program.run(arguments, in: folder.path)
            #expect(outcome.status == 1 && outcome.errors.contains("nope"), "\(outcome)")
        }
    }

    @Test func tableWithANumberAsItsNameIsPointedOut() throws {
        try python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table "7"(a)'); c.execute('create table b(a)'); c.commit()
            """, "n.db")
        let outcome = try run("info", "n.db", "--of", "7")
        #expect(outcome.status == 1 && outcome.errors.contains("The table called 7 is name:7."))
        #expect(try run("info", "n.db", "--of", "name:7").status == 0)
    }

    @Test func rowsOnDamagedPagesAreNotMissingSilently() throws {
        try python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a, b)')
            c.executemany('insert into t values(?, ?)', [(i, 'x' * 50) for i in range(5000)]); c.commit(); c.close()
            file = open(sys.argv[1], 'r+b'); bytes = file.read()
            file.seek(bytes.index((2999).to_bytes(2, 'big') + b'x' * 50) // 4096 * 4096); file.write(b'\\xFF' * 4096)
            """, "damaged.db")
        let refused = try run("export", "damaged.db", "--to", "csv")
        #expect(refused.status == 1 && refused.errors.contains("the value cannot be read. Page "))
        let allowed = try run("export", "damaged.db", "--to", "csv", "--columns", "a", "--allow-unreadable")
        #expect(allowed.status == 0 && allowed.text.hasSuffix("\n4999\n"))
        let filtered = try run("export", "damaged.db", "--to", "csv", "--columns", "a", "--filter", "a > 4997")
        #expect(filtered.text == "a\n4998\n4999\n" && filtered.status == 1)
        #expect(filtered.errors.contains("lies on a damaged page"))
        let info = try run("info", "damaged.db")
        #expect(info.text.contains("damaged") && info.text.contains("page "))
    }

    @Test func findTellsOfValuesThatWereNotSearched() throws {
        try python(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(k text primary key, b) without rowid')
            c.execute('insert into t values(?, ?)', ['word', bytes(16000000)]); c.commit()
            """, "long.db")
        let found = try run("find", "long.db", "word")
        #expect(found.status == 1 && found.text.hasPrefix("1\t1\t"))
        #expect(found.errors.contains("row 1 has a value that cannot be read."))
    }
}
