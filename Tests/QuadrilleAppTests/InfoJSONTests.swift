import Foundation
import Testing

/// `info --json`: keys, types and positions, as scripts rely on them.
@Suite struct InfoJSONTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func info(_ content: [UInt8], _ options: [String] = []) throws -> [String: Any] {
        let path = try folder.write("t.csv", content)
        let outcome = try Program.run(["info", path, "--json"] + options)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        return try outcome.json
    }

    private func info(_ content: String, _ options: [String] = []) throws -> [String: Any] {
        try info(Array(content.utf8), options)
    }

    private func problems(_ content: [UInt8]) throws -> [String] {
        let options = ["--encoding", "UTF-8", "--delimiter", "comma", "--quote", "\""]
        let problems = try #require(try info(content, options)["problems"] as? [String: Any])
        let first = try #require(problems["first"] as? [[String: Any]])
        #expect(problems["count"] as? Int == first.count)
        return first.map { problem in
            "\(problem["kind"] ?? "") \(problem["record"] ?? "") \(problem["line"] ?? "") \(problem["byte"] ?? "")"
        }
    }

    @Test func theWholeOutputIsAsDocumented() throws {
        try folder.write("t.csv", "id,na\"me\n1,x\n2,y,z\n")
        let outcome = try Program.run(["info", "t.csv", "--json", "--null", "-"], in: folder.path)
        #expect(
            outcome.text == """
                {
                  "path": "t.csv",
                  "format": "CSV",
                  "encoding": "UTF-8",
                  "byteOrderMark": false,
                  "encodingGuessed": false,
                  "suggestedEncoding": null,
                  "nullWords": ["-"],
                  "compression": null,
                  "dialect": {"delimiter": ",", "mergesSpaces": false, "quote": "\\"", "escape": null, "comment": null, "skippedLines": 0, \
                "terminator": "\\n", "header": true, "headerRows": 1},
                  "suggestedDialect": null,
                  "rows": 2,
                  "error": null,
                  "columns": [
                    {"name": "id", "type": "integer", "typeSource": "detected", "decimalMark": "point", "unit": null, \
                "dateOrder": null, "readingSource": "values", "misfits": 0, "nullValues": 0},
                    {"name": "na\\"me", "type": "text", "typeSource": "detected", "decimalMark": null, "unit": null, \
                "dateOrder": null, "readingSource": null, "misfits": 0, "nullValues": 0},
                    {"name": "", "type": "text", "typeSource": "detected", "decimalMark": null, "unit": null, \
                "dateOrder": null, "readingSource": null, "misfits": 0, "nullValues": 0}
                  ],
                  "problems": {
                    "count": 2,
                    "counts": {"ragged": 1, "stray-quote": 1},
                    "unlisted": 0,
                    "first": [
                      {"kind": "stray-quote", "severity": "warning", "record": 1, "line": 1, "byte": 5, "location": null, "message": \
                "a quote inside a field that does not begin with one. Shown as it stands."},
                      {"kind": "ragged", "severity": "warning", "record": 3, "line": 3, "byte": 13, "location": null, "message": \
                "3 fields where the header has 2. Shown in extra columns."}
                    ]
                  },
                  "tables": [
                    {"name": "t.csv", "kind": "table", "rows": 2, "columns": 3, "hidden": false, "obstacle": null}
                  ],
                  "table": "t.csv",
                  "skipped": []
                }

                """)
    }

    @Test func aQuickLookTellsRowsAndNoProblems() throws {
        try folder.write("t.csv", "a,b\n1,\"2\n3\"\n4\n")
        let found = try info("a,b\n1,\"2\n3\"\n4\n", ["--quick"])
        #expect(found["rows"] as? Int == 2)
        #expect(found["problems"] is NSNull)
        let outcome = try Program.run(["info", "t.csv", "--quick"], in: folder.path)
        #expect(outcome.text.hasSuffix("  problems  not looked for\n"))
    }

    @Test func keysAndTypesAreThoseOfTheDocumentation() throws {
        let info = try info("id,name\n1,x\n")
        #expect(
            info.keys.sorted() == [
                "byteOrderMark", "columns", "compression", "dialect", "encoding", "encodingGuessed", "error", "format",
                "nullWords", "path", "problems", "rows", "skipped", "suggestedDialect", "suggestedEncoding", "table",
                "tables",
            ])
        #expect(info["path"] as? String == folder.path("t.csv"))
        #expect(info["rows"] as? Int == 1)
        let dialect = try #require(info["dialect"] as? [String: Any])
        #expect(
            dialect.keys.sorted() == [
                "comment", "delimiter", "escape", "header", "headerRows", "mergesSpaces", "quote", "skippedLines",
                "terminator",
            ])
        #expect(dialect["header"] as? Bool == true)
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(columns.map { $0["name"] as? String } == ["id", "name"])
        #expect(columns.map { $0["type"] as? String } == ["integer", "text"])
    }

    @Test(arguments: [
        ("a;b\r\n1;2\r\n", ";", "\r\n", "CSV"), ("a\tb\r1\t2\r", "\t", "\r", "TSV"), ("a|b\n1|2", "|", "\n", "CSV"),
    ])
    func theDialectIsFoundOut(content: String, delimiter: String, terminator: String, format: String) throws {
        let info = try info(content)
        let dialect = try #require(info["dialect"] as? [String: Any])
        #expect(dialect["delimiter"] as? String == delimiter)
        #expect(dialect["terminator"] as? String == terminator)
        #expect(info["format"] as? String == format)
        #expect(info["rows"] as? Int == 1)
    }

    @Test func optionsOverrideWhatWasFoundOut() throws {
        let options = ["--delimiter", "pipe", "--quote", "none", "--header-rows", "0"]
        let info = try info("\"a,b\"|c\n1|2\n", options)
        let dialect = try #require(info["dialect"] as? [String: Any])
        #expect(dialect["delimiter"] as? String == "|")
        #expect(dialect["quote"] is NSNull)
        #expect(dialect["header"] as? Bool == false)
        #expect(info["rows"] as? Int == 2)
    }

    @Test func severalHeaderRowsGiveColumnsTheirGroups() throws {
        let info = try info(",Spring,,Summer\nPlot,May,June,May\n1,2,3,4\n", ["--header-rows", "2"])
        #expect(info["rows"] as? Int == 1)
        let dialect = try #require(info["dialect"] as? [String: Any])
        #expect(dialect["header"] as? Bool == true)
        #expect(dialect["headerRows"] as? Int == 2)
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(columns.map { $0["name"] as? String } == ["Plot", "May", "June", "May"])
        #expect(columns.map { $0["groups"] as? [String] } == [[""], ["Spring"], ["Spring"], ["Summer"]])
        #expect(columns.allSatisfy { $0["type"] as? String == "integer" })
    }

    @Test func moreHeaderRowsThanRecordsLeaveNoRows() throws {
        let info = try info("a,b\n1,2\n", ["--header-rows", "9"])
        #expect(info["rows"] as? Int == 0)
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(columns.map { $0["name"] as? String } == ["1", "2"])
        #expect(columns.map { $0["groups"] as? [String] } == [["a"], ["b"]])
    }

    @Test func everyKindOfProblemHasItsRecordLineAndByte() throws {
        // Header of 2 fields; a quoted line end makes record 3 begin at line 4 and byte 14.
        let content =
            Array("a,b\n\"x\ny\",2\n3\n4,".utf8) + [0xFF] + Array("\n5,".utf8) + [0] + Array("\n6,\"q\"z\n7,\"u".utf8)
        #expect(
            try problems(content) == [
                "ragged 3 4 12", "invalid-encoding 4 5 16", "nul 5 6 20", "stray-quote 6 7 24",
                "unclosed-quote 7 8 31",
            ])
    }

    @Test func linesCountInCRLFAndBehindAMark() throws {
        #expect(try problems([0xEF, 0xBB, 0xBF] + Array("a,b\r\n1\r\n".utf8)) == ["ragged 2 2 8"])
        #expect(try problems(Array("a,b\r\"\r\n\r\",2\r3\r".utf8)) == ["ragged 3 5 12"])
    }

    @Test func allProblemsAreCountedAndTheFirst100Listed() throws {
        let info = try info("a,b\n" + String(repeating: "1\n", count: 2500))
        let problems = try #require(info["problems"] as? [String: Any])
        #expect(problems["count"] as? Int == 2500)
        #expect((problems["first"] as? [Any])?.count == 100)
        #expect(problems["unlisted"] as? Int == 2400)
        #expect((problems["counts"] as? [String: Int])?.values.reduce(0, +) == 2500)
    }

    @Test func namesAndValuesAreNeverAltered() throws {
        let info = try info(" a ,007,\"x\ny\",\u{1}é\u{2028}\n1,007,2,3\n", ["--header-rows", "1"])
        let columns = try #require(info["columns"] as? [[String: Any]])
        #expect(columns.map { $0["name"] as? String } == [" a ", "007", "x\ny", "\u{1}é\u{2028}"])
    }

    @Test func aGeneratedTableHasEveryKey() throws {
        let outcome = try Program.run("info", "--json", "--generate", "1000000000000x2")
        let info = try outcome.json
        #expect(info["path"] as? String == "generated 1000000000000x2")
        #expect(info["format"] as? String == "generated")
        #expect(info["dialect"] is NSNull)
        #expect(info["rows"] as? Int == 1_000_000_000_000)
        #expect((info["columns"] as? [Any])?.count == 2)
    }

    @Test(arguments: ["", "\u{FEFF}"])
    func anEmptyFileIsATableOfNothing(content: String) throws {
        let info = try info(content)
        #expect(info["rows"] as? Int == 0)
        #expect((info["columns"] as? [Any])?.isEmpty == true)
    }

    @Test func columnsHaveTheirStatistics() throws {
        let rows = (1...100).map { "\($0),\($0 % 3 == 0 ? "" : "w\($0 % 3)")\n" }.joined()
        let columns = try #require(try info("id,word\n" + rows, ["--columns"])["columns"] as? [[String: Any]])
        let (id, word) = (columns[0], columns[1])
        let keys: Set = [
            "name", "type", "typeSource", "decimalMark", "unit", "dateOrder", "readingSource", "misfits", "nullValues",
            "nulls", "blanks", "distinct", "distinctExact", "distinctError", "min", "max", "sum", "mean",
            "deviation", "quantiles", "quantileError", "top",
        ]
        #expect(Set(id.keys) == keys && Set(word.keys) == keys)
        #expect(id["nulls"] as? Int == 0 && word["nulls"] as? Int == 33)
        #expect(word["blanks"] as? [String: Int] == ["empty": 33, "null": 0, "missing": 0, "unreadable": 0])
        #expect(id["distinct"] as? Int == 100 && id["distinctExact"] as? Bool == true)
        #expect(id["min"] as? String == "1" && id["max"] as? String == "100")
        #expect(id["mean"] as? String == "50.5" && id["sum"] as? String == "5050")
        let quantiles = try #require(id["quantiles"] as? [[String: Any]])
        #expect(quantiles.compactMap { $0["value"] as? String } == ["5", "25", "50", "75", "95"])
        #expect(quantiles.compactMap { $0["share"] as? Double } == [0.05, 0.25, 0.5, 0.75, 0.95])
        let top = try #require(word["top"] as? [[String: Any]])
        #expect(
            top.map { "\($0["value"] ?? "") \($0["count"] ?? "") \($0["countAtMost"] ?? "")" } == [
                "w1 34 34", "w2 33 33",
            ])
        #expect(word["mean"] is NSNull && word["deviation"] is NSNull && (word["quantiles"] as? [Any])?.isEmpty == true)
    }
}
