import CairoDrawing
import Drawing
import Geometry
import Testing

@Suite struct RendererTests {
    private let engine = TextEngine()
    private let white = Color(hex: 0xFFFFFF)
    private let font = Font(family: "DejaVu Sans", size: 14)

    private func draw(scale: Double = 1, _ body: (inout DisplayList) -> Void) throws -> ImageSurface {
        let surface = try ImageSurface(size: Size(width: 100, height: 40), scale: scale)
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 100, height: 40), white)
        body(&list)
        surface.draw(list, with: CairoRenderer(engine: engine))
        return surface
    }

    /// The columns of device pixels in which anything darker than the ground was drawn.
    private func inkColumns(_ surface: ImageSurface) -> [Int] {
        (0..<surface.pixelWidth).filter { x in
            (0..<surface.pixelHeight).contains { surface.pixel(x: x, y: $0) != 0xFFFFFF }
        }
    }

    private func text(_ string: String, _ alignment: TextAlignment, into list: inout DisplayList) {
        let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
        list.text(in: Rect(x: 10, y: 0, width: 80, height: 40), style: style, alignment: alignment) {
            $0.append(contentsOf: string.utf8)
        }
    }

    @Test(arguments: [1.0, 2.0])
    func aFillCoversWholeDevicePixelsAndNoOthers(scale: Double) throws {
        let surface = try draw(scale: scale) {
            $0.fill(Rect(x: 10, y: 5, width: 1 / scale, height: 3), Color(hex: 0xFF0000))
        }
        let x = Int(10 * scale)
        #expect(surface.pixel(x: x, y: Int(6 * scale)) == 0xFF0000)
        #expect(surface.pixel(x: x - 1, y: Int(6 * scale)) == 0xFFFFFF)
        #expect(surface.pixel(x: x + 1, y: Int(6 * scale)) == 0xFFFFFF)
    }

    @Test func aClipHoldsUntilTheNextOne() throws {
        let all = Rect(x: 0, y: 0, width: 100, height: 40)
        let surface = try draw {
            $0.clip(to: Rect(x: 0, y: 0, width: 10, height: 40))
            $0.fill(all, Color(hex: 0xFF0000))
            $0.clip(to: Rect(x: 50, y: 0, width: 10, height: 40))
            $0.fill(all, Color(hex: 0x00FF00))
        }
        #expect(surface.pixel(x: 5, y: 5) == 0xFF0000)
        #expect(surface.pixel(x: 20, y: 5) == 0xFFFFFF)
        #expect(surface.pixel(x: 55, y: 5) == 0x00FF00)
    }

    @Test func aRingLeavesItsInsideAlone() throws {
        let surface = try draw { $0.ring(Rect(x: 10, y: 10, width: 20, height: 20), Color(hex: 0xFF), width: 2) }
        #expect(surface.pixel(x: 11, y: 20) == 0x0000FF)
        #expect(surface.pixel(x: 12, y: 20) == 0xFFFFFF)
        #expect(surface.pixel(x: 9, y: 20) == 0xFFFFFF)
    }

    @Test(arguments: ["12.50", "żółw", "表計算", "مرحبا", "a\u{301}e"])
    func textStaysInItsBoxAtEitherEnd(string: String) throws {
        let left = inkColumns(try draw { text(string, .left, into: &$0) })
        let right = inkColumns(try draw { text(string, .right, into: &$0) })
        #expect((9...14).contains(try #require(left.first)))
        #expect((86...90).contains(try #require(right.last)))
    }

    @Test(arguments: ["a text that is far too long for it", "表計算表計算表計算表計算表計算", "مرحبا بالعالم مرحبا بالعالم"])
    func aLongTextIsCutWithAnEllipsisInsideItsBox(string: String) throws {
        let columns = inkColumns(try draw { text(string, .left, into: &$0) })
        #expect(try #require(columns.last) <= 90)
        #expect(columns.count > 50)
    }

    @Test func digitsAllHaveOneWidth() {
        let widths = Set((0...9).map { engine.width(of: String(repeating: "\($0)", count: 10), font: font) })
        #expect(widths.count == 1)
    }

    @Test func simpleTextIsNeverLaidOutByPangoAndOtherTextOnce() throws {
        let engine = TextEngine()
        let renderer = CairoRenderer(engine: engine)
        let surface = try ImageSurface(size: Size(width: 100, height: 40), scale: 1)
        var list = DisplayList()
        for simple in ["plain 123 éü", "表計算", "Привет"] { text(simple, .left, into: &list) }
        for _ in 0..<5 { surface.draw(list, with: renderer) }
        #expect(engine.shapedLineCount == 0)
        text("مرحبا", .left, into: &list)
        for _ in 0..<5 { surface.draw(list, with: renderer) }
        #expect(engine.shapedLineCount == 1)
    }

    @Test func aPictureThatCairoCannotHoldIsRefusedWithItsSize() {
        #expect(throws: PictureError.self) { try ImageSurface(size: Size(width: 40_000, height: 10), scale: 1) }
        #expect(throws: PictureError.self) { try ImageSurface(size: .zero, scale: 1) }
    }

    @Test func thePicturesOfOneListHaveTheSameBytes() throws {
        let surface = try draw { text("plain", .left, into: &$0) }
        #expect(try surface.png() == surface.png())
        #expect(try surface.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
        var list = DisplayList()
        text("plain", .left, into: &list)
        let pages = try (0..<2).map { _ in
            try vectorPicture(
                list, size: Size(width: 100, height: 40), format: .pdf, with: CairoRenderer(engine: engine))
        }
        #expect(pages[0].elementsEqual(pages[1]))
        #expect(pages[0].starts(with: "%PDF-".utf8))
    }
}
