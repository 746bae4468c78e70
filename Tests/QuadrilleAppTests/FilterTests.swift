import GridUI
import Tabular
import TabularOps
import Testing

@testable import QuadrilleApp

private let columns = ["day", "city", "a = b", "n", "say \"n\""].map { Column(name: $0, type: .text) }

@Test(arguments: [
    ("n >= 7", Condition(column: 3, .greaterOrEqual, ["7"])),
    ("n>=7", Condition(column: 3, .greaterOrEqual, ["7"])),
    ("n != -7", Condition(column: 3, .notEquals, ["-7"])),
    ("city = New York ", Condition(column: 1, .equals, ["New York"])),
    ("city = ' New York '", Condition(column: 1, .equals, [" New York "])),
    ("city =", Condition(column: 1, .equals, [""])),
    ("a = b contains x = y", Condition(column: 2, .contains, ["x = y"])),
    ("a = b < 3", Condition(column: 2, .less, ["3"])),
    ("city contains in", Condition(column: 1, .contains, ["in"])),
    ("\"a = b\" = 3", Condition(column: 2, .equals, ["3"])),
    ("\"a = b\">=3", Condition(column: 2, .greaterOrEqual, ["3"])),
    (" \"city\" contains \"=\"", Condition(column: 1, .contains, ["="])),
    ("\"say \"\"n\"\"\" blank", Condition(column: 4, .empty)),
    ("day matches ^[A-Z]{2,}$", Condition(column: 0, .matches, ["^[A-Z]{2,}$"])),
    ("city blank", Condition(column: 1, .empty)),
    ("B blank ", Condition(column: 1, .empty)), ("city misfit", Condition(column: 1, .misfit)),
    ("4 in 1,2", Condition(column: 3, .isIn, ["1", "2"])),
    (
        "city in Lima, \"Rome, IT\" ,\"say \"\"no\"\"\",",
        Condition(column: 1, .isIn, ["Lima", "Rome, IT", "say \"no\"", ""])
    ),
])
func aConditionIsReadFromTheCommandLine(text: String, expected: Condition) throws {
    #expect(try FilterArgument(argument: text).condition(in: columns) == expected)
}

@Test(arguments: ["", "city", "= 3", "city is Lima", "containsx", "city emptyish"])
func whatIsNoConditionIsRefused(text: String) {
    #expect(throws: (any Error).self) { try FilterArgument(argument: text) }
}

@Test func aColumnThatIsNotThereIsToldWithWhatIsNear() throws {
    let error = #expect(throws: UnknownColumn.self) {
        try FilterArgument(argument: "cty = Lima").condition(in: columns)
    }
    #expect(error?.description == "--filter 'cty': there is no such column. Did you mean 'city'?")
}

@Test func aQuotedNameThatIsNotThereIsToldAsOne() throws {
    let error = #expect(throws: UnknownColumn.self) {
        try FilterArgument(argument: "\"a = c\" = 3").condition(in: columns)
    }
    #expect(error?.description == "--filter 'a = c': there is no such column. Did you mean 'a = b'?")
}

@Test func chipsSayWhatHolds() {
    #expect(Condition(column: 0, .equals, ["Kenya"]).label(column: "Country") == "Country = Kenya")
    #expect(Condition(column: 0, .notEquals, ["Kenya"]).label(column: "Country") == "Country ≠ Kenya")
    #expect(Condition(column: 0, .notEquals, [""]).label(column: "Country") == "Country is not blank")
    #expect(Condition(column: 0, .empty).label(column: "Country") == "Country is blank")
    #expect(Condition(column: 0, .isIn, ["a", "b"]).label(column: "C") == "C is one of a, b")
    #expect(Condition(column: 0, .lessOrEqual, ["7"]).label(column: "n") == "n ≤ 7")
    #expect(Condition(column: 0, .contains, ["x"], ignoresCase: true).label(column: "C") == "C contains x (any case)")
    let many = Condition(column: 0, .isIn, (1...8).map { "\($0)" } + [""])
    #expect(many.label(column: "C") == "C is one of 1, 2, 3, 4, 5 and 4 more")
    var blank = Condition(column: 0, .isIn, ["a", ""])
    #expect(blank.label(column: "C") == "C is one of a, (empty)")
    blank.blanks = [.missing]
    #expect(blank.label(column: "C") == "C is one of a, (missing)")
}

@Test func aChipSaysForHowManyRowsItsConditionHolds() {
    #expect(StatusText.rows(metBy: .rows(1_234_567)) == "1,234,567")
    #expect(StatusText.hint(rowsMetBy: .rows(1)) == "It holds for 1 row, whatever the other conditions say.")
    #expect(StatusText.rows(metBy: nil) == "…")
    #expect(StatusText.hint(rowsMetBy: nil) == "How many rows it holds for by itself is being counted.")
    #expect(StatusText.rows(metBy: .unknown).isEmpty)
    #expect(StatusText.hint(rowsMetBy: .unknown) == "How many rows it holds for by itself was not found out.")
}

@Test func aChipOfALongValueIsShort() {
    let long = String(repeating: "0123456789", count: 1_000_000)
    #expect(Condition(column: 0, .equals, [long]).label(column: "C").count < 80)
    #expect(Condition(column: 0, .isIn, [long, long]).label(column: "C").count < 160)
}

