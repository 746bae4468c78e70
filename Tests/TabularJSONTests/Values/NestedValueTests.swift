import QuadrilleRuntime
import SeededRandom
import Tabular
import TabularOps
import TestSources
import TestWaiting
import Testing

@testable import TabularJSON

/// A table of nested values, many of them several times, each time with other white space.
private struct NestedTable {
    /// The values as they are shown; nil where a row has none.
    private(set) var shown: [String?] = []
    /// The values as they are written.
    private(set) var written: [String?] = []
    private let isNDJSON: Bool

    init(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let layout = seed % 4
        isNDJSON = layout < 2
        let nested = (0..<random.int(1...8)).map { _ in Self.nested(&random) }
        for _ in 0..<random.int(1...60) {
            switch random.int(0...9) {
            case 0: append(nil, nil)
            // A string that looks like a nested value, which it contains as a text.
            case 1: append(random.pick(nested), &random, layout) { "\"" + Self.escaped($0) + "\"" }
            case 2: append("12", "12")
            default: append(random.pick(nested), &random, layout)
            }
        }
    }

    /// The file. The values are members of the objects that are rows.
    var text: String {
        let rows = written.map { value in value.map { "{\"id\": 1, \"v\": \($0)}" } ?? "{\"id\": 1}" }
        return isNDJSON ? rows.joined(separator: "\n") + "\n" : "[" + rows.joined(separator: ",\n") + "]"
    }

    /// The file of one row whose array has the values as its elements.
    var elements: String {
        let elements = written.map { value in value.map { "{\"v\": \($0)}" } ?? "{}" }
        let row = "{\"a\": [" + elements.joined(separator: ", ") + "]}"
        return isNDJSON ? row + "\n{\"a\": []}\n" : "[\(row)]"
    }

    var name: String { isNDJSON ? "t.ndjson" : "t.json" }

    private mutating func append(_ shown: String?, _ written: String?) {
        self.shown.append(shown)
        self.written.append(written)
    }

    private mutating func append(
        _ value: String, _ random: inout SplitMix64, _ layout: Int, in string: ((String) -> String)? = nil
    ) {
        append(value, string?(value) ?? Self.spread(value, &random, layout))
    }

    /// A nested value without white space between its parts.
    private static func nested(_ random: inout SplitMix64, depth: Int = 2) -> String {
        let isObject = random.oneIn(2)
        let parts = (0..<random.int(0...3)).map { _ -> String in
            let isNested = depth > 0 && random.oneIn(3)
            let part = isNested ? nested(&random, depth: depth - 1) : scalar(&random)
            return isObject ? "\"" + random.pick(["a", "b c", ": ", "é"]) + "\(random.int(0...99))\":" + part : part
        }
        let inner = parts.joined(separator: ",")
        return isObject ? "{\(inner)}" : "[\(inner)]"
    }

    private static func scalar(_ random: inout SplitMix64) -> String {
        random.pick(["1", "1.50", "-0", "null", "true", "\"\"", "\"x  y\"", "\", \"", "\"\\\" [ 1, 2 ]\"", "\"東\\n\""])
    }

    /// A value with white space between its parts.
    private static func spread(_ value: String, _ random: inout SplitMix64, _ layout: Int) -> String {
        var (spread, isInString, isEscaped) = ("", false, false)
        for character in value {
            let isPart = !isInString && "[]{},:".contains(character)
            if isPart, layout != 1 { spread += blank(&random, layout) }
            spread.append(character)
            if isPart {
                spread += layout == 1 && ",:".contains(character) ? " " : layout == 1 ? "" : blank(&random, layout)
            }
            if character == "\"", !isEscaped { isInString.toggle() }
            isEscaped = character == "\\" && !isEscaped
        }
        return trimmed(spread)
    }

