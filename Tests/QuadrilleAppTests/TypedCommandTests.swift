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
}
