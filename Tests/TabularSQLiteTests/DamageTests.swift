import SeededRandom
import Tabular
import TestWaiting
import Testing

@testable import TabularSQLite

@Test func damagedDatabasesNeitherCrashNorHang() throws {
    let folder = try TestFolder()
    try Python.run(allTypes, folder.path("t.db"), "UTF-8")
    let whole = try folder.bytes("t.db")
    var random = SplitMix64(seed: 3)
    for _ in 0..<40 {
        var bytes = whole
        for _ in 0..<random.int(1...30) { bytes[random.int(16...(bytes.count - 1))] = UInt8(random.int(0...255)) }
        if random.oneIn(8) { bytes.removeLast(random.int(1...(bytes.count - 600))) }
        try folder.write("d.db", bytes)
        guard let database = try? OpenDatabase(folder.path("d.db")) else { continue }
        for entry in try database.catalog.entries {
            guard let source = database.document.table(try database.catalog.table(named: entry.name)) as? SQLiteSource
            else { continue }
            var sink = CellSink(limit: 10000)
            do throws(ReadError) { try source.streamRecords(0..<Int.max, into: &sink) } catch {
                #expect(!error.message.isEmpty)
            }
            source.close()
        }
    }
}

@Test func damagedLogsNeitherCrashNorHang() throws {
    let folder = try TestFolder()
    let program = try LiveProgram(
        folder.path("t.db"),
        """
        c.execute('pragma journal_mode=wal'); c.execute('create table t(a, b)')
        for i in range(20):
            c.execute('begin'); c.executemany('insert into t values(?, ?)', [(i, 'x' * 100)] * 100); c.execute('commit')
        wait()
        """)
    let (main, log) = (try folder.bytes("t.db"), try folder.bytes("t.db-wal"))
    program.kill()
    var random = SplitMix64(seed: 5)
    try folder.write("d.db", main)
    for _ in 0..<40 {
        var bytes = log
        for _ in 0..<random.int(1...10) { bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255)) }
        try folder.write("d.db-wal", bytes)
        guard let database = try? OpenDatabase(folder.path("d.db")) else { continue }
        guard try database.catalog.table(named: "t") != nil else { continue }
        let rows = try? database.cells("t")
        // Whole commits, up to the first damaged one.
        #expect((rows?.count ?? 0) <= 2000)
    }
}

@Test func rowsBeforeDamageStay() throws {
    let folder = try TestFolder()
    try Python.run(
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a, b)')
        c.executemany('insert into t values(?, ?)', [(i, 'x' * 50) for i in range(5000)])
        c.commit(); c.close()
        # The page of the row 3,000.
        file = open(sys.argv[1], 'r+b'); bytes = file.read()
        place = bytes.index((2999).to_bytes(2, 'big') + b'x' * 50) // 4096 * 4096
        file.seek(place); file.write(b'\\xFF' * 4096)
        """, folder.path("t.db"))
    let source = try OpenDatabase(folder.path("t.db")).source("t")
    var sink = CellSink()
    let error = #expect(throws: ReadError.self) { try source.streamRecords(0..<Int.max, into: &sink) }
    #expect(error?.kind == .damaged)
    let count = sink.records.count
    #expect((2900..<3000).contains(count) && sink.records.map { $0[0].text } == (0..<count).map { "\($0)" })
    let snapshot = source.wait { _ in false }
    #expect(snapshot.rowCount == .exactly(count) && snapshot.failure?.kind == .damaged)
    source.want([CellRange(rows: count - 10..<count, columns: 0..<2)])
    #expect(source.abilities.scan != nil)
    #expect(comesTrue { source.snapshot.cells.block(row: count - 1, column: 1) != nil })
}
