import CGTK
import GridGTK

/// Looks of widgets that differ from their theme.
@MainActor
enum Style {
    /// The opacity of quiet text. The theme's own (`dim-label`, 0.55) gives it a contrast of 4 : 1 in Adwaita; this one gives
    /// it more than the 4.5 : 1 that text needs (WCAG 2.1, 1.4.3).
    private static let quietOpacity = 0.75

    /// The parsed sheets, by their text: some dozens at most, all of them of this program.
    private static var sheets: [String: OpaquePointer] = [:]

    /// Adds a CSS sheet on top of the theme, for this widget alone.
    static func add(_ css: String, to widget: Widget) {
        guard let sheet = sheets[css] ?? read(css) else { return }
        sheets[css] = sheet
        gtk_style_context_add_provider(
            gtk_widget_get_style_context(widget), sheet, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Makes keyboard focus visible at a glance: themes mark it with a dotted line hardly darker than its background. GTK shows
    /// the mark where keys are used, and not after a click.
    ///
    /// Also makes the combo boxes of file dialogs open lists: as menus they are as high as the screen, with blanks above.
    static func markFocus() {
        let css = """
            *:focus { outline-color: mix(@theme_selected_bg_color, @theme_fg_color, 0.35); outline-style: solid; outline-width: 2px; }
            *:selected:focus, *:active:focus, switch:checked:focus, .suggested-action:focus, .destructive-action:focus {
                outline-color: @theme_selected_fg_color;
            }
            filechooser combobox { -GtkComboBox-appears-as-list: 1; }
            """
        guard let screen = gdk_screen_get_default(), let sheet = read(css) else { return }
        gtk_style_context_add_provider_for_screen(screen, sheet, UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    private static func read(_ css: String) -> OpaquePointer? {
        guard let provider = gtk_css_provider_new() else { return nil }
        gtk_css_provider_load_from_data(provider, css, -1, nil)
        return OpaquePointer(provider)
    }

    /// Makes the buttons that switch between pages as narrow as their labels: themes make each at least 100 pixels wide, which
    /// leaves too little room beside a panel.
    static func narrow(_ switcher: Widget) {
        gtk_container_foreach(
            cast(switcher),
            { button, _ in
                guard let button else { return }
                MainActor.assumeIsolated {
                    Style.add("button { min-width: 0; padding-left: 10px; padding-right: 10px; }", to: button)
                }
            }, nil)
    }

    /// Dims a label, except where the desktop asks for high contrast.
    static func quieten(_ label: Widget) {
        func follow() { gtk_widget_set_opacity(label, GridView.isHighContrast(label) ? 1 : quietOpacity) }
        follow()
        connect(label, "style-updated") { follow() }
    }
}