@Test func chipsAreShortAndOnOneLineWhateverTheValue() {
    func label(_ comparison: Condition.Comparison, _ values: [String], column: String = "C") -> String {
        Condition(column: 0, comparison, values).label(column: column)
    }
    #expect(label(.equals, ["a\nb\u{202E}c\0"]) == "C = \("a\nb\u{202E}c\0".visible)")
    for text in ["a\nb", "\u{202E}", "a\0b"] {
        let shown = label(.equals, [text], column: text)
        #expect(!shown.unicodeScalars.contains { $0 == "\n" || $0 == "\u{202E}" || $0.value == 0 })
    }
    let long = String(repeating: "x", count: 100_000)
    #expect(label(.contains, [long]) == "C contains " + long.prefix(60) + "…")
    #expect(label(.equals, ["a"], column: long).count == 60 + 1 + 4)
    #expect(label(.isIn, (1...2000).map { "\($0)" }) == "C is one of 1, 2, 3, 4, 5 and 1,995 more")
}

/// `--filter`: rows that meet conditions.
@Suite struct FilterCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.csv", "day,city,n\nMon,Lima,3\nTue,Oslo,12\nWed,Lima,100\nThu,\"Rome, IT\",7\nFri,,\n")
    }

    private func export(_ arguments: String...) throws -> Outcome {
        try Program.run(["export", "t.csv", "--to", "csv"] + arguments, in: folder.path)
    }

    @Test func rowsThatMeetAllConditionsAreWritten() throws {
        #expect(try export("--filter", "n >= 7").text == "day,city,n\nTue,Oslo,12\nWed,Lima,100\nThu,\"Rome, IT\",7\n")
        #expect(try export("--filter", "n >= 7", "--filter", "city = Lima").text == "day,city,n\nWed,Lima,100\n")
        #expect(try export("--filter", "n > 1000").text == "day,city,n\n")
        // Rows count among those that are left.
        let some = try export("--filter", "n > 3", "--columns", "city,day", "--rows", "2:")
        #expect(some.text == "city,day\nLima,Wed\n\"Rome, IT\",Thu\n")
    }

    @Test(arguments: [
        (["--filter", "n < x"], "quadrille: the filter 'n < x': the column holds numbers, and 'x' is none. "),
        (["--filter", "cty = 3"], "quadrille: --filter 'cty': there is no such column. Did you mean 'city'?"),
        (
            ["--filter", "day matches a(b"],
            "quadrille: the filter 'day matches a(b': The pattern makes no sense after 3"
        ),
    ])
    func whatSaysNothingOfTheTableIsTold(arguments: [String], message: String) throws {
        let outcome = try Program.run(["export", "t.csv", "--to", "csv"] + arguments, in: folder.path)
        #expect(outcome.status == 1 && outcome.text.isEmpty)
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }

    @Test func aPictureHasTheRowsThatAreLeftWithTheirNumbers() throws {
        let outcome = try Program.run(
            ["render", "t.csv", "--output", "t.svg", "--filter", "city = Lima", "--size", "400x200"], in: folder.path)
        #expect(outcome.status == 0 && outcome.errors == "")
        let whole = try Program.run(["render", "t.csv", "--output", "w.svg", "--size", "400x200"], in: folder.path)
        #expect(whole.status == 0)
        #expect(try folder.bytes("t.svg") != folder.bytes("w.svg"))
    }

    @Test func numbersOfAFrameAreThoseOfTheRowsThatAreLeft() throws {
        func frame(_ arguments: String...) throws -> Outcome {
            try Program.run(["layout", "t.csv", "--json", "--size", "400x200"] + arguments, in: folder.path)
        }
        let two = try frame("--filter", "city = Lima")
        #expect(two.status == 0 && two.errors == "")
        try folder.write("two.csv", "day,city,n\nMon,Lima,3\nWed,Lima,100\n")
        let same = try Program.run(["layout", "two.csv", "--json", "--size", "400x200"], in: folder.path)
        #expect(two.text == same.text)
        let wrong = try frame("--filter", "cty = 3")
        #expect(wrong.status == 1 && wrong.text.isEmpty)
        #expect(wrong.errors.hasPrefix("quadrille: --filter 'cty': there is no such column."))
    }

    @Test func aPictureHasTheColumnsThatAreAskedForInTheirOrder() throws {
        try folder.write("c.csv", "n,day\n3,Mon\n12,Tue\n100,Wed\n7,Thu\n,Fri\n")
        for view in ["sheet", "fit", "cards"] {
            for command in [["render", "--output", "\(view).svg"], ["layout", "--json"]] {
                func run(_ file: String, _ arguments: [String]) throws -> Outcome {
                    let all = [command[0], file] + command.dropFirst() + ["--layout", view, "--size", "500x300"]
                    return try Program.run(all + arguments, in: folder.path)
                }
                let some = try run("t.csv", ["--columns", "n,day"])
                #expect(some.status == 0 && some.errors == "", "\(some.errors)")
                let picture = command[0] == "render" ? try folder.bytes("\(view).svg") : []
                let expected = try run("c.csv", [])
                if command[0] == "render" {
                    #expect(try picture == folder.bytes("\(view).svg"), "\(view)")
                } else {
                    #expect(some.text.split(separator: "\n").count == expected.text.split(separator: "\n").count)
                }
            }
        }
    }

    @Test func columnsOfAPictureThatAreNotThereAreTold() throws {
        func render(_ columns: String...) throws -> Outcome {
            try Program.run(["render", "t.csv", "--output", "o.svg", "--columns"] + columns, in: folder.path)
        }
        let wrong = try render("day,cty")
        #expect(wrong.status == 1)
        let words = "quadrille: t.csv: --columns 'cty': there is no such column. Did you mean 'city'?\n"
        #expect(wrong.errors == words)
        let twice = try render("A:B,day", "--at", "1,3")
        #expect(twice.status == 0)
        #expect(twice.errors.contains("--columns has 'day' more than once. It is shown where it comes first."))
        #expect(twice.errors.contains("--at 1,3: 'n' is not among --columns."))
    }
}
