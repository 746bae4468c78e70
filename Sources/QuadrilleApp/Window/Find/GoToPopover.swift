import CGTK
import GridGTK
import Tabular
import Translation

/// An entry that goes to a row, a column or a byte, and shows the target while the user types.
@MainActor
final class GoToPopover {
    /// Called with the target.
    var onChoice: (GoToTarget) -> Void = { _ in }
    /// Called with the text after each change.
    var onText: (String) -> Void = { _ in }
    var table: () -> TableSnapshot? = { nil }
    /// The names of the tables of the file, where it has several.
    var tables: () -> [String] = { [] }
    /// The maximum number of columns to complete; the user can still type all others.
    private static let limit = 2_000

    private let popover: Widget
    private let entry: Widget = gtk_entry_new()
    private let words: Widget = gtk_label_new(nil)
    private let button: Widget = gtk_button_new_with_mnemonic(tr("_Go", in: "button"))
    private let names: UnsafeMutablePointer<GtkListStore>?
    private var listed: [String] = []
    private let search = GoToSearch()

    init() {
        popover = gtk_popover_new(nil)
        Tooltips.rest(while: popover)
        // A popover without a target has no owner.
        g_object_ref_sink(popover)
        var types = [Property.stringType]
        names = gtk_list_store_newv(1, &types)
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
        gtk_container_set_border_width(cast(box), 10)
        gtk_entry_set_width_chars(cast(entry), 32)
        gtk_entry_set_placeholder_text(cast(entry), tr("Row, column, or @byte"))
        Spoken.name(entry, tr("Row, column, or byte to go to"))
        gtk_label_set_xalign(cast(words), 0)
        gtk_label_set_ellipsize(cast(words), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(words), 44)
        let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        gtk_style_context_add_class(gtk_widget_get_style_context(button), "suggested-action")
        gtk_box_pack_start(cast(line), entry, 1, 1, 0)
        gtk_box_pack_start(cast(line), button, 0, 0, 0)
        gtk_box_pack_start(cast(box), line, 0, 0, 0)
        gtk_box_pack_start(cast(box), words, 0, 0, 0)
        gtk_container_add(cast(popover), box)
        gtk_widget_show_all(box)
        let completion = gtk_entry_completion_new()
        gtk_entry_completion_set_model(completion, OpaquePointer(names))
        gtk_entry_completion_set_text_column(completion, 0)
        gtk_entry_set_completion(cast(entry), completion)
        if let completion { g_object_unref(UnsafeMutableRawPointer(completion)) }
        // The completion holds a reference, and the entry holds one to the completion.
        if let names { g_object_unref(UnsafeMutableRawPointer(names)) }
        search.onAnswer = { [weak self] in self?.take($0) }
        connect(entry, "changed") { [weak self] in self?.ask() }
        connect(popover, "closed") { [weak self] in self?.search.giveUp() }
        for (widget, signal) in [(entry, "activate"), (button, "clicked")] {
            connect(widget, signal) { [weak self] in self?.ask(isChoice: true) }
        }
    }

    isolated deinit { g_object_unref(popover) }

    /// Opens the popover at `place`, with a text to begin with.
    func open(_ text: String, at place: Widget) {
        guard let table = table() else { return }
        gtk_popover_set_relative_to(cast(popover), place)
        let columns = table.columns.prefix(Self.limit).enumerated().map { $1.title(at: $0).visible }
        if columns != listed {
            listed = columns
            gtk_list_store_clear(names)
            for name in columns {
                var place = GtkTreeIter()
                gtk_list_store_append(names, &place)
                var value = GValue()
                g_value_init(&value, Property.stringType)
                g_value_set_string(&value, name)
                gtk_list_store_set_value(names, &place, 0, &value)
                g_value_unset(&value)
            }
        }
        if text != self.text { gtk_entry_set_text(cast(entry), text) }
        gtk_popover_popup(cast(popover))
        gtk_widget_grab_focus(entry)
        gtk_editable_select_region(OpaquePointer(entry), 0, -1)
        ask()
    }

    /// Shows the reason why the text names no target.
    func say(_ message: String) {
        gtk_label_set_text(cast(words), message)
        gtk_style_context_add_class(gtk_widget_get_style_context(entry), "error")
    }

    /// Resolves the text again, even an unchanged one when the user confirms it: more of the table may have been read.
    private func ask(isChoice: Bool = false) {
        guard let table = table() else { return }
        onText(text)
        search.ask(GoToSearch.Question(text: text, table: GoToTable(table, tables: tables()), isChoice: isChoice))
    }

    private var text: String { gtk_entry_get_text(cast(entry)).map { String(cString: $0) } ?? "" }

    private func take(_ answer: GoToSearch.Answer) {
        gtk_style_context_remove_class(gtk_widget_get_style_context(entry), "error")
        gtk_widget_set_sensitive(button, answer.target.leadsSomewhere ? 1 : 0)
        if case .wrong(let message) = answer.target { return say(message) }
        gtk_label_set_text(cast(words), answer.words)
        guard answer.isChoice else { return }
        if case .nothing = answer.target { close() } else { onChoice(answer.target) }
    }

    func close() { gtk_popover_popdown(cast(popover)) }

    /// Closes the popover and clears its target, which may be destroyed.
    func leave() {
        search.giveUp()
        gtk_widget_hide(popover)
        gtk_popover_set_relative_to(cast(popover), nil)
    }
}
