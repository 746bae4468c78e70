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

@Suite struct DamagedPageTests {
    private let folder: TestFolder
    private let whole: [UInt8]
    private static let rows = 5000
    private static let pageLength = 1024

    init() throws {
        folder = try TestFolder()
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('pragma page_size=1024'); c.execute('create table t(a, b)')
            c.executemany('insert into t(rowid, a, b) values(?, ?, ?)', [(i * 3, i, 'x' * 50) for i in range(5000)])
            c.execute('create table long(a, b)'); c.executemany('insert into long values(?, ?)', [(i, 'y' * 9000) for i in range(20)])
            c.commit(); c.close()
            """, folder.path("t.db"))
        whole = try folder.bytes("t.db")
    }

    /// The numbers (from 1) of the leaves of the table `t`, in the order of their rows.
    private var leaves: [Int] {
        let byte = UInt8(ascii: "x")
        var leaves: [(row: Int, page: Int)] = []
        for page in 1..<whole.count / Self.pageLength {
            let bytes = whole[page * Self.pageLength..<(page + 1) * Self.pageLength]
            // The last cell of a leaf is the first in its bytes: size, id, header of three bytes, value.
            guard bytes.first == 13, let text = bytes.firstIndex(of: byte) else { continue }
            // A value of one byte comes after the type of the text.
            let high = whole[text - 2] == 113 ? 0 : Int(whole[text - 2])
            leaves.append((high << 8 | Int(whole[text - 1]), page + 1))
        }
        return leaves.sorted { $0.row < $1.row }.map(\.page)
    }

    private func damage(_ pages: some Sequence<Int>, _ damage: (inout ArraySlice<UInt8>) -> Void) throws {
        var bytes = whole
        for page in pages { damage(&bytes[(page - 1) * Self.pageLength..<page * Self.pageLength]) }
        try folder.write("d.db", bytes)
    }

    private func overwrite(_ pages: some Sequence<Int>) throws {
        try damage(pages) { page in for index in page.indices { page[index] = 0xFF } }
    }

    /// Checks that all rows are there but those of told holes, for each of which a row stands, and returns the problems.
    @discardableResult
    private func expectRowsAroundHoles() throws -> [Problem] {
        let source = try OpenDatabase(folder.path("d.db")).source("t")
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.phase == .complete)
        var sink = CellSink()
        try source.streamRecords(0..<Int.max, into: &sink)
        #expect(snapshot.rowCount == .exactly(sink.records.count))
        var missing = Set(0..<Self.rows)
        var holes: [Int] = []
        for (row, cells) in sink.records.enumerated() {
            if cells[0].state == .unreadable { holes.append(row) } else { missing.remove(Int(cells[0].text) ?? -1) }
        }
        let values = sink.records.compactMap { Int($0[0].text) }
        #expect(values == values.sorted())
        #expect(snapshot.problems.first.map { $0.position.record - 1 } == holes)
        for problem in snapshot.problems.first {
            guard case .rows(let hole) = problem.detail as? PageDamage else { continue }
            missing = missing.filter { $0 * 3 < hole.first || $0 * 3 >= hole.next ?? .max }
        }
        #expect(missing.isEmpty)
        // Any rows are those of the whole.
        var random = SplitMix64(seed: 1)
        for _ in 0..<10 {
            let rows = Set((0..<20).map { _ in random.int(0...sink.records.count - 1) }).union(holes).sorted()
            var some = CellSink()
            try source.streamRecords(at: rows, into: &some)
            #expect(some.records == rows.map { sink.records[$0] })
        }
        return snapshot.problems.first
    }

    @Test func readingGoesOnAfterDamagedPage() throws {
        let page = leaves[100]
        try overwrite([page])
        let problem = try #require(try expectRowsAroundHoles().first)
        #expect(problem.location == "page \(page)" && problem.kind.rawValue == "damaged-page")
        guard case .rows(let hole) = problem.detail as? PageDamage else { return #expect(Bool(false)) }
        #expect((10...20).contains(((hole.next ?? 0) - hole.first) / 3))
        #expect(
            problem.message == """
                Page \(page) is damaged. Rows with ids from \(hole.first) to \((hole.next ?? 0) - 1) cannot be read; this row \
                stands for them. The command .recover of sqlite3 may save more.
                """)
    }

    @Test func firstAndLastPagesMayBeDamaged() throws {
        try overwrite([try #require(leaves.first)])
        #expect(try expectRowsAroundHoles().map(\.position.record) == [1])
        try overwrite([try #require(leaves.last)])
        #expect(try expectRowsAroundHoles().count == 1)
        try overwrite(leaves)
        #expect(throws: ReadError.self) { try OpenDatabase(folder.path("d.db")).cells("t") }
    }

    @Test func rowsAfterLeafWithDamagedCellAreRead() throws {
        for (index, bytes) in [(8, [0xFF, 0xFF]), (9, [0x01]), (8, [0, 0]), (10, [0xFF, 0xFF])] as [(Int, [UInt8])] {
            for leaf in stride(from: 0, to: leaves.count, by: 37) {
                try damage([leaves[leaf]]) { page in
                    for (place, byte) in bytes.enumerated() { page[page.startIndex + index + place] = byte }
                }
                try expectFewRowsMissing()
            }
        }
    }

    /// Checks that rows are missing of a page at most, each once, and that it is told.
    private func expectFewRowsMissing() throws {
        let source = try OpenDatabase(folder.path("d.db")).source("t")
        let snapshot = source.waitUntilComplete()
        #expect(snapshot.phase == .complete && snapshot.change == nil)
        var sink = CellSink()
        try source.streamRecords(0..<Int.max, into: &sink)
        let values = sink.records.compactMap { Int($0[0].text) }
        #expect(values == Array(Set(values)).sorted())
        #expect(values.count > Self.rows - 60, "\(values.count)")
        #expect(values.count == Self.rows || snapshot.problems.count > 0)
    }

    /// Changes the id of the row 1365 * 3 = 4095 among the ids in its leaf.
    @Test(arguments: [[0x81, 0x00], [0xFF, 0x7F], [0x9F, 0x7A], [0xA0, 0x05]] as [[UInt8]])
    func idsOutOfOrderAreDamage(id: [UInt8]) throws {
        var bytes = whole
        let value = Array("x".utf8)
        // Length, id, header: its length, no id, two bytes of an integer, a text of 50 bytes.
        let start = try #require(
            bytes.indices.dropLast(10).first {
                Array(bytes[$0..<$0 + 2]) == [0x9F, 0x7F] && Array(bytes[$0 + 2..<$0 + 5]) == [3, 2, 113]
                    && bytes[$0 + 7] == value[0]
            })
        bytes.replaceSubrange(start..<start + 2, with: id)
        try folder.write("d.db", bytes)
        try expectFewRowsMissing()
    }

    @Test func pageBetweenDamagedOnesIsRead() throws {
        try overwrite([leaves[100], leaves[102], leaves[103]])
        #expect(try expectRowsAroundHoles().map(\.location) == [leaves[100], leaves[102]].map { "page \($0)" })
    }

    @Test func manyDamagedPagesLoseOnlyTheirRows() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<20 {
            let all = leaves
            let pages = Set((0..<random.int(1...40)).map { _ in all[random.int(0...all.count - 1)] })
            try overwrite(pages)
            try expectRowsAroundHoles()
        }
    }

    /// Nothing tells the keys after a damaged page of a table without row ids.
    @Test func rowsBeforeDamagedPageStayWithoutRowIDs() throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute('pragma page_size=1024')
            c.execute('create table t(a primary key, b) without rowid')
            c.executemany('insert into t values(?, ?)', [(i, 'z' * 50) for i in range(3000)]); c.commit(); c.close()
            file = open(sys.argv[1], 'r+b'); bytes = file.read()
            page = bytes.index((1999).to_bytes(2, 'big') + b'z' * 50) // 1024
            file.seek(page * 1024); file.write(b'\\xFF' * 1024)
            """, folder.path("k.db"))
        let bytes = try folder.bytes("k.db")
        let page = try #require(
            (0..<bytes.count / 1024).first { bytes[$0 * 1024..<($0 + 1) * 1024].allSatisfy { $0 == 0xFF } })
        let source = try OpenDatabase(folder.path("k.db")).source("t")
        let snapshot = source.wait { _ in false }
        #expect((1900..<2000).contains(snapshot.rowCount.known))
        #expect(snapshot.failure?.message.hasPrefix("is damaged at page \(page + 1):") == true)
        var sink = CellSink()
        try source.streamRecords(0..<snapshot.rowCount.known, into: &sink)
        #expect(sink.records.map { $0[0].text } == (0..<snapshot.rowCount.known).map { "\($0)" })
    }

    @Test func valueOnDamagedPageIsUnreadable() throws {
        let database = whole.indices.filter { $0 % Self.pageLength == 0 }
        // A page in the middle of a long value, which names no next one.
        let page = try #require(
            database.first { whole[$0 + 4..<$0 + Self.pageLength].allSatisfy { $0 == UInt8(ascii: "y") } })
        try damage([page / Self.pageLength + 1]) { bytes in
            for index in 0..<4 { bytes[bytes.startIndex + index] = 0xFF }
        }
        let source = try OpenDatabase(folder.path("d.db")).source("long")
        let snapshot = source.waitUntilComplete()
        var sink = CellSink()
        try source.streamRecords(0..<Int.max, into: &sink)
        let unreadable = sink.records.indices.filter { sink.records[$0][1].state == .unreadable }
        #expect(sink.records.map { $0[0].text } == (0..<20).map { "\($0)" } && unreadable.count == 1)
        let problem = try #require(snapshot.problems.first.first)
        #expect(snapshot.problems.count == 1 && problem.position.record - 1 == unreadable.first && problem.column == 1)
        #expect(problem.location == "page \(page / Self.pageLength + 1)")
        #expect(snapshot.columns[1].type == .text)
        // Found without an audit too, and once.
        let other = try OpenDatabase.unauditedSource("long", path: folder.path("d.db"))
        _ = try other.abilities.settleTypes?([1], .never)
        try other.streamRecords(0..<Int.max, into: &sink)
        #expect(other.snapshot.problems.first == [problem])
        // Picked rows, some of which are stepped over.
        var some = CellSink()
        let rows = Array(stride(from: 1, to: 20, by: 2))
        try source.streamRecords(at: rows, into: &some)
        #expect(some.records == rows.map { sink.records[$0] })
    }
}

