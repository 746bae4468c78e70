import CCairo
import Drawing
import Geometry

/// Glyphs of one font and colour that are drawn with one call.
///
/// Worked example: the cells "12" and "7" of a row put three glyphs into the batch; a text of another row, style or clip
/// flushes it. One call per row measured faster than one per cell and than one per frame.
struct GlyphBatch {
    private var glyphs: [cairo_glyph_t] = []
    private var face: Face?
    private var color = Color(red: 0, green: 0, blue: 0)
    private var baseline = 0.0
    private var clip: Rect?

    /// Makes the batch ready for glyphs of a face, a colour, a baseline and a clip, drawing what does not belong with them.
    mutating func begin(_ face: Face, _ color: Color, baseline: Double, clip: Rect?, on cr: OpaquePointer) {
        if self.face !== face || self.color != color || self.baseline != baseline || self.clip != clip {
            flush(on: cr)
        }
        self.face = face
        self.color = color
        self.baseline = baseline
        self.clip = clip
    }

    /// How many glyphs wait; pass it to `cut` to take later ones back.
    var count: Int { glyphs.count }

    mutating func append(_ index: UInt32, x: Double) {
        glyphs.append(cairo_glyph_t(index: UInt(index), x: x, y: baseline))
    }

    mutating func cut(to count: Int) { glyphs.removeLast(glyphs.count - count) }

    /// Moves the glyphs from `start` on sideways by `distance`.
    mutating func shift(from start: Int, by distance: Double) {
        for index in start..<glyphs.count { glyphs[index].x += distance }
    }

    mutating func flush(on cr: OpaquePointer) {
        guard !glyphs.isEmpty, let font = face?.scaledFont else { return }
        cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        cairo_set_scaled_font(cr, font)
        if let clip {
            cairo_save(cr)
            cairo_rectangle(cr, clip.x, clip.y, clip.width, clip.height)
            cairo_clip(cr)
        }
        cairo_show_glyphs(cr, glyphs, Int32(glyphs.count))
        if clip != nil { cairo_restore(cr) }
        glyphs.removeAll(keepingCapacity: true)
    }
}
