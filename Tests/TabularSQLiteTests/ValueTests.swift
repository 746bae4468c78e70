import Foundation
import Tabular
import Testing

@testable import TabularSQLite

/// Makes a database with values of all types in tables of all kinds.
let allTypes = """
    import sqlite3, sys
    path, encoding = sys.argv[1:3]
    c = sqlite3.connect(path, isolation_level=None)
    c.execute('pragma synchronous=off')
    c.execute(f"pragma encoding='{encoding}'")
    values = [None, 0, 1, -1, 2**63 - 1, -2**63, 9007199254740993, 0.0, -0.0, 1.5, 0.1, 1e300, 5e-324, 1/3, 1e15, 1e16,
              123456789012345680.0, float('inf'), float('-inf'), '', 'text', 'Zürich', 'a\\0b', '😀' * 3, 'x' * 5000,
              '2024-01-31', "quote ' \\" ,\\n line", b'', b'\\0', b'\\x89PNG\\r\\n\\x1a\\n' + bytes(100), bytes(range(256)) * 20]
    types = ['INTEGER', 'REAL', 'TEXT', 'BLOB', 'NUMERIC', '', 'DECIMAL(10, 2)', 'BOOLEAN', 'DATE', 'VARCHAR(3)']
    columns = ', '.join(f'"c {i}" {t}' for i, t in enumerate(types))
    marks = ', '.join('?' * len(types))
    c.execute(f'create table all_types(id integer primary key, {columns})')
    c.execute(f'create table plain({columns})')
    c.execute(f'create table keyed(a text, b blob, {columns}, primary key(b, a)) without rowid')
    c.execute('create table "odd ""name\"\"\"(rowid text, "sel""ect" int, ünï real)')
    c.execute('create table shadowed(rowid, oid, _rowid_)')
    c.execute('create table empty(a, b int)')
    c.execute('create table generated(a int, b int as (a * 2) virtual, c text as (a || "x") stored)')
    c.execute('begin')
    for i, v in enumerate(values):
        c.execute(f'insert into all_types values(?, {marks})', [i * 7 - 20] + [v] * len(types))
        c.execute(f'insert into plain values({marks})', [v] * len(types))
        c.execute(f'insert into keyed values(?, ?, {marks})', [str(i % 3), i % 5 if i % 2 else b'k%d' % i] + [v] * len(types))
        c.execute('insert into "odd ""name\"\"\" values(?, ?, ?)', [v, v, v])
        c.execute('insert into shadowed values(?, ?, ?)', [v, i, v])
    c.execute("insert into plain(\\"c 2\\") values(cast(x'61ff62c328' as text))")
    for i in range(3000): c.execute('insert into generated(a) values(?)', [i])
    c.execute('commit')
    c.execute('create view joined as select a.id, p.* from all_types a join plain p on p.rowid = a.id')
    c.execute('create view many as select a.a, b.a as a, a.c from generated a, generated b where b.a < 3')
    c.execute('create virtual table words using fts5(title, body)')
    c.execute("insert into words values('one', 'first text'), ('two', 'second')")
    c.execute('create virtual table boxes using rtree(id, x0, x1)')
    c.execute('insert into boxes values(1, 2.5, 3.5), (2, -1, 1)')
    """

/// Prints all values of a table: their types and, by bits or bytes, their values.
private let printAll = """
    import sqlite3, struct, sys
    c = sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True)
    c.text_factory = bytes
    table = '"' + sys.argv[2].replace('"', '""') + '"'
    order = c.execute("select count(*) from pragma_table_list where name = ? and type = 'table' and wr = 0", [sys.argv[2]])
    names = [r[1] for r in c.execute(f'pragma table_xinfo({table})') if r[6] != 1]
    names = [n.decode() if isinstance(n, bytes) else n for n in names]
    quoted = ['"' + n.replace('"', '""') + '"' for n in names]
    for row in c.execute('select ' + ', '.join(f'typeof({n}), {n}' for n in quoted) + f' from {table}'):
        out = []
        for kind, value in zip(row[::2], row[1::2]):
            kind = kind.decode()
            if kind == 'null': out.append('n')
            elif kind == 'integer': out.append(f'i{value}')
            elif kind == 'real': out.append('r' + struct.pack('>d', value).hex())
            else: out.append(kind[0] + value.hex())
        print(' '.join(out))
    """

