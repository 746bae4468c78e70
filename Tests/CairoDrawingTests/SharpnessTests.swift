import CairoDrawing
import Drawing
import Geometry
import Testing

/// Glyphs are drawn once and put onto whole pixels: nothing blurs them.
@Suite struct SharpnessTests {
    private let engine = TextEngine()
    private static let texts = ["Handgloves 12.50", "żółw ŵith Ų", "مرحبا بالعالم", "हिन्दी पाठ", "ภาษาไทย", "表計算"]

    /// The rows of pixels from the first to the last with anything on them.
    private func ink(_ text: String, y: Double, scale: Double, font: Font) throws -> [[UInt32]] {
        let surface = try ImageSurface(size: Size(width: 160, height: 60), scale: scale)
        var list = DisplayList()
        list.fill(Rect(x: 0, y: 0, width: 160, height: 60), Color(hex: 0xFFFFFF))
        let style = list.style(TextStyle(font: font, color: Color(hex: 0)))
        list.text(in: Rect(x: 4, y: y, width: 150, height: 40), style: style, alignment: .left) {
            $0.append(contentsOf: text.utf8)
        }
        surface.draw(list, with: CairoRenderer(engine: engine))
        let rows = (0..<surface.pixelHeight).map { row in
            (0..<surface.pixelWidth).map { surface.pixel(x: $0, y: row) }
        }
        let isInk = rows.map { $0.contains { $0 != 0xFFFFFF } }
        guard let first = isInk.firstIndex(of: true), let last = isInk.lastIndex(of: true) else { return [] }
        return Array(rows[first...last])
    }

    @Test(arguments: texts, [1.0, 2])
    func aBaselineIsOnWholePixelsWhereverTheBoxBegins(text: String, scale: Double) throws {
        let font = Font(family: "DejaVu Sans", size: 14)
        let even = try ink(text, y: 8, scale: scale, font: font)
        #expect(even.count > 8)
        for part in [0.2, 0.4, 0.5, 0.75] {
            #expect(try ink(text, y: 8 + part, scale: scale, font: font) == even, "\(part)")
        }
    }

    /// What a zoom of 2 draws is no picture that is stretched, but what a font twice as large, or a pixel half as large, is.
    @Test(arguments: texts)
    func aLargerFontIsShapedAnew(text: String) throws {
        let font = Font(family: "DejaVu Sans", size: 7)
        let zoomed = try ink(text, y: 8, scale: 1, font: font.scaled(by: 2))
        #expect(try ink(text, y: 8, scale: 1, font: Font(family: "DejaVu Sans", size: 14)) == zoomed)
        let small = try ink(text, y: 8, scale: 1, font: font)
        // Stretched, each row of pixels would be there twice.
        let stretched = small.flatMap { [$0, $0] }
        #expect(zoomed.count > small.count && Set(zoomed).count > Set(stretched).count)
    }
}
