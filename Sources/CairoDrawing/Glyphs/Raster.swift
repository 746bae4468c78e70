import CCairo
import CPixels
import Geometry

/// A glyph drawn by Cairo, with everything that Pango can draw: letters, color pictures, and the box with a number that
/// represents a character without a font.
struct Raster {
    let kind: cpixels_kind
    /// The distance from the glyph's origin to the first pixel.
    let left: Int
    let top: Int
    /// The part that is not empty.
    let ink: PixelRect
    private let width: Int
    private let pixels: [UInt32]

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

    /// Fails for a glyph without ink.
    init?(_ glyph: UInt32, _ font: UnsafeMutablePointer<PangoFont>, sideLimit: Int) {
        var (rect, logical) = (PangoRectangle(), PangoRectangle())
        pango_font_get_glyph_extents(font, glyph, &rect, &logical)
        guard rect.width > 0, rect.height > 0 else { return nil }
        // Subpixel filters extend beyond the glyph's edges.
        let reach = PixelRect(covering: Rect(rect), scale: 1)
        let limit = sideLimit - 4
        let box = PixelRect(
            x: max(reach.x, -limit) - 2, y: max(reach.y, -limit) - 2, width: min(reach.width, limit) + 4,
            height: min(reach.height, limit) + 4)
        (left, top, width) = (box.x, box.y, box.width)
        // A glyph drawn in black that is not black has its own colors. The box for a character without a font is centered in
        // its advance.
        let info = PangoGlyphInfo(
            glyph: glyph, geometry: PangoGlyphGeometry(width: logical.width, x_offset: 0, y_offset: 0),
            attr: PangoGlyphVisAttr())
        let colored = Self.draw(info, font, box, CAIRO_FORMAT_ARGB32, white: 0)
        if colored.contains(where: { $0 & 0xFF_FFFF != 0 }) {
            (pixels, kind) = (colored, CPIXELS_COLORED)
        } else {
            // White on black gives the coverage of each subpixel.
            pixels = Self.draw(info, font, box, CAIRO_FORMAT_RGB24, white: 1).map { $0 & 0xFF_FFFF }
            let isGray = pixels.allSatisfy { $0 & 0xFF == $0 >> 8 & 0xFF && $0 & 0xFF == $0 >> 16 }
            kind = isGray ? CPIXELS_GRAY : CPIXELS_COMPONENTS
        }
        ink = Self.bounds(of: pixels, width: box.width)
    }

    private static func draw(
        _ glyph: PangoGlyphInfo, _ font: UnsafeMutablePointer<PangoFont>, _ box: PixelRect, _ format: cairo_format_t,
        white: Double
    ) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: box.area)
        let stride = Int32(box.width * 4)
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), format, Int32(box.width), Int32(box.height),
                stride)
            let cr = cairo_create(surface)
            cairo_set_source_rgb(cr, white, white, white)
            cairo_move_to(cr, Double(-box.x), Double(-box.y))
            if let string = pango_glyph_string_new() {
                pango_glyph_string_set_size(string, 1)
                string.pointee.glyphs[0] = glyph
                pango_cairo_show_glyph_string(cr, font, string)
                pango_glyph_string_free(string)
            }
            cairo_destroy(cr)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
        return pixels
    }

    private static func bounds(of pixels: [UInt32], width: Int) -> PixelRect {
        var ink = PixelRect.zero
        for (place, pixel) in pixels.enumerated() where pixel != 0 {
            ink = ink.union(PixelRect(x: place % width, y: place / width, width: 1, height: 1))
        }
        return ink
    }
}
