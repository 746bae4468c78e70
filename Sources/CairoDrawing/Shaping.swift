import CCairo

/// What one scalar comes to when Pango shapes it.
struct FoundGlyph: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var glyph: UInt32
    /// Device pixels.
    var advance: Double
    /// Whether it stands where the line is, and not off it.
    var isPlain: Bool
    /// Whether any font has it (PANGO_GLYPH_UNKNOWN_FLAG).
    var isKnown: Bool { glyph & 0x1000_0000 == 0 }
}

extension Face {
    /// The glyphs of a few scalars in one line, in the order in which they are written. Their fonts live as long as the
    /// face's context keeps them: retain what is kept.
    func shape(_ scalars: [UInt32]) -> [FoundGlyph] {
        var text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        var found: [FoundGlyph] = []
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { chars in
                let items = pango_itemize(context, chars.baseAddress, 0, Int32(chars.count), attributes, nil)
                defer { g_list_free(items) }
                var next = items
                while let entry = next?.pointee {
                    next = entry.next
                    guard let item = entry.data?.assumingMemoryBound(to: PangoItem.self) else { continue }
                    found += shape(item, of: chars)
                    pango_item_free(item)
                }
            }
        }
        return found
    }

    private func shape(_ item: UnsafeMutablePointer<PangoItem>, of text: UnsafeBufferPointer<CChar>) -> [FoundGlyph] {
        guard let start = text.baseAddress, let glyphs = pango_glyph_string_new() else { return [] }
        defer { pango_glyph_string_free(glyphs) }
        pango_shape_with_flags(
            start + Int(item.pointee.offset), item.pointee.length, start, Int32(text.count), &item.pointee.analysis,
            glyphs, PANGO_SHAPE_ROUND_POSITIONS)
        guard let font = item.pointee.analysis.font else { return [] }
        return (0..<Int(glyphs.pointee.num_glyphs)).map { index in
            let glyph = glyphs.pointee.glyphs[index]
            return FoundGlyph(
                font: font, glyph: glyph.glyph, advance: Double(glyph.geometry.width) / Double(PANGO_SCALE),
                isPlain: glyph.geometry.x_offset == 0 && glyph.geometry.y_offset == 0)
        }
    }
}
