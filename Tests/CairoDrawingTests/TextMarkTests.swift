import CCairo
import Drawing
import Geometry
import Testing

@testable import CairoDrawing

/// Grounds behind parts of a text stand exactly behind the letters of these.
@Suite struct TextMarkTests {
    private let engine = TextEngine()
    private let font = Font(family: "DejaVu Sans", size: 14)
    private let white = Color(hex: 0xFFFFFF)
    private let mark = Color(hex: 0x00FF00)
    private let edge = Color(hex: 0xFF0000)
    private let size = Size(width: 400, height: 120)

    private struct Look {
        var box = Rect(x: 20, y: 10, width: 360, height: 28)
        var alignment = TextAlignment.left
        var wraps = false
        var lead = 0.0
        var scale = 1.0
        var edge: Color?
    }

    /// The pixels of marks, with a text that leaves no ink over them.
    private func picture(_ string: String, _ parts: [Range<Int>], _ look: Look = Look()) throws -> ImageSurface {
        let surface = try ImageSurface(size: size, scale: look.scale)
        var list = DisplayList()
        list.fill(Rect(origin: .zero, size: size), white)
        // Invisible ink: so that all of a ground is seen.
        let style = list.style(TextStyle(font: font, color: Color(red: 0, green: 0, blue: 0, alpha: 0)))
        let isAdded = list.text(
            in: look.box, style: style, alignment: look.alignment, lead: look.lead, wraps: look.wraps
        ) { $0.append(contentsOf: string.utf8) }
        list.mark(TextMarks(parts: parts, color: mark, edge: look.edge, frame: frame), wasAdded: isAdded)
        surface.draw(list, with: CairoRenderer(engine: engine))
        return surface
    }

    private let frame = Rect(x: 5, y: 5, width: 390, height: 110)

    /// The columns of device pixels that are marked in some rows.
    private func columns(_ surface: ImageSurface, rows: Range<Int>? = nil) -> Set<Int> {
        let rows = rows ?? 0..<surface.pixelHeight
        return Set((0..<surface.pixelWidth).filter { x in rows.contains { surface.pixel(x: x, y: $0) == 0x00FF00 } })
    }

    private func isWhole(_ surface: ImageSurface) -> Bool {
        surface.pixel(x: 6, y: 6) == 0x00FF00 && surface.pixel(x: 390, y: 110) == 0x00FF00
    }

    private func bytes(_ part: String, in text: String, from start: Int = 0) throws -> Range<Int> {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        let place = try #require((start...text.count - part.count).first { text[$0...].starts(with: part) })
        return place..<place + part.count
    }

    private func width(_ string: String) -> Int { Int(engine.width(of: string, font: font)) }

    @Test func aPartIsMarkedFromItsFirstLetterToItsLast() throws {
        let text = "find the needle here"
        let surface = try picture(text, [bytes("needle", in: text)])
        let start = 20 + width("find the ")
        #expect(columns(surface) == Set(start..<start + width("needle")))
        // As high as a line, in the middle of the box.
        let rows = (0..<surface.pixelHeight).filter { surface.pixel(x: start, y: $0) == 0x00FF00 }
        let line = engine.metrics(of: font).lineHeight
        #expect(abs(Double(rows.count) - line) <= 2)
        #expect(try abs(Double(#require(rows.first) + #require(rows.last)) / 2 - 24) <= 2)
    }

