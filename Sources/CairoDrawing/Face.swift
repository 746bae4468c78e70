import CCairo
import Drawing
import QuadrilleRuntime

/// A font at one scale, ready to draw: its metrics, its table of simple glyphs, its Pango context.
///
/// Everything here is in device pixels. The renderer draws with a transformation that makes one unit one device pixel, so
/// glyphs are hinted and positioned for the pixels that they are drawn on, at 1x and at 2x alike.
final class Face {
    /// Identifies the face, unlike its address, among the ones that were dropped since: caches store it.
    let number: Int
    /// The time of the last request, counted in requests for faces.
    var lastUse = 0
    let context: OpaquePointer
    let attributes: OpaquePointer
    let ascent: Double
    let descent: Double
    var lineHeight: Double { ascent + descent }
    /// The fonts of the simple glyphs, the face's own first; empty when the machine has no usable font.
    var fonts: [UnsafeMutablePointer<PangoFont>] = []
    var baseFont: UnsafeMutablePointer<PangoFont>? { fonts.first }
    /// The ellipsis of truncated texts.
    var ellipsis: SimpleGlyph { glyph(SimpleGlyph.ellipsis) }
    var table = GlyphTable()
    /// The version of the atlas whose picture numbers the table stores.
    var version = Version()

    init(_ key: FontKey, number: Int, options: FontOptions) {
        self.number = number
        context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        pango_cairo_context_set_font_options(context, options.raw)
        pango_cairo_context_set_resolution(context, 96)
        let description = pango_font_description_new()
        pango_font_description_set_family(description, key.font.family)
        pango_font_description_set_absolute_size(description, key.font.size * key.scale * Double(PANGO_SCALE))
        pango_font_description_set_weight(description, key.font.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_context_set_font_description(context, description)
        pango_font_description_free(description)

        attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        // Pango would insert hyphens where a long word wraps, which are not in the data.
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))

        let metrics = pango_context_get_metrics(context, nil, nil)
        ascent = Double(pango_font_metrics_get_ascent(metrics)) / Double(PANGO_SCALE)
        descent = Double(pango_font_metrics_get_descent(metrics)) / Double(PANGO_SCALE)
        pango_font_metrics_unref(metrics)

        // The font that Pango picks for a digit.
        if let font = shape([0x30]).first?.font {
            font.keep()
            fonts.append(font)
        }
    }

    deinit {
        pango_attr_list_unref(attributes)
        for font in fonts { font.letGo() }
        g_object_unref(UnsafeMutableRawPointer(context))
    }
}
