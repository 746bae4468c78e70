import Synchronization
import Tabular
import TabularBytes
import TestSources
import TestStores
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

    private func names(_ document: JSONDocument) -> [String] {
        document.catalog.catalog?.entries.map(\.name) ?? []
    }

    private func document(_ text: String, _ options: JSONOptions = JSONOptions()) throws -> JSONDocument {
        try JSONDocument(
            SourceContent(store: MemoryStore(Array(text.utf8)), innerName: "t.json"), name: "t.json", options)
    }

    private let pad = String(repeating: "y", count: 17 << 20)

    @Test func arraysBehindTheSearchedBeginningAreTablesOnRequest() throws {
        let text = #"{"p":[{"a":"\#(pad)"}],"n":[1],"q":[{"b":1},{"b":2}],"r":{"s":[{"c":3}]},"n":5}"#
        let document = try document(text)
        let changes = Mutex(0)
        document.onChange { changes.withLock { $0 += 1 } }
        #expect(names(document) == ["t.json"])
        try document.findAllTables()
        try document.findAllTables()
        #expect(names(document) == ["p", "q", "r.s", "(top level)"])
        #expect(document.catalog.catalog?.isContainer == true && document.catalog.catalog?.defaultTable == .first)
        #expect(changes.withLock { $0 } == 1)
        for (index, rows) in [(1, [["b"], ["1"], ["2"]]), (2, [["c"], ["3"]])] {
            let source = try #require(document.table(TableID(index)) as? JSONSource)
            _ = source.wait { $0.phase == .complete }
            #expect(try table(source) == rows)
        }
    }

    /// By what is first, tables have numbers that stay.
    @Test func tablesKeepTheirNumbers() throws {
        let two = try document(#"{"p":[{"a":1}],"q":[{"b":1}],"x":["\#(pad)"],"r":[{"c":1}]}"#)
        #expect(names(two) == ["p", "q", "(top level)"])
        try two.findAllTables()
        #expect(names(two) == ["p", "q", "(top level)", "r"])
        let none = try document(#"{"x":["\#(pad)"],"r":[{"c":1}]}"#)
        try none.findAllTables()
        #expect(names(none) == ["(top level)", "r"])
    }

    @Test func chosenRowsAreTheOnlyTable() throws {
        let text = #"{"p":[{"a":"\#(pad)"}],"q":[{"b":1}]}"#
        for path in ["$.p[*]", "$.q[*]"] {
            let document = try document(text, JSONOptions(rowsAt: RowsPath(written: path)))
            try document.findAllTables()
            #expect(names(document) == ["t.json"])
        }
    }

    @Test func arraysInTheListOfTablesAreNot() throws {
        let text = "{\"p\":[{\"a\":1}],\"q\":[{\"b\":1}],\"n\":5}\n"
        #expect(try facts(text) == ["$.p[*]"])
        #expect(try facts(text, table: 1) == ["$.q[*]"])
    }
}
