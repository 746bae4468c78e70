import CCairo
import Drawing
import Geometry
import Testing

@testable import CairoDrawing

/// What is kept from frame to frame is bounded, and shows in no picture.
@Suite struct CacheTests {
    private let font = Font(family: "DejaVu Sans", size: 14)

    private func list(_ texts: [String], font: Font) -> DisplayList {
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 200, height: 120), Color(hex: 0xFFFFFF))
        let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
        for (number, text) in texts.enumerated() {
            list.text(in: Rect(x: 4, y: Double(number) * 24, width: 190, height: 24), style: style, alignment: .left) {
                $0.append(contentsOf: text.utf8)
            }
        }
        return list
    }

    private func picture(_ list: DisplayList, _ engine: TextEngine) throws -> [UInt8] {
        let surface = try ImageSurface(size: Size(width: 200, height: 120), scale: 1)
        surface.draw(list, with: CairoRenderer(engine: engine))
        return try surface.png()
    }

    @Test func anAtlasThatIsEmptiedInEveryFrameDrawsTheSame() throws {
        let small = TextEngine(options: FontOptions(), atlas: GlyphAtlas(byteCapacity: 1))
        for number in 0..<12 {
            let texts = [
                "plain \(number)", "表計算 \(number)", "مرحبا \(number)", "🙂 a\u{301}\u{302} \(number)", "Ελλ Привет",
            ]
            let list = list(texts, font: number % 3 == 2 ? font.scaled(by: 1.5) : font)
            #expect(try picture(list, small) == picture(list, TextEngine()), "\(number)")
        }
        #expect(small.atlas.version >= 10)
    }

    @Test func renderersOfAnEngineShareTheMemoryOfTheirFrames() throws {
        let engine = TextEngine()
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 600, height: 400), Color(hex: 0xFFFFFF))
        func draw() throws -> UnsafePointer<UInt32>? {
            try ImageSurface(size: Size(width: 600, height: 400), scale: 1)
                .draw(list, with: CairoRenderer(engine: engine))
            return engine.work.desk.withUnsafeBufferPointer(\.baseAddress)
        }
        let first = try #require(try draw())
        #expect(try draw() == first)
    }

    @Test func whatIsDrawnOverAPictureIsNoFrameOfItsOwn() throws {
        let engine = TextEngine(options: FontOptions(), atlas: GlyphAtlas(byteCapacity: 1))
        let list = list(["plain", "مرحبا"], font: font)
        _ = try picture(list, engine)
        let version = engine.atlas.version
        let over = try ImageSurface(size: Size(width: 200, height: 120), scale: 1)
        for _ in 0..<3 {
            let cr = try #require(cairo_create(over.raw))
            CairoRenderer(engine: engine).replay(list, on: cr, scale: 1)
            cairo_destroy(cr)
        }
        #expect(engine.atlas.version == version)
        _ = try picture(list, engine)
        #expect(engine.atlas.version == version.next)
    }

    @Test func shapedTextsStayWithinTheirBytesAndThoseInSightStay() {
        let face = TextEngine().face(font, scale: 1)
        var cache = ShapedTextCache(byteCapacity: 20_000)
        func shape(_ text: String) {
            var text = text
            _ = text.withUTF8 { cache.text($0, limit: -1, face: face) }
        }
        for frame in 0..<60 {
            cache.beginFrame()
            for number in 0..<10 { shape("مرحبا \(number)") }
            for number in 0..<5 { shape("عالم \(frame) \(number)") }
            #expect(cache.byteCount < 20_000 + 15 * 2_000)
        }
        #expect(cache.shapedCount == 10 + 60 * 5)
        cache.removeAll()
        #expect(cache.byteCount == 0)
    }

    @Test func aFaceThatIsMadeAnewHasNoTextsOfAnother() throws {
        let engine = TextEngine()
        // More faces than are kept: some come to be where others were.
        for round in 0..<3 {
            for size in 8..<48 {
                let list = list(["مرحبا"], font: Font(family: "DejaVu Sans", size: Double(size)))
                #expect(try picture(list, engine) == picture(list, TextEngine()), "\(round): \(size)")
            }
        }
    }

    @Test func aFaceInUseKeepsItsTextsWhileOthersComeAndGo() throws {
        let engine = TextEngine()
        let steady = list(["مرحبا", "हिन्दी"], font: font)
        _ = try picture(steady, engine)
        for size in 20..<90 {
            _ = try picture(list(["plain"], font: Font(family: "DejaVu Sans", size: Double(size))), engine)
            let before = engine.shapedLineCount
            _ = try picture(steady, engine)
            #expect(engine.shapedLineCount == before, "\(size)")
        }
    }
}
