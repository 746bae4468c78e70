import Foundation
import TableFormats
import TestStores
import Testing

@testable import QuadrilleApp

/// Files of several tables on the command line.
@Suite struct FileTablesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "m.zip",
            zipArchive([
                ZipFile("d/", [], method: 0), ZipFile("d/a.csv", Array("id,name\n1,x\n2,y\n".utf8)),
                ZipFile("b.csv", Array("k\n3\n".utf8)), ZipFile("c.csv", Array("c\n".utf8), flags: 1),
                ZipFile("logo.png", [1]),
            ]))
        try folder.write("one.csv", "a,b\n1,2\n")
    }

    private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.path) }

    @Test func infoListsTheTables() throws {
        let info = try run("info", "--json", "m.zip").json
        let tables = try #require(info["tables"] as? [[String: Any]])
        #expect(tables.map { $0["name"] as? String } == ["d/a.csv", "b.csv", "c.csv"])
        #expect(tables.map { $0["rows"] as? Int } == [2, nil, nil])
        #expect(tables[0]["columns"] as? Int == 2)
        #expect(tables[1]["columns"] is NSNull)
        #expect(tables[2]["obstacle"] as? String == "is encrypted. Unpack it with its password and open the result.")
        #expect(info["table"] as? String == "d/a.csv")
        let skipped = try #require(info["skipped"] as? [[String: Any]])
        #expect(skipped.map { $0["reason"] as? String } == ["folder", "picture"])
        // A file of one table has one entry.
        let one = try run("info", "--json", "one.csv").json
        #expect((one["tables"] as? [[String: Any]])?.count == 1)
        #expect((one["skipped"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: ["b.csv", "2", "name:b.csv"])
    func tableIsNamed(_ name: String) throws {
        let outcome = try run("export", "m.zip", "--to", "csv", "--of", name)
        #expect(outcome.text == "k\n3\n")
        #expect(outcome.errors == "")
    }

    @Test func commandsTellWhichTableTheyTook() throws {
        let told = "quadrille: m.zip: this is the table 'd/a.csv', one of 3. Name another with --of.\n"
        let outcome = try run("export", "m.zip", "--to", "csv")
        #expect(outcome.text == "id,name\n1,x\n2,y\n")
        #expect(outcome.errors == told)
        #expect(try run("find", "m.zip", "y").errors == told)
        #expect(try run("find", "m.zip", "3", "--of", "2").errors == "")
        #expect(try run("info", "m.zip").errors == "")
        #expect(try run("export", "one.csv", "--to", "csv").errors == "")
    }

    /// The catalog of an archive has one table for each file.
    @Test func otherTablesOfAFileInAnArchiveAreTold() throws {
        let json = #"{"x":[{"p":1}],"y":[{"q":2}],"s":1}"#
        try folder.write(
            "two.zip",
            zipArchive([ZipFile("two/c.json", Array(json.utf8)), ZipFile("two/d.csv", Array("a\n1\n".utf8))]))
        let told = "'two/c.json' has other tables too: 'y', '(top level)'. Choose their rows with --rows-at.\n"
        for arguments in [["export", "two.zip", "--to", "csv", "--of", "c.json"], ["info", "two.zip"]] {
            let outcome = try Program.run(arguments, in: folder.path)
            #expect(outcome.status == 0 && outcome.errors.hasSuffix(told))
        }
        let chosen = try run("export", "two.zip", "--to", "csv", "--of", "c.json", "--rows-at", "$.y[*]")
        #expect(chosen.text == "q\n2\n" && chosen.errors == "")
        #expect(try run("export", "two.zip", "--to", "csv", "--of", "d.csv").errors == "")
    }

    /// The rows of a database are those of one table: no path leads to the others.
    @Test func otherTablesOfADatabaseInAnArchiveNeedItUnpacked() throws {
        let script = """
            import sqlite3, sys, zipfile
            c = sqlite3.connect(sys.argv[1]); c.execute('create table a(x)'); c.execute('create table b(y)'); c.commit()
            c.close(); z = zipfile.ZipFile(sys.argv[2], 'w'); z.write(sys.argv[1], 's.db'); z.writestr('d.csv', 'a')
            z.close()
            """
        let made = try Program.shell(
            "exec python3 -c \"$1\" \"$2\" \"$3\"", [script, folder.path("s.db"), folder.path("s.zip")])
        try #require(made.status == 0, "\(made.errors)")
        let outcome = try run("export", "s.zip", "--to", "csv", "--of", "s.db")
        let told = "'s.db' has other tables too: 'b'. Unpack it and open the result to see them.\n"
        #expect(outcome.text == "x\n" && outcome.errors.hasSuffix(told), "\(outcome)")
    }

    /// A path may lead into the first of several values.
    @Test func wrongPathNamesTheArraysOfTheFirstValue() throws {
        try folder.write("l.ndjson", Array("{\"a\":[{\"x\":1}],\"b\":[2]}\n{\"a\":[],\"b\":[]}\n".utf8))
        let outcome = try run("info", "l.ndjson", "--rows-at", "$.nope")
        #expect(outcome.status == 1 && outcome.errors.contains("$.a") && outcome.errors.contains("$.b"), "\(outcome)")
        #expect(try run("export", "l.ndjson", "--to", "csv", "--rows-at", "$.a").text == "x\n1\n")
    }

    @Test func missingTableAndUnknownFormatAreSaid() throws {
        let outcome = try run("export", "m.zip", "--to", "csv", "--of", "z.csv")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "quadrille: m.zip: there is no table z.csv. The tables are: d/a.csv, b.csv, c.csv.\n")
        #expect(try run("info", "one.csv", "--as", "sheet").status == 64)
        #expect(try run("info", "one.csv", "--as", "text").status == 0)
    }

    @Test func tablesThatCannotBeOpenedAreListed() throws {
        try folder.write(
            "n.zip",
            zipArchive([
                ZipFile("n.zip", zipArchive([ZipFile("i.csv", [0x31])]), method: 0), ZipFile("e.csv", [1], flags: 1),
            ]))
        let outcome = try run("info", "n.zip", "--json")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is an archive inside an archive."))
        let json = try outcome.json
        let tables = try #require(json["tables"] as? [[String: Any]])
        #expect(tables.map { $0["name"] as? String } == ["n.zip", "e.csv"])
        #expect(tables.allSatisfy { $0["obstacle"] is String })
        #expect(try run("info", "n.zip").text.contains("  tables    2\n"))
    }

    @Test func skippedFilesAreListedWithoutOrBesideOneTable() throws {
        try folder.write("p.zip", zipArchive([ZipFile("a.png", [1]), ZipFile("b.jpg", [2])]))
        try folder.write("o.zip", zipArchive([ZipFile("a.csv", Array("a\n1\n".utf8)), ZipFile("b.jpg", [2])]))
        let pictures = try run("info", "p.zip", "--json")
        #expect(pictures.status == 1)
        #expect(
            pictures.errors
                == "quadrille: p.zip: is a zip archive without a table in it: it holds a.png, b.jpg. Choose another file.\n"
        )
        let json = try pictures.json
        let skipped = try #require(json["skipped"] as? [[String: Any]])
        #expect(skipped.map { $0["name"] as? String } == ["a.png", "b.jpg"])
        #expect((json["tables"] as? [Any])?.isEmpty == true)
        let one = try run("info", "o.zip")
        #expect(one.status == 0 && one.text.contains("\n  skipped   1 (b.jpg)\n"))
    }

    @Test func desktopFileNamesTheKindsOfTheRegistry() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Assets/org.quadrille.Quadrille.desktop")
        let text = try String(contentsOf: path, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
        let types = line.dropFirst("MimeType=".count).split(separator: ";").map(String.init)
        #expect(types == TableFormats.standard.kinds.filter { !$0.isGeneric }.map(\.mimeType))
    }
}
