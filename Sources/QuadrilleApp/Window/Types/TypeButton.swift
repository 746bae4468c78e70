import CGTK
import GridGTK
import Translation

/// A button whose menu chooses the type of the active cell's column.
@MainActor
final class TypeButton {
    let widget: Widget = gtk_menu_button_new()

    init() {
        gtk_button_set_label(cast(widget), tr("Type", in: "button"))
        gtk_widget_set_tooltip_text(widget, tr("Choose how the column's values are read"))
        gtk_widget_set_valign(widget, GTK_ALIGN_START)
        gtk_menu_button_set_menu_model(cast(widget), Self.model)
        gtk_menu_button_set_use_popover(cast(widget), 0)
    }

    /// The menu, which all windows share.
    private static let model: UnsafeMutablePointer<GMenuModel>? = {
        guard let menu = g_menu_new() else { return nil }
        WindowMenu.append(WindowMenu.types, to: menu)
        return cast(menu)
    }()
}
