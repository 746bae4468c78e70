import CCairo

/// The rasterization of glyphs: antialiasing, hinting. Measuring and drawing must use the same, else widths do not fit.
///
/// A class, since it owns a `cairo_font_options_t`; immutable.
public final class FontOptions: Equatable {
    let raw: OpaquePointer

    /// Copies Cairo's options, such as those of a screen.
    public init(copying options: OpaquePointer) {
        raw = cairo_font_options_copy(options)
    }

    /// Gray antialiasing, slight hinting, whole-pixel metrics: sharp on any screen, and the same everywhere.
    public init() {
        raw = cairo_font_options_create()
        cairo_font_options_set_antialias(raw, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(raw, CAIRO_HINT_STYLE_SLIGHT)
        cairo_font_options_set_hint_metrics(raw, CAIRO_HINT_METRICS_ON)
    }

    deinit { cairo_font_options_destroy(raw) }

    public static func == (one: FontOptions, other: FontOptions) -> Bool {
        cairo_font_options_equal(one.raw, other.raw) != 0
    }
}
