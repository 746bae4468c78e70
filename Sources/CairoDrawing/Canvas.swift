import Drawing
import Geometry

/// A target of display lists. All lengths are device pixels, and rectangles are whole ones.
protocol Canvas {
    /// The source of the glyph pictures that this canvas draws with; nil where it draws glyphs themselves.
    var atlas: GlyphAtlas? { get }

    /// Sets the clip of the following commands; nil: the entire target.
    mutating func clip(to rect: Rect?)
    mutating func fill(_ rect: Rect, _ color: Color)
    mutating func shade(_ rect: Rect, _ shade: Shade)
    /// Draws a line of simple glyphs of a face, clipped to `clip`.
    mutating func draw(_ glyphs: [LineGlyph], _ face: Face, baseline: Double, _ color: Color, clip: Rect?)
    /// Draws a line of a text laid out by Pango, its baseline beginning at `origin`, clipped to `clip`.
    mutating func draw(_ text: ShapedText, line: Int, at origin: Point, _ face: Face, _ color: Color, clip: Rect?)
}

/// A simple glyph and its position in a line.
struct LineGlyph {
    var glyph: SimpleGlyph
    /// The position in device pixels.
    var x: Double
}
