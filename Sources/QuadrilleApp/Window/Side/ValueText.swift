import CGTK
import GridGTK

/// A text to read and to copy from, never to change.
@MainActor
final class ValueText {
    let widget: Widget
    private let view: Widget
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>?
    private let isTable: Bool

    /// A view whose lines go on below where they are too long, or, `isTable`, stand in columns of their own.
    init(isTable: Bool, name: String) {
        self.isTable = isTable
        view = gtk_text_view_new()
        buffer = gtk_text_view_get_buffer(cast(view))
        gtk_text_view_set_editable(cast(view), 0)
        gtk_text_view_set_cursor_visible(cast(view), 0)
        gtk_text_view_set_accepts_tab(cast(view), 0)
        gtk_text_view_set_monospace(cast(view), isTable ? 1 : 0)
        for margin in [gtk_text_view_set_left_margin, gtk_text_view_set_right_margin] { margin(cast(view), 10) }
        for margin in [gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin] { margin(cast(view), 8) }
        Spoken.name(view, name)
        widget = gtk_scrolled_window_new(nil, nil)
        Spoken.skip(widget)
        gtk_container_add(cast(widget), view)
    }

    /// Bytes without a blank from which on lines are not broken between words: GTK takes 1.6 s for 16 KiB without one, and
    /// 0.1 s where it may break anywhere.
    private static let longestWord = 512

    /// Shows `text`, from its beginning. What GTK takes for a text's end, a NUL, is shown by its sign.
    func show(_ text: String) {
        let shown = text.contains("\0") ? text.replacing("\0", with: "\u{2400}") : text
        if !isTable {
            let isLong = shown.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).contains {
                $0.count > Self.longestWord
            }
            gtk_text_view_set_wrap_mode(cast(view), isLong ? GTK_WRAP_CHAR : GTK_WRAP_WORD_CHAR)
        }
        gtk_text_buffer_set_text(buffer, shown, Int32(clamping: shown.utf8.count))
        if let scroll = gtk_scrolled_window_get_vadjustment(cast(widget)) { gtk_adjustment_set_value(scroll, 0) }
    }
}
