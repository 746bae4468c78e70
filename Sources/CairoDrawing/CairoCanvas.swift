import CCairo
import Drawing
import Geometry

/// A canvas that draws with Cairo's own functions, onto any Cairo target: vector pages, windows.
struct CairoCanvas: Canvas {
    var atlas: GlyphAtlas? { nil }
    private let cr: OpaquePointer
    private var batch = GlyphBatch()
    /// The layout of the last text, which may have more lines to draw.
    private var recent: (text: ShapedText, layout: OpaquePointer)?

    /// The units of `cr` are device pixels. Its clip stays active below every clip of the list.
    init(_ cr: OpaquePointer) {
        self.cr = cr
        cairo_save(cr)
    }

    /// Draws everything pending; restores the state of the context.
    mutating func finish() {
        batch.flush(on: cr)
        cairo_restore(cr)
        if let recent { g_object_unref(UnsafeMutableRawPointer(recent.layout)) }
        recent = nil
    }

    mutating func clip(to rect: Rect?) {
        batch.flush(on: cr)
        cairo_restore(cr)
        cairo_save(cr)
        guard let rect else { return }
        rectangle(rect)
        cairo_clip(cr)
    }

    mutating func fill(_ rect: Rect, _ color: Color) {
        batch.flush(on: cr)
        source(color)
        rectangle(rect)
        cairo_fill(cr)
    }

    mutating func shade(_ rect: Rect, _ shade: Shade) {
        batch.flush(on: cr)
        let isHorizontal = shade.axis == .horizontal
        let pattern = cairo_pattern_create_linear(
            rect.x, rect.y, isHorizontal ? rect.maxX : rect.x, isHorizontal ? rect.y : rect.maxY)
        for (stop, color) in [(0.0, shade.from), (1.0, shade.to)] {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        }
        cairo_set_source(cr, pattern)
        cairo_pattern_destroy(pattern)
        rectangle(rect)
        cairo_fill(cr)
    }

    mutating func draw(_ glyphs: [LineGlyph], _ face: Face, baseline: Double, _ color: Color, clip: Rect?) {
        for glyph in glyphs {
            guard let font = pango_cairo_font_get_scaled_font(OpaquePointer(face.fonts[Int(glyph.glyph.font)])) else {
                continue
            }
            batch.begin(font, color, baseline: baseline, clip: clip, on: cr)
            batch.append(glyph.glyph.index, x: glyph.x)
        }
    }

    mutating func draw(
        _ text: ShapedText, line: Int, at origin: Point, _ face: Face, _ color: Color, clip: Rect?
    ) {
        batch.flush(on: cr)
        source(color)
        cairo_save(cr)
        if let clip {
            rectangle(clip)
            cairo_clip(cr)
        }
        cairo_move_to(cr, origin.x, origin.y)
        withFonts {
            let found = pango_layout_get_line_readonly(layout(of: text, face), Int32(clamping: line))
            if let found { pango_cairo_show_layout_line(cr, found) }
        }
        cairo_restore(cr)
    }

    private mutating func layout(of text: ShapedText, _ face: Face) -> OpaquePointer {
        if let recent {
            if recent.text === text { return recent.layout }
            g_object_unref(UnsafeMutableRawPointer(recent.layout))
        }
        let layout = text.makeLayout(face)
        recent = (text, layout)
        return layout
    }

    private func source(_ color: Color) {
        cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }

    private func rectangle(_ rect: Rect) { cairo_rectangle(cr, rect.x, rect.y, rect.width, rect.height) }
}
