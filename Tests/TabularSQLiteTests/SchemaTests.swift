import Tabular
import Testing

@testable import TabularSQLite

/// Tables that refer to each other: by ids, by keys of two columns, to themselves, and in other letters than they are declared.
private let shop = """
    create table artists(id integer primary key, name text not null unique);
    create table tracks(disc int, number int, title varchar(80), artist references ARTISTS, primary key(disc, number));
    create table plays(at real, d int, n int, who text collate nocase, total as (d * 10 + n) stored,
        foreign key(d, n) references Tracks(Disc, Number), foreign key(who) references artists(Name));
    create table staff(id integer primary key, boss int references staff(id), missing int references nowhere(x));
    create table codes(code text primary key, v) without rowid;
    create table uses(code text references codes);
    create index byTitle on tracks(title collate nocase, lower(title));
    create unique index byArtist on tracks(artist) where artist > 5;
    create view loud as select upper(name) name from artists;
    create virtual table words using fts5(body, tokenize='ascii');
    insert into artists values(-5, 'zero'), (17, 'Bo'), (90, 'Anna');
    insert into tracks values(1, 1, 'a', 17), (1, 2, 'b', null), (2, 1, 'c', 18);
    insert into plays values(0.5, 1, 2, 'ANNA'), (1.5, 2, null, null), (2.5, 9, 9, 'nobody');
    insert into staff values(1, null, null), (2, 1, 4);
    insert into codes values('b', 1), ('a', 2), ('c', 3);
    insert into uses values('c'), ('x');
    """

@Suite struct SchemaTests {
    private let folder: TestFolder
    private let database: OpenDatabase

