import Foundation
import Testing

@testable import QuadrilleApp

/// Commands on columns of JSON objects.
@Suite struct ExpansionCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let rows = [
            #"1,"{""a"":1.50,""b"":{""x"":""é""}}""#, #"2,"{""a"":20,""c"":true}""#, "3,none", "4,", #"5,"{""a"": }""#,
        ]
        try folder.write("t.csv", "id,payload\n" + rows.joined(separator: "\n") + "\n")
    }

    private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.path) }

    @Test func membersAreColumnsBehindTheOthers() throws {
        let text = try run(
            "export", "t.csv", "--to", "csv", "--expand", "payload", "--columns", "id,payload.a,payload.b,payload.c"
        )
        .text
        #expect(
            text == """
                id,payload.a,payload.b,payload.c
                1,1.50,"{""x"":""é""}",
                2,20,,true
                3,,,
                4,,,
                5,,,

                """)
        let info = try run("info", "t.csv", "--expand", "payload", "--json").json
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(
            columns.map { $0["name"] as? String } == ["id", "payload", "payload.a", "payload.b", "payload.c"])
        #expect(columns.map { $0["type"] as? String } == ["integer", "text", "decimal", "json", "boolean"])
    }

    @Test func membersSortFilterAndAreFound() throws {
        let sorted = try run(
            "export", "t.csv", "--to", "csv", "--expand", "payload", "--columns", "id", "--sort", "payload.a:desc",
            "--filter",
            "payload.a > 1")
        #expect(sorted.text == "id\n2\n1\n")
        #expect(try run("find", "t.csv", "20", "--expand", "payload", "--column", "payload.a").status == 0)
    }

    /// More rows than are looked at before the search begins.
    @Test func hitInAMemberHasItsName() throws {
        let rows = (0..<50_000).map { "\($0),\"{\"\"a\"\":\($0)}\"\n" }.joined()
        try folder.write("many.csv", "id,data\n" + rows + "7,\"{\"\"late\"\":\"\"needle\"\"}\"\n")
        let found = try run("find", "many.csv", "needle", "--whole", "--expand", "data")
        // The byte is that of the member's text: before it come the header, the rows, `7,"{""late"":""`.
        #expect(found.text == "50001\t4\t\(8 + rows.utf8.count + 15)\tdata.late\n")
    }

    @Test func membersOfMembersAreExpandedInTurn() throws {
        let text = try run(
            "export", "t.csv", "--to", "csv", "--expand", "payload", "--expand", "payload.b", "--columns", "payload.b.x"
        ).text
        #expect(text == "payload.b.x\né\n\"\"\n\"\"\n\"\"\n\"\"\n")
    }

    @Test func columnsThatAreNotThereAreSaid() throws {
        let wrong = try run("info", "t.csv", "--expand", "nothing")
        #expect(wrong.status != 0 && wrong.errors.contains("nothing"))
    }
}
