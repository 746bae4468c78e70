import Testing

/// `layout`: the checks of the layouts' document, run as anyone can run them. Frames are in viewport space there, so the
/// offset is taken off.
@Suite struct LayoutCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func columnsOfAMarkSheetShareTheWidth() throws {
        let frames = try Frames("--generate 20x4 --layout fit --size 500x600")
        #expect(frames.outcome.errors == "")
        #expect(frames.frame("cell", 3, 2) == [300, 190, 100, 50])
        #expect(frames.frame("columnHeader", 0, 2) == [300, 0, 100, 40])
        #expect(frames.frame("rowHeader", 3, 0) == [0, 190, 100, 50])
        #expect(frames.frame("separator", 3, 0) == [0, 190, 500, 1])
        #expect(frames.z("separator", 3, 0) == 2)
        #expect(frames.count("corner") == 0)
        // 500 × 1040 of content: 440 more to scroll.
        let end = try Frames("--generate 20x4 --layout fit --size 500x600 --offset 0,440")
        #expect(end.outcome.errors == "")
        #expect(end.frame("cell", 19, 0) == [100, 550, 100, 50])
        let pinned = try Frames("--generate 20x4 --layout fit --size 500x600 --offset 0,440 --pin-headers")
        #expect(pinned.frame("corner", 0, 0) == [0, 0, 100, 40])
        #expect(pinned.z("columnHeader", 0, 2) == 3)
    }

    private static let stickySheet =
        "--generate 100x100 --row-header-width 0 --column-header-height 0 --row-height 100 --column-width 100 "
        + "--frozen-rows 1 --frozen-columns 1 --size 800x600"

    @Test func aStickySheetKeepsItsFrozenCells() throws {
        let frames = try Frames(Self.stickySheet + " --offset 250,130")
        #expect(frames.frame("cell", 0, 0) == [0, 0, 100, 100])
        #expect(frames.z("cell", 0, 0) == 2)
        #expect(frames.frame("cell", 0, 5) == [250, 0, 100, 100])
        #expect(frames.z("cell", 0, 5) == 1)
        #expect(frames.frame("cell", 7, 0) == [0, 570, 100, 100])
        #expect(frames.z("cell", 7, 0) == 1)
        #expect(frames.frame("cell", 7, 5) == [250, 570, 100, 100])
        #expect(frames.z("cell", 7, 5) == 0)
        let end = try Frames(Self.stickySheet + " --offset 9200,9400")
        #expect(end.outcome.errors == "")
        #expect(end.frame("cell", 99, 99) == [700, 500, 100, 100])
    }

    @Test func rowsAndColumnsAreFrozenAtAllFourEdges() throws {
        let frames = try Frames(
            Self.stickySheet + " --frozen-trailing-rows 1 --frozen-trailing-columns 2 --offset 250,130")
        #expect(frames.frame("cell", 99, 99) == [700, 500, 100, 100])
        #expect(frames.z("cell", 99, 98) == 2)
        #expect(frames.frame("cell", 7, 98) == [600, 570, 100, 100])
        #expect(frames.z("cell", 7, 98) == 1)
        #expect(frames.frame("freezeShadow", 3, 0) == [594, 0, 6, 600])
    }

    @Test func theWidthsOfATimelineAreInProportion() throws {
        let file = try folder.write("week.csv", "Day,Hours\nMonday,4\nMonday,2\nMonday,2\nTuesday,1\n")
        for roles in ["--group Day --weight Hours", "--group 1 --weight B"] {
            let frames = try Frames("--layout timeline --size 480x362 \(roles)", file: file)
            #expect(frames.frame("sectionHeader", 0, 0) == [0, 0, 80, 50])
            #expect(frames.frame("cell", 0, 0) == [82, 0, 198, 50])
            #expect(frames.frame("cell", 0, 1) == [282, 0, 98, 50])
            #expect(frames.frame("cell", 0, 2) == [382, 0, 98, 50])
            #expect(frames.frame("sectionHeader", 1, 0) == [0, 52, 80, 50])
        }
    }

    @Test func sectionsStandSideBySide() throws {
        let groups = [8, 9, 10].enumerated().flatMap { Array(repeating: "group \($0.offset)", count: $0.element) }
        let file = try folder.write("groups.csv", (["Group"] + groups).joined(separator: "\n") + "\n")
        let frames = try Frames("--layout columns --group Group --size 800x300", file: file)
        #expect(frames.frame("sectionHeader", 0, 0) == [0, 0, 110, 60])
        #expect(frames.frame("sectionHeader", 1, 0) == [130, 0, 170, 60])
        #expect(frames.frame("sectionHeader", 2, 0) == [320, 0, 170, 60])
        #expect(frames.frame("cell", 1, 5) == [190, 120, 50, 50])
        #expect(frames.count("cell") == 27)
    }

    @Test func theSpreadsheetOfTheDocumentIsASheetToo() throws {
        let frames = try Frames(
            "--generate 30x12 --row-header-width 150 --column-header-height 40 --column-width 100 --row-height 40 "
                + "--size 800x600 --offset 250,100")
        #expect(frames.frame("rowHeader", 5, 0) == [0, 140, 150, 40])
        #expect(frames.frame("columnHeader", 0, 3) == [200, 0, 100, 40])
        #expect(frames.frame("corner", 0, 0) == [0, 0, 150, 40])
        #expect(frames.frame("cell", 5, 3) == [200, 140, 100, 40])
    }

    @Test func cardsHaveARecordEach() throws {
        let frames = try Frames("--generate 5x3 --layout cards --size 700x300")
        #expect(frames.frame("cell", 2, 1) == [16, 148, 324, 28])
        #expect(frames.frame("card", 2, 0) == [12, 116, 332, 92])
        #expect(frames.count("card") == 5)
    }

    @Test func theFarEndOfAMillionMillionRowsIsToldAtOnce() throws {
        let frames = try Frames("--generate 1000000000000x10 --at 999999999999,1")
        #expect(frames.outcome.errors == "")
        // The gutter has room for 13 digits; the last row ends where the grid does.
        #expect(frames.frame("rowHeader", 999_999_999_999, 0) == [0, 772, 120, 28])
        #expect(frames.frame("cell", 999_999_999_998, 0) == [120, 744, 120, 28])
    }

    @Test func zoomScalesAndTheDirectionDoesNot() throws {
        let frames = try Frames("--generate 50x50 --zoom 2 --offset 10.25,3")
        #expect(frames.frame("cell", 2, 1) == [331.5, 170, 240, 56])
        let mirrored = try Frames("--generate 50x50 --zoom 2 --offset 10.25,3 --rtl")
        #expect(mirrored.outcome.output == frames.outcome.output)
    }

    @Test func theOffsetBeatsThePlace() throws {
        let frames = try Frames("--generate 500x50 --at 300,1 --offset 0,56")
        #expect(frames.frame("cell", 2, 0) == [56, 32, 120, 28])
        let placed = try Frames("--generate 500x50 --at 300,2")
        #expect(placed.frame("cell", 299, 1) == [56, 32, 120, 28])
    }

    @Test func anOffsetBeyondTheContentIsItsEnd() throws {
        let frames = try Frames("--generate 50x2 --offset 10,100000")
        #expect(frames.outcome.status == 0)
        #expect(
            frames.outcome.errors
                == "quadrille: generated 50x2: --offset 10,100000 is beyond the content. Its end is shown.\n")
        #expect(frames.frame("cell", 49, 0) == [56, 772, 120, 28])
    }

    @Test func theRowHeaderIsNoCell() throws {
        let file = try folder.write("marks.csv", "Student,Maths,Music\nAda,1,2\nBo,3,4\n")
        let frames = try Frames("--layout fit --row-header Student --size 500x600", file: file)
        #expect(frames.frame("cell", 0, 0) == [100, 40, 200, 50])
        #expect(frames.frame("cell", 1, 1) == [300, 90, 200, 50])
        #expect(frames.count("cell") == 4)
        let middle = try Frames("--row-header 2 --column-width 100", file: file)
        #expect(middle.count("columnHeader") == 2)
        #expect(middle.frame("cell", 0, 1) == [156, 32, 100, 28])
    }

    @Test func mergedCellsAreOneAndWhatCannotBeMergedIsToldWithItsPlace() throws {
        let frames = try Frames(
            "--generate 6x4 --column-width 100 --merge 1,1:2,2 --merge 2,2:3,3 --merge 5,1:9,1 --merge 4,4:4,4")
        #expect(frames.frame("cell", 0, 0) == [56, 32, 200, 56])
        #expect(frames.count("cell") == 6 * 4 - 3)
        #expect(
            frames.outcome.errors == """
                quadrille: generated 6x4: --merge 2,2:3,3 lies over 1,1:2,2, which is merged already. It is left out.
                quadrille: generated 6x4: --merge 5,1:9,1 reaches beyond the table. It is left out.

                """)
        #expect(frames.outcome.status == 0)
    }

    @Test func equalNeighboursAreOneCell() throws {
        let file = try folder.write("week.csv", "Day,Hours\nMonday,4\nMonday,2\nMonday,2\nTuesday,2\n")
        let frames = try Frames("--merge-equal Day --merge-equal Hours --merge 3,2:4,2", file: file)
        #expect(frames.frame("cell", 0, 0) == [56, 32, 120, 84])
        #expect(frames.frame("cell", 3, 0) == [56, 116, 120, 28])
        // Runs give way to what is merged by hand.
        #expect(frames.frame("cell", 2, 1) == [176, 88, 120, 56])
        #expect(frames.count("cell") == 5)
        let far = try Frames("--generate 1000000000000x3 --merge 1,1:1000000000000,1 --at 500000000000,1 --size 300x60")
        #expect(far.frame("cell", 0, 0)?[3] == 28_000_000_000_000)
    }

    @Test func textsAreMeasuredOnlyWhenAsked() throws {
        let file = try folder.write("t.csv", "a\n\(String(repeating: "wide ", count: 20))\n")
        #expect(try Frames("", file: file).frame("cell", 0, 0) == [56, 32, 120, 28])
        let fitted = try #require(try Frames("--fit-to-text", file: file).frame("cell", 0, 0))
        #expect(fitted[2] > 300)
    }

    @Test func withoutJSONItIsATable() throws {
        let outcome = try Program.run("layout", "--generate", "1x1", "--size", "200x60")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.text == """
                kind          row  column    x   y  width  height  z
                cell            0       0   56  32    120      28  0
                separator       0       0   56  59    120       1  2
                separator       0       0  175  32      1      28  2
                rowHeader       0       0    0  32     56      28  3
                columnHeader    0       0   56   0    120      32  3
                corner          0       0    0   0     56      32  4

                """)
    }
}
