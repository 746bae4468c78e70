import CCairo
import Drawing
import Geometry
import SeededRandom
import Testing

@testable import CairoDrawing

/// A text that neither wraps nor is cut is laid out without Pango's layout, and comes to the same.
@Suite struct ShapedLineTests {
    private static let letters: [Range<UInt32>] = [
        0x20..<0x7F, 0xC0..<0x180, 0x300..<0x370, 0x3B1..<0x3CA, 0x430..<0x450, 0x5B0..<0x5EB, 0x61B..<0x670,
        0x6F0..<0x6FA, 0x905..<0x950, 0xE01..<0xE5C, 0x1100..<0x1180, 0x200B..<0x2010, 0x202A..<0x202F,
        0x2066..<0x206A, 0x3042..<0x3094, 0x4E00..<0x4F00, 0xAC00..<0xAD00, 0xFB1D..<0xFB50, 0xFE00..<0xFE10,
        0x1F1E6..<0x1F200, 0x1F3F0..<0x1F400, 0x1F468..<0x1F470, 0xE000..<0xE004, 0x10FFFD..<0x110000,
    ]

    /// Up to five words, each of one script, with a mark or a sign of another among their letters now and then.
    private func text(_ random: inout SplitMix64) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<random.int(1...5) {
            let script = Self.letters[random.int(0...Self.letters.count - 1)]
            for _ in 0..<random.int(1...7) {
                let isOther = random.int(0...9) == 0
                let range = isOther ? Self.letters[random.int(0...Self.letters.count - 1)] : script
                let letter = range.lowerBound + UInt32(random.int(0...range.count - 1))
                if let scalar = Unicode.Scalar(letter) { text.append(scalar) }
            }
            if random.int(0...2) > 0 { text.append(" ") }
        }
        return String(text)
    }

    @Test(arguments: [Font(family: "DejaVu Sans", size: 13), Font(family: "Serif", size: 21.5, isBold: true)])
    func aLineIsWhatPangosLayoutComesTo(font: Font) {
        var random = SplitMix64(seed: 20_261_123)
        let face = TextEngine().face(font, scale: 1)
        let known = ["👩‍👩‍👧 🏳️‍🌈", "  spaces  ", "क्षत्रिय ५", "(a) עברית (b)", "12 عالم 34.5", "\u{202E}abc\u{202C} d", " "]
        for text in known + (0..<2_000).map({ _ in text(&random) }) {
            withFonts { expectPangosLayout(of: text, face) }
        }
    }

    private func expectPangosLayout(of text: String, _ face: Face) {
        let shaped = Array(text.utf8).withUnsafeBufferPointer { ShapedText($0, limit: -1, face: face) }
        let layout = shaped.makeLayout(face)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        #expect(shaped.lineCount == 1 && shaped.lines.count == 1)
        #expect(glyphs(of: shaped) == glyphs(of: layout), "\(text.unicodeScalars.map { $0.value })")
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, 0), &ink, &logical)
        #expect(shaped.width == Double(logical.width) / 1024 && shaped.lines.first?.left == 0)
        #expect(logical.x == 0)
        if !Rect(ink).isEmpty { #expect(shaped.lines.first?.ink == Rect(ink)) }
    }

    @Test(arguments: ["a\u{301} क्षत्रिय 漢字", "عربي ä\u{301} हिन्दी"])
    func allScriptsStandOnOneBaseline(text: String) {
        let face = TextEngine().face(Font(family: "DejaVu Sans", size: 20), scale: 1)
        // Cut, and not.
        for limit in [-1, 60] as [Int32] { withFonts { expectOneBaseline(Array(text.utf8), limit, face) } }
    }

    private func expectOneBaseline(_ text: [UInt8], _ limit: Int32, _ face: Face) {
        let shaped = text.withUnsafeBufferPointer { ShapedText($0, limit: limit, face: face) }
        let layout = shaped.makeLayout(face)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        var next = pango_layout_get_line_readonly(layout, 0)?.pointee.runs
        while let entry = next?.pointee {
            next = entry.next
            #expect(entry.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.y_offset == 0)
        }
    }

    @Test(arguments: ["a\tb", "a\nb", "a\r\nb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "\u{1}"])
    func whatEndsALineIsLeftToPango(text: String) {
        let face = TextEngine().face(Font(family: "DejaVu Sans", size: 13), scale: 1)
        withFonts {
            let shaped = Array(text.utf8).withUnsafeBufferPointer { ShapedText($0, limit: -1, face: face) }
            let layout = shaped.makeLayout(face)
            defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
            #expect(glyphs(of: shaped) == glyphs(of: layout))
        }
    }

    /// The font, the number and the place of each glyph.
    private func glyphs(of shaped: ShapedText) -> [[Int]] {
        shaped.glyphs.map { [Int(bitPattern: shaped.fonts[$0.font]), Int($0.index), Int($0.x), Int($0.y)] }
    }

    private func glyphs(of layout: OpaquePointer) -> [[Int]] {
        var found: [[Int]] = []
        var x = 0
        var next = pango_layout_get_line_readonly(layout, 0)?.pointee.runs
        while let entry = next?.pointee {
            next = entry.next
            guard let run = entry.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
                let string = run.glyphs?.pointee
            else { continue }
            for index in 0..<Int(string.num_glyphs) {
                let glyph = string.glyphs[index]
                if glyph.glyph != 0x0FFF_FFFF {
                    found.append([
                        Int(bitPattern: run.item.pointee.analysis.font), Int(glyph.glyph),
                        x + Int(glyph.geometry.x_offset), Int(glyph.geometry.y_offset),
                    ])
                }
                x += Int(glyph.geometry.width)
            }
        }
        return found
    }
}
