import CSQLite
import Foundation
import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularOps
import TestStores
import Testing

@testable import TabularSQLite

/// Mutations of a database, and of a log.
private let mutations = getenv("QUADRILLE_MUTATIONS").flatMap { Int(String(cString: $0)) }.map { $0 / 20 } ?? 20

@Suite(.serialized) struct MutationTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Bytes in memory that are the program's own.
    private var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        return numbers.count > 2 ? (numbers[1] - numbers[2]) * 4096 : 0
    }

    /// Reads everything in a database: all tables and views, some of their rows, and those of a filter.
    private func readAll(_ random: inout SplitMix64) {
        guard let database = try? OpenDatabase(folder.path("d.db")), let entries = try? database.catalog.entries
        else { return }
        for index in entries.indices {
            guard let source = database.document.table(TableID(index)) as? SQLiteSource else { continue }
            defer { source.close() }
            let end = monotonicNow() + 10_000_000_000
            let cancellation = Cancellation { monotonicNow() > end }
            _ = source.wait(until: { $0.phase == .complete || $0.rowCount.known > 20000 }, unless: cancellation)
            let count = source.snapshot.rowCount.known
            var sink = CellSink(limit: 5000)
            try? source.streamRecords(0..<min(count, 5000), into: &sink)
            for _ in 0..<3 where count > 0 {
                let rows = Set((0..<5).map { _ in random.int(0...count - 1) }).sorted()
                sink = CellSink()
                try? source.streamRecords(at: rows, into: &sink)
                source.want([CellRange(rows: rows[0]..<min(count, rows[0] + 30), columns: 0..<2)])
            }
            let control = JobControl { _, _ in }
            let condition = Condition(column: 0, .contains, ["1"])
            if source.snapshot.phase == .complete {
                _ = try? RowFilter.order(of: source, meeting: [condition], control: control)
            }
            #expect(!cancellation.isRequested, "\(entries[index].name) takes too long")
        }
    }

    /// Mutates some bytes of `whole`: those of numbers and of offsets more often than those of values.
    private func mutated(_ whole: [UInt8], from start: Int, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = whole
        let pageLength = 1024
        for _ in 0..<random.int(1...12) {
            var place = random.int(start...bytes.count - 1)
            if random.oneIn(2) { place = max(start, place / pageLength * pageLength + random.int(0...40)) }
            if place >= bytes.count { continue }
            switch random.int(0...3) {
            case 0: bytes[place] = 0xFF
            case 1: bytes[place] = 0
            case 2: bytes[place] ^= 1 << UInt8(random.int(0...7))
            default: bytes[place] = UInt8(random.int(0...255))
            }
        }
        // Pages in other places, and a file that ends early.
        if random.oneIn(4) {
            let pages = bytes.count / pageLength
            let (from, to) = (random.int(0...pages - 1) * pageLength, random.int(1...pages - 1) * pageLength)
            if to >= start { bytes[to..<to + pageLength] = whole[from..<from + pageLength] }
        }
        if random.oneIn(8) { bytes.removeLast(random.int(1...bytes.count / 2)) }
        return bytes
    }

    private func expectSmallMemory(before: Int) {
        #expect(quad_sqlite_memory_used() < 24 << 20)
        // A sanitizer keeps memory that was freed.
        let isSanitized = ProcessInfo.processInfo.environment["QUADRILLE_SANITIZER"] != nil
        #expect(residentBytes - before < (isSanitized ? 512 : 64) << 20)
    }

    @Test func mutatedDatabasesNeitherCrashNorHang() throws {
        try Python.run(smallPages(allTypes), folder.path("t.db"), "UTF-8")
        let whole = try folder.bytes("t.db")
        var random = SplitMix64(seed: 41)
        try folder.write("d.db", whole)
        readAll(&random)
        let before = residentBytes
        for _ in 0..<mutations {
            try folder.write("d.db", mutated(whole, from: random.oneIn(4) ? 0 : 100, &random))
            readAll(&random)
        }
        expectSmallMemory(before: before)
    }

    @Test func mutatedLogsNeitherCrashNorHang() throws {
        let program = try LiveProgram(
            folder.path("t.db"),
            """
            c.execute('pragma page_size=1024'); c.execute('pragma journal_mode=wal'); c.execute('create table t(a, b)')
            c.execute('create index i on t(b)'); c.execute('create view v as select * from t where a > 10')
            for i in range(20):
                c.execute('begin'); c.executemany('insert into t values(?, ?)', [(i, 'x' * 100)] * 50); c.execute('commit')
            wait()
            """)
        let (main, log) = (try folder.bytes("t.db"), try folder.bytes("t.db-wal"))
        program.kill()
        var random = SplitMix64(seed: 43)
        try folder.write("d.db", main)
        try folder.write("d.db-wal", sealedLog(log))
        #expect(try OpenDatabase(folder.path("d.db")).texts("t").count == 1000)
        let before = residentBytes
        for _ in 0..<mutations {
            var bytes = mutated(log, from: 0, &random)
            // Where the checksums are right, the pages are read.
            if !random.oneIn(4) { bytes = sealedLog(bytes) }
            try folder.write("d.db-wal", bytes)
            readAll(&random)
        }
        expectSmallMemory(before: before)
    }

    private func smallPages(_ script: String) -> String {
        script.replacing("c.execute('pragma synchronous=off')", with: "c.execute('pragma page_size=1024')")
    }
}
