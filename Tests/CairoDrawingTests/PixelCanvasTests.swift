import CCairo
import CPixels
import CairoDrawing
import Drawing
import Geometry
import SeededRandom
import Testing

/// What is drawn straight into pixels looks like what Cairo draws of the same list.
@Suite struct PixelCanvasTests {
    private static let texts = [
        "plain 12.50 fi AV To jQ", "żółw ŵith Ǻccents Ų", "表計算ソフト、です。", "مرحبا بالعالم 42", "हिन्दी पाठ", "ภาษาไทย",
        "emoji 🙂👩‍👩‍👧 here ☂️", "a\u{301}\u{302}\u{303}e\u{308}", "Привет Ελληνικά", "한국어 문서 ㄱ", "שלום abc",
        "no font: \u{10FFFD}\u{E000}", "﷽ wide",
        "a text that is far too long for the box that it stands in, and goes on",
        "مرحبا بالعالم مرحبا بالعالم مرحبا بالعالم مرحبا بالعالم", "□ ⏎ ⇥ ␀ → ∑ €",
        "soft\u{AD}hyphen \u{202E}x\u{202C}",
    ]

    private func list(_ texts: [String], color: Color) -> DisplayList {
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 300, height: 480), Color(hex: 0xF6F5F4))
        list.fill(Rect(x: 20, y: 0, width: 30, height: 480), Color(hex: 0x3584E4, alpha: 0.18))
        list.shade(
            Rect(x: 60, y: 0, width: 9, height: 480),
            Shade(from: Color(hex: 0, alpha: 0.3), to: Color(hex: 0, alpha: 0), axis: .horizontal))
        // A ground over most of the first one, and lines that wait for each other, some of them under others.
        list.fill(Rect(x: 12, y: 30, width: 270, height: 440), Color(hex: 0xFFFFFF))
        for x in stride(from: 20.0, to: 280, by: 31) {
            list.fill(Rect(x: x, y: 40, width: 0.5, height: 400), Color(hex: 0xCC0000))
            list.fill(Rect(x: x + 9, y: 40, width: 1, height: 400), Color(hex: 0x00CC00))
        }
        list.fill(Rect(x: 12, y: 100, width: 270, height: 1), Color(hex: 0x0000CC))
        list.ring(Rect(x: 2, y: 3, width: 280, height: 400), Color(hex: 0x3584E4, alpha: 0.8), width: 2)
        let alignments: [TextAlignment] = [.left, .center, .right]
        for (number, text) in texts.enumerated() {
            let font = Font(family: number % 4 == 3 ? "DejaVu Serif" : "Sans", size: 14, isBold: number % 5 == 4)
            let style = list.style(TextStyle(font: font, color: color))
            let box = Rect(x: 8, y: Double(number) * 28, width: 250, height: 28)
            list.text(in: box, style: style, alignment: alignments[number % 3], wraps: number % 7 == 6) {
                $0.append(contentsOf: text.utf8)
            }
        }
        list.clip(to: Rect(x: 150, y: 50, width: 60, height: 200))
        list.fill(Rect(x: 140, y: 60, width: 100, height: 12), Color(hex: 0xFF0000, alpha: 0.25))
        return list
    }

    @Test(arguments: [1.0, 2], [Color(hex: 0x202020), Color(hex: 0x305090, alpha: 0.6)])
    func aPictureDiffersFromCairosByRoundingAlone(scale: Double, color: Color) throws {
        try compare(list(Self.texts, color: color), TextEngine(), scale: scale)
    }

    /// As on screens whose pixels are made of three parts side by side, and on those without soft edges.
    @Test(arguments: [CAIRO_ANTIALIAS_SUBPIXEL, CAIRO_ANTIALIAS_NONE], [1.0, 2])
    func glyphsAreRasterizedAsTheFontOptionsSay(antialias: cairo_antialias_t, scale: Double) throws {
        let options = try #require(cairo_font_options_create())
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_antialias(options, antialias)
        cairo_font_options_set_subpixel_order(options, CAIRO_SUBPIXEL_ORDER_RGB)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        let engine = TextEngine(options: FontOptions(copying: options))
        let list = list(Self.texts, color: Color(hex: 0))
        // Filters for parts of a pixel have more edges overlap.
        try compare(list, engine, scale: scale, limit: 96)
        let picture = try ImageSurface(size: Size(width: 300, height: 480), scale: scale)
        picture.draw(list, with: CairoRenderer(engine: engine))
        let plain = try ImageSurface(size: Size(width: 300, height: 480), scale: scale)
        plain.draw(list, with: CairoRenderer(engine: TextEngine()))
        #expect(try picture.png() != plain.png())
    }

    /// Whatever vectors the processor has, the bytes are those that any processor draws.
    @Test(arguments: [CPIXELS_GRAY, CPIXELS_COMPONENTS, CPIXELS_COLORED])
    func glyphsAreTheSameOnAnyProcessor(kind: cpixels_kind) {
        var random = SplitMix64(seed: UInt64(kind.rawValue) + 1)
        let (side, unit) = (40, kind == CPIXELS_GRAY ? 1 : 4)
        for _ in 0..<300 {
            let (width, height) = (random.int(1...13), random.int(1...13))
            let stride = (width + 3) / 4 * 4
            var shares = [UInt8](repeating: 0, count: stride * height * unit)
            for y in 0..<height {
                for x in 0..<width * unit {
                    // Colours of their own are premultiplied: none is more than its share.
                    let share = kind == CPIXELS_COLORED ? 200 : [0, 255, random.int(0...255)][random.int(0...2)]
                    shares[y * stride * unit + x] = UInt8(share)
                }
            }
            let color = UInt32(truncatingIfNeeded: random.next())
            let ground = (0..<side * side).map { _ in UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 }
            let glyphs = (0..<3).map { _ in
                cpixels_glyph(image: 0, x: Int32(random.int(-5...40)), y: Int32(random.int(-5...40)))
            }
            let edge = Int32(random.int(0...20))
            let clip = cpixels_rect(min_x: edge, min_y: edge, max_x: 40 - edge / 2, max_y: 40)
            func drawn(_ draw: (cpixels_target, cpixels_image) -> Void) -> [UInt32] {
                var pixels = ground
                pixels.withUnsafeMutableBufferPointer { pixels in
                    shares.withUnsafeBytes { shares in
                        let image = cpixels_image(
                            pixels: shares.baseAddress, left: 0, top: 0, width: UInt16(width), height: UInt16(height),
                            stride: UInt16(stride), kind: UInt8(kind.rawValue))
                        draw(cpixels_target(pixels: pixels.baseAddress, stride: side, x: 0, y: 0), image)
                    }
                }
                return pixels
            }
            let step = cpixels_step(
                rect: clip, color: color, first: 0, count: 3, kind: UInt32(CPIXELS_DRAW.rawValue))
            let fast = drawn { target, image in
                withWork([step], [image], glyphs, []) { cpixels_paint(target, clip, $0) }
            }
            let plain = drawn { target, image in
                withWork([step], [image], glyphs, []) { cpixels_paint_anywhere(target, clip, $0) }
            }
            #expect(fast == plain)
        }
    }

    private func compare(_ list: DisplayList, _ engine: TextEngine, scale: Double, limit: Int = 64) throws {
        let size = Size(width: 300, height: 480)
        let renderer = CairoRenderer(engine: engine)
        let picture = try ImageSurface(size: size, scale: scale)
        picture.draw(list, with: renderer)
        let other = try ImageSurface(size: size, scale: scale)
        let cr = try #require(cairo_create(other.raw))
        renderer.replay(list, on: cr, scale: scale)
        cairo_destroy(cr)
        cairo_surface_flush(other.raw)
        var (differing, largest) = (0, 0)
        for y in 0..<picture.pixelHeight {
            for x in 0..<picture.pixelWidth {
                let difference = difference(picture.pixel(x: x, y: y), other.pixel(x: x, y: y))
                largest = max(largest, difference)
                if difference > 2 { differing += 1 }
            }
        }
        // Where the soft edges of two glyphs overlap Cairo adds them up, instead of drawing one over the other.
        #expect(differing < picture.pixelWidth * picture.pixelHeight / 1000, "\(differing) pixels, by up to \(largest)")
        #expect(largest < limit)
    }

    /// A merge of many wide columns is wider than 32 bits have device pixels.
    @Test(arguments: ["12.50", "مرحبا بالعالم"])
    func whatStandsFarOffIsNotDrawn(text: String) throws {
        func picture(_ boxes: [(Rect, TextAlignment)]) throws -> [UInt8] {
            var list = DisplayList()
            list.fill(Rect(x: 0, y: 0, width: 300, height: 480), Color(hex: 0xF6F5F4))
            let style = list.style(TextStyle(font: Font(family: "Sans", size: 14), color: Color(hex: 0)))
            for (box, alignment) in boxes {
                list.text(in: box, style: style, alignment: alignment) { $0.append(contentsOf: text.utf8) }
            }
            let picture = try ImageSurface(size: Size(width: 300, height: 480), scale: 2)
            picture.draw(list, with: CairoRenderer(engine: TextEngine()))
            return try picture.png()
        }
        let near = (Rect(x: 8, y: 20, width: 280, height: 28), TextAlignment.left)
        let far = [1e6, 1e10, 1e17].flatMap { far in
            [
                (Rect(x: 8, y: 60, width: far, height: 28), TextAlignment.right),
                (Rect(x: 8, y: 60, width: far, height: 28), .center),
                (Rect(x: 8 - far, y: 60, width: far, height: 28), .left),
                (Rect(x: 8, y: 60, width: 280, height: far), .left),
                (Rect(x: 8, y: -far, width: 280, height: far / 2), .left),
            ]
        }
        #expect(try picture([near] + far) == picture([near]))
    }

    /// Of two colours 0xRRGGBB, in the part in which they differ most.
    private func difference(_ a: UInt32, _ b: UInt32) -> Int {
        [0, 8, 16].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.max() ?? 0
    }
}
