import Testing

/// Every choice about a dialect, on the built program and in every command that reads a table.
@Suite struct DialectOptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What an export as NDJSON gives.
    private func rows(_ text: String, _ options: [String]) throws -> String {
        let path = try folder.write("t.csv", text)
        let outcome = try Program.run(["export", path, "--to", "ndjson"] + options)
        #expect(outcome.status == 0 && outcome.errors == "")
        return outcome.text
    }

    /// The line of `info` that tells the dialect.
    private func dialect(_ text: String, _ options: [String] = []) throws -> String {
        let path = try folder.write("t.csv", text)
        let outcome = try Program.run(["info", path] + options)
        #expect(outcome.status == 0 && outcome.errors == "")
        let line = outcome.text.split(separator: "\n").first { $0.hasPrefix("  dialect   ") }
        return String(line?.dropFirst("  dialect   ".count) ?? "")
    }

    @Test(arguments: [
        (["--delimiter", "||"], "a||b\n1|x||2\n", "{\"a\":\"1|x\",\"b\":\"2\"}\n"),
        (["--delimiter", "\\u0001"], "a\u{1}b\n1\u{1}2\n", "{\"a\":\"1\",\"b\":\"2\"}\n"),
        (["--delimiter", "\\t"], "a\tb\n1\t2\n", "{\"a\":\"1\",\"b\":\"2\"}\n"),
        (["--delimiter", "colon"], "a:b\n1:2\n", "{\"a\":\"1\",\"b\":\"2\"}\n"),
        (["--escape", "\\"], "a,b\n1\\,x,\\N\n", "{\"a\":\"1,x\",\"b\":\"N\"}\n"),
        (["--escape", "none"], "a,b\n\"1\\\",2\n", "{\"a\":\"1\\\\\",\"b\":\"2\"}\n"),
        (["--quote", "'"], "a,b\n'1,x',2\n", "{\"a\":\"1,x\",\"b\":\"2\"}\n"),
        (["--comment", "//"], "// x\na,b\n1,2\n// y\n", "{\"a\":\"1\",\"b\":\"2\"}\n"),
        (["--comment", "none", "--header-rows", "1"], "#a,b\n#1,2\n", "{\"#a\":\"#1\",\"b\":\"2\"}\n"),
        (["--skip-rows", "2"], "x,\"y\n1,2,3\na,b\n1,2\n", "{\"a\":\"1\",\"b\":\"2\"}\n"),
        (["--skip-rows", "0"], "sep=;\n1;2\n", "{\"sep=\":\"1\",\"B\":\"2\"}\n"),
    ])
    func aChoiceIsFollowed(options: [String], text: String, expected: String) throws {
        let text = try rows(text, options)
        #expect(text == expected)
    }

    @Test func whatIsInForceIsTold() throws {
        #expect(try dialect("a,b\n1,2\n") == "comma, quote \", LF, header")
        #expect(try dialect("sep=;\na;b\n1;2\n") == "semicolon, quote \", 1 line skipped, LF, header")
        #expect(try dialect("# x\na,b\n1,2\n") == "comma, quote \", comments #, LF, header")
        #expect(try dialect("a,b\n1\\,5,2\n", ["--escape", "\\"]) == "comma, quote \", escape \\, LF, header")
        #expect(
            try dialect("x\ny\na||b\r\n1||2\n", ["--skip-rows", "2", "--delimiter", "||", "--quote", "none"])
                == "“||”, no quote, 2 lines skipped, CRLF, header")
    }

    @Test func jsonTellsWhatIsInForce() throws {
        let path = try folder.write("t.csv", "title\n\"\n# made\na||b\n1||2\n")
        let options = ["--delimiter", "||", "--escape", "\\", "--comment", "#", "--skip-rows", "2", "--quote", "'"]
        let outcome = try Program.run(["info", path, "--json"] + options)
        #expect(
            outcome.text.contains(
                """
                  "dialect": {"delimiter": "||", "mergesSpaces": false, "quote": "'", "escape": "\\\\", "comment": "#", "skippedLines": 2, \
                "terminator": "\\n", "header": true, "headerRows": 1},
                """))
    }

    @Test(arguments: [["render", "--output", "p.png", "--size", "300x100"], ["layout"], ["info"]])
    func everyCommandTakesThem(command: [String]) throws {
        try folder.write("t.csv", "title\na||b\n# c\n1||2\n")
        let options = [
            "--delimiter", "||", "--skip-rows", "1", "--comment", "#", "--escape", "none", "--quote", "none",
        ]
        let outcome = try Program.run([command[0], "t.csv"] + command.dropFirst() + options, in: folder.path)
        #expect(outcome.status == 0 && outcome.errors == "")
        // One row of two columns.
        let cells = outcome.text.split(separator: "\n").filter { $0.hasPrefix("cell ") }
        if command == ["layout"] { #expect(cells.count == 2) }
    }

    @Test func problemsCountTheLinesThatAreNoRecords() throws {
        let path = try folder.write("t.csv", "title\n\"\n# x\na,b\n# y\n1\n")
        let options = ["--skip-rows", "2", "--comment", "#", "--header-rows", "1", "--delimiter", "comma"]
        let outcome = try Program.run(["info", path] + options)
        #expect(outcome.text.contains("record 2 (line 6): 1 field where the header has 2."))
    }
}
