import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularOps
import TestWaiting
import Testing

@testable import TabularSQLite

@Suite struct TypingTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func source(_ columns: String, _ values: String) throws -> SQLiteSource {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(\(columns))')
            c.execute('create index i on t(a)')
            c.executemany('insert into t values(?, ?, ?)', [(\(values)) for i in range(9000)]); c.commit()
            """, folder.path("t.db"))
        return try OpenDatabase.unauditedSource("t", path: folder.path("t.db"))
    }

    private func rows(_ source: SQLiteSource, _ conditions: Condition...) throws -> [Int] {
        let order = try RowFilter.order(of: source, meeting: conditions, control: JobControl { _, _ in })
        return try order.rows(at: 0..<order.count)
    }

    @Test func filterNeedsNoAudit() throws {
        let source = try source("a real, b text, c", "8999 - i, 'x%d' % i, i")
        #expect(try rows(source, Condition(column: 0, .less, ["3"])) == [8997, 8998, 8999])
        let snapshot = source.snapshot
        #expect(snapshot.phase == .auditing)
        #expect(snapshot.columns.map(\.type) == [.decimal, .text, .integer])
    }

    @Test func shownFormOfBlobIsFound() throws {
        let path = folder.path("blobs.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(b)')
            c.executemany('insert into t values(?)', [(b'\\0\\1',), (b'\\xab',), (b'',)]); c.commit()
            """, path)
        let source = try OpenDatabase(path).source("t")
        #expect(try rows(source, Condition(column: 0, .equals, ["x'0001'"])) == [0])
        #expect(try rows(source, Condition(column: 0, .equals, ["0001"])) == [0])
        #expect(try rows(source, Condition(column: 0, .isIn, ["X'ab'", "x'0001'"])) == [0, 1])
        #expect(try rows(source, Condition(column: 0, .notEquals, ["x'AB'"])) == [0, 2])
    }

    @Test func sortNeedsNoAudit() throws {
        let source = try source("a integer, b text, c", "8999 - i, 'x', i")
        let order = try RowSort.order(of: source, by: [SortKey(column: 0)], control: JobControl { _, _ in })
        #expect(try order.rows(at: 0..<3) == [8999, 8998, 8997])
        #expect(source.snapshot.phase == .auditing)
    }

    /// The first rows have numbers, and a later one a text.
    @Test func filterIsByTheTypesOfAllValues() throws {
        let source = try source("a, b, c", "'10' if i == 8000 else i, None, i")
        #expect(source.wait { $0.phase == .auditing }.columns[0].type == .integer)
        let found = try rows(source, Condition(column: 0, .equals, ["10"]))
        #expect(source.snapshot.columns[0].type == .mixed)
        let other = try OpenDatabase(folder.path("t.db")).source("t")
        other.waitUntilComplete()
        #expect(try rows(other, Condition(column: 0, .equals, ["10"])) == found)
    }

    /// Digits of a text are the digits that the user wrote, and those of a number its value.
    @Test(arguments: ["utf-8", "utf-16le"]) func textAmongNumbersEqualsWhatIsWritten(encoding: String) throws {
        let path = folder.path("codes.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute("pragma encoding='%s'" % sys.argv[2])
            c.execute('create table t(mixed, digits text, n integer)')
            mixed = ['007', 7, '7', 8, '08', 7.0, '7.0', None, '', b'007', b'\\0\\7', '1e5', 100000, 'Infinity', 1e999]
            c.executemany('insert into t values(?, ?, ?)', [(x, x if type(x) == str else '7', 7) for x in mixed])
            c.commit()
            """, path, encoding)
        let source = try OpenDatabase(path).source("t")
        func found(_ comparison: Condition.Comparison, _ values: String..., ignoresCase: Bool = false) throws -> [Int] {
            try rows(source, Condition(column: 0, comparison, values, ignoresCase: ignoresCase))
        }
        #expect(try found(.equals, "007") == [0, 1, 5])
        #expect(try found(.equals, "7") == [1, 2, 5])
        #expect(try found(.equals, "7.0") == [1, 5, 6])
        #expect(try found(.equals, "08") == [3, 4])
        #expect(try found(.equals, "1E5") == [12] && found(.equals, "1E5", ignoresCase: true) == [11, 12])
        #expect(try found(.equals, "Infinity") == [13, 14])
        #expect(try found(.equals, "303037") == [9], "a blob has its digits")
        #expect(try found(.equals, "0007") == [1, 5, 10] && found(.isIn, "0007", "08") == [1, 3, 4, 5, 10])
        #expect(try found(.notEquals, "007") == [2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14])
        #expect(try found(.isIn, "007", "8") == [0, 1, 3, 5])
        #expect(try found(.isIn, "007", "08", "Infinity") == [0, 1, 3, 4, 5, 13, 14])
        #expect(try found(.lessOrEqual, "7") == [1, 5] && found(.greaterOrEqual, "8") == [3, 12, 14])
        // Texts alone, and numbers alone, are compared as in a text file.
        #expect(try rows(source, Condition(column: 1, .equals, ["007"])) == [0])
        #expect(try rows(source, Condition(column: 2, .equals, ["007"])).count == 15)
        // Another condition makes numbers arrive as texts.
        let digits = Condition(column: 0, .contains, ["0"])
        #expect(try rows(source, Condition(column: 0, .equals, ["007"]), digits) == [0])
        #expect(try rows(source, Condition(column: 0, .notEquals, ["007"]), digits).contains(1) == false)
    }

    @Test func settledTypesAreThoseOfTheAudit() throws {
        let source = try source("a, b, c", "i, '2024-01-%02d' % (i % 28 + 1), None if i < 8000 else b'x'")
        let columns = try #require(try source.abilities.settleTypes?([1, 2, 7], .never))
        #expect(columns.map(\.type) == [.integer, .date, .binary])
        #expect(try source.abilities.settleTypes?([0], Cancellation { true }) == .some(nil))
        let other = try OpenDatabase(folder.path("t.db")).source("t")
        #expect(other.waitUntilComplete().columns.map(\.type) == columns.map(\.type))
    }

    @Test func viewsMayNotGather() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.create_function('quad_rows', 1, lambda x: x)
            c.execute('create table t(a)'); c.execute('create view v as select quad_rows(a) from t'); c.commit()
            """, folder.path("t.db"))
        let entries = try OpenDatabase(folder.path("t.db")).catalog.entries
        #expect(entries.map { $0.obstacle?.message } == [nil, "SQLite cannot read it: unsafe use of quad_rows()."])
    }
}

@Test func rowsReadInAnyOrderLeaveNoGap() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
        var (typing, isRead) = (ColumnTyping(), Array(repeating: false, count: 40))
        for _ in 0..<random.int(0...8) {
            let start = random.int(0...39)
            let rows = start..<random.int(start...40)
            typing.add(StorageTally(), of: rows)
            for row in rows { isRead[row] = true }
        }
        let first = isRead.firstIndex(of: false)
        let end = first.flatMap { isRead[$0...].firstIndex(of: true) } ?? 40
        #expect(typing.firstGap(below: 40) == first.map { $0..<end })
    }
}
