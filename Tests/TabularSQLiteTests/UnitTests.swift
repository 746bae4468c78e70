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
