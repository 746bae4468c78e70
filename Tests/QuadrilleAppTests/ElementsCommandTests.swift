import Foundation
import Testing

@testable import QuadrilleApp

/// Commands on the elements of columns of JSON arrays.
@Suite struct ElementsCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.path) }

    @Test func unknownColumnToExpandIsTold() throws {
        try folder.write("e.csv", "id,l\n1,\"[{\"\"x\"\":1}]\"\n")
        let outcome = try run("export", "e.csv", "--to", "csv", "--elements", "l", "--expand", "nope")
        #expect(outcome.status == 1 && outcome.errors.contains("'nope'"))
    }

    @Test func elementsAreRowsBehindTheNumberOfTheirRow() throws {
        try folder.write(
            "a.json", #"[{"id":1,"tags":[{"k":"a"},{"k":"b","v":[1]}]},{"id":2},{"id":3,"tags":[{"k":1.50}]}]"#)
        let text = try run("export", "a.json", "--to", "csv", "--elements", "tags").text
        #expect(text == "(row),k,v\n1,a,\n1,b,[1]\n3,1.50,\n")
        let info = try run("info", "a.json", "--elements", "tags", "--json").json
        #expect(info["rows"] as? Int == 3)
        let sorted = try run(
            "export", "a.json", "--to", "csv", "--elements", "tags", "--sort", "k:desc", "--filter", "k != a",
            "--columns", "k")
        #expect(sorted.text.hasPrefix("k\n") && sorted.text.split(separator: "\n").count == 3)
    }

    @Test func textColumnsHaveElementsToo() throws {
        try folder.write("t.csv", "id,list\n1,\"[1,2]\"\n2,none\n3,\"[3]\"\n")
        #expect(
            try run("export", "t.csv", "--to", "csv", "--elements", "list").text == "(row),value\n1,1\n1,2\n3,3\n")
    }

    @Test func columnsThatAreNotThereAreSaid() throws {
        try folder.write("t.csv", "id\n1\n")
        let wrong = try run("info", "t.csv", "--elements", "nothing")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("--elements 'nothing': there is no such column. There is 'id'."))
        try folder.write("a.json", #"[{"id":1,"tags":["a"]}]"#)
        let near = try run("export", "a.json", "--to", "csv", "--elements", "tag")
        #expect(near.status == 1 && near.text.isEmpty)
        #expect(near.errors.contains("--elements 'tag': there is no such column. Did you mean 'tags'?"))
    }
}