/// The same of a streamed cell; nil where it is no such value.
private func written(_ cell: StreamedCell, like expected: String) -> String {
    switch (cell.state, cell.kind) {
    case (.null, _): return "n"
    case (.value, .number) where expected.hasPrefix("r"):
        guard let bits = Double(cell.text)?.bitPattern else { return "no number: \(cell.text)" }
        let digits = String(bits, radix: 16)
        return "r" + String(repeating: "0", count: 16 - digits.count) + digits
    case (.value, .number): return "i" + cell.text
    case (.value, .binary): return "b" + cell.text.lowercased()
    case (.value, .text): return "t" + cell.bytes.map { String(format: "%02x", $0) }.joined()
    default: return "unexpected: \(cell)"
    }
}

private func expectSame(_ path: String, _ table: String) throws {
    let lines = try Python.run(printAll, path, table).split(separator: "\n")
    let cells = try OpenDatabase(path).cells(table)
    #expect(cells.count == lines.count, "\(table)")
    for (row, line) in zip(cells, lines) {
        let expected = line.split(separator: " ").map(String.init)
        let found = zip(row, expected).map { written($0, like: $1) }
        #expect(found == expected && row.count == expected.count, "\(table)")
        if found != expected { return }
    }
}

@Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"]) func valuesAreThoseOfPython(encoding: String) throws {
    let folder = try TestFolder()
    let path = folder.path("all.db")
    try Python.run(allTypes, path, encoding)
    let before = try folder.contents()
    let names = try OpenDatabase(path).catalog.entries.filter { !$0.isHidden }.map(\.name)
    #expect(
        names == [
            "all_types", "plain", "keyed", "odd \"name\"", "shadowed", "empty", "generated", "joined", "many", "words",
            "boxes",
        ])
    for name in names { try expectSame(path, name) }
    #expect(try folder.contents() == before)
}

/// The folder of databases that other programs made; nil where it is not given.
private let corpus = ProcessInfo.processInfo.environment["SQLITE_CORPUS"]

@Test(.enabled(if: corpus != nil)) func databasesOfOtherProgramsHaveTheValuesOfPython() throws {
    let corpus = try #require(corpus)
    let files = FileManager.default.enumerator(atPath: corpus)?.compactMap { $0 as? String } ?? []
    let databases = files.filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".db") }
    #expect(!databases.isEmpty)
    for name in databases {
        let path = "\(corpus)/\(name)"
        for entry in try OpenDatabase(path).catalog.entries { try expectSame(path, entry.name) }
    }
}

@Test func onlyNamedColumnsAreRead() throws {
    let folder = try TestFolder()
    let path = folder.path("all.db")
    try Python.run(allTypes, path, "UTF-8")
    let all = try OpenDatabase(path).cells("generated")
    let some = try OpenDatabase(path).cells("generated", .columns([2, 0, 9, 2]))
    let missing = StreamedCell(state: .missing)
    #expect(some == all.map { [$0[2], $0[0], missing, $0[2]] })
    let view = try OpenDatabase(path).cells("many", .columns([1]))
    #expect(view == (try OpenDatabase(path).cells("many")).map { [$0[1]] })
}

@Test func typesAreThoseOfAllValues() throws {
    let folder = try TestFolder()
    let path = folder.path("types.db")
    try Python.run(
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        c.execute('create table t(i integer, late integer, r real, d text, dt text, s text, b blob, n, mixed)')
        c.executemany('insert into t values(?, ?, ?, ?, ?, ?, ?, ?, ?)', [
            (i, 'word' if i == 4000 else i, i, '2024-01-%02d' % (i % 28 + 1), '2024-01-01 10:00:%02d' % (i % 60), 'a%d' % i,
             b'x', None, [1, 'x', b'y', 1.5][i % 4]) for i in range(5000)])
        c.commit()
        """, path)
    let source = try OpenDatabase(path).source("t")
    let snapshot = source.waitUntilComplete()
    #expect(snapshot.rowCount == .exactly(5000))
    #expect(
        snapshot.columns.map(\.type) == [
            .integer, .mixed, .decimal, .date, .dateTime, .text, .binary, .empty, .mixed,
        ])
    #expect(snapshot.columns[2].declaredType == "REAL" && snapshot.columns[7].declaredType == nil)
    let details = try #require(snapshot.description.details)
    #expect(
        details.infoLines.map(\.words) == ["i INTEGER, late INTEGER, r REAL, d TEXT, dt TEXT, s TEXT, b BLOB"])
}
