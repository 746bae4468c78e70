import CSQLite
import Foundation
import SeededRandom
import Tabular
import Testing

@testable import TabularSQLite

/// Units of UTF-16 with many surrogates, in pairs and alone.
private func units(_ random: inout SplitMix64) -> [UInt16] {
    (0..<random.int(0...6)).map { _ in
        switch random.int(0...3) {
        case 0: UInt16(random.int(0x20...0x7E))
        case 1: UInt16(random.int(0xD800...0xDBFF))
        case 2: UInt16(random.int(0xDC00...0xDFFF))
        default: UInt16(random.int(0x80...0xD7FF))
        }
    }
}

@Suite struct UnitTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// SQLite takes a first U+FEFF of a text in UTF-16 for a mark of the byte order.
    @Test(arguments: ["UTF-16le", "UTF-16be", "UTF-8"], ["", "desc"])
    func keysBeginWithAMarkOfTheByteOrder(encoding: String, direction: String) throws {
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute(f"pragma encoding='{sys.argv[2]}'")
            c.execute(f'create table k(a text primary key {sys.argv[3]}, n) without rowid')
            c.executemany('insert into k values(?, ?)', [('\\ufeff%05d' % i, i) for i in range(6000)])
            c.executemany('insert into k values(?, ?)', [('%05d' % i, 6000 + i) for i in range(3000)])
            c.execute('insert into k values(?, 9000)', ['\\ufeff'])
            c.commit()
            open(sys.argv[4], 'w').write(','.join(str(n) for n, in c.execute(
                f'select n from k order by a {sys.argv[3]}')))
            """, folder.path("t.db"), encoding, direction, folder.path("order"))
        let expected = String(decoding: try folder.bytes("order"), as: UTF8.self).split(separator: ",").map(String.init)
        let source = try OpenDatabase(folder.path("t.db")).source("k")
        #expect(source.waitUntilComplete().rowCount == .exactly(9001))
        var all = CellSink()
        try source.streamRecords(0..<Int.max, into: &all)
        #expect(all.records.map { $0[1].text } == expected)
        let rows = Array(stride(from: 3, to: 9001, by: 599))
        var some = CellSink()
        try source.streamRecords(at: rows, into: &some)
        #expect(some.records.map { $0[1].text } == rows.map { expected[$0] })
    }

    @Test(arguments: [false, true]) func halvesOfPairsLeaveOtherCharacters(isBigEndian: Bool) throws {
        var random = SplitMix64(seed: 7)
        let texts = (0..<400).map { _ in units(&random) }
        let hex = texts.map { text in
            text.map { String(format: "%04X", isBigEndian ? $0 : $0.byteSwapped) }.joined()
        }
        let path = folder.path("t.db")
        try Python.run(
            """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1]); c.execute(f"pragma encoding='{sys.argv[2]}'")
            c.execute('create table t(n integer primary key, a)')
            c.execute('create table k(a text, n int, primary key(a, n)) without rowid')
            for i, x in enumerate(sys.argv[3].split(',')):
                c.execute(f"insert into t values({i}, cast(x'{x}' as text))")
                c.execute(f"insert into k values(cast(x'{x}' as text), {i})")
            c.execute('create view v as select * from t')
            c.commit()
            """, path, isBigEndian ? "UTF-16be" : "UTF-16le", hex.joined(separator: ","))
        let expected = texts.map { String(decoding: $0, as: UTF16.self) }
        let database = try OpenDatabase(path)
        for name in ["t", "v"] {
            #expect(try database.cells(name).map { $0[1].text } == expected, "\(name)")
        }
        // Any row is found again by its key.
        let keyed = try database.source("k")
        let keys = try database.cells("k").map { Int($0[1].text) ?? -1 }
        #expect(keys.sorted() == Array(0..<400))
        for row in stride(from: 0, to: 400, by: 7) {
            var sink = CellSink()
            try keyed.streamRecords(at: [row], into: &sink)
            #expect(sink.records.first?.last?.text == String(keys[row]))
        }
    }

    @Test func unitsBecomeTheTextOfSwift() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<300 {
            let text = units(&random)
            var bytes = [UInt8](repeating: 0, count: text.count * 3)
            let count = text.withUnsafeBytes { quad_sqlite_write_utf8(&bytes, $0.baseAddress, $0.count, false) }
            #expect(String(decoding: bytes[..<count], as: UTF8.self) == String(decoding: text, as: UTF16.self))
        }
    }
}