/// Rows of a table without row ids, one of whose keys is not where searches look for it.
@Suite struct DisorderedKeyTests {
    private static let rows = 5000

    private func open(_ folder: TestFolder, replacing key: String, by other: String) throws -> SQLiteSource {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1])
            c.executescript('pragma page_size=512; create table w(k text primary key, v) without rowid')
            c.executemany('insert into w values(?, ?)', [('key%05d' % i, i) for i in range(5000)]); c.commit(); c.close()
            bytes = bytearray(open(sys.argv[1], 'rb').read()); place = bytes.find(sys.argv[2].encode())
            bytes[place:place + len(sys.argv[3])] = sys.argv[3].encode(); open(sys.argv[1], 'wb').write(bytes)
            """, folder.path("k.db"), key, other)
        return try OpenDatabase(folder.path("k.db")).source("w")
    }

    /// The first key, and one of a row that reading begins at.
    @Test(arguments: [("key00000", "kez00000", true), ("key04096", "kea04096", false), ("key01500", "kea01500", true)])
    func allRowsAreReadOrTheDamageIsTold(key: String, other: String, isWhole: Bool) throws {
        let folder = try TestFolder()
        let source = try open(folder, replacing: key, by: other)
        defer { source.close() }
        let snapshot = source.waitUntilComplete()
        #expect((snapshot.phase == .complete) == isWhole)
        if !isWhole { #expect(snapshot.failure?.kind == .damaged) }
        #expect(snapshot.rowCount.known == Self.rows)
        var sink = CellSink()
        do throws(ReadError) { try source.streamRecords(0..<Int.max, into: &sink) } catch { #expect(!isWhole) }
        #expect(sink.records.map { $0[1].text } == (0..<sink.records.count).map(String.init))
        if isWhole { #expect(sink.records.count == Self.rows) }
    }
}