    init() throws {
        folder = try TestFolder()
        let script = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])"
        try Python.run(script, folder.path("t.db"), shop)
        database = try OpenDatabase(folder.path("t.db"))
    }

    private func schema(_ table: String) throws -> TableSchema {
        let snapshot = try database.source(table).wait { $0.phase != .opening }
        return try #require(snapshot.description.schema)
    }

    @Test func schemaHasKeysAndIndexes() throws {
        let tracks = try schema("tracks")
        #expect(tracks.keys == [TableSchema.Key(columns: ["disc", "number"], isPrimary: true)])
        #expect(tracks.columns.map { $0.declaredType.lowercased() } == ["int", "int", "varchar(80)", ""])
        let title = TableSchema.Index(name: "byTitle", parts: ["title", nil])
        var artist = TableSchema.Index(name: "byArtist", parts: ["artist"])
        (artist.isUnique, artist.isPartial) = (true, true)
        #expect(Set(tracks.indexes) == [title, artist])
        let artists = try schema("artists")
        #expect(
            artists.keys == [
                TableSchema.Key(columns: ["id"], isPrimary: true), TableSchema.Key(columns: ["name"], isPrimary: false),
            ])
        #expect(artists.columns[1].isRequired && !artists.columns[0].isRequired)
    }

    @Test(arguments: ["sqlite_master", "sqlite_schema"]) func ownTableIsFoundByName(name: String) throws {
        let catalog = try database.catalog
        let id = try #require(catalog.table(written: name))
        #expect(catalog[id]?.name == name && !catalog.entries.contains { $0.name == name })
        #expect(catalog.visibleTables.allSatisfy { $0.index < catalog.entries.count })
        let rows = try database.cells(name)
        #expect(rows.contains { $0.map(\.text).starts(with: ["table", "staff", "staff"]) })
        #expect(try database.source(name).wait { $0.phase != .opening }.columns.count == 5)
    }

    @Test func statementsBeginWithThatOfTheTable() throws {
        let statements = try schema("tracks").statements
        #expect(statements.count == 3)
        #expect(statements.first?.hasPrefix("CREATE TABLE tracks(disc int") == true)
        #expect(statements.dropFirst().allSatisfy { $0.contains("index by") || $0.contains("INDEX by") })
        #expect(try schema("loud").statements.first?.hasPrefix("CREATE VIEW loud") == true)
    }

    @Test func referencesHaveTheNamesOfTheOtherTable() throws {
        #expect(
            try schema("plays").references == [
                TableSchema.Reference(columns: ["d", "n"], table: "tracks", targetColumns: ["disc", "number"]),
                TableSchema.Reference(columns: ["who"], table: "artists", targetColumns: ["name"]),
            ])
        #expect(
            try schema("tracks").references == [
                TableSchema.Reference(columns: ["artist"], table: "artists", targetColumns: ["id"])
            ])
    }

    @Test func generatedAndHiddenColumnsAreMarked() throws {
        #expect(try schema("plays").columns.filter(\.isGenerated).map(\.name) == ["total"])
        let source = try database.source("plays")
        #expect(source.waitUntilComplete().columns.map(\.isGenerated) == [false, false, false, false, true])
        let words = try schema("words")
        #expect(words.columns.filter(\.isHidden).map(\.name) == ["words", "rank"])
        #expect(try database.source("words").wait { $0.phase != .opening }.columns.map(\.name) == ["body"])
    }

    // MARK: - Keys

    private func referred(_ table: String, _ reference: Int, _ row: Int) throws -> (ReferredRow, TableSchema.Reference)
    {
        let source = try database.source(table)
        let keys = try #require(source.abilities.keys)
        let found = try keys.referredRow(ofReference: reference, inRow: row)
        return (found, try #require(source.snapshot.description.schema?.references[reference]))
    }

    /// The cells of the row to which a row refers.
    private func target(_ table: String, _ reference: Int, _ row: Int) throws -> [String] {
        let (found, link) = try referred(table, reference, row)
        guard case .row(let key) = found else { return ["\(found)"] }
        let other = try database.source(link.table)
        let rows = try #require(other.abilities.keys).rows(withKeys: [key])
        let number = try #require(rows.first ?? nil)
        return try database.cells(link.table)[number].map(\.text)
    }

    @Test func referenceLeadsToTheRowWithItsKey() throws {
        #expect(try target("tracks", 0, 0) == ["17", "Bo"])
        #expect(try target("plays", 0, 0) == ["1", "2", "b", ""])
        #expect(try target("staff", 0, 1) == ["1", "", ""])
        #expect(try target("uses", 0, 0) == ["c", "3"])
    }

    @Test func referenceComparesAsTheOtherColumnDoes() throws {
        // The column that is referred to tells capitals apart.
        #expect(try target("plays", 1, 0) == ["missing"])
    }

    @Test func nullAndMissingRowsAreToldApart() throws {
        #expect(try target("tracks", 0, 1) == ["none"])
        #expect(try target("tracks", 0, 2) == ["missing"])
        #expect(try target("plays", 0, 1) == ["none"], "a part of the key is null")
        #expect(try target("plays", 0, 2) == ["missing"])
        #expect(try target("staff", 1, 1) == ["missing"], "there is no such table")
        #expect(try target("uses", 0, 1) == ["missing"])
    }

    @Test(arguments: ["artists", "tracks", "codes"]) func keysAreFoundAgain(table: String) throws {
        let source = try database.source(table)
        let keys = try #require(source.abilities.keys)
        let found = try keys.keys(ofRows: [2, 0, 1, 3])
        #expect(found[3] == nil)
        #expect(try keys.rows(withKeys: found.compactMap { $0 }) == [2, 0, 1])
        #expect(try keys.rows(withKeys: [RowIdentity([.integer(4711)])]) == [nil])
    }

    @Test func keysOfManyRowsAreFoundAgain() throws {
        let script = """
            import random, sqlite3, sys
            random.seed(2)
            c = sqlite3.connect(sys.argv[1])
            c.execute('create table gaps(id integer primary key, t)')
            c.executemany('insert into gaps values(?, 1)', [(n,) for n in random.sample(range(-90000, 90000), 9000)])
            c.commit()
            """
        try Python.run(script, folder.path("many.db"))
        let source = try OpenDatabase(folder.path("many.db")).source("gaps")
        let keys = try #require(source.abilities.keys)
        let rows = [0, 1023, 1024, 1025, 5000, 8191, 8192, 8999]
        // While rows are counted, and after it.
        for _ in 0..<2 {
            let found = try keys.keys(ofRows: rows)
            #expect(try keys.rows(withKeys: found.compactMap { $0 }) == rows)
            source.waitUntilComplete()
        }
    }
}

