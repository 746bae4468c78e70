import Testing

/// `info` for people.
@Suite struct InfoTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func info(_ arguments: String...) throws -> String {
        let outcome = try Program.run(["info"] + arguments, in: folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        return outcome.text
    }

    @Test func aTableIsToldInAFewLines() throws {
        try folder.write("orders.csv", "id,name,,when\r\n1,x,,2024-01-31\r\n2,y,,2024-02-01\r\n3\r\n")
        #expect(
            try info("orders.csv") == """
                orders.csv
                  format    CSV
                  encoding  UTF-8
                  dialect   comma, quote ", CRLF, header
                  rows      3
                  columns   4
                    1  integer   id
                    2  text      name
                    3  empty
                    4  date      when
                  problems  1 (1 ragged)
                    record 4 (line 4): 1 field where the header has 4. Shown padded.

                """)
    }

    @Test func headerRowsAreCounted() throws {
        try folder.write("t.csv", "a,\nx,y\n1,2\n")
        #expect(
            try info("t.csv", "--header-rows", "2").contains(
                "  dialect   comma, quote \", LF, 2 header rows\n  rows      1\n"))
    }

    @Test func moreThanTenProblemsAreCutShort() throws {
        try folder.write("t.csv", "a,b\n" + String(repeating: "1\n", count: 2000))
        let lines = try info("t.csv").split(separator: "\n")
        #expect(lines.suffix(12).first == "  problems  2,000 (2,000 ragged)")
        #expect(lines.last == "    and 1,990 more; --json lists the first 100")
    }

    @Test func namesCannotDisturbTheTerminal() throws {
        try folder.write("a\nb.csv", "\u{1B}[31mred,\u{202E}x\n1,2\n")
        let text = try info("a\nb.csv", "--header-rows", "1")
        #expect(text.hasPrefix("a⏎b.csv\n"))
        #expect(text.contains("integer   ␛[31mred\n"))
        #expect(text.contains("integer   ⇚x\n"))
    }

    @Test func aGeneratedTableHasNoDialect() throws {
        #expect(
            try info("--generate", "1000000000000x1") == """
                generated 1000000000000x1
                  format    generated
                  encoding  UTF-8
                  rows      1,000,000,000,000
                  columns   1
                    1  integer   id
                  problems  0

                """)
    }

    @Test func aFullOutputIsAnError() throws {
        let table = try folder.write("t.csv", "a,b\n1,2\n")
        let outcome = try Program.shell("exec \"$quadrille\" info \"$1\" > /dev/full", [table])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: standard output: cannot be written: No space left on device. "
                + "Choose another place for the output.\n")
    }

    @Test(arguments: ["info --json", "export --to csv"])
    func aReaderThatHasGoneEndsItInSilence(command: String) throws {
        let outcome = try Program.shell(
            """
            { "$quadrille" \(command) --generate 1x100000; echo $? >&2; } | head -n 1 > /dev/null
            trap '' PIPE
            { "$quadrille" \(command) --generate 1x100000; echo $? >&2; } | head -n 1 > /dev/null
            """)
        // What could not be written, and no signal, whatever the shell makes of that one; and not a word.
        #expect(outcome.errors == "1\n1\n")
    }

    @Test func closedDescriptorsAreNoFilesToWriteTo() throws {
        let table = try folder.write("t.csv", "a,b\n1,2\n")
        let picture = folder.path("p.png")
        let script = "exec \"$quadrille\" render \"$1\" -o \"$2\" --size 99x99 --at 9,9 <&- >&- 2>&-"
        #expect(try Program.shell(script, [table, picture]).status == 0)
        #expect(try Picture(picture).width == 99)
        #expect(try Program.shell("exec \"$quadrille\" info \"$1\" >&-", [table]).status == 1)
        #expect(try folder.bytes("t.csv") == Array("a,b\n1,2\n".utf8))
    }

    @Test func columnsAreToldInWords() throws {
        try folder.write("c.csv", "n,word\n1.50,a\n2.25,\n1e0,a\n,b\n")
        #expect(
            try info("c.csv", "--columns") == """
                c.csv
                  format    CSV
                  encoding  UTF-8
                  dialect   comma, quote ", LF, header
                  rows      4
                  columns   2
                    1  decimal   n
                       3 values, 1 row without, 3 different
                       from 1e0 to 2.25, mean 1.58333333 (rounded), standard deviation 0.629153, sum 4.75
                       5 %: 1e0, 25 %: 1e0, 50 %: 1.50, 75 %: 2.25, 95 %: 2.25
                    2  text      word
                       3 values, 1 row without, 2 different
                       from a to b
                       most often a (2), b (1)
                  problems  0

                """)
    }

    @Test func whatDisturbsATerminalIsNotPrintedFromValues() throws {
        let long = String(repeating: "x", count: 60)
        try folder.write("c.csv", "a,b\n\u{1B}[31m\u{202E}x,\(long)\n\u{1B}[31m\u{202E}x,\(long)\n")
        let text = try info("c.csv", "--columns")
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(text.contains("most often \(String(repeating: "x", count: 40))… (2)\n"))
    }
}
