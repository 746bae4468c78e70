import Foundation
import Testing

/// `export`: what the reader understood, written strictly.
@Suite struct ExportCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "t.csv", "id;name\r\n007;\"a;\"\"b\"\"\"\r\n1e5; x \r\n12345678901234567890\r\n4;\"p\nq\";extra\r\n")
    }

    private func export(_ arguments: String..., of name: String = "t.csv") throws -> Outcome {
        try Program.run(["export", name] + arguments, in: folder.path)
    }

    @Test(arguments: [
        ("csv", "id,name\n007,\"a;\"\"b\"\"\"\n1e5, x \n12345678901234567890\n4,\"p\nq\",extra\n"),
        ("tsv", "id\tname\n007\t\"a;\"\"b\"\"\"\n1e5\t x \n12345678901234567890\n4\t\"p\nq\"\textra\n"),
    ])
    func valuesAreWrittenAsTheyStand(format: String, expected: String) throws {
        let outcome = try export("--to", format)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.text == expected)
    }

    @Test func jsonHasAStringOrNullForEveryValue() throws {
        let outcome = try export("--to", "json")
        #expect(outcome.status == 0)
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(rows.count == 4)
        #expect(rows[0]["id"] as? String == "007")
        #expect(rows[0]["name"] as? String == "a;\"b\"")
        #expect(rows[2]["id"] as? String == "12345678901234567890")
        #expect(rows[2]["name"] is NSNull)
        #expect(rows[3]["name"] as? String == "p\nq")
        #expect(rows.allSatisfy { $0.count == 3 })
    }

    @Test(arguments: [
        (["markdown"], "| id | name |  |\n| ---: | --- | --- |\n| 007 | a;\"b\" |  |\n"),
        (["markdown", "--no-header"], "|  |  |  |\n| ---: | --- | --- |\n| 007 | a;\"b\" |  |\n"),
        (
            ["html", "--no-header"],
            "<table>\n<tbody>\n<tr><td style='mso-number-format:\"\\@\"'>007</td><td>a;\"b\"</td><td></td></tr>\n</tbody>\n</table>\n"
        ),
        (["sql"], "INSERT INTO \"t\" (\"id\", \"name\", \"C\") VALUES\n('007', 'a;\"b\"', NULL);\n"),
        (["sql", "--table", "a b", "--no-header"], "INSERT INTO \"a b\" VALUES\n('007', 'a;\"b\"', NULL);\n"),
        (["csv", "--no-header"], "007,\"a;\"\"b\"\"\"\n"), (["csv", "--pad"], "id,name,\n007,\"a;\"\"b\"\"\",\n"),
    ])
    func rowsAreWrittenForOtherPrograms(format: [String], end: String) throws {
        let outcome = try Program.run(
            ["export", "t.csv", "--rows", "1", "--columns", "1:3", "--to"] + format, in: folder.path)
        #expect(outcome.errors == "")
        #expect(outcome.text.hasSuffix(end), "\(outcome.text)")
    }

    @Test func whatASpreadsheetWouldRunIsEscapedOnDemand() throws {
        try folder.write("f.csv", "a,b\n=1+1,-5\n")
        #expect(try export("--to", "csv", of: "f.csv").text == "a,b\n=1+1,-5\n")
        #expect(try export("--to", "csv", "--escape-formulas", of: "f.csv").text == "a,b\n'=1+1,-5\n")
        let refused = try export("--to", "json", "--escape-formulas", of: "f.csv")
        #expect(refused.errors.contains("--escape-formulas is for --to csv, tsv, markdown and html."))
    }

    @Test func aHeaderOfSeveralRowsIsWrittenAsItStands() throws {
        try folder.write("h.csv", ",Spring,,Summer\nPlot,May,June,May\n1,2,3,4\n")
        let csv = try export("--to", "csv", "--header-rows", "2", of: "h.csv")
        #expect(csv.text == ",Spring,,Summer\nPlot,May,June,May\n1,2,3,4\n")
        let json = try export("--to", "ndjson", "--header-rows", "2", of: "h.csv")
        #expect(json.text == "{\"Plot\":\"1\",\"Spring / May\":\"2\",\"June\":\"3\",\"Summer / May\":\"4\"}\n")
        #expect(try export("--to", "csv", "--header-rows", "9", of: "h.csv").output == folder.bytes("h.csv"))
    }

    @Test func linesOfJSONAreTheObjectsOfTheList() throws {
        let lines = try export("--to", "ndjson").text.split(separator: "\n")
        #expect(lines.count == 4)
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(objects[1]?["name"] as? String == " x ")
    }

    @Test(arguments: [
        ("2:3", [2, 3]), ("2", [2]), ("3:", [3, 4]), (":2", [1, 2]), ("4:999999999999", [4]), ("1:1", [1]),
    ])
    func rowsCountFrom1AndBothEndsBelong(rows: String, expected: [Int]) throws {
        let names = ["007", "1e5", "12345678901234567890", "4"]
        let outcome = try export("--to", "ndjson", "--rows", rows)
        #expect(outcome.status == 0)
        let lines = outcome.text.split(separator: "\n").map { String($0.prefix { $0 != "," }) }
        #expect(lines == expected.map { "{\"id\":\"\(names[$0 - 1])\"" })
    }

    @Test func rowsBeyondTheEndAreRefused() throws {
        let outcome = try export("--to", "csv", "--rows", "5:6")
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(outcome.errors == "quadrille: rows from 5: the table has 4 rows. Ask for rows up to that.\n")
    }

    @Test func anExportReadsBackAsTheSameTable() throws {
        #expect(try export("--to", "csv", "--output", "u.csv").status == 0)
        #expect(try export("--to", "csv", of: "u.csv").output == folder.bytes("u.csv"))
        #expect(try folder.names == ["t.csv", "u.csv"])
    }

    @Test func standardInputAndOutputAreDashes() throws {
        let outcome = try Program.run(
            ["export", "-", "--to", "csv", "--rows", "1:1", "-o", "-"], input: folder.path("t.csv"), in: folder.path)
        #expect(outcome.text == "id,name\n007,\"a;\"\"b\"\"\"\n")
        #expect(try folder.names == ["t.csv"])
    }

    @Test func theInputIsNeverTheOutput() throws {
        let before = try folder.bytes("t.csv")
        for name in ["t.csv", "./t.csv"] {
            let outcome = try export("--to", "csv", "--output", name)
            #expect(outcome.status == 1)
            #expect(
                outcome.errors
                    == "quadrille: \(name): is the file that is being read. Choose another name for the output.\n")
        }
        #expect(try folder.bytes("t.csv") == before)
    }

    @Test(arguments: [
        ("missing/u.csv", "cannot be written: No such file or directory. Choose another place for the output."),
        (".", "cannot be written: Is a directory. Choose another place for the output."),
        ("/dev/full", "there is no room for the output. Make room, or choose another disk."),
        ("/proc/u.csv", "cannot be written: No such file or directory. Choose another place for the output."),
    ])
    func anOutputThatCannotBeWrittenIsNamed(output: String, message: String) throws {
        let outcome = try export("--to", "csv", "--output", output)
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(outcome.errors == "quadrille: \(output): \(message)\n")
        #expect(try folder.names == ["t.csv"])
    }

    @Test func aFullStandardOutputIsNamed() throws {
        let outcome = try Program.shell("exec \"$quadrille\" export t.csv --to csv > /dev/full", in: folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: standard output: there is no room for the output. Make room, or choose another disk.\n")
    }

    @Test(arguments: [
        ("name,id", "name,id\n\"a;\"\"b\"\"\",007\n"), ("2", "name\n\"a;\"\"b\"\"\"\n"),
        ("B:C,A", "name,,id\n\"a;\"\"b\"\"\",,007\n"),
        ("id:name", "id,name\n007,\"a;\"\"b\"\"\"\n"),
    ])
    func columnsAreWrittenInTheOrderAskedFor(columns: String, expected: String) throws {
        let outcome = try export("--to", "csv", "--rows", "1", "--columns", columns)
        #expect(outcome.errors == "")
        #expect(outcome.text == expected)
    }

    @Test(arguments: [
        ("nam", "--columns 'nam': there is no such column. Did you mean 'name'?"),
        ("name:id", "--columns 'name:id': the last column comes before the first. Write id:name."),
        ("id:9", "--columns '9': there is no such column. There are 'id', 'name', 'C'."),
    ])
    func columnsThatAreNotThereAreSaid(columns: String, message: String) throws {
        let outcome = try export("--to", "csv", "--columns", columns)
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(outcome.errors == "quadrille: \(message)\n")
    }

    @Test(arguments: [("1,name", "a;\"b\""), ("4,2", "p\nq"), ("2,B", " x "), ("4,3", "extra")])
    func aValueIsWrittenAsItStands(place: String, value: String) throws {
        let outcome = try export("--value", place)
        #expect(outcome.errors == "")
        #expect(outcome.text == value)
        #expect(try export("--value", place, "--output", "v").status == 0)
        #expect(try folder.bytes("v") == Array(value.utf8))
    }

    @Test func aValueThatIsNotThereIsSaid() throws {
        #expect(
            try export("--value", "3,2").errors
                == "quadrille: row 3, column 2: there is no value, the row ends before that column. Choose another cell.\n"
        )
        #expect(
            try export("--value", "9,2").errors
                == "quadrille: row 9, column 2: there is no value, the table ends before that row. Choose another cell.\n"
        )
        #expect(
            try export("--value", "1,nme").errors
                == "quadrille: --value 'nme': there is no such column. Did you mean 'name'?\n")
    }

    @Test func bytesAreThoseOfTheFile() throws {
        #expect(try export("--to", "bytes").output == folder.bytes("t.csv"))
        #expect(try export("--to", "bytes", "--rows", "2:3").text == "id;name\r\n1e5; x \r\n12345678901234567890\r\n")
    }

    @Test func anInterruptLeavesNothingBehind() throws {
        let script = """
            "$quadrille" export --generate 1000000000x5 --to csv --output big.csv &
            \(Program.untilInterruptsAreCaught)
            kill -INT $!
            wait $!
            echo $?
            """
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.text == "1\n")
        #expect(outcome.errors == "quadrille: the export was cancelled. Nothing was kept of it.\n")
        #expect(try folder.names == ["t.csv"])
    }

    @Test(.withoutSanitizer) func aFileSizeLimitIsToldAndLeavesNothingBehind() throws {
        let script = "ulimit -f 100; \"$quadrille\" export --generate 1000000x5 --to csv --output big.csv"
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "quadrille: big.csv: cannot be written: File too large. Choose another place for the output.\n")
        #expect(try folder.names == ["t.csv"])
    }

    @Test func aGeneratedTableIsExportedFromItsFarEnd() throws {
        let outcome = try Program.run(
            "export", "--generate", "1000000000000x2", "--to", "csv", "--rows", "999999999999:")
        #expect(outcome.status == 0)
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.hasPrefix("1000000000000,") == true)
    }

    /// By the rule for what could not be written, and not by a signal; in silence, since whoever read it knows.
    @Test func aPipeMayEndEarly() throws {
        for before in ["", "trap '' PIPE; "] {
            let script =
                before + "{ \"$quadrille\" export --generate 1000000000000x5 --to csv; echo $? >status; } | head -n 3"
            let outcome = try Program.shell(script, in: folder.path)
            #expect(outcome.text.split(separator: "\n").count == 3)
            #expect(outcome.errors == "")
            #expect(try String(decoding: folder.bytes("status"), as: UTF8.self) == "1\n")
        }
    }

    @Test(arguments: ["csv", "bytes"])
    func rowsOfAPipeWithoutAnEndAreWrittenAsSoonAsTheyAreThere(format: String) throws {
        let script = """
            mkfifo pipe
            exec 3<>pipe
            printf 'a,b\\n1,2\\n3,4\\n' >&3
            "$quadrille" export pipe --to \(format) --rows 1:2
            """
        let outcome = try Program.shell(script, in: folder.path)
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(outcome.text == "a,b\n1,2\n3,4\n")
    }

    /// The rows after the end of the output go nowhere.
    @Test(arguments: ["csv", "json", "ndjson", "sql", "html", "markdown"])
    func outputThatEndsEarlyEndsAFilteredExport(format: String) throws {
        let rows = (0..<6000).map { "\($0),some words that take room,\($0 % 7)\n" }.joined()
        try folder.write("f.csv", Array(("id,text,n\n" + rows).utf8))
        for option in ["--filter 'n > 2'", "--sort id"] {
            let command = "export f.csv --to \(format) \(option)"
            let full = try Program.shell("exec \"$quadrille\" \(command) -o /dev/full", in: folder.path)
            #expect(full.status == 1 && full.errors.contains("there is no room for the output"), "\(full)")
            let pipe = try Program.shell("{ \"$quadrille\" \(command); echo $? >&2; } | head -c 9", in: folder.path)
            #expect(pipe.errors == "1\n", "\(pipe)")
        }
    }

    /// SQLite finds the log and the journal of a database by their names.
    @Test(arguments: ["wal", "shm", "journal"])
    func filesOfADatabaseAreNotReplaced(ending: String) throws {
        let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('create table t(a)'); c.commit()"
        let made = try Program.shell("exec python3 -c \"$1\" \"$2\"", [script, folder.path("d.db")])
        try #require(made.status == 0, "\(made.errors)")
        #expect(try Program.shell("ln -s d.db link.db && ln -s d.db-\(ending) out.csv", in: folder.path).status == 0)
        for (input, output) in [("d.db", "d.db-" + ending), ("link.db", "./d.db-" + ending), ("d.db", "out.csv")] {
            let outcome = try export("--to", "csv", "-o", output, of: input)
            #expect(outcome.status == 1 && outcome.errors.contains("belongs to \(input), which is being read."))
        }
        #expect(try Program.shell("ls d.db-*", in: folder.path).text == "")
        #expect(try export("--to", "csv", "-o", "e.db-" + ending, of: "d.db").status == 0)
    }

    /// An output that is open already is written on from its place.
    @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "out"])
    func openDescriptorsAreWrittenOn(output: String) throws {
        try folder.write("s.csv", Array("a\n1\n".utf8))
        let command =
            "ln -sf /dev/stdout out; (echo head; \"$quadrille\" export s.csv --to csv -o \(output); echo tail) > log; cat log"
        #expect(try Program.shell(command, in: folder.path).text == "head\na\n1\ntail\n")
        let appended = "echo head > log; \"$quadrille\" export s.csv --to csv -o \(output) >> log; cat log"
        #expect(try Program.shell(appended, in: folder.path).text == "head\na\n1\n")
        let own = try Program.shell(
            "exec \"$quadrille\" export s.csv --to csv -o \(output) 1<> s.csv", in: folder.path)
        #expect(own.status == 1 && own.errors.contains("is the file that is being read"))
    }

    @Test func namesThatAreWrittenAlikeGetNumbers() throws {
        try folder.write("n.csv", Array("a\0,a\u{FFFD},b\n1,2,3\n".utf8))
        let outcome = try export("--to", "sql", "--text", "--encoding", "utf-8", of: "n.csv")
        #expect(outcome.text.contains("(\"a\u{FFFD}\", \"a\u{FFFD}_2\", \"b\")"), "\(outcome)")
    }
}
