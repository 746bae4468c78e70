import Testing

/// `find`: the cells that hold a text.
@Suite struct FindCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "t.csv",
            "id,name,note\n1,Zürich,\"a \"\"b\"\" c\"\n2,zurich,x\n3,ab,\"x, y\"\n4,,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!b\n"
        )
    }

    private func find(_ arguments: String...) throws -> Outcome {
        try Program.run(["find", "t.csv"] + arguments, in: folder.path)
    }

    @Test func eachCellIsALineWithItsPlace() throws {
        let outcome = try find("x")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.text == "2\t3\t44\tnote\n3\t3\t52\tnote\n")
    }

    @Test func valuesAreSearchedAndNotTheText() throws {
        #expect(try find("a \"b\"", "--count").text == "1\n")
        #expect(try find("name", "--count").text == "0\n")
        #expect(try find(",x", "--count").text == "0\n")
    }

    @Test func lettersMayDiffer() throws {
        #expect(try find("ZURICH", "-i", "--count").text == "1\n")
        #expect(try find("zurich", "-s", "--ignore-diacritics", "--count").text == "2\n")
    }

    @Test func aColumnIsSearchedAlone() throws {
        #expect(try find("b", "--column", "name").text == "3\t2\t49\tname\n")
        let unknown = try find("b", "--column", "nam")
        #expect(unknown.status == 1)
        #expect(unknown.errors == "quadrille: --column 'nam': there is no such column. Did you mean 'name'?\n")
    }

    @Test func wholeValuesAndEmptyOnes() throws {
        #expect(try find("ab", "--whole").text == "3\t2\t48\tname\n")
        #expect(try find("", "--whole", "--count").text == "1\n")
        #expect(try find("").status == 64)
    }

    @Test func jsonIsAnObjectALineOrTheCount() throws {
        #expect(try find("y", "--json").text == "{\"row\": 2, \"column\": 2, \"name\": \"note\", \"byte\": 55}\n")
        #expect(try find("y", "--json", "--count").text == "{\"count\": 1}\n")
    }

    @Test func anExpressionThatMakesNoSenseIsToldWhere() throws {
        let outcome = try find("a(", "--regex")
        #expect(outcome.status == 64)
        #expect(outcome.text == "")
        #expect(
            outcome.errors.hasPrefix(
                "Error: The pattern makes no sense after 2 of its 2 characters: missing closing parenthesis.\n"))
    }

    @Test func anExpressionThatWouldRunForEverIsToldToo() throws {
        let outcome = try find("(a+)+b", "--regex", "--count")
        #expect(outcome.status == 1)
        #expect(outcome.text == "1\n")
        #expect(
            outcome.errors == """
                quadrille: 1 value took the expression too long, the first in row 4: whether it matches is not known. \
                Make it simpler, or name a column.

                """)
    }

    @Test func nothingFoundIsNoFailure() throws {
        let outcome = try find("nothing")
        #expect(outcome.status == 0)
        #expect(outcome.text == "")
    }

    @Test func aFileThatIsNotThereIsOne() throws {
        let outcome = try Program.run("find", "/nonexistent.csv", "x")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("/nonexistent.csv"))
    }

    @Test func whoeverReadsItMayHaveHadEnough() throws {
        let outcome = try Program.shell("\"$quadrille\" find a --generate 10000000x20 | head -n 2")
        #expect(outcome.text.split(separator: "\n").count == 2)
        #expect(outcome.errors == "")
    }
}
