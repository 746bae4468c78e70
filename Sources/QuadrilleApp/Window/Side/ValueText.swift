import CGTK
import GridGTK

/// Selectable, read-only lines in fixed columns.
@MainActor
final class ValueText {
    let widget: Widget = gtk_scrolled_window_new(nil, nil)
    private let view: Widget = gtk_text_view_new()
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>?

    init(name: String) {
        buffer = gtk_text_view_get_buffer(cast(view))
        gtk_text_view_set_editable(cast(view), 0)
        gtk_text_view_set_cursor_visible(cast(view), 0)
        gtk_text_view_set_accepts_tab(cast(view), 0)
        gtk_text_view_set_monospace(cast(view), 1)
        for margin in [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin] { margin(cast(view), 10) }
        for margin in [gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin] { margin(cast(view), 8) }
        Spoken.name(view, name)
        Spoken.skip(widget)
        gtk_container_add(cast(widget), view)
    }

    /// Shows `text`, which has no NUL, from its beginning.
    func show(_ text: String) {
        gtk_text_buffer_set_text(buffer, text, Int32(clamping: text.utf8.count))
        if let scroll = gtk_scrolled_window_get_vadjustment(cast(widget)) { gtk_adjustment_set_value(scroll, 0) }
    }
}
