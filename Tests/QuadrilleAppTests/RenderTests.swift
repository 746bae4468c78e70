import Testing

/// `render`: pictures without a display.
@Suite struct RenderTests {
    private let folder: TemporaryFolder
    private let table: String

    init() throws {
        folder = try TemporaryFolder()
        let rows = (1...500).map { "\($0),name \($0),\($0 * 7)" }
        table = try folder.write("t.csv", (["id,name,value"] + rows).joined(separator: "\n") + "\n")
    }

    /// Renders `table` and expects that to go well.
    private func render(_ output: String, _ options: [String]) throws -> String {
        let path = folder.path(output)
        let outcome = try Program.run(["render", table, "--output", path] + options)
        #expect(outcome.status == 0)
        #expect(outcome.text == "")
        #expect(outcome.errors == "")
        return path
    }

    private func text(_ pdf: String) throws -> String { try Program.shell("pdftotext -layout \"$1\" -", [pdf]).text }

    @Test func aPictureIs1280By800UnlessAskedOtherwise() throws {
        let size = try Program.shell("identify -format '%wx%h' \"$1\"", [try render("p.png", [])])
        #expect(size.text == "1280x800")
    }

    @Test(arguments: [("300x200", "1", 300, 200), ("300x200", "2", 600, 400), ("131x77", "1.5", 197, 116)])
    func aPNGHasItsSizeTimesItsScale(size: String, scale: String, width: Int, height: Int) throws {
        let picture = try Picture(try render("p.png", ["--size", size, "--scale", scale]))
        #expect(picture.width == width)
        #expect(picture.height == height)
        #expect(picture.colorCount > 1)
    }

    @Test func aPictureOfOnePixelIsMade() throws {
        let picture = try Picture(try render("p.png", ["--size", "1x1"]))
        #expect(picture.width == 1 && picture.height == 1)
    }

    @Test func darkIsDarkAndLightIsLight() throws {
        let light = try Picture(try render("light.png", ["--size", "300x200"]))
        let dark = try Picture(try render("dark.png", ["--size", "300x200", "--dark"]))
        #expect(light.meanBrightness > 200)
        #expect(dark.meanBrightness < 100)
    }

    @Test func stripesDarkenALightPictureALittle() throws {
        let plain = try Picture(try render("plain.png", ["--size", "300x200"]))
        let striped = try Picture(try render("striped.png", ["--size", "300x200", "--stripes"]))
        #expect(striped.meanBrightness < plain.meanBrightness && striped.meanBrightness > plain.meanBrightness - 10)
    }

    @Test func picturesInHeadersAreDrawnToo() throws {
        // Headers of one height, with bars and without.
        let (size, height) = (["--size", "300x200", "--column-header-height"], 32 + 36)
        let plain = try Picture(try render("plain.png", size + ["\(height)"]))
        let pictured = try Picture(try render("pictured.png", size + ["32", "--header-pictures"]))
        #expect(pictured.meanBrightness < plain.meanBrightness - 1, "bars are darker than their ground")
    }

    @Test func compactRowsShowMoreOfThem() throws {
        let plain = try Picture(try render("plain.png", ["--size", "300x200"]))
        let compact = try Picture(try render("compact.png", ["--size", "300x200", "--compact"]))
        #expect(compact.meanBrightness != plain.meanBrightness)
        let asked = try Picture(try render("asked.png", ["--size", "300x200", "--row-height", "24"]))
        #expect(compact.meanBrightness == asked.meanBrightness)
    }

    @Test(arguments: ["PNG", "svg", "pdf"])
    func theSameInputGivesTheSameBytes(ending: String) throws {
        let first = try render("a.\(ending)", ["--size", "300x200"])
        let second = try render("b.\(ending)", ["--size", "300x200"])
        #expect(try Program.shell("cmp \"$1\" \"$2\"", [first, second]).status == 0)
    }

