import Tabular
import TestSources
import Testing

@testable import TabularJSON

@Suite struct MoreRowsTests {
    private func facts(_ text: String, _ options: JSONOptions = JSONOptions(), table: Int = 0) throws -> [String] {
        try opened(text, options, table: table, JSONTuning()).snapshot.description.details?.facts.map(\.value) ?? []
    }

    @Test func arraysBehindTheSearchedBeginningAreNamed() throws {
        let row = "{\"a\":1,\"pad\":\"\(String(repeating: "y", count: 1000))\"}"
        let rows = Array(repeating: row, count: 4300).joined(separator: ",")
        let text = "{\n\"p\":[\(rows)],\"n\":[1],\"q\":[{\"b\":1}],\"n\":5}\n"
        #expect(try facts(text) == ["$.p[*]", "$.q[*]"])
        let options = JSONOptions(rowsAt: RowsPath([.member("q")]))
        #expect(try facts(text, options) == ["$.q[*]"])
        #expect(try facts("{\n\"x\":{\"p\":[\(rows)],\"\\\"q\":[{\"b\":1}]}}") == ["$.x.p[*]", "$.x[\"\\\"q\"][*]"])
    }

    @Test func arraysInTheListOfTablesAreNot() throws {
        let text = "{\"p\":[{\"a\":1}],\"q\":[{\"b\":1}],\"n\":5}\n"
        #expect(try facts(text) == ["$.p[*]"])
        #expect(try facts(text, table: 1) == ["$.q[*]"])
    }
}
