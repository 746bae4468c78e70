import Foundation
import Tabular
import Testing

@testable import TabularSQLite

@Suite struct CopyTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// The rows of the table `t` in a copy of the database, of which nothing changes.
    private func copiedTexts() throws -> [String] {
        let before = try folder.contents()
        let texts = try OpenDatabase(folder.path("t.db"), asCopy: true).texts("t")
        #expect(try folder.contents() == before)
        return texts
    }

    private static let unfinishedChange = """
        c.execute('create table t(a, b)'); c.execute('begin')
        c.executemany('insert into t values(?, ?)', [('old', 'x' * 500)] * 1000); c.execute('commit')
        c.execute('pragma cache_size=5'); c.execute('begin'); c.execute("update t set a = 'new'")
        wait()
        """

    @Test func changeOfACrashIsUndoneInTheCopy() throws {
        let program = try LiveProgram(folder.path("t.db"), Self.unfinishedChange)
        program.kill()
        #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        #expect(try copiedTexts() == Array(repeating: "old", count: 1000))
        #expect(try folder.contents().keys.sorted() == ["t.db", "t.db-journal"])
        let source = try OpenDatabase(folder.path("t.db"), isLive: true, asCopy: true).source("t")
        let size = try folder.bytes("t.db").count + folder.bytes("t.db-journal").count
        let details = source.waitUntilComplete().description.details
        #expect(details?.statusWords == ["a copy of \(size / 1_000_000) MB is shown"])
    }

    @Test func changeUnderWayIsUndoneInTheCopy() throws {
        let program = try LiveProgram(folder.path("t.db"), Self.unfinishedChange)
        #expect(try copiedTexts() == Array(repeating: "old", count: 1000))
        program.kill()
    }

    @Test func copyHasTheLog() throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma journal_mode=wal'); c.execute('create table t(a)'); c.execute("insert into t values('one')")
            c.execute('pragma wal_checkpoint(truncate)'); c.execute("insert into t values('two')")
            wait()
            """)
        #expect(try copiedTexts() == ["one", "two"])
        program.kill()
        #expect(try copiedTexts() == ["one", "two"])
    }

    /// The sum is always right, whatever state the copy is of.
    @Test func copyOfDatabaseThatIsWrittenToAllTheTimeIsRight() throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma locking_mode=exclusive'); c.execute('pragma journal_mode=wal')
            c.execute('pragma wal_autocheckpoint=2000')
            c.execute('create table rows(a integer, pad text)'); c.execute('create table s(total integer)')
            c.execute('insert into s values(0)'); c.execute('begin')
            c.executemany('insert into rows values(0, ?)', [('x' * 200,)] * 3000); c.execute('commit')
            c.execute('create view t as select (select sum(a) from rows) - (select total from s)')
            def write():
                while True:
                    c.execute('begin immediate')
                    for _ in range(6): c.execute('update rows set a = a + 1 where rowid = ?', [random.randrange(1, 3001)])
                    c.execute('update s set total = total + 6'); c.execute('commit')
                    time.sleep(0.002)
            threading.Thread(target=write, daemon=True).start()
            time.sleep(0.1)
            wait()
            """)
        for _ in 0..<10 { #expect(try OpenDatabase(folder.path("t.db"), asCopy: true).texts("t") == ["0"]) }
        program.kill()
    }

    @Test func otherFilesAreNotCopied() throws {
        try folder.write("t.db", Array(repeating: 7, count: 4096))
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db"), asCopy: true) }
        #expect(error?.message == "is no SQLite database, or one that is damaged at its beginning.")
    }
}
