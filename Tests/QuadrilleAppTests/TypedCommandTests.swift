import Foundation
import Tabular
import TestSources
import Testing

@testable import QuadrilleApp

/// Commands on a table of typed columns, in which some values are null, empty or unreadable.
@Suite struct TypedCommandTests {
    private static let (rows, columns) = (200, 8)
    /// The column of texts.
    private static let texts = 3
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.write("data.typed", "TYPED rows=\(Self.rows) columns=\(Self.columns)")
    }

    private let cells = TypedSource(rows: rows, columns: columns)

    private func count(_ column: Int, _ isMeant: (TestCell) -> Bool) -> Int {
        (0..<Self.rows).count { isMeant(cells.cell($0, column)) }
    }

    @Test func infoCountsTheKindsOfRowsWithoutAValueApart() throws {
        let outcome = try Program.runTyped(["info", file, "--json", "--columns"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let columns = try #require(try outcome.json["columns"] as? [[String: Any]])
        for (index, column) in columns.enumerated() {
            let blanks = try #require(column["blanks"] as? [String: Int])
            #expect(blanks["null"] == count(index) { $0.state == .null }, "column \(index)")
            #expect(blanks["unreadable"] == count(index) { $0.state == .unreadable })
            #expect(blanks["empty"] == count(index) { $0.state == .value && $0.bytes.isEmpty })
            #expect(blanks["missing"] == 0)
            #expect(column["nulls"] as? Int == blanks.values.reduce(0, +))
        }
        let text = try Program.runTyped(["info", file, "--columns"]).text
        let unreadable = count(Self.texts) { $0.state == .unreadable }
        #expect(unreadable > 0 && text.contains(" null, \(unreadable) unreadable)"))
    }

    @Test func problemsHaveTheKindsAndPlacesOfTheirFormat() throws {
        let outcome = try Program.runTyped(["info", file, "--json"])
        let problems = try #require(try outcome.json["problems"] as? [String: Any])
        let total = (0..<Self.columns).reduce(0) { sum, column in sum + count(column) { $0.state == .unreadable } }
        #expect(problems["counts"] as? [String: Int] == ["damaged-page": total] && total > 0)
        let first = try #require((problems["first"] as? [[String: Any]])?.first)
        #expect(first["severity"] as? String == "error" && first["line"] is NSNull && first["byte"] is NSNull)
        let location = try #require(first["location"] as? String)
        #expect(location.hasPrefix("Orders!"))
        let text = try Program.runTyped(["info", file]).text
        #expect(text.contains("\(total) damaged-page") && text.contains("    \(location): a page that cannot be read"))
    }

    @Test func unreadableValuesAreAskedFor() throws {
        let (unreadable, null) = (count(0) { $0.state == .unreadable }, count(0) { $0.state == .null })
        for (word, expected) in [("unreadable", unreadable), ("null", null), ("blank", null)] {
            let arguments = ["export", file, "--to", "csv", "--columns", "2", "--no-header", "--allow-unreadable"]
            let outcome = try Program.runTyped(arguments + ["--filter", "c0 \(word)"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 == expected)
        }
    }

    @Test func exportRefusesUnreadableValuesUnlessTheyAreAllowed() throws {
        let first = try #require((0..<Self.rows).first { cells.cell($0, Self.texts).state == .unreadable })
        let export = ["export", file, "--of", "first", "--to", "json", "--typed", "--columns", "c\(Self.texts)"]
        let refused = try Program.runTyped(export)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("row \(first + 1), column \(Self.texts + 1): the value cannot be read"))
        #expect(refused.errors.contains("--allow-unreadable"))
        let allowed = try Program.runTyped(export + ["--allow-unreadable"])
        #expect(allowed.status == 0 && allowed.errors.isEmpty)
        let nulls = count(Self.texts) { $0.state != .value }
        #expect(
            allowed.text.split(separator: "\n").count { $0.hasSuffix(":null}") || $0.hasSuffix(":null},") } == nulls)
        #expect(try Program.runTyped(["export", file, "--to", "bytes", "--allow-unreadable"]).status == 64)
    }

    @Test func nestedColumnsAreNamedByTheirPaths() throws {
        let file = try folder.write("nested.typed", "TYPED nested=6")
        func exported(_ arguments: String...) throws -> String {
            let outcome = try Program.runTyped(["export", file, "--of", "first", "--to"] + arguments)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return outcome.text
        }
        #expect(
            try exported("csv", "--rows", "3") == """
                id,address.city,tags,address.zip,n.m,"address.""a.b\"""
                2,city 4,"[2, {""k"": null}]",1.10,true,text

                """)
        #expect(
            try exported("ndjson", "--columns", "address.\"a.b\",n.m,address.city", "--rows", ":3") == """
                {"n.m":true}
                {"address":{"city":"city 5"},"n.m":null}
                {"address":{"a.b":"text","city":"city 4"},"n.m":true}

                """)
        #expect(try exported("csv", "--columns", "id", "--no-header", "--sort", "address.city") == "5\n4\n2\n1\n0\n3\n")
        #expect(
            try exported("csv", "--columns", "id", "--no-header", "--filter", "address.\"a.b\" = text") == "2\n5\n")
        let info = try Program.runTyped(["info", file])
        #expect(info.text.contains("address.city") && info.text.contains("address.\"a.b\""))
        let columns = try #require(try Program.runTyped(["info", file, "--json"]).json["columns"] as? [[String: Any]])
        #expect(columns[5]["path"] as? [String] == ["address", "a.b"] && columns[5]["name"] as? String == "a.b")
        let found = try Program.runTyped(["find", file, "city 4"])
        #expect(found.text.contains("\taddress.city\n"))
        let unknown = try Program.runTyped(["export", file, "--to", "csv", "--columns", "adress.city"])
        #expect(unknown.status == 1 && unknown.errors.contains("Did you mean 'address.city'?"))
    }
}