    private static func blank(_ random: inout SplitMix64, _ layout: Int) -> String {
        layout == 0 ? random.pick(["", "", " ", "\t"]) : random.pick(["", " ", "\n", "\r\n    ", "\n\n"])
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

/// The rows that meet a condition.
private func rows(_ source: any RowPicking, _ condition: Condition) throws -> [Int] {
    let order = try RowFilter.order(of: source, meeting: [condition], control: JobControl())
    return try order.rows(at: 0..<order.count)
}

/// The rows with a hit in a column.
private func rows(_ source: any RowPicking, finding text: String, isWhole: Bool, column: Int) throws -> [Int] {
    var query = FindQuery(text)
    (query.isWhole, query.column) = (isWhole, column)
    var rows: [Int] = []
    try FindSearch(source: source, plan: try FindPlan(query), counting: false).forEachHit {
        rows.append($0.row)
        return true
    }
    return rows
}

@Suite struct NestedValueTests {
    /// Filters, find, lists of values and equal neighbors go by the text that is shown, whatever the white space in the file.
    @Test(arguments: 0..<80)
    func nestedValuesAreComparedAsShown(seed: Int) throws {
        let table = NestedTable(seed: seed)
        let plain = try opened(table.text, name: table.name, JSONOptions(depth: 0))
        try expectAgreement(plain, table.shown, column: "v", seed)
        let elements = ElementsSource(try opened(table.elements, name: table.name), of: "a")
        elements.waitUntilComplete()
        // Objects that are elements have columns.
        let isCell = table.shown.allSatisfy { $0?.first != "{" }
        if isCell { try expectAgreement(elements, table.shown, column: "v", seed) }
        let texts = table.written.map { [TestCell("{\"v\": \($0 ?? "null")}")] }
        let base = TypedSource([Column(name: "p", type: .text)], texts)
        let expanded = ExpandedSource(base, ["p"], smallSteps())
        expanded.waitUntilComplete()
        try expectAgreement(expanded, table.shown, column: "p.v", seed)
    }

    private func expectAgreement(
        _ source: any RowPicking, _ shown: [String?], column name: String, _ seed: Int
    ) throws {
        guard let column = source.snapshot.columns.firstIndex(where: { $0.name == name }) else {
            #expect(shown.allSatisfy { $0 == nil })
            return
        }
        var random = SplitMix64(seed: UInt64(seed) + 1_000)
        for text in Set(shown.compactMap(\.self)).sorted() where text != "12" {
            let same = shown.indices.filter { shown[$0] == text }
            #expect(try rows(source, Condition(column: column, .equals, [text])) == same)
            #expect(try rows(source, Condition(column: column, .isIn, [text])) == same)
            #expect(try rows(source, finding: text, isWhole: true, column: column) == same)
            let start = text.index(text.startIndex, offsetBy: random.int(0...text.count - 1))
            let piece = String(text[start...].prefix(random.int(1...12)))
            let having = shown.indices.filter { shown[$0]?.contains(piece) ?? false }
            #expect(try rows(source, Condition(column: column, .contains, [piece])) == having)
            #expect(try rows(source, finding: piece, isWhole: false, column: column) == having)
        }
        guard case .done(let list) = ValueList.job(ofColumn: column, in: source).wait() else {
            Issue.record("no list")
            return
        }
        var counts: [String: Int] = [:]
        for entry in list.entries {
            if case .text(let text) = entry.value { counts[text, default: 0] += entry.count }
        }
        #expect(counts == shown.compactMap(\.self).reduce(into: [:]) { $0[$1, default: 0] += 1 })
    }
}

/// What is written to a file is as it stands in this one.
@Test func exportedNestedValuesAreAsWritten() throws {
    let source = try opened(#"[{"v": [1, 2]}, {"v":[1,2]}]"#)
    for isForJSON in [false, true] {
        var (request, rows) = (RecordRequest.all, RecordList())
        request.isForJSON = isForJSON
        try source.streamRecords(0..<2, of: request, into: &rows)
        #expect(rows.records.map { $0[0].text } == ["[1, 2]", "[1,2]"])
    }
}
