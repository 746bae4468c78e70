import CGTK
import GridGTK

/// A flat button with an icon, or with its name where the theme has no such icon.
@MainActor
enum IconButton {
    static func make(_ icon: String, label: String, tooltip: String) -> Widget {
        let button: Widget =
            StartIcons.shared.has(icon)
            ? gtk_button_new_from_icon_name(icon, GTK_ICON_SIZE_BUTTON)
            : gtk_button_new_with_mnemonic(label)
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "flat")
        gtk_widget_set_tooltip_text(button, tooltip)
        gtk_widget_set_focus_on_click(button, 0)
        return button
    }
}
