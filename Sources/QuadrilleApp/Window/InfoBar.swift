import CGTK
import GridGTK

/// A line above the grid that says what happened, and goes when it is closed.
@MainActor
final class InfoBar {
    let widget: Widget
    private let label: Widget

    init() {
        widget = gtk_info_bar_new()
        label = gtk_label_new(nil)
        gtk_label_set_line_wrap(cast(label), 1)
        gtk_label_set_xalign(cast(label), 0)
        gtk_info_bar_set_message_type(cast(widget), GTK_MESSAGE_WARNING)
        gtk_info_bar_set_show_close_button(cast(widget), 1)
        gtk_box_pack_start(cast(gtk_info_bar_get_content_area(cast(widget))), label, 1, 1, 0)
        let bar = widget
        connectIgnoringArgument(widget, "response") { gtk_widget_hide(bar) }
    }

    /// Takes back what was said: it was about another table.
    func clear() {
        gtk_label_set_text(cast(label), nil)
        gtk_widget_hide(widget)
    }

    /// Says `text`, unless it is the same as before: a person who closed it has read it. What happened anew is said again.
    func show(_ text: String, isNew: Bool = false) {
        let isSaid = gtk_label_get_text(cast(label)).map { String(cString: $0) } == text
        guard !isSaid || isNew else { return }
        gtk_label_set_text(cast(label), text)
        gtk_widget_show_all(widget)
    }
}