    @Test func alignedToTheRightMarksStandWhereTheTextDoes() throws {
        var look = Look()
        look.alignment = .right
        let text = "1234.50"
        let start = 380 - width(text)
        #expect(
            try columns(picture(text, [bytes("34", in: text)], look))
                == Set(start + width("12")..<start + width("1234")))
    }

    @Test func severalPartsAreMarkedEach() throws {
        let surface = try picture("banana bandana", [1..<3, 3..<5, 12..<14])
        let one = Set(20 + width("b")..<20 + width("banan"))
        let other = Set(20 + width("banana banda")..<20 + width("banana bandana"))
        #expect(columns(surface) == one.union(other))
    }

    @Test func whatIsCutOffHasItsMarkOnTheSignAndOnAllOfTheCellWhereNothingElseIsSeen() throws {
        var look = Look()
        look.box.width = Double(width("find the nee…")) + 1
        let text = "find the needle here, and on"
        let needle = try bytes("needle", in: text)
        let start = 20 + width("find the ")
        #expect(try columns(picture(text, [needle], look)) == Set(start..<start + width("nee…")))
        #expect(try isWhole(picture(text, [bytes("here", in: text)], look)))
        // Another that is seen: then the sign says that there is more.
        let both = try columns(picture(text, [bytes("find", in: text), bytes("here", in: text)], look))
        let sign = 20 + width("find the nee")
        #expect(both == Set(20..<20 + width("find")).union(sign..<sign + width("…")))
        // What lies behind the text is of one that was cut before it came here.
        #expect(try isWhole(picture(text, [1000..<1001], look)))
        #expect(try isWhole(picture("", [0..<1], look)))
    }

    /// Pango's own word for where letters are.
    @Test(arguments: [
        "שלום abc עולם", "מספר 123 ועוד", "abc مرحبا def", "a\u{301}e\u{302}z", "emoji 👩‍👩‍👧 here", "ไทย abc",
    ])
    func marksOfAnyScriptStandWherePangoHasItsLetters(text: String) throws {
        for alignment in [TextAlignment.left, .right, .center] {
            var look = Look()
            look.alignment = alignment
            // Between characters that people see.
            var ends = [0]
            for character in text { ends.append(ends[ends.count - 1] + character.utf8.count) }
            for first in ends.indices.dropLast() {
                for last in first + 1..<ends.count {
                    let part = ends[first]..<ends[last]
                    let found = try columns(picture(text, [part], look))
                    let (expected, pieces) = withFonts { pangoColumns(text, part, look) }
                    // Each end of a piece may be rounded otherwise.
                    #expect(found.symmetricDifference(expected).count <= 2 * pieces, "\(part) \(alignment)")
                }
            }
        }
    }

    private func pangoColumns(_ text: String, _ part: Range<Int>, _ look: Look) -> (columns: Set<Int>, pieces: Int) {
        let face = engine.face(font, scale: 1)
        let shaped = Array(text.utf8).withUnsafeBufferPointer { ShapedText($0, limit: -1, face: face) }
        let layout = shaped.makeLayout(face)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let slack = look.box.width - shaped.width
        let start =
            switch look.alignment {
            case .left: look.box.x
            case .center: look.box.x + (slack / 2).rounded(.toNearestOrEven)
            case .right: look.box.x + slack
            }
        var ranges: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        pango_layout_line_get_x_ranges(
            pango_layout_get_line_readonly(layout, 0), Int32(part.lowerBound), Int32(part.upperBound), &ranges, &count)
        defer { g_free(ranges) }
        var columns: Set<Int> = []
        for index in 0..<Int(count) {
            guard let ranges else { break }
            let left = (start + Double(ranges[2 * index]) / 1024).rounded()
            let right = (start + Double(ranges[2 * index + 1]) / 1024).rounded()
            if left < right { columns.formUnion(Int(left)..<Int(right)) }
        }
        return (columns, Int(count))
    }

    @Test func aTextFromRightToLeftThatIsCutHasItsSignAtItsLeft() throws {
        var look = Look()
        (look.box.width, look.alignment) = (60, .right)
        let text = "שלום עולם גדול מאוד"
        let found = try columns(picture(text, [bytes("שלום", in: text)], look))
        #expect(try #require(found.max()) >= 78 && #require(found.min()) > 40)
        let last = try picture(text, [bytes("מאוד", in: text)], look)
        #expect(isWhole(last))
        let both = try columns(picture(text, [bytes("שלום", in: text), bytes("מאוד", in: text)], look))
        #expect(try #require(both.min()) < 35, "the sign")
    }

    @Test func aWrappedTextHasItsMarksOnTheirLines() throws {
        var look = Look()
        (look.wraps, look.box) = (true, Rect(x: 20, y: 10, width: 110, height: 100))
        let text = "first line and then the needle"
        let line = Int(engine.metrics(of: font).lineHeight)
        let first = try picture(text, [bytes("first", in: text)], look)
        #expect(columns(first, rows: 10..<10 + line) == Set(20..<20 + width("first")))
        #expect(columns(first, rows: 10 + line + 1..<120).isEmpty)
        let last = try picture(text, [bytes("needle", in: text)], look)
        #expect(columns(last, rows: 0..<10 + line - 2).isEmpty)
        #expect(columns(last).count == width("needle"))
        // With room for two lines only.
        look.box.height = Double(2 * line)
        #expect(
            try isWhole(
                picture(
                    text + " at the very end of it all", [bytes("all", in: text + " at the very end of it all")], look))
        )
        #expect(try !columns(picture(text, [bytes("line", in: text)], look)).isEmpty)
    }

    @Test func marksAreAsSharpAtTwiceTheScaleAndHaveALineAroundThem() throws {
        var look = Look()
        (look.scale, look.edge) = (2, edge)
        let text = "find the needle here"
        let surface = try picture(text, [bytes("needle", in: text)], look)
        let red = (0..<surface.pixelWidth).filter { x in
            (0..<surface.pixelHeight).contains { surface.pixel(x: x, y: $0) == 0xFF0000 }
        }
        let green = columns(surface)
        #expect(try #require(red.first) + 1 == green.min())
        #expect(try #require(red.last) - 1 == green.max())
        let others = (0..<surface.pixelWidth).filter { x in
            (0..<surface.pixelHeight).contains { ![0xFFFFFF, 0xFF0000, 0x00FF00].contains(surface.pixel(x: x, y: $0)) }
        }
        #expect(others.isEmpty)
    }

    @Test func aLabelThatIsPushedBackHasItsMarksMoveWithIt() throws {
        var look = Look()
        let text = "find the needle here"
        look.box.width = Double(width("needle here"))
        look.lead = 300
        let start = 20
        let found = try columns(picture(text, [bytes("needle", in: text)], look))
        #expect(try abs(#require(found.min()) - start) <= 2)
    }
}
