import CairoDrawing
import Drawing
import Geometry
import Testing

@Suite struct WrappedTextTests {
    private let engine = TextEngine()
    private let font = Font(family: "DejaVu Sans", size: 14)
    private var line: Double { engine.metrics(of: font).lineHeight }

    /// Draws a text into a box of a picture of 120 × 300 logical pixels.
    private func draw(
        _ string: String, in box: Rect, scale: Double = 1, alignment: TextAlignment = .left
    ) throws -> ImageSurface {
        let surface = try ImageSurface(size: Size(width: 120, height: 300), scale: scale)
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 120, height: 300), Color(hex: 0xFFFFFF))
        let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
        list.text(in: box, style: style, alignment: alignment, wraps: true) { $0.append(contentsOf: string.utf8) }
        surface.draw(list, with: CairoRenderer(engine: engine))
        return surface
    }

    /// The device pixels that were drawn on, as a rectangle of the columns and the rows.
    private func ink(_ surface: ImageSurface) -> (columns: [Int], rows: [Int]) {
        func isInk(_ x: Int, _ y: Int) -> Bool { surface.pixel(x: x, y: y) != 0xFFFFFF }
        return (
            (0..<surface.pixelWidth).filter { x in (0..<surface.pixelHeight).contains { isInk(x, $0) } },
            (0..<surface.pixelHeight).filter { y in (0..<surface.pixelWidth).contains { isInk($0, y) } }
        )
    }

    private func height(_ string: String, width: Double) -> Double {
        var string = string
        return string.withUTF8 { engine.height(of: $0, font: font, width: width) }
    }

    @Test(arguments: [
        "several words that go on in further lines", "onewordthatislongerthanaline", "表計算表計算表計算表計算表計算表計算",
        "مرحبا بالعالم مرحبا بالعالم", "a\nb\n\nc",
    ])
    func linesStandBelowEachOtherInsideTheBoxThatWasMeasured(string: String) throws {
        for (scale, alignment) in [(1.0, TextAlignment.left), (2, .right), (1, .center)] {
            let measured = height(string, width: 80 / 1.04)
            #expect(measured >= 2 * line)
            let surface = try draw(
                string, in: Rect(x: 20, y: 10, width: 80, height: measured), scale: scale, alignment: alignment)
            let (columns, rows) = ink(surface)
            // Letters may reach over their own width by a pixel.
            #expect(try #require(columns.first) >= Int(19 * scale) && #require(columns.last) <= Int(101 * scale))
            #expect(try #require(rows.first) >= Int(10 * scale))
            #expect(try #require(rows.last) < Int((10 + measured) * scale))
            // There is ink on the second line.
            #expect(rows.contains { Double($0) > (10 + line + 2) * scale })
        }
    }

    @Test func aTextOfOneLineStandsAtTheTopAsTheFirstOfSeveral() throws {
        let one = ink(try draw("Hg", in: Rect(x: 20, y: 10, width: 80, height: 100))).rows
        let several = ink(try draw("Hg\nHg\nHg", in: Rect(x: 20, y: 10, width: 80, height: 100))).rows
        #expect(one.allSatisfy { $0 < 10 + Int(line) })
        #expect(several.prefix(one.count) == one[...])
    }

    @Test func whatFitsIsNotBrokenWhereThereIsRoomForMore() throws {
        let date = "2026-09-14"
        for scale in [1.0, 1.25, 2] {
            var text = date
            let width = text.withUTF8 { engine.width(of: $0, font: Font(family: font.family, size: font.size * scale)) }
            let box = Rect(x: 10, y: 0, width: (width / scale + 1).rounded(.up), height: 2 * line)
            let rows = ink(try draw(date, in: box, scale: scale)).rows
            #expect(Double(rows.last ?? 0) < line * scale, "\(scale)")
        }
    }

    @Test func whatHasNoRoomIsCutWithAnEllipsisOnTheLastLine() throws {
        let words = "several words that go on in further and further lines"
        let box = Rect(x: 20, y: 10, width: 80, height: 2 * line)
        let cut = try draw(words, in: box)
        #expect(try #require(ink(cut).rows.last) < Int(10 + 2 * line))
        // A line break that has no room for what follows leaves a sign as well.
        let short = ink(try draw("a\nb\nc", in: box)).columns
        #expect(try #require(short.last) > #require(ink(try draw("a\nb", in: box)).columns.last))
        // One line has the same sign, whether its box wraps or not.
        let row = ink(try draw(words, in: Rect(x: 20, y: 10, width: 80, height: line)))
        #expect(try #require(row.columns.last) <= 100 && #require(row.rows.last) < Int(10 + line))
    }

    @Test func heightsAreWholeLinesAndBounded() {
        #expect(height("", width: 80) == line)
        #expect(height("a", width: 80) == line)
        #expect(height("a\nb", width: 80) == 2 * line)
        #expect(height("aa bb", width: 20) == 2 * line)
        #expect(height(String(repeating: "word ", count: 100_000), width: 80) == 40 * line)
        #expect(height(String(repeating: "\n", count: 5_000), width: 80) == 40 * line)
        // What lies behind the limit of bytes has no part in it.
        let wide = height(String(repeating: "w", count: 4_000), width: 10_000)
        #expect(height(String(repeating: "w", count: 400_000), width: 10_000) == wide)
        for width in [0, -1, Double.nan, .infinity, 1e300] {
            #expect((line...40 * line).contains(height("some words to wrap", width: width)))
        }
    }

    @Test func aBrokenWordGetsNoHyphen() throws {
        let box = Rect(x: 20, y: 10, width: 3.4 * engine.width(of: "n", font: font), height: 100)
        let broken = try draw("nnnnn", in: box)
        let lines = try draw("nnn\nnn", in: box)
        #expect(try broken.png() == lines.png())
    }

    /// Glyphs stand on whole device pixels, so a text has not quite one width at all scales. Rows are measured once.
    @Test func whatIsMeasuredWithALittleSlackFitsAtAnyScaleAndZoom() throws {
        let words = "The quick brown fox jumps over the lazy dog, twice in a row; 12,345.67 (and) more."
        let end = "\u{2588}"
        for width in [81.0, 90, 99] {
            let measured = height(words + end, width: width / 1.04)
            for scale in [1.0, 1.25, 2] {
                let surface = try draw(
                    words + end, in: Rect(x: 10, y: 0, width: width, height: measured), scale: scale)
                // The block at the very end is as high as its line; an ellipsis in its place is not.
                let rows = (0..<surface.pixelHeight).filter { y in
                    let run = (0..<surface.pixelWidth).filter { surface.pixel(x: $0, y: y) == 0 }
                    return zip(run, run.dropFirst(4)).contains { $1 - $0 == 4 }
                }
                #expect(rows.count > Int(10 * scale), "width \(width) at \(scale)")
            }
        }
    }

    @Test func aWrappedTextIsLaidOutOnceForManyFrames() throws {
        let engine = TextEngine()
        let renderer = CairoRenderer(engine: engine)
        let surface = try ImageSurface(size: Size(width: 120, height: 300), scale: 1)
        var list = DisplayList()
        let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
        for string in ["short", "several words that go on in further lines"] {
            list.text(in: Rect(x: 20, y: 10, width: 80, height: 100), style: style, alignment: .left, wraps: true) {
                $0.append(contentsOf: string.utf8)
            }
        }
        for _ in 0..<5 { surface.draw(list, with: renderer) }
        #expect(engine.shapedLineCount == 1)
    }
}
