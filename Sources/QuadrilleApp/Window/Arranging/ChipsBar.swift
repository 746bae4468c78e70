import CGTK
import GridGTK
import Translation

/// A line below the grid with the filters and sort keys that are applied to the rows: each with a button that
/// removes it.
@MainActor
final class ChipsBar {
    let widget: Widget
    /// Called with the index of the chip to remove.
    var onRemove: (Int) -> Void = { _ in }
    /// Called with the index of the clicked chip, and its target for a popover.
    var onChange: (Int, PopoverPlace) -> Void = { _, _ in }
    /// Called when the widget with the keyboard focus has been removed.
    var onLeave: () -> Void = {}
    /// The container of the chips, built with the first chip: a window without any opens faster.
    private lazy var chips: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    private lazy var later: Widget = gtk_label_new(nil)
    private lazy var again: Widget = gtk_button_new_with_mnemonic("")
    private var isBuilt = false
    private var shown: [Chip] = []
    private var counted: [Int: Counted] = [:]

    /// The texts of a chip.
    struct Chip: Hashable {
        var text: String
        /// The effect of a click on it, for its tooltip.
        var click: String
        /// The number of rows concerned, empty where it is not shown, and a sentence about it.
        var count = ""
        var hint = ""

        /// The chip without its count, which arrives later.
        var isSaying: Chip { Chip(text: text, click: click) }
    }

    /// The widgets of a chip that show its count.
    private struct Counted {
        var chip: Widget
        var label: Widget
    }

    init() {
        widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
        gtk_widget_set_margin_start(widget, 10)
        gtk_widget_set_margin_end(widget, 10)
        gtk_widget_set_margin_top(widget, 4)
        gtk_widget_set_margin_bottom(widget, 4)
        gtk_widget_set_no_show_all(widget, 1)
    }

    private func build() {
        isBuilt = true
        // Many chips scroll instead of widening the window.
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        Spoken.skip(scroller)
        gtk_container_add(cast(scroller), chips)
        // Without text it takes no space.
        gtk_widget_set_no_show_all(later, 1)
        gtk_box_pack_start(cast(widget), later, 0, 0, 0)
        gtk_box_pack_start(cast(widget), scroller, 1, 1, 0)
        let clear: Widget = gtk_button_new_with_mnemonic(tr("Clear _All"))
        gtk_actionable_set_action_name(OpaquePointer(clear), "win.clear-arrangement")
        gtk_widget_set_tooltip_text(clear, tr("Clear sort and filter: show all rows in the order of the file"))
        gtk_actionable_set_action_name(OpaquePointer(again), "win.arrange-again")
        gtk_widget_set_tooltip_text(again, tr("Include the rows that were added since"))
        gtk_widget_set_no_show_all(again, 1)
        gtk_box_pack_end(cast(widget), clear, 0, 0, 0)
        gtk_box_pack_end(cast(widget), again, 0, 0, 0)
    }

    /// Shows `new`, after the message about rows that were added later; hides the bar without chips. `again` is the label of
    /// the button that includes these rows.
    func show(_ new: [Chip], laterRows: String, again label: String?) {
        if !isBuilt {
            guard !new.isEmpty else { return }
            build()
        }
        gtk_label_set_text(cast(later), laterRows)
        gtk_widget_set_visible(later, laterRows.isEmpty ? 0 : 1)
        if let label { gtk_button_set_label(cast(again), label) }
        gtk_widget_set_visible(again, label == nil ? 0 : 1)
        guard new != shown else { return }
        let isSame = new.map(\.isSaying) == shown.map(\.isSaying)
        shown = new
        // Preserves the buttons, one of which the user may be about to press.
        if isSame { return new.indices.forEach(showCount) }
        let hadKeyboard = gtk_container_get_focus_child(cast(widget)) != nil
        defer { if hadKeyboard { onLeave() } }
        counted = [:]
        gtk_container_foreach(cast(chips), { child, _ in gtk_widget_destroy(child) }, nil)
        for (number, chip) in new.enumerated() {
            gtk_box_pack_start(cast(chips), widget(of: chip, number), 0, 0, 0)
            showCount(number)
        }
        // Only here: showing the window must not show the bar.
        gtk_widget_set_no_show_all(widget, 0)
        if new.isEmpty { gtk_widget_hide(widget) } else { gtk_widget_show_all(widget) }
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_set_visible(again, label == nil ? 0 : 1)
    }

    /// A button that edits the subject of the chip, and one that removes it.
    private func widget(of chip: Chip, _ number: Int) -> Widget {
        let removing: Widget = gtk_button_new()
        gtk_widget_set_tooltip_text(removing, tr("Remove: {chip}", ["chip": chip.text]))
        connect(UnsafeMutableRawPointer(removing), "clicked") { [weak self] in self?.onRemove(number) }
        gtk_container_add(cast(removing), gtk_label_new("×"))
        Spoken.name(removing, tr("Remove"))
        Style.add("button { padding-left: 6px; padding-right: 6px; min-width: 0; }", to: removing)
        let editing: Widget = gtk_button_new()
        let count: Widget = gtk_label_new(nil)
        Style.quieten(count)
        let words: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
        for part in [label(chip.text), count] { gtk_box_pack_start(cast(words), part, 0, 0, 0) }
        gtk_container_add(cast(editing), words)
        counted[number] = Counted(chip: editing, label: count)
        connect(UnsafeMutableRawPointer(editing), "clicked") { [weak self] in self?.change(number, editing) }
        let both: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_style_context_add_class(gtk_widget_get_style_context(both), "linked")
        for button in [editing, removing] { gtk_box_pack_start(cast(both), button, 0, 0, 0) }
        return both
    }

    private func showCount(_ number: Int) {
        guard let place = counted[number] else { return }
        let chip = shown[number]
        gtk_label_set_text(cast(place.label), chip.count)
        gtk_widget_set_tooltip_text(
            place.chip, chip.click + (chip.hint.isEmpty ? "" : "\n" + chip.hint))
    }

    private func label(_ text: String) -> Widget {
        let label: Widget = gtk_label_new(text)
        gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_MIDDLE)
        // Narrower labels would be useless: the bar scrolls instead.
        gtk_label_set_width_chars(cast(label), Int32(min(text.count, 12)))
        gtk_label_set_max_width_chars(cast(label), 40)
        return label
    }

    /// The popover belongs to the bar, which stays while its chips are replaced.
    private func change(_ number: Int, _ button: Widget) {
        var place = GdkRectangle(
            x: 0, y: 0, width: gtk_widget_get_allocated_width(button), height: gtk_widget_get_allocated_height(button))
        gtk_widget_translate_coordinates(button, widget, 0, 0, &place.x, &place.y)
        onChange(number, PopoverPlace(widget: widget, rectangle: place, isAbove: true))
    }
}
