import Foundation
import QuadrilleRuntime
import Tabular
import Testing

@testable import TabularSQLite

private let walWithTwoRows = """
    c.execute('pragma journal_mode=wal')
    c.execute('create table t(a)')
    c.execute('insert into t values(1)')
    c.execute('pragma wal_checkpoint(truncate)')
    c.execute('insert into t values(2)')
    wait()

    """

/// Reads the table `t` of the database `name`, and checks that nothing in the folder changes.
private func expectRows(_ rows: [String], of name: String, in folder: TestFolder) throws {
    let before = try folder.contents()
    #expect(try OpenDatabase(folder.path(name)).texts("t") == rows)
    #expect(try folder.contents() == before)
}

@Suite struct StateTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func copy(_ endings: String...) throws {
        for ending in endings { try folder.write("copy.db\(ending)", try folder.bytes("t.db\(ending)")) }
    }

    @Test func restingDatabaseIsRead() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a)'); c.execute('insert into t values(1), (2)')
            c.commit()
            """, folder.path("t.db"))
        try expectRows(["1", "2"], of: "t.db", in: folder)
    }

    @Test func logBesideProgramIsReadThroughItsIndex() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        #expect(try folder.contents().keys.sorted() == ["t.db", "t.db-shm", "t.db-wal"])
        try expectRows(["1", "2"], of: "t.db", in: folder)
        program.kill()
    }

    @Test func logWithoutIndexIsRead() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        try copy("", "-wal")
        try expectRows(["1", "2"], of: "copy.db", in: folder)
        program.kill()
    }

    /// SQLite takes such a log for an empty one, and so does this reader, at once.
    @Test func logWithDamagedHeaderIsEmpty() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        try copy("", "-wal")
        program.kill()
        var log = try folder.bytes("t.db-wal")
        for place in [0, 9, 20, 30] {
            log[place] ^= 0x55
            try folder.write("copy.db-wal", log)
            let start = Date()
            try expectRows(["1"], of: "copy.db", in: folder)
            #expect(Date().timeIntervalSince(start) < 5)
            log[place] ^= 0x55
        }
        try folder.write("copy.db-wal", log)
        try expectRows(["1", "2"], of: "copy.db", in: folder)
    }

    @Test func logOfCrashIsRead() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        program.kill()
        #expect(try folder.contents().keys.sorted() == ["t.db", "t.db-shm", "t.db-wal"])
        try expectRows(["1", "2"], of: "t.db", in: folder)
    }

    @Test func staleIndexIsNotUsed() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        program.kill()
        let whole = try folder.bytes("t.db-shm")
        // Damaged, of none, and of another log.
        for edit in [{ $0[40] ^= 0xFF }, { $0 = Array($0.prefix(3)) }, { $0[16] = 0 }] as [(inout [UInt8]) -> Void] {
            var index = whole
            edit(&index)
            try folder.write("t.db-shm", index)
            try expectRows(["1", "2"], of: "t.db", in: folder)
        }
    }

    @Test func databaseInLogModeWithoutLogIsRead() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('pragma journal_mode=wal')
            c.execute('create table t(a)'); c.execute('insert into t values(1), (2)'); c.close()
            """, folder.path("t.db"))
        #expect(try folder.contents().keys.sorted() == ["t.db"])
        try expectRows(["1", "2"], of: "t.db", in: folder)
    }

    @Test func exclusiveLockIsToldAndSavedRowsAreRead() throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma locking_mode=exclusive')
            c.execute('pragma journal_mode=wal')
            c.execute('create table t(a)')
            c.execute('insert into t values(1)')
            c.execute('insert into t values(2)')
            wait()
            """)
        try expectRows(["1", "2"], of: "t.db", in: folder)
        let source = try OpenDatabase(folder.path("t.db")).source("t")
        let details = source.waitUntilComplete().description.details
        #expect(details?.statusWords == ["locked by another program: what it has saved is shown"])
        program.kill()
    }

    private static let busyWords = """
        is being changed by a program that keeps others out. Wait until that program has saved the change or closed it, and \
        open it again.
        """

    /// Pages that were not saved are in the database file then, and what they replaced is in none.
    @Test(arguments: ["memory", "off"]) func changeWithoutJournalIsNotShown(mode: String) throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('create table t(k integer primary key, v)')
            c.execute('begin')
            c.executemany('insert into t values(?, ?)', [(i, 'x' * 50) for i in range(5000)])
            c.execute('commit')
            wait()
            c.execute('pragma journal_mode=\(mode)'); c.execute('pragma cache_size=5')
            c.execute('begin'); c.execute('delete from t where k % 2')
            wait()
            c.execute('commit')
            wait()
            """)
        let whole = try folder.bytes("t.db")
        try program.goOn()
        #expect(try folder.bytes("t.db") != whole)
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")).texts("t") }
        #expect(error?.kind == .refused && error?.message == Self.busyWords)
        let copying = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db"), asCopy: true).texts("t") }
        #expect(copying?.message == Self.busyWords)
        try program.goOn()
        #expect(try OpenDatabase(folder.path("t.db")).texts("t").count == 2500)
        program.kill()
    }

    @Test func exclusiveLockWithoutLogIsBusy() throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma locking_mode=exclusive'); c.execute('create table t(a)'); c.execute('insert into t values(1)')
            wait()
            """)
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        #expect(error?.message == Self.busyWords)
        program.kill()
    }

    @Test func changeThatIsOnlyPreparedIsNoObstacle() throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('create table t(a)'); c.execute('insert into t values(1), (2)')
            c.execute('pragma journal_mode=memory'); c.execute('begin immediate'); c.execute('delete from t')
            wait()
            """)
        try expectRows(["1", "2"], of: "t.db", in: folder)
        program.kill()
    }

    /// A program that has repaired the database keeps it, without the lock that writers have.
    @Test func journalOfLiveProgramIsNotThatOfAnEndedOne() throws {
        let ended = try LiveProgram(folder.path("t.db"), Self.unfinishedChange)
        ended.kill()
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma locking_mode=exclusive'); c.execute('select count(*) from t').fetchall()
            c.execute('pragma cache_size=5'); c.execute('begin'); c.execute("update t set b = 'z' || b")
            wait()
            """)
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        #expect(error?.message.hasPrefix("is locked by a program that is changing it.") == true)
        program.kill()
    }

    @Test(arguments: ["beginning", "rubbish", "rubbish beside an index"]) func logWithoutPagesIsAnEmptyOne(kind: String)
        throws
    {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        let (log, index) = (try folder.bytes("t.db-wal"), try folder.bytes("t.db-shm"))
        program.kill()
        try folder.write("copy.db", try folder.bytes("t.db"))
        let rubbish = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        try folder.write("copy.db-wal", kind == "beginning" ? Array(log.prefix(32)) : rubbish)
        if kind.hasSuffix("index") { try folder.write("copy.db-shm", index) }
        let start = Date()
        try expectRows(["1"], of: "copy.db", in: folder)
        #expect(Date().timeIntervalSince(start) < 5)
    }

    @Test func otherNamesOfTheFileAreNoChange() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a)'); c.execute('insert into t values(1), (2)')
            c.commit()
            """, folder.path("t.db"))
        let source = try OpenDatabase(folder.path("t.db")).source("t")
        source.waitUntilComplete()
        #expect(link(folder.path("t.db"), folder.path("backup.db")) == 0)
        var sink = CellSink()
        try source.streamRecords(0..<2, into: &sink)
        #expect(sink.records.map { $0[0].text } == ["1", "2"])
    }

    @Test func changesBehindALinkAreTold() throws {
        let program = try LiveProgram(
            folder.path("t.db"), walWithTwoRows + "c.execute('insert into t values(3)')\nwait()\n")
        #expect(mkdir(folder.path("links"), 0o700) == 0)
        #expect(symlink("../t.db", folder.path("links/l.db")) == 0)
        let source = try OpenDatabase(folder.path("links/l.db"), isLive: true).source("t")
        source.waitUntilComplete()
        try program.goOn()
        let end = Date(timeIntervalSinceNow: 10)
        _ = source.wait(until: { $0.change != nil }, unless: Cancellation { Date() > end })
        #expect(source.snapshot.change != nil)
        program.kill()
    }

    private static let unfinishedChange = """
        c.execute('create table t(a, b)')
        c.execute('begin')
        c.executemany('insert into t values(?, ?)', [(i, 'x' * 500) for i in range(1000)])
        c.execute('commit')
        c.execute('pragma cache_size=5')
        c.execute('begin')
        c.execute("update t set b = 'y' || b")
        wait()
        """

    @Test func hotJournalIsRefused() throws {
        let program = try LiveProgram(folder.path("t.db"), Self.unfinishedChange)
        program.kill()
        let before = try folder.contents()
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        #expect(error?.kind == .refused)
        #expect(error?.message.hasPrefix("was left in the middle of a change by a program that ended early.") == true)
        #expect(try folder.contents() == before)
    }

    @Test func changeUnderWayIsNotShown() throws {
        let program = try LiveProgram(folder.path("t.db"), Self.unfinishedChange)
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        #expect(
            error?.message
                == "is locked by a program that is changing it. Wait until that is done, or look at a copy of it (--copy)."
        )
        program.kill()
    }

    @Test func otherFilesAreNoDatabases() throws {
        for bytes in [[], Array("SQLite format 3\0".utf8), Array(repeating: 7, count: 4096)] as [[UInt8]] {
            try folder.write("t.db", bytes)
            #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        }
        let error = #expect(throws: ReadError.self) { try OpenDatabase(folder.path("t.db")) }
        #expect(error?.message == "is no SQLite database, or one that is damaged at its beginning.")
    }

    @Test(arguments: ["wal", "delete"]) func statesAreNotMixed(mode: String) throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma journal_mode=\(mode)')
            c.execute('create table t(a)')
            c.execute('begin')
            c.executemany('insert into t values(?)', [(i,) for i in range(20000)])
            c.execute('commit')
            wait()
            c.execute('update t set a = -1')
            wait()
            """)
        let source = try OpenDatabase(folder.path("t.db")).source("t")
        source.waitUntilComplete()
        var sink = CellSink()
        try source.streamRecords(0..<10, into: &sink)
        #expect(sink.records.map { $0[0].text } == (0..<10).map { "\($0)" })
        try program.goOn()
        let error = #expect(throws: ReadError.self) { try source.streamRecords(5000..<5010, into: &sink) }
        #expect(error?.kind == .changed && sink.records.count == 10)
        source.want([CellRange(rows: 0..<10, columns: 0..<1)])
        let snapshot = source.wait { $0.change != nil }
        #expect(snapshot.change?.kind == .overwritten)
        #expect(try OpenDatabase(folder.path("t.db")).texts("t").prefix(3) == ["-1", "-1", "-1"])
        program.kill()
    }

    @Test(arguments: ["wal", "delete"]) func changesAreToldWhenTheyHappen(mode: String) throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma journal_mode=\(mode)'); c.execute('create table t(a)'); c.execute('insert into t values(1)')
            wait()
            c.execute('select * from t').fetchall()
            wait()
            c.execute('insert into t values(2)')
            wait()
            """)
        let source = try OpenDatabase(folder.path("t.db"), isLive: true).source("t")
        source.waitUntilComplete()
        try program.goOn()
        // The program has only looked, and so does the reader.
        source.reader.lookForChange()
        #expect(source.snapshot.change == nil)
        try program.goOn()
        let snapshot = try #require(source.wait(until: { $0.change != nil }, unless: .never))
        #expect(snapshot.change?.message == "was changed by another program. Open it again to see the new state.")
        #expect(snapshot.rowCount == .exactly(1))
        program.kill()
    }

    /// A program that only looks changes nothing.
    @Test func otherReadersAreNoticedByNobody() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('pragma journal_mode=wal')
            c.execute('create table t(a)'); c.execute('insert into t values(1), (2)'); c.close()
            """, folder.path("t.db"))
        let source = try OpenDatabase(folder.path("t.db")).source("t")
        source.waitUntilComplete()
        let program = try LiveProgram(folder.path("t.db"), "c.execute('select * from t').fetchall()\nwait()\n")
        var sink = CellSink()
        try source.streamRecords(0..<2, into: &sink)
        program.kill()
        try source.streamRecords(0..<2, into: &sink)
        #expect(sink.records.count == 4)
    }

    /// Reads beside a program that commits all the time: the sum is always right, or nothing is read.
    @Test(arguments: ["wal", "copied index", "delete"]) func readsBesideWriterAreRight(mode: String) throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma busy_timeout=10000')
            c.execute('pragma journal_mode=\(mode == "delete" ? "delete" : "wal")')
            c.execute('pragma wal_autocheckpoint=40')
            c.execute('create table rows(a integer, pad text)'); c.execute('create table s(total integer)')
            c.execute('insert into s values(0)'); c.execute('begin')
            c.executemany('insert into rows values(0, ?)', [('x' * 200,)] * 3000); c.execute('commit')
            c.execute('create view t as select (select sum(a) from rows) - (select total from s)')
            def write():
                while True:
                    time.sleep(0.03)
                    c.execute('begin immediate')
                    for _ in range(6): c.execute('update rows set a = a + 1 where rowid = ?', [random.randrange(1, 3001)])
                    c.execute('update s set total = total + 6'); c.execute('commit')
            threading.Thread(target=write, daemon=True).start()
            time.sleep(0.1)
            wait()
            """)
        let end = Date(timeIntervalSinceNow: 3)
        var right = 0
        while Date() < end {
            let database = Database(path: folder.path("t.db"), name: "t.db", makesIndex: mode == "copied index")
            do throws(ReadError) {
                let (difference, _) = try database.read { connection throws(EngineError) in
                    let statement = try connection.statement("SELECT * FROM t")
                    _ = try statement.step()
                    defer { statement.reset() }
                    return statement.integer(0)
                }
                #expect(difference == 0)
                right += 1
            } catch {
                #expect(error.kind == .refused)
            }
        }
        #expect(right > 10)
        program.kill()
    }
}

