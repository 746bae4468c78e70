import CCairo

/// The glyph that Pango shapes from one scalar.
struct FoundGlyph: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var glyph: UInt32
    /// In device pixels.
    var advance: Double
    /// A Boolean value that indicates whether it has no offset from its position on the line.
    var isPlain: Bool
    /// A Boolean value that indicates whether a font has the character (PANGO_GLYPH_UNKNOWN_FLAG).
    var isKnown: Bool { glyph & 0x1000_0000 == 0 }
}

extension Face {
    /// The glyphs of a few scalars in one line. Their fonts live as long as the face's context: retain the ones that you
    /// store.
    func shape(_ scalars: [UInt32]) -> [FoundGlyph] {
        var text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        var found: [FoundGlyph] = []
        text.withUTF8 { bytes in
            forEachRun(of: bytes) { font, string in
                for index in 0..<Int(string.pointee.num_glyphs) {
                    let glyph = string.pointee.glyphs[index]
                    found.append(
                        FoundGlyph(
                            font: font, glyph: glyph.glyph, advance: Double(glyph.geometry.width) / Double(PANGO_SCALE),
                            isPlain: glyph.geometry.x_offset == 0 && glyph.geometry.y_offset == 0))
                }
            }
        }
        return found
    }

    /// Calls `body` with the runs of a line from left to right, each of one font and one direction, with its glyphs, which
    /// are valid until it returns. The result equals that of Pango's layout, which first breaks the line into words. The text
    /// must be one line, without tabs and line ends.
    ///
    /// - Complexity: O(bytes).
    func forEachRun(
        of text: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeMutablePointer<PangoFont>, UnsafeMutablePointer<PangoGlyphString>) -> Void
    ) {
        text.withMemoryRebound(to: CChar.self) { text in
            guard let start = text.baseAddress, let glyphs = pango_glyph_string_new() else { return }
            defer { pango_glyph_string_free(glyphs) }
            let count = Int32(text.count)
            var direction = pango_direction_of_text(start, count)
            if direction == PANGO_DIRECTION_NEUTRAL { direction = pango_context_get_base_dir(context) }
            let items = pango_itemize_with_base_dir(context, direction, start, 0, count, attributes, nil)
            let inOrder = pango_reorder_items(items)
            defer {
                g_list_free(items)
                g_list_free(inOrder)
            }
            var next = inOrder
            while let entry = next?.pointee {
                next = entry.next
                guard let item = entry.data?.assumingMemoryBound(to: PangoItem.self) else { continue }
                defer { pango_item_free(item) }
                guard let font = item.pointee.analysis.font else { continue }
                pango_shape_with_flags(
                    start + Int(item.pointee.offset), item.pointee.length, start, count, &item.pointee.analysis, glyphs,
                    PANGO_SHAPE_ROUND_POSITIONS)
                body(font, glyphs)
            }
        }
    }
}
