import CGTK
import GridGTK
import Translation

/// A line below the grid that says why rows are not shown as they stand in the file, all of them: each reason with a button
/// that takes it away.
@MainActor
final class ChipsBar {
    let widget: Widget
    /// Called with the number of the chip that is to go.
    var onRemove: (Int) -> Void = { _ in }
    /// Called with the number of the chip that was clicked, and where it stands.
    var onChange: (Int, PopoverPlace) -> Void = { _, _ in }
    /// Called when what had the keyboard there is gone.
    var onLeave: () -> Void = {}
    /// The container of the chips, built with the first chip: a window without any opens sooner.
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
        /// The number of rows that it concerns, empty where that is not shown, and a sentence about that.
        var count = ""
        var hint = ""

        /// The same but for the count, which comes later.
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
        // Many of them scroll, and make the window no wider.
        let scroller: Widget = gtk_scrolled_window_new(nil, nil)
        gtk_scrolled_window_set_policy(cast(scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
        Spoken.skip(scroller)
        gtk_container_add(cast(scroller), chips)
        // Without words it has no room either.
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

    /// Shows `new`, behind what there is to say of rows that came later; nothing where there are no chips. `again` is what to
    /// do about these rows.
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
        // Whoever is about to press one keeps it.
        if isSame { return new.indices.forEach(showCount) }
        let hadKeyboard = gtk_container_get_focus_child(cast(widget)) != nil
        defer { if hadKeyboard { onLeave() } }
        counted = [:]
        gtk_container_foreach(cast(chips), { child, _ in gtk_widget_destroy(child) }, nil)
        for (number, chip) in new.enumerated() {
            gtk_box_pack_start(cast(chips), widget(of: chip, number), 0, 0, 0)
            showCount(number)
        }
        // It is left out of what is shown with the window.
        gtk_widget_set_no_show_all(widget, 0)
        if new.isEmpty { gtk_widget_hide(widget) } else { gtk_widget_show_all(widget) }
        gtk_widget_set_no_show_all(widget, 1)
        gtk_widget_set_visible(again, label == nil ? 0 : 1)
    }

    /// A button that has it say something else, and one that takes it away.
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
        // Narrower than that they say nothing: they scroll before.
        gtk_label_set_width_chars(cast(label), Int32(min(text.count, 12)))
        gtk_label_set_max_width_chars(cast(label), 40)
        return label
    }

    /// The bar stays while its chips come and go.
    private func change(_ number: Int, _ button: Widget) {
        var place = GdkRectangle(
            x: 0, y: 0, width: gtk_widget_get_allocated_width(button), height: gtk_widget_get_allocated_height(button))
        gtk_widget_translate_coordinates(button, widget, 0, 0, &place.x, &place.y)
        onChange(number, PopoverPlace(widget: widget, rectangle: place, isAbove: true))
    }
}
