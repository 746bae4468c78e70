import CCairo
import Drawing
import Geometry

/// Glyphs of one font and color that Cairo draws with one call.
///
/// Worked example: the cells "12" and "7" of a row put three glyphs into the batch; a text of another row, style, font or
/// clip flushes it, so that a page has its text row by row.
struct GlyphBatch {
    private var glyphs: [cairo_glyph_t] = []
    private var font: OpaquePointer?
    private var color = Color(red: 0, green: 0, blue: 0)
    private var baseline = 0.0
    private var clip: Rect?

    /// Prepares the batch for glyphs of a font, a color, a baseline and a clip; draws the previous ones if they differ.
    mutating func begin(_ font: OpaquePointer, _ color: Color, baseline: Double, clip: Rect?, on cr: OpaquePointer) {
        if self.font != font || self.color != color || self.baseline != baseline || self.clip != clip {
            flush(on: cr)
        }
        self.font = font
        self.color = color
        self.baseline = baseline
        self.clip = clip
    }

    mutating func append(_ index: UInt32, x: Double) {
        glyphs.append(cairo_glyph_t(index: UInt(index), x: x, y: baseline))
    }

    mutating func flush(on cr: OpaquePointer) {
        guard !glyphs.isEmpty, let font else { return }
        cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        cairo_set_scaled_font(cr, font)
        if let clip {
            cairo_save(cr)
            cairo_rectangle(cr, clip.x, clip.y, clip.width, clip.height)
            cairo_clip(cr)
        }
        withFonts { cairo_show_glyphs(cr, glyphs, Int32(glyphs.count)) }
        if clip != nil { cairo_restore(cr) }
        glyphs.removeAll(keepingCapacity: true)
    }
}