    @Test func anSVGHasTheSizeInPixels() throws {
        let path = try render("p.svg", ["--size", "300x200"])
        let text = String(decoding: try folder.bytes("p.svg"), as: UTF8.self)
        #expect(text.contains("<svg "))
        #expect(text.contains("width=\"300px\""))
        #expect(text.contains("height=\"200px\""))
        let drawn = folder.path("s.png")
        #expect(try Program.shell("rsvg-convert -o \"$2\" \"$1\"", [path, drawn]).status == 0)
        #expect(try Picture(drawn).colorCount > 1)
    }

    @Test func aPDFHasTheTextOfTheFirstRows() throws {
        let text = try text(try render("p.pdf", ["--size", "400x200"]))
        for word in ["id", "name", "value", "name 1", "name 5", "35"] { #expect(text.contains(word), "\(word)") }
        #expect(!text.contains("name 9"))
    }

    @Test func theViewBeginsAtTheCellAskedForAndFrozenRowsStay() throws {
        let at = try text(try render("p.pdf", ["--size", "400x200", "--at", "300,1"]))
        #expect(at.contains("name 300") && !at.contains("name 299") && !at.contains("name 1\n"))
        let frozen = try text(
            try render("f.pdf", ["--size", "400x200", "--at", "300,1", "--frozen-rows", "1", "--frozen-columns", "1"]))
        #expect(frozen.contains("name 1\n") || frozen.contains("name 1 "))
        #expect(frozen.contains("name 300"))
    }

    @Test(arguments: ["501,1", "1,4", "9223372036854775807,9223372036854775807"])
    func aPlaceBeyondTheEndShowsTheNearestCellAndSaysSo(place: String) throws {
        let path = folder.path("p.pdf")
        let outcome = try Program.run(["render", table, "-o", path, "--size", "400x200", "--at", place])
        #expect(outcome.status == 0)
        #expect(
            outcome.errors
                == "quadrille: \(table): --at \(place) is beyond the table's 500 rows × 3 columns. "
                + "The nearest cell is shown.\n")
        #expect(try text(path).contains(place == "1,4" ? "name 1" : "name 500"))
    }

    @Test func aPlaceInATableWithoutCellsIsSaidToo() throws {
        let outcome = try Program.run("render", "--generate", "0x5", "-o", folder.path("p.png"), "--at", "1,1")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == "quadrille: generated 0x5: --at 1,1 is beyond the table's 0 rows × 5 columns. "
                + "It has no cells.\n")
    }

    @Test func moreFrozenColumnsThanThereAreAreAllOfThem() throws {
        let options = ["--size", "400x200", "--frozen-rows", "3", "--frozen-columns", "9223372036854775807"]
        #expect(try text(try render("p.pdf", options)).contains("name 1"))
    }

    @Test func frozenRowsThatFindNoRoomAreToldOf() throws {
        let path = folder.path("p.pdf")
        let outcome = try Program.run([
            "render", table, "-o", path, "--size", "400x200", "--frozen-rows", "9223372036854775807",
            "--frozen-trailing-rows", "9223372036854775807",
        ])
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == "quadrille: \(table): There is no room for so many frozen rows. "
                + "3 stay at the beginning and 0 at the end.\n")
        #expect(try text(path).contains("name 1"))
    }

    @Test func theLastCellOfAMillionMillionRowsIsShown() throws {
        let path = folder.path("p.pdf")
        let outcome = try Program.run([
            "render", "--generate", "1000000000000x100", "--at", "1000000000000,100", "-o", path, "--size", "500x200",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let text = try text(path)
        #expect(text.contains("1000000000000") || text.contains("1,000,000,000,000"))
    }

    @Test(arguments: ["", "\n", "a,b\n", "\u{FEFF}"])
    func aTableWithoutRowsIsDrawnToo(content: String) throws {
        let empty = try folder.write("empty.csv", content)
        let outcome = try Program.run(["render", empty, "-o", folder.path("p.png"), "--size", "300x200"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(try Picture(folder.path("p.png")).colorCount > 1)
    }
}
