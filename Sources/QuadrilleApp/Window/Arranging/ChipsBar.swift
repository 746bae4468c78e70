import CGTK
import GridGTK

/// A line below the grid that says why rows are not shown as they stand in the file, all of them: each reason with a button that takes it away.
@MainActor
final class ChipsBar {
    let widget: Widget
    /// Called with the number of the chip that is to go.
    var onRemove: (Int) -> Void = { _ in }
    private let chips: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    private let count: Widget = gtk_label_new(nil)
    private let again: Widget
    private var shown: [String] = []

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
        gtk_widget_set_margin_start(widget, 10)
        gtk_widget_set_margin_end(widget, 10)
        gtk_widget_set_margin_top(widget, 4)
        gtk_widget_set_margin_bottom(widget, 4)
        // Many of them scroll, and make the window no wider.
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        gtk_container_add(cast(scroller), chips)
        gtk_box_pack_start(cast(widget), count, 0, 0, 0)
        gtk_box_pack_start(cast(widget), scroller, 1, 1, 0)
        let clear: Widget = gtk_button_new_with_mnemonic("Clear _All")
        gtk_actionable_set_action_name(OpaquePointer(clear), "win.clear-arrangement")
        gtk_widget_set_tooltip_text(clear, "Show all rows as they stand in the file")
        again = gtk_button_new_with_mnemonic("")
        gtk_actionable_set_action_name(OpaquePointer(again), "win.arrange-again")
        gtk_widget_set_tooltip_text(again, "Look at the rows too that came later")
        gtk_widget_set_no_show_all(again, 1)
        gtk_box_pack_end(cast(widget), clear, 0, 0, 0)
        gtk_box_pack_end(cast(widget), again, 0, 0, 0)
        gtk_widget_set_no_show_all(widget, 1)
    }

    /// Shows `texts`, a chip for each, behind how many rows they leave; nothing where there are none. `again` is what to do
    /// where rows came later.
    func show(_ texts: [String], rows: String, again label: String?) {
        gtk_label_set_text(cast(count), rows)
        if let label { gtk_button_set_label(cast(again), label) }
        gtk_widget_set_visible(again, label == nil ? 0 : 1)
        guard texts != shown else { return }
        shown = texts
        let children = gtk_container_get_children(cast(chips))
        var child = children
        while let current = child {
            if let data = current.pointee.data { gtk_widget_destroy(data.assumingMemoryBound(to: GtkWidget.self)) }
            child = current.pointee.next
        }
        g_list_free(children)
        for (number, text) in texts.enumerated() { gtk_box_pack_start(cast(chips), chip(text, number), 0, 0, 0) }
        // It is left out of what is shown with the window.
        gtk_widget_set_no_show_all(widget, 0)
        if texts.isEmpty { gtk_widget_hide(widget) } else { gtk_widget_show_all(widget) }
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_set_visible(again, label == nil ? 0 : 1)
    }

    private func chip(_ text: String, _ number: Int) -> Widget {
        let button: Widget = gtk_button_new()
        let label: Widget = gtk_label_new(text + "  ×")
        gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(cast(label), 40)
        gtk_container_add(cast(button), label)
        gtk_widget_set_tooltip_text(button, "Take away: \(text)")
        connect(UnsafeMutableRawPointer(button), "clicked") { [weak self] in self?.onRemove(number) }
        return button
    }
}
