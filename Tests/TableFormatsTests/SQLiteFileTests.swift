import Foundation
import Tabular
import TabularBytes
import TestStores
import Testing

@testable import TableFormats

/// The bytes of a database with the tables `a` and `b`.
private func database() throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("quadrille-\(UUID()).db")
    defer { try? FileManager.default.removeItem(at: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        c.execute('create table b(x int, y text)'); c.execute("insert into b values(1, 'one'), (2, null)")
        c.execute('create table a(z)'); c.execute("insert into a values(x'01ff')")
        c.commit()
        """
    process.arguments = ["python3", "-c", script, path.path]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: path))
}

/// Packed databases are read in a temporary file.
@Test(arguments: ["t.db", "t.db.gz", "any", "t.json"]) func databaseIsRecognized(name: String) throws {
    let bytes = try database()
    let file = File("")
    file.write(name.hasSuffix(".gz") ? Compression.gzip.pack(bytes) : bytes)
    let document = TableFormats.standard.open(.file(file.path, name: name), table: "b")
    let opened = try document.openTable()
    #expect(opened.catalog.entries.map(\.name) == ["b", "a"] && opened.catalog.isContainer)
    #expect(try rows(of: opened.source) == [["1", "one"], ["2", ""]])
    #expect(opened.source.snapshot.description.format == "SQLite")
    #expect(try rows(of: document.reopened(FormatOptions(), table: "a").openTable().source) == [["01FF"]])
}

@Test func databaseInAnArchiveIsRead() throws {
    let bytes = try database()
    let file = File("")
    file.write(zipArchive([ZipFile("t.sqlite", bytes)]))
    let alone = TableFormats.standard.open(.file(file.path, name: "t.zip"))
    #expect(try alone.waitForCatalog().entries.map(\.name) == ["b", "a"])
    file.write(zipArchive([ZipFile("t.sqlite", bytes), ZipFile("c.csv", Array("c\n3\n".utf8))]))
    let beside = TableFormats.standard.open(.file(file.path, name: "t.zip"))
    let catalog = try beside.waitForCatalog()
    #expect(catalog.entries.map(\.name) == ["t.sqlite", "c.csv"] && catalog.entries.allSatisfy { $0.obstacle == nil })
    #expect(try rows(of: beside.table(TableID(0))) == [["01FF"]], "the first table by name")
}

@Test func databasesOfOtherKindsAreNamed() throws {
    let file = File("")
    file.write(Array("12345678DUCK".utf8) + [64] + [UInt8](repeating: 0, count: 400))
    let error = #expect(throws: ReadError.self) {
        try rows(of: TableFormats.standard.open(.file(file.path)).table(nil))
    }
    #expect(
        error?.message
            == "is a DuckDB database (storage version 64), which is not read yet. Export a table of it as CSV and open that."
    )
    file.write(Array("id,name,DUCK\n12345678DUCK,2,3\n".utf8))
    #expect(try rows(of: TableFormats.standard.open(.file(file.path)).table(nil)) == [["12345678DUCK", "2", "3"]])
}
