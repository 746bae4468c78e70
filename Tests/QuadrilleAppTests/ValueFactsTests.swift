import QuadrilleRuntime
import Tabular
import TabularOps
import TabularText
import Testing

@testable import QuadrilleApp

@Suite struct ValueFactsTests {
    /// The facts of a cell of a table in a text, once all of it is known.
    private func facts(
        _ text: String, row: Int, column: Int, _ types: TypeChoices = TypeChoices()
    ) throws -> [String: String] {
        let all = try all(text, row: row, column: column, types) { $0.line != nil || $0.page.state == .missing }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.text) })
    }

    /// The link to the value by which the column has its type.
    private func link(_ text: String, row: Int, column: Int) throws -> ValueFacts.Link? {
        try all(text, row: row, column: column) { $0.reason?.line != nil }.first?.link
    }

    private func all(
        _ text: String, row: Int, column: Int, _ types: TypeChoices = TypeChoices(),
        until isReady: (ValueInspection) -> Bool
    ) throws -> [ValueFacts.Fact] {
        var options = TextOptions()
        options.types = types
        let source = TextSource(
            repeating: Array(text.utf8), bytes: text.utf8.count, name: "test.csv", options: options)
        defer { source.close() }
        let table = source.waitUntilComplete()
        let changes = Monitor(0)
        let inspector = ValueInspector(of: source) { changes.withLock { $0 += 1 } }
        defer { inspector.close() }
        inspector.inspect(row: row, column: column)
        while true {
            let seen = changes.current
            if let found = inspector.current, isReady(found) { return ValueFacts(inspection: found, table: table).all }
            changes.wait(until: { $0 != seen }, then: { _ in })
        }
    }

    private let text = "id,amount,note\n1,1234567.5,äöü\n2,12,\"two\nlines\"\n3,7,12\n4\n5,,x\n"

    @Test func aNumberIsSaidWithItsDigitsInGroupsAndItsPlace() throws {
        #expect(
            try facts(text, row: 0, column: 1) == [
                "Type": "Decimal, as all values of the column are", "Digits": "1\u{202F}234\u{202F}567.5",
                "Length": "9 bytes", "Record": "2, line 2", "Bytes": "17 to 25",
            ])
    }

    @Test(arguments: [
        (0, "Number, as chosen for the column"), (1, "Not Number, the type chosen for the column"),
        (2, "Null: a word for no value"), (3, "Empty"),
    ])
    func chosenTypeIsSaidWithTheFitOfTheValue(row: Int, words: String) throws {
        var types = TypeChoices()
        types.columns = ["a": .number(.comma)]
        let text = "a;b\n1,5;x\nabc;x\nNA;x\n;x\n"
        #expect(try facts(text, row: row, column: 0, types)["Type"] == words)
    }

    @Test func wordForNoValueIsNoNumber() throws {
        let text = "a,b\n1,x\nNA,x\n"
        #expect(try facts(text, row: 1, column: 0)["Type"] == "Null: a word for no value")
        #expect(try facts(text, row: 0, column: 0)["Type"] == "Integer, as all values of the column are")
    }

    @Test func itIsSaidWhyAValueHasItsType() throws {
        #expect(try facts(text, row: 1, column: 0)["Type"] == "Integer, as all values of the column are")
        #expect(
            try facts(text, row: 1, column: 1)["Type"]
                == "Decimal, since not all values of the column are integers, as this one is")
        #expect(
            try facts(text, row: 2, column: 2)["Type"]
                == "Text, since not all values of the column are integers, as this one is")
        #expect(try facts(text, row: 3, column: 1)["Type"] == "Missing: the record ends before this column")
        #expect(try facts(text, row: 4, column: 1)["Type"] == "Empty")
    }

    @Test func theValueIsNamedByWhichAColumnHasItsType() throws {
        let text = "id,n,d\n1,12,1\n2,,2\n\"a\nb\",13,\n4,none yet,2.5\n5,also\tnot,3\n"
        #expect(
            try link(text, row: 0, column: 1)
                == ValueFacts.Link(text: "First value of another type: record 5, line 6, “none yet”", row: 3, column: 1)
        )
        #expect(
            try link(text, row: 4, column: 1)
                == ValueFacts.Link(text: "First such value: record 5, line 6, “none yet”", row: 3, column: 1))
        #expect(
            try link(text, row: 0, column: 2)
                == ValueFacts.Link(text: "First value of another type: record 5, line 6, “2.5”", row: 3, column: 2))
        #expect(
            try link(text, row: 3, column: 0)
                == ValueFacts.Link(text: "First value of another type: record 4, line 4, “a⏎b”", row: 2, column: 0))
        // The value itself.
        let own = try all(text, row: 3, column: 1) { $0.reason != nil }.first
        let reason = "Text: the first such value, which makes the whole column text"
        #expect(own == ValueFacts.Fact(name: "Type", text: reason))
    }

    @Test func lengthsAndLinesAreThoseOfTheFile() throws {
        #expect(try facts(text, row: 0, column: 2)["Length"] == "3 characters, 6 bytes")
        // The record before has a line end in quotes.
        #expect(try facts(text, row: 2, column: 0)["Record"] == "4, line 5")
        #expect(try facts(text, row: 4, column: 1)["Bytes"]?.hasPrefix("none, at ") == true)
    }
}
