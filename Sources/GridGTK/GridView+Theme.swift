import CGTK
import CairoDrawing
import Drawing
import GridUI

extension GridView {
    /// Returns a number of the desktop's settings by its name in GtkSettings; a switch is 0 or 1.
    func setting(_ name: String) -> Int? {
        guard let settings = gtk_widget_get_settings(surface) else { return nil }
        var value = GValue()
        // G_TYPE_UINT, a macro.
        g_value_init(&value, GType(7 << 2))
        defer { g_value_unset(&value) }
        g_object_get_property(cast(settings), name, &value)
        return Int(g_value_get_uint(&value))
    }

    /// Reads colors, fonts, direction and scale from GTK. Where these have not changed, as when the window gets or loses the
    /// keyboard, the picture stays.
    func restyle() {
        glowStyles.removeAll()
        let options = gdk_screen_get_font_options(gtk_widget_get_screen(surface))
        let style = SurfaceStyle(
            theme: Self.theme(of: surface), fonts: options.map(FontOptions.init(copying:)) ?? FontOptions(),
            direction: gtk_widget_get_direction(surface) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight,
            scale: Double(gtk_widget_get_scale_factor(surface)))
        guard style != surfaceStyle else { return }
        surfaceStyle = style
        theme = style.theme
        engine = TextEngines.engine(style.fonts)
        renderer = CairoRenderer(engine: engine)
        picture = nil
        model.setDirection(style.direction)
        model.resize(to: model.viewport.size, scaleFactor: style.scale)
        model.restyle(theme, measuring: engine)
        _ = model.fitColumnsInSight(measuring: engine)
        syncScrollbars()
        redraw()
    }

    /// Returns the colors and the font that GTK's theme sets for a widget.
    package static func theme(of widget: Widget) -> Theme {
        let style = gtk_widget_get_style_context(widget)
        func color(_ name: String, _ fallback: Color) -> Color { self.color(name, of: widget) ?? fallback }
        let theme = Theme(
            background: color("theme_base_color", Theme.light.background),
            text: color("theme_text_color", Theme.light.text),
            accent: color("theme_selected_bg_color", Theme.light.accent),
            warning: color("warning_color", Theme.light.warning),
            font: style.flatMap { font(of: $0, widget) } ?? Theme.light.font)
        return isHighContrast(widget) ? theme.withHighContrast() : theme
    }

    /// Returns true where a widget's theme has high contrast.
    public static func isHighContrast(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        // GTK 3 has no such setting; the contrast of lines tells. Adwaita's have 1.7 and 1.3, those of HighContrast 4.1 and
        // 2.4.
        guard let line = color("borders", of: widget), let ground = color("theme_base_color", of: widget) else {
            return false
        }
        return line.contrast(to: ground) >= 2
    }

    /// Returns a named color of the theme.
    private static func color(_ name: String, of widget: Widget) -> Color? {
        var color = GdkRGBA()
        guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color) != 0 else {
            return nil
        }
        return Color(
            red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: Float(color.alpha))
    }

    /// Returns the theme's font, with its size in logical pixels at the screen's resolution.
    private static func font(
        of style: UnsafeMutablePointer<GtkStyleContext>, _ widget: Widget
    ) -> Font? {
        var value = GValue()
        gtk_style_context_get_property(style, "font", gtk_style_context_get_state(style), &value)
        defer { g_value_unset(&value) }
        guard let boxed = g_value_get_boxed(&value) else { return nil }
        let description = OpaquePointer(boxed)
        guard let family = pango_font_description_get_family(description) else { return nil }
        let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
        guard size > 0 else { return nil }
        if pango_font_description_get_size_is_absolute(description) != 0 {
            return Font(family: String(cString: family), size: size)
        }
        let resolution = gdk_screen_get_resolution(gtk_widget_get_screen(widget))
        return Font(family: String(cString: family), size: size * (resolution > 0 ? resolution : 96) / 72)
    }
}

/// The appearance that GTK sets for a widget.
struct SurfaceStyle: Equatable {
    var theme: Theme
    var fonts: FontOptions
    var direction: LayoutDirection
    var scale: Double
}
