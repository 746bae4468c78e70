import Testing

/// Views over tables that fit them badly, through the program: what cannot be shown is said, the rest is shown.
@Suite struct HardViewTests {
    private let folder: TemporaryFolder
    private static let views = ["sheet", "fit", "timeline", "columns", "cards"]

    init() throws { folder = try TemporaryFolder() }

    /// Draws it in all views. Gives what was said.
    private func drawn(_ file: String, _ options: String = "", views: [String] = views) throws -> String {
        var said = ""
        for view in views {
            let words = options.split(separator: " ").map(String.init)
            let outcome = try Program.run(
                ["render", file, "-o", folder.path("p.png"), "--size", "300x200", "--layout", view] + words)
            #expect(outcome.status == 0, "\(view)")
            said += outcome.errors
        }
        return said.replacing("quadrille: \(file): ", with: "")
    }

    @Test(arguments: ["", "a,b\n"])
    func aTableWithoutRowsIsShownInEveryView(content: String) throws {
        let file = try folder.write("empty.csv", content)
        #expect(try drawn(file) == "")
        let frames = try Frames("--layout fit --size 500x600", file: file)
        #expect(frames.outcome.status == 0)
        #expect(frames.count == (content.isEmpty ? 0 : 2))
    }

    @Test func oneCellIsShownInEveryView() throws {
        let file = try folder.write("one.csv", "1\n")
        let note = "No column looks like groups; 'A' is taken. Name another with --group.\n"
        #expect(try drawn(file, "--header-rows 0") == note + note)
        #expect(try Frames("--layout columns --header-rows 0", file: file).frame("cell", 0, 0) == [0, 60, 50, 50])
    }

    @Test func aGridOfOnePixelIsShownInEveryView() throws {
        for view in Self.views {
            let frames = try Frames("--generate 5x5 --layout \(view) --group 1 --size 1x1")
            #expect(frames.outcome.status == 0)
            #expect(frames.count <= 2)
        }
    }

    @Test func weightsThatAreNoneCountAsZero() throws {
        let rows = ["a,4", "a,-3", "a,", "a", "a,many", "a,4", "b,0", "b,", "c,1e999999999", "c,1"]
        let file = try folder.write("weights.csv", (["g,w"] + rows).joined(separator: "\n") + "\n")
        let frames = try Frames("--layout timeline --group g --weight w --size 480x362", file: file)
        #expect(frames.outcome.status == 0)
        #expect(frames.frame("cell", 0, 0) == [82, 0, 198, 50])
        #expect(frames.frame("cell", 0, 5) == [282, 0, 198, 50])
        // A row without any weight has items of equal width.
        #expect(frames.frame("cell", 1, 0) == [82, 52, 198, 50])
        #expect(frames.frame("cell", 1, 1) == [282, 52, 198, 50])
        #expect(frames.frame("cell", 2, 1) == [82, 104, 398, 50])
        #expect(try drawn(file, "--group g --weight w", views: ["timeline"]) == "")
    }

    @Test func weightsOfAColumnThatIsNotNamedAreNotGuessedInNumbers() throws {
        let file = try folder.write("week.csv", "Day,Hours\nMonday,4\nMonday,2\nMonday,2\n")
        let frames = try Frames("--layout timeline --group Day --size 482x362", file: file)
        #expect(Set((0..<3).map { frames.frame("cell", 0, $0)?[2] }) == [132])
    }

    @Test func labelsOf10000LettersAreCut() throws {
        let long = String(repeating: "label ", count: 1667)
        let file = try folder.write("long.csv", "g,l,w\n" + "\(long),\(long),1\n" + "b,\(long),2\n")
        for view in Self.views {
            let outcome = try Program.run([
                "render", file, "-o", folder.path("p.png"), "--size", "300x200", "--layout", view, "--group", "g",
                "--label",
                "l", "--row-header", "l",
            ])
            #expect(outcome.status == 0)
            #expect(try Picture(folder.path("p.png")).colorCount > 1)
        }
    }

    @Test func aHundredThousandColumnsAreShownInEveryView() throws {
        for view in Self.views {
            let frames = try Frames("--generate 10x100000 --layout \(view) --group 1 --at 5,100000")
            #expect(frames.outcome.status == 0)
            #expect((1...4000).contains(frames.count), "\(view)")
        }
        let frames = try Frames("--generate 10x100000 --layout fit --at 5,99999 --size 500x600 --row-header 100000")
        #expect(frames.frame("cell", 0, 99_998)?[2] == 60)
    }

    @Test func aHundredThousandGroupsAreShown() throws {
        let file = folder.path("groups.csv")
        let script = "{ echo id,w; seq -f 'g%.0f,1' 100000; } > \"$1\""
        #expect(try Program.shell(script, [file]).status == 0)
        let timeline = try Frames("--layout timeline --group id --size 480x362 --at 100000,1", file: file)
        #expect(timeline.frame("sectionHeader", 99_999, 0) == [0, 312, 80, 50])
        let columns = try Frames("--layout columns --group id --size 700x300 --at 100000,1", file: file)
        #expect(columns.frame("cell", 99_999, 0) == [650, 60, 50, 50])
        #expect(try drawn(file, "--group id --label id", views: ["timeline", "columns"]) == "")
    }

    @Test(arguments: [
        ("--group", "timeline"), ("--label", "columns"), ("--weight", "timeline"), ("--row-header", "fit"),
        ("--merge-equal", "sheet"),
    ])
    func aColumnThatIsNotThereIsNamedWithItsOption(option: String, view: String) throws {
        let file = try folder.write("week.csv", "Day,Hours\nMonday,4\n")
        let outcome = try Program.run("layout", file, "--layout", view, option, "Hour")
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(
            outcome.errors == "quadrille: \(file): \(option) 'Hour': there is no such column. Did you mean 'Hours'?\n")
    }

    @Test func noPictureIsWrittenOfAColumnThatIsNotThere() throws {
        let file = try folder.write("week.csv", "Day,Hours\nMonday,4\n")
        let outcome = try Program.run("render", file, "-o", folder.path("p.png"), "--format", "Dat=%d")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "quadrille: \(file): --format 'Dat': there is no such column. Did you mean 'Day'?\n")
        #expect(try folder.names == ["week.csv"])
    }

    @Test func ofTwoColumnsWithOneNameTheFirstIsMeant() throws {
        let file = try folder.write("twice.csv", "a,a\nx,1\nx,2\n")
        let frames = try Frames("--layout columns --group a --size 300x300", file: file)
        #expect(frames.count("sectionHeader") == 1)
        #expect(frames.count("cell") == 2)
    }

    @Test func whatASheetAloneCanDoIsSaid() throws {
        let outcome = try Frames("--generate 50x5 --layout fit --frozen-rows 2 --merge 1,1:2,2").outcome
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == """
                quadrille: generated 50x5: Rows and columns are frozen in the sheet alone.
                quadrille: generated 50x5: Cells are merged in the sheet alone.

                """)
    }

    @Test func moreRowsThanCanBeGroupedAreSaid() throws {
        let outcome = try Frames("--generate 1000000000000x5 --layout columns --group 1").outcome
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("1000000000000 rows"))
    }
}