/// Objects whose expressions call functions of JSON, and a view that has texts in double quotes.
private let expressions = """
    create table t(j, a as (j->>'$.a'), b as (json_extract(j, '$.a')) stored, check(json_valid(j)));
    create index i on t(json_extract(j, '$.a')); create index p on t(j) where json_valid(j);
    create table u(x default (json('1')));
    create view v as select json_extract(j, '$.a') e, j->'$.a' f, json_array(1, 2) g, "a text" h from t;
    create view w as select value from json_each('[1, 2]');
    insert into t(j) values('{"a":3}'), ('{"a":"x"}');
    insert into u values(1);
    """

@Test func expressionsOfTheSchemaMayCallJSON() throws {
    let folder = try TestFolder()
    let script = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\nc.executescript(sys.argv[2])"
    try Python.run(script, folder.path("t.db"), expressions)
    let database = try OpenDatabase(folder.path("t.db"))
    #expect(try database.cells("t").map { $0.dropFirst().map(\.text) } == [["3", "3"], ["x", "x"]])
    #expect(try database.texts("u") == ["1"])
    #expect(
        try database.cells("v").map { $0.map(\.text) } == [
            ["3", "3", "[1,2]", "a text"], ["x", "\"x\"", "[1,2]", "a text"],
        ])
    #expect(try database.texts("w") == ["1", "2"])
}

@Test func harmfulFunctionsAreRefused() throws {
    let folder = try TestFolder()
    // Written as SQLite itself would not.
    let script = """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a)'); c.execute('insert into t values(1)')
        names = ["load_extension('x')", "fts3_tokenizer('simple')", 'quad_rows(1)', "sqlite_log(1, 'x')", "rtreecheck('t')",
            "writefile('x', 'y')", "edit('x')"]
        for n, text in enumerate(names): c.execute(f'create view v{n} as select {text} from t')
        c.commit(); c.execute('create table g(a, b as (abs(a)))'); c.execute('insert into g values(1)'); c.commit()
        c.execute('pragma writable_schema=on')
        c.execute("update sqlite_master set sql = replace(sql, 'abs(a)', ?) where name = 'g'", [sys.argv[2]])
        c.commit()
        """
    try Python.run(script, folder.path("t.db"), "abs(a)")
    for name in 0..<7 {
        let database = try OpenDatabase(folder.path("t.db"))
        let entry = try #require(try database.catalog.entries.first { $0.name == "v\(name)" })
        #expect(entry.obstacle != nil, "\(name)")
        #expect(throws: ReadError.self) { try database.cells("v\(name)") }
    }
    for call in ["load_extension('x')", "fts3_tokenizer('simple')", "quad_rows(a)", "random()"] {
        let path = folder.path("g\(call.count).db")
        try Python.run(script, path, call)
        #expect(throws: ReadError.self, "\(call)") { try OpenDatabase(path).cells("g") }
    }
    // Bounded by the limits of lengths and of memory.
    for call in ["length(printf('%900000000d', a))", "length(zeroblob(900000000))"] {
        let path = folder.path("l\(call.count).db")
        try Python.run(script, path, call)
        #expect(throws: Never.self) { _ = try? OpenDatabase(path).cells("g") }
    }
}

@Test(arguments: ["", "primary key"]) func namesNeedNotBeUTF8(key: String) throws {
    let folder = try TestFolder()
    try Python.run(
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        key = sys.argv[2] + ')' + (' without rowid' if sys.argv[2] else '')
        c.execute(f'create table "t__"("c__" text {key}'); c.execute('insert into t__ values(?)', ['x'])
        c.execute('create table "u"("w" text, "d__" text)'); c.execute('insert into u values(?, ?)', ['y' * 1100000, 'z' * 1100000])
        c.execute('create index "i__" on u(d__)'); c.commit(); c.close()
        bytes = open(sys.argv[1], 'rb').read()
        for name in [b't__', b'c__', b'd__', b'i__']: bytes = bytes.replace(name, name[:1] + b'\\xE9\\xFF')
        open(sys.argv[1], 'wb').write(bytes)
        """, folder.path("t.db"), key)
    let database = try OpenDatabase(folder.path("t.db"))
    let name = "t\u{FFFD}\u{FFFD}"
    #expect(try database.texts(name) == ["x"])
    #expect(try database.source(name).wait { $0.phase != .opening }.columns.map(\.name) == ["c\u{FFFD}\u{FFFD}"])
    #expect(try database.cells("u")[0].map(\.bytes.count) == [1_100_000, 1_100_000])
    #expect(try database.source("u").wait { $0.phase != .opening }.description.schema?.indexes.count == 1)
}
