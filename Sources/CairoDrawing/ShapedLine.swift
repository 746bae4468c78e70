import CCairo
import Geometry

/// A line of text that Pango laid out, or several: any script, any direction, any font it had to fall back to.
final class ShapedLine {
    let layout: OpaquePointer
    let text: [UInt8]
    /// The width it was cut to or wraps at, in device pixels; negative when it was not cut.
    let limit: Int32
    let wraps: Bool
    /// Logical rectangle's left edge and width, and the baseline below the layout's top; device pixels.
    let left: Double
    let width: Double
    let baseline: Double
    /// The rectangle of what is drawn, from the layout's top left corner; device pixels.
    let ink: Rect
    /// The frame in which it was last used.
    var lastUse = 0

    init(_ text: UnsafeBufferPointer<UInt8>, limit: Int32, wraps: Bool = false, face: Face) {
        self.text = Array(text)
        self.limit = limit
        self.wraps = wraps
        let layout: OpaquePointer = pango_layout_new(face.context)
        self.layout = layout
        pango_layout_set_attributes(layout, face.attributes)
        pango_layout_set_single_paragraph_mode(layout, wraps ? 0 : 1)
        text.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
        if limit >= 0 {
            if wraps {
                pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            } else {
                pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            }
            // A Pango width is an Int32 of 1/1024 pixel; no screen is as wide as 2^20 pixels.
            pango_layout_set_width(layout, min(limit, 1 << 20) * PANGO_SCALE)
        }
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_extents(layout, &ink, &logical)
        self.ink = Rect(ink)
        left = Double(logical.x) / Double(PANGO_SCALE)
        width = Double(logical.width) / Double(PANGO_SCALE)
        baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }
}

extension Rect {
    /// A rectangle in Pango units, in device pixels.
    init(_ rect: PangoRectangle) {
        let unit = Double(PANGO_SCALE)
        self.init(
            x: Double(rect.x) / unit, y: Double(rect.y) / unit, width: Double(rect.width) / unit,
            height: Double(rect.height) / unit)
    }
}