/// A program of this package, run as another user, whom the system refuses to write to the folders of this one.
private struct OtherUser {
    private let probe: URL

    init() throws { probe = try probeProgram() }

    /// Runs the shell's `command` with the probe as `$probe` and the arguments.
    func run(_ command: String, _ arguments: String...) throws -> String {
        try Python.run(
            """
            import os, subprocess, sys
            os.chmod(os.path.dirname(sys.argv[3]), 0o755)
            # A copy that the other user can reach.
            copy = '/tmp/quadrille-probe-%d' % os.getpid()
            with open(sys.argv[1], 'rb') as program, open(copy, 'wb') as out: out.write(program.read())
            os.chmod(copy, 0o755)
            def change(): os.setgroups([]); os.setgid(65534); os.setuid(65534)
            try:
                run = subprocess.run(['sh', '-c', sys.argv[2], 'sh'] + sys.argv[3:], preexec_fn=change,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, 'probe': copy}, text=True)
                print(run.stdout, end='')
            finally: os.remove(copy)
            """, probe.path, command, arguments[0], arguments.dropFirst().first ?? "t")
    }
}

@Suite(.enabled(if: getuid() == 0)) struct ForeignFolderTests {
    private let folder: TestFolder
    private let other: OtherUser

    init() throws { (folder, other) = (try TestFolder(), try OtherUser()) }

    /// Reads as another user what `program` has written, and checks that this one could not have written anything.
    private func expectRows(_ rows: String) throws {
        let before = try folder.contents()
        let refused = try other.run("touch \"$1.new\" 2>&1; echo x 2>&1 >>\"$1\"; true", folder.path("t.db"))
        #expect(refused.components(separatedBy: "ermission denied").count == 3, "\(refused)")
        #expect(try other.run("exec \"$probe\" \"$1\" \"$2\"", folder.path("t.db"), "t") == rows)
        #expect(try folder.contents() == before)
    }

    @Test func databaseBesideProgramIsRead() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        try expectRows("1\n2\n")
        program.kill()
    }

    @Test func logOfCrashIsRead() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        program.kill()
        try expectRows("1\n2\n")
    }

    @Test func databaseInLogModeWithoutLogIsRead() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('pragma journal_mode=wal')
            c.execute('create table t(a)'); c.execute('insert into t values(1), (2)'); c.close()
            """, folder.path("t.db"))
        try expectRows("1\n2\n")
    }

    @Test func restingDatabaseIsRead() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.execute('create table t(a)'); c.execute('insert into t values(1), (2)'); c.close()
            """, folder.path("t.db"))
        try expectRows("1\n2\n")
    }

    @Test func indexThatMayNotBeReadIsMade() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        chmod(folder.path("t.db-shm"), 0o600)
        try expectRows("1\n2\n")
        program.kill()
    }

    @Test func logThatMayNotBeReadIsNamed() throws {
        let program = try LiveProgram(folder.path("t.db"), walWithTwoRows)
        chmod(folder.path("t.db-wal"), 0o600)
        for isCrashed in [false, true] {
            if isCrashed { program.kill() }
            let message = try other.run("exec \"$probe\" \"$1\" \"$2\"", folder.path("t.db"), "t")
            #expect(message.contains("whose name ends in -wal, and that file cannot be read: Permission denied."))
        }
    }
}
