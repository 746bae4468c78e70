import CCairo
import Geometry

/// A character that always looks the same whatever stands beside it, so that its glyph and advance can be looked up
/// instead of shaped: Latin letters, digits, punctuation. The rest goes through Pango.
struct SimpleGlyph {
    enum State: UInt8 {
        /// Not looked at yet.
        case unknown
        /// One glyph of the face's own font.
        case simple
        /// Needs shaping or another font.
        case complex
    }

    var state: State
    var index: UInt32
    /// Device pixels.
    var advance: Double

    /// The scalars that can be simple: printable ASCII up to the end of Latin Extended-B. No combining marks, no
    /// right-to-left, no joining script lies here.
    static let scalars: Range<UInt32> = 0x20..<0x250
    static let ellipsis: UInt32 = 0x2026

    static var unknown: SimpleGlyph { SimpleGlyph(state: .unknown, index: 0, advance: 0) }
    static var complex: SimpleGlyph { SimpleGlyph(state: .complex, index: 0, advance: 0) }
}

extension Face {
    /// The glyph of a scalar of `SimpleGlyph.scalars`, shaped at its first use.
    func glyph(_ scalar: UInt32) -> SimpleGlyph {
        guard SimpleGlyph.scalars.contains(scalar) else { return .complex }
        let slot = Int(scalar - SimpleGlyph.scalars.lowerBound)
        if glyphs[slot].state == .unknown { glyphs[slot] = shape(scalar) }
        return glyphs[slot]
    }

    /// Shapes one scalar by itself. Complex when another font or several glyphs are needed for it.
    func shape(_ scalar: UInt32) -> SimpleGlyph {
        // The soft hyphen and the C1 controls are in range, and are anything but simple.
        guard let baseFont, scalar != 0xAD, !(0x7F..<0xA0).contains(scalar) else { return .complex }
        let glyph = Shaping.withGlyphs(of: scalar, context: context, attributes: attributes) { item, string in
            guard item.analysis.font == baseFont, string.num_glyphs == 1, let info = string.glyphs else {
                return SimpleGlyph.complex
            }
            let shaped = info[0]
            guard shaped.glyph & 0x1000_0000 == 0, shaped.geometry.x_offset == 0, shaped.geometry.y_offset == 0 else {
                return SimpleGlyph.complex
            }
            let glyph = SimpleGlyph(
                state: .simple, index: shaped.glyph, advance: Double(shaped.geometry.width) / Double(PANGO_SCALE))
            return leavesItsPlace(glyph, baseFont) ? .complex : glyph
        }
        return glyph ?? .complex
    }
}

extension Face {
    /// Whether a glyph is drawn higher or lower than lines are, or further to a side than its neighbours are away, by more
    /// than a pixel.
    private func leavesItsPlace(_ glyph: SimpleGlyph, _ font: UnsafeMutablePointer<PangoFont>) -> Bool {
        var rect = PangoRectangle()
        pango_font_get_glyph_extents(font, glyph.index, &rect, nil)
        let ink = Rect(rect)
        if ink.isEmpty { return false }
        return ink.minY < -ascent - 1 || ink.maxY > descent + 1 || ink.minX < -2 || ink.maxX > glyph.advance + 2
    }
}

/// Pango's itemising and shaping of a single scalar.
enum Shaping {
    static func withGlyphs<R>(
        of scalar: UInt32, context: OpaquePointer, attributes: OpaquePointer,
        _ body: (PangoItem, PangoGlyphString) -> R?
    ) -> R? {
        guard let unicode = Unicode.Scalar(scalar) else { return nil }
        var text = String(Character(unicode))
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                let length = Int32(chars.count)
                guard
                    let items = pango_itemize(context, chars.baseAddress, 0, length, attributes, nil)
                else { return nil }
                defer { g_list_free(items) }
                guard let item = items.pointee.data?.assumingMemoryBound(to: PangoItem.self) else { return nil }
                defer { pango_item_free(item) }
                guard let glyphs = pango_glyph_string_new() else { return nil }
                defer { pango_glyph_string_free(glyphs) }
                pango_shape_with_flags(
                    chars.baseAddress, length, chars.baseAddress, length, &item.pointee.analysis, glyphs,
                    PANGO_SHAPE_ROUND_POSITIONS)
                return body(item.pointee, glyphs.pointee)
            }
        }
    }
}
