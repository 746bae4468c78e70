import Foundation
import Testing

@testable import QuadrilleApp

/// Commands on JSON.
@Suite struct JSONCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> Outcome { try Program.run(arguments, in: folder.path) }

    @Test func infoNamesRowsColumnsAndProblems() throws {
        try folder.write("a.json", #"{"n":1,"data":{"items":[{"a":1,"b":{"c":"x"}},{"a":1.5,"a":2}]}}"#)
        let info = try run("info", "a.json", "--json").json
        #expect(info["format"] as? String == "JSON" && info["rows"] as? Int == 2)
        #expect(info["details"] as? [String: String] == ["rowsAt": "$.data.items[*]"])
        #expect(info["dialect"] is NSNull)
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(columns.map { $0["name"] as? String } == ["a", "c"])
        #expect(columns.map { $0["groups"] as? [String] } == [[""], ["b"]])
        let problems = try #require(info["problems"] as? [String: Any])
        #expect(problems["counts"] as? [String: Int] == ["duplicate-key": 1])
        #expect(try run("info", "a.json").text.contains("rows are $.data.items[*]"))
    }

    /// The second array begins after the bytes by which the tables are found.
    @Test func laterArraysAreTables() throws {
        let row = "{\"a\":\"\(String(repeating: "x", count: 1000))\"}"
        let rows = Array(repeating: row, count: 17_300).joined(separator: ",")
        try folder.write("far.json", "{\"users\":[\(rows)],\"orders\":[{\"o\":1},{\"o\":2}]}")
        let info = try run("info", "far.json", "--json")
        let tables = try #require(try info.json["tables"] as? [[String: Any]])
        #expect(tables.map { $0["name"] as? String } == ["users", "orders"])
        #expect(try info.json["rows"] as? Int == 17_300)
        for name in ["orders", "2"] {
            let orders = try run("export", "far.json", "--of", name, "--to", "csv")
            #expect(orders.text == "o\n1\n2\n" && orders.errors.isEmpty && orders.status == 0)
        }
        let first = try run("export", "far.json", "--to", "csv", "--rows", "1:1")
        #expect(first.status == 0 && first.errors.contains("more rows follow at $.orders[*]"))
        for options in [["--of", "users"], ["--rows-at", "$.users[*]"]] {
            let chosen = try Program.run(["export", "far.json", "--to", "csv"] + options, in: folder.path)
            #expect(chosen.status == 0 && chosen.errors.isEmpty, "\(options)")
        }
        let wrong = try run("export", "far.json", "--of", "bills", "--to", "csv")
        #expect(wrong.status == 1 && wrong.errors.contains("users") && wrong.errors.contains("orders"))
    }

    /// More rows than are looked at before the search begins.
    @Test func hitInAColumnOfALateRowIsFoundWithItsName() throws {
        let rows = (0..<100_000).map { "{\"id\":\($0)}\n" }.joined()
        try folder.write("late.ndjson", rows + "{\"id\":1,\"late\":\"needle\"}\n")
        for _ in 0..<3 {
            let found = try run("find", "late.ndjson", "needle")
            #expect(found.text.hasPrefix("100001\t2\t") && found.text.hasSuffix("\tlate\n"))
        }
    }

    /// The value that decides about a row is beyond what is read of it.
    @Test func rowsOfUnknownValuesAreTold() throws {
        let long = String(repeating: "x", count: 17 << 20)
        try folder.write("long.ndjson", "{\"a\":1,\"b\":\"\(long)\",\"c\":5}\n{\"a\":2,\"c\":6}\n")
        for options in [["--filter", "c=5"], ["--sort", "c"], ["--filter", "a>0", "--sort", "c:desc"]] {
            let outcome = try Program.run(
                ["export", "long.ndjson", "--to", "csv", "--columns", "a"] + options, in: folder.path)
            #expect(outcome.status == 1 && outcome.text.hasPrefix("a\n"), "\(options)")
            #expect(outcome.errors.contains("row 1 is too long to be read whole, and its value of 'c' is not known"))
            #expect(outcome.errors.contains("Split the row, or leave that column out of --filter and --sort."))
        }
        let found = try run("find", "long.ndjson", "6")
        #expect(found.status == 1 && found.text.hasPrefix("2\t3\t"))
        #expect(found.errors.contains("row 1, line 1: The row is longer than 16,777,216 bytes."))
        #expect(found.errors.contains("Split it to search all of it."))
        let value = try run("export", "long.ndjson", "--value", "1,c")
        #expect(value.status == 1 && value.errors.contains("longer than 16,777,216 bytes"))
        #expect(value.errors.contains("Choose another cell."))
        let known = try run("export", "long.ndjson", "--to", "csv", "--columns", "a", "--filter", "a=1")
        #expect(known.status == 0 && known.text == "a\n1\n" && known.errors.isEmpty)
    }

    @Test func rowsAndDepthAreChosen() throws {
        try folder.write("a.json", #"{"x":[{"a":{"b":1}}],"y":[{"c":2},{"c":3}]}"#)
        #expect(try run("export", "a.json", "--to", "csv", "--rows-at", "$.y[*]").text == "c\n2\n3\n")
        #expect(try run("export", "a.json", "--to", "csv", "--of", "x").text == "a.b\n1\n")
        #expect(
            try run("export", "a.json", "--to", "csv", "--of", "x", "--depth", "0").text == "a\n\"{\"\"b\"\":1}\"\n")
        let wrong = try run("info", "a.json", "--rows-at", "$.z")
        #expect(
            wrong.status == 1 && wrong.errors.contains("no rows at $.z[*]") && wrong.errors.contains("$.x[*], $.y[*]"))
        let both = try run("info", "a.json", "--rows-at", "$.y[*]", "--of", "y")
        #expect(both.status == 1)
        #expect(
            both.errors.contains(
                "a.json: With --rows-at the file has one table, which --of 'y' does not name. Leave one of them out."))
        #expect(try run("info", "a.json", "--rows-at", "$.y[*]", "--of", "a.json").status == 0)
        #expect(try run("info", "none.json", "--rows-at", "$.y[*]", "--of", "y").errors.contains("Leave") == false)
        #expect(try run("info", "a.json", "--rows-at", "..").status == 64)
        #expect(try run("info", "a.json", "--depth", "9").status == 64)
        try folder.write("t.csv", "a,b\n1,2\n")
        let text = try run("info", "t.csv", "--depth", "1")
        #expect(text.status == 1 && text.errors.contains("This file is read as CSV, which has no --depth."))
    }

    @Test(arguments: [["--type", "a=text"], ["--numbers", "comma"], ["--null", "x"]])
    func typesOfColumnsAreForText(options: [String]) throws {
        try folder.write("a.json", #"[{"a":1,"b":[1]}]"#)
        try folder.write("t.csv", "a,b\n1,\"[1]\"\n")
        for command in [["info", "a.json"], ["find", "a.json", "1"], ["export", "a.json", "--to", "csv"]] {
            let json = try Program.run(command + options, in: folder.path)
            #expect(json.status == 1 && json.errors.contains("This file is read as JSON, which has no \(options[0])."))
        }
        #expect(try Program.run(["info", "t.csv"] + options, in: folder.path).status == 0)
        let elements = try Program.run(["info", "t.csv", "--elements", "b"] + options, in: folder.path)
        #expect(elements.errors.contains("These are the elements of 'b', which have no \(options[0])."))
        #expect(try Program.run(["info", "a.json", "--type", "a=automatic"], in: folder.path).status == 0)
    }

    @Test(arguments: [
        ["--delimiter", "comma"], ["--quote", "none"], ["--escape", "none"], ["--comment", "#"], ["--skip-rows", "1"],
        ["--header-rows", "1"],
    ])
    func dialectsAreForText(options: [String]) throws {
        try folder.write("a.json", #"[{"a":1}]"#)
        try folder.write("t.csv", "a,b\n1,\"[1]\"\n")
        let json = try Program.run(["info", "a.json"] + options, in: folder.path)
        #expect(json.status == 1 && json.errors.contains("This file is read as JSON, which has no \(options[0])."))
        #expect(try Program.run(["info", "a.json", "--text"] + options, in: folder.path).status == 0)
        #expect(try Program.run(["info", "a.json", "--encoding", "utf-8"], in: folder.path).status == 0)
        if options[0] == "--delimiter" {
            #expect(try Program.run(["info", "t.csv", "--elements", "b"] + options, in: folder.path).status == 0)
        }
    }

    @Test func aRoundTripChangesNoValue() throws {
        let records = [
            #"{"id":12345678901234567890123,"d":0.10000000000000000555,"e":1E400,"z":-0,"f":1.10}"#,
            #"{"id":1,"n":null,"t":true,"o":{"p":{"q":"é\n😀"},"r":[1, {"s": 2.50}]},"m":""}"#,
            #"{"late":{"x":"0012"}}"#,
        ]
        try folder.write("a.ndjson", records.joined(separator: "\n"))
        let lines = try run("export", "a.ndjson", "--to", "ndjson").text.split(separator: "\n").map(String.init)
        let array = try run("export", "a.ndjson", "--to", "json").text
        #expect(lines.count == 3 && lines[0] == records[0] && lines[2] == records[2])
        // Foundation has no number like 1E400.
        for (line, record) in zip(lines, records).dropFirst() {
            let (found, right) = try (
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary,
                JSONSerialization.jsonObject(with: Data(record.utf8)) as? NSDictionary
            )
            #expect(found == right)
        }
        #expect(
            array.filter { !$0.isWhitespace } == "[" + lines.joined(separator: ",").filter { !$0.isWhitespace } + "]")
    }

    @Test(arguments: [
        #"[1,2]"# + "\n" + #"[3,4,[5,{"a":1.0}]]"#,
        #"[1]"# + "\n" + #"{"a":[1]}"# + "\n" + #"[]"# + "\n7\n" + #"[null,true]"#,
        #"{"a":"x\ud800y","b":["\udfff"]}"#, #"{"a":"\udc00\ud83d\ude00","b":"\ud7ff"}"#,
        #"{"\ud800":1,"\\ud800":2,"b":{"x\udfff":3}}"#,
    ])
    func listsAndSurrogatesStayThemselves(lines: String) throws {
        try folder.write("a.ndjson", lines)
        let found = try run("export", "a.ndjson", "--to", "ndjson").text
        #expect(
            found == lines.replacingOccurrences(of: #"\ud83d\ude00"#, with: "😀")
                .replacingOccurrences(of: #"\ud7ff"#, with: "\u{D7FF}") + "\n")
    }

    @Test func declaredColumnsNameTheMembersOfLists() throws {
        try folder.write("a.json", #"{"columns":["a","b"],"data":[[1,2],[3]]}"#)
        let found = try run("export", "a.json", "--to", "ndjson").text
        #expect(found == #"{"a":1,"b":2}"# + "\n" + #"{"a":3}"# + "\n")
    }

    @Test func declaredColumnsBeyondTheLimitKeepTheirNames() throws {
        let names = (0..<4_100).map { "\"c\($0)\"" }
        let values = (0..<4_100).map { "\($0)" }
        try folder.write(
            "a.json",
            "{\"columns\":[\(names.joined(separator: ","))],\"data\":[[\(values.joined(separator: ","))]]}")
        let found = try run("export", "a.json", "--to", "ndjson").text
        #expect(found == "{" + zip(names, values).map { "\($0):\($1)" }.joined(separator: ",") + "}\n")
    }

    @Test func pipesEncodingsAndPackedFilesAreRead() throws {
        let text = #"[{"a":"ü"},{"a":"x"}]"#
        try folder.write("a.json", Array(text.utf8))
        let utf16 = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        try folder.write("b.json", [0xFF, 0xFE] + utf16)
        #expect(try run("export", "b.json", "--to", "csv").text == "a\nü\nx\n")
        let piped = try Program.shell("gzip -c a.json | \"$quadrille\" export - --to csv", in: folder.path)
        #expect(piped.text == "a\nü\nx\n")
        #expect(try run("info", "a.json", "--as", "text", "--json").json["format"] as? String == "CSV")
    }

    @Test func findTellsOfRowsThatAreNotReadWhole() throws {
        let long = String(repeating: "x", count: 17 << 20)
        try folder.write("a.ndjson", "{\"a\":\"one\"}\n{\"a\":\"\(long) two\"}\n")
        for words in [["find", "a.ndjson", "two"], ["find", "a.ndjson", "two", "--count"]] {
            let found = try Program.run(words, in: folder.path)
            #expect(found.status == 1 && found.errors.contains("row 2, line 2: "))
            #expect(found.errors.contains("Split it to search all of it."))
        }
        try folder.write("b.ndjson", "{\"a\":\"one\"}\n{\"a\":\"two\"}\n")
        let whole = try run("find", "b.ndjson", "two")
        #expect(whole.status == 0 && whole.errors == "" && whole.text == "2\t1\t18\ta\n")
    }

    @Test func findTellsTheBytesOfMatches() throws {
        try folder.write("a.json", ##"[{"a":"x yz"},{"a":["\n", 10]},{"a":"\"yz"}]"##)
        #expect(
            try run("find", "a.json", "yz", "--json").text == """
                {"row": 0, "column": 0, "name": "a", "byte": 9}
                {"row": 2, "column": 0, "name": "a", "byte": 39}

                """)
        #expect(try run("find", "a.json", ",1").text == "2\t1\t24\ta\n")
    }

    @Test func sortsFiltersAndFindsGoByTypes() throws {
        try folder.write("a.ndjson", (1...30).map { "{\"n\":\($0),\"s\":{\"t\":\"v\($0)\"}}" }.joined(separator: "\n"))
        let rows = try run("export", "a.ndjson", "--to", "csv", "--sort", "n:desc", "--filter", "n > 28").text
        #expect(rows == "n,s.t\n30,v30\n29,v29\n")
        #expect(try run("export", "a.ndjson", "--to", "csv", "--columns", "s.t", "--rows", "2:2").text == "s.t\nv2\n")
        #expect(try run("find", "a.ndjson", "v17").status == 0)
    }
}
