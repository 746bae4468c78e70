import Tabular
import Testing

@testable import QuadrilleApp

/// The facts of a format that nothing above its reader knows.
private struct SheetDetails: FormatDetails {
    var name = "Orders"
    var facts: [SourceDetail] { [SourceDetail("sheet", name) { "sheet \($0)" }] }
    var encodingName: String? { "UTF-16LE" }
    var statusWords: [String] { ["dates from 1904"] }
    var suggestion: String? { "the next sheet has more rows" }
    var infoLines: [(label: String, words: String)] { [("dates", "from 1904\u{1B}")] }
    var infoMembers: [(key: String, value: JSONValue)] {
        [("firstDate", .object([("year", .integer(1904))])), ("suggestedEncoding", .string("UTF-8"))]
    }
}

@Suite struct FormatDetailsTests {
    private let table = TableSnapshot(
        description: TableDescription(format: "XLS", SheetDetails(), compression: "gzip"),
        columns: [Column(name: "a", type: .text)], rowCount: .exactly(2), phase: .complete)

    @Test func statusBarHasTheWordsOfTheFormat() {
        var types = TypeChoices()
        types.nullWords = []
        #expect(
            StatusText.dialect(of: table.description, types)
                == "XLS · gzip · sheet Orders · dates from 1904 · no empty values · the next sheet has more rows")
    }

    @Test func infoHasTheLinesOfTheFormat() {
        let lines = TableInfo(path: "a.xls", table).text().split(separator: "\n").dropFirst(2).prefix(4)
        #expect(
            lines == [
                "            sheet Orders", "  dates     from 1904␛", "            the next sheet has more rows",
                "  rows      2",
            ])
    }

    @Test func infoAsJSONHasTheMembersOfTheFormat() {
        let text = TableInfo(path: "a.xls", table).json()
        #expect(text.contains("\"details\": {\"sheet\": \"Orders\", \"firstDate\": {\"year\": 1904}}"))
        for member in [
            "\"encoding\": \"UTF-16LE\"", "\"byteOrderMark\": false", "\"suggestedEncoding\": \"UTF-8\"",
            "\"dialect\": null", "\"suggestedDialect\": null",
        ] {
            #expect(text.contains("  \(member),\n"), "\(member)")
        }
    }

    @Test func tableWithoutDetailsHasAllKeys() {
        var plain = table
        plain.description.details = nil
        let text = TableInfo(path: "a.xls", plain).json()
        #expect(text.contains("\"encoding\": null") && text.contains("\"suggestedEncoding\": null"))
        #expect(!text.contains("details"))
    }

    @Test func descriptionsAreEqualWhereTheirDetailsAre() {
        var other = table.description
        #expect(other == table.description && other.hashValue == table.description.hashValue)
        other[SheetDetails.self]?.name = "Customers"
        #expect(other != table.description)
        other.details = nil
        #expect(other != table.description && other[SheetDetails.self] == nil)
    }
}
