import CCairo
import Drawing

/// A font at one scale, ready to draw: its metrics, its table of simple glyphs, its Pango context.
///
/// Everything here is in device pixels. The renderer draws with a transformation that makes one unit one device pixel, so
/// glyphs are hinted and placed for the pixels that they end up on, at 1x and at 2x alike.
final class Face {
    let context: OpaquePointer
    let attributes: OpaquePointer
    let ascent: Double
    let descent: Double
    var lineHeight: Double { ascent + descent }
    /// The scaled font that the simple glyphs belong to; nil when the machine has no usable font at all.
    let scaledFont: OpaquePointer?
    let baseFont: UnsafeMutablePointer<PangoFont>?
    var glyphs: [SimpleGlyph]
    /// The sign for what was cut off.
    lazy var ellipsis: SimpleGlyph = shape(SimpleGlyph.ellipsis)

    init(_ key: FontKey, options: FontOptions) {
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
        // Where a long word wraps Pango would put a hyphen, which is not in the data.
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))

        let metrics = pango_context_get_metrics(context, nil, nil)
        ascent = Double(pango_font_metrics_get_ascent(metrics)) / Double(PANGO_SCALE)
        descent = Double(pango_font_metrics_get_descent(metrics)) / Double(PANGO_SCALE)
        pango_font_metrics_unref(metrics)

        baseFont = Self.font(for: 0x30, context: context, attributes: attributes)
        scaledFont = baseFont.flatMap { pango_cairo_font_get_scaled_font(OpaquePointer($0)) }
        glyphs = Array(repeating: .unknown, count: SimpleGlyph.scalars.count)
    }

    deinit {
        pango_attr_list_unref(attributes)
        if let baseFont { g_object_unref(baseFont) }
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// The font that Pango picks for a scalar, retained.
    private static func font(
        for scalar: UInt32, context: OpaquePointer, attributes: OpaquePointer
    ) -> UnsafeMutablePointer<PangoFont>? {
        Shaping.withGlyphs(of: scalar, context: context, attributes: attributes) { item, _ in
            guard let font = item.analysis.font else { return nil }
            g_object_ref(font)
            return font
        }
    }
}
