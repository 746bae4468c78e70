import CGTK
import GridGTK

/// A selectable, read-only text that wraps long lines.
///
/// Unlike `ValueText` it is a label: text views of GTK 3 put hyphens into words that they break, and have no way to turn
/// them off.
@MainActor
final class ValueLabel {
    let widget: Widget = gtk_scrolled_window_new(nil, nil)
    private let label: Widget = gtk_label_new(nil)

    init(name: String) {
        gtk_label_set_selectable(cast(label), 1)
        gtk_label_set_line_wrap(cast(label), 1)
        gtk_label_set_xalign(cast(label), 0)
        gtk_label_set_yalign(cast(label), 0)
        // Otherwise GTK lays the text out once more, one character a line, to find the minimum width.
        gtk_label_set_width_chars(cast(label), 20)
        gtk_label_set_max_width_chars(cast(label), 20)
        LabelText.leaveOutHyphens(of: label)
        for margin in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { margin(label, 10) }
        for margin in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { margin(label, 8) }
        Spoken.name(label, name)
        Spoken.skip(widget)
        gtk_scrolled_window_set_policy(cast(widget), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_container_add(cast(widget), label)
        // The same background as text views.
        if let ground = gtk_bin_get_child(cast(widget)) {
            gtk_style_context_add_class(gtk_widget_get_style_context(ground), "view")
        }
    }

    /// Bytes without a blank above which lines are broken anywhere: Pango takes more than a second to look for a line break in
    /// 16 KiB without one.
    private static let longestWord = 512

    /// Shows `text`, from its beginning. A NUL, which would end the text in GTK, is shown by its sign.
    func show(_ text: String) {
        let shown = text.contains("\0") ? text.replacing("\0", with: "\u{2400}") : text
        let isLong = shown.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).contains {
            $0.count > Self.longestWord
        }
        gtk_label_set_line_wrap_mode(cast(label), isLong ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        gtk_label_set_text(cast(label), shown)
        if let scroll = gtk_scrolled_window_get_vadjustment(cast(widget)) { gtk_adjustment_set_value(scroll, 0) }
    }
}
