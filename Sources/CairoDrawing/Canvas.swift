import Drawing
import Geometry

/// A target for display lists. All lengths are device pixels, and rectangles whole ones.
protocol Canvas {
    /// The source of the glyph pictures that this canvas draws with; nil where it draws glyphs themselves.
    var atlas: GlyphAtlas? { get }

    /// From here on nothing is drawn outside `rect`; nil: outside what is drawn on.
    mutating func clip(to rect: Rect?)
    mutating func fill(_ rect: Rect, _ color: Color)
    mutating func shade(_ rect: Rect, _ shade: Shade)
    /// A line of simple glyphs of a face, nothing of it outside `clip`.
    mutating func draw(_ glyphs: [LineGlyph], _ face: Face, baseline: Double, _ color: Color, clip: Rect?)
    /// A line of a text that Pango laid out, its baseline beginning at `origin`, nothing of it outside `clip`.
    mutating func draw(_ text: ShapedText, line: Int, at origin: Point, _ face: Face, _ color: Color, clip: Rect?)
}

/// A simple glyph at its place in a line.
struct LineGlyph {
    var glyph: SimpleGlyph
    /// Device pixels.
    var x: Double
}
