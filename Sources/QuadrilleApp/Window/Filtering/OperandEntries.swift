import CGTK
import GridGTK
import Tabular
import Translation

/// The entries for the one or two values that an operation compares with, and the choice to ignore capitals.
@MainActor
final class OperandEntries {
    let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    let ignoresCase: Widget = gtk_check_button_new_with_mnemonic(tr("_Ignore capitals"))
    private let entries: [Widget] = [gtk_entry_new(), gtk_entry_new()]
    private let between: Widget = gtk_label_new(tr("and", in: "between two values"))

    init() {
        for (entry, label) in zip(entries, [tr("Value"), tr("Second value")]) { Spoken.name(entry, label) }
        gtk_box_pack_start(cast(row), entries[0], 1, 1, 0)
        gtk_box_pack_start(cast(row), between, 0, 0, 0)
        gtk_box_pack_start(cast(row), entries[1], 1, 1, 0)
    }

    /// Calls `edited` after a change, and passes keys to `press` before the widgets handle Return and Escape themselves.
    func listen(edited: @escaping () -> Void, press: @escaping (UInt32) -> Bool) {
        for entry in entries { connect(entry, "changed", edited) }
        connect(ignoresCase, "toggled", edited)
        for widget in entries + [ignoresCase] { connectKeys(widget) { key, _ in press(key) } }
    }

    /// Shows the texts of `form`.
    func fill(_ form: FilterForm) {
        gtk_entry_set_text(cast(entries[0]), form.first)
        gtk_entry_set_text(cast(entries[1]), form.second)
        gtk_toggle_button_set_active(cast(ignoresCase), form.ignoresCase ? 1 : 0)
    }

    /// Shows the widgets for the operation of `form`.
    func arrange(_ form: FilterForm, values: ValueForm) {
        gtk_widget_set_visible(row, form.textCount > 0 ? 1 : 0)
        for widget in [between, entries[1]] { gtk_widget_set_visible(widget, form.textCount > 1 ? 1 : 0) }
        for entry in entries { gtk_entry_set_width_chars(cast(entry), form.textCount > 1 ? 12 : 30) }
        gtk_widget_set_visible(ignoresCase, form.comparesText(values) ? 1 : 0)
    }

    /// The written texts.
    var texts: (first: String, second: String) { (text(of: entries[0]), text(of: entries[1])) }

    /// A Boolean value that indicates whether capitals are ignored.
    var isCaseIgnored: Bool { gtk_toggle_button_get_active(cast(ignoresCase)) != 0 }

    /// Marks the entry with the fault; none for nil.
    func mark(_ fault: FilterForm.Fault?) {
        for (index, entry) in entries.enumerated() {
            let isWrong = fault.map { !$0.isMissing && $0.isSecond == (index == 1) } ?? false
            let style = gtk_widget_get_style_context(entry)
            if isWrong {
                gtk_style_context_add_class(style, "error")
            } else {
                gtk_style_context_remove_class(style, "error")
            }
        }
    }

    func focus() { gtk_widget_grab_focus(entries[0]) }

    /// Places the cursor after the first text.
    func placeCursor() { gtk_editable_set_position(OpaquePointer(entries[0]), -1) }

    private func text(of entry: Widget) -> String { gtk_entry_get_text(cast(entry)).map { String(cString: $0) } ?? "" }
}
