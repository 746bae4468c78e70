import CGTK
import GridGTK
import TableFormats
import Translation

/// The form of a format in a popover: a line for each field, with a control for the type of its value.
@MainActor
final class OptionsPopover {
    /// Called with the values of all fields, which are valid.
    var onApply: ([String: String]) -> Void = { _ in }
    var onClose: () -> Void = {}
    /// Called to read the document as text.
    var onText: () -> Void = {}
    private(set) var isOpen = false
    private let popover: Widget
    private let lines: Widget = gtk_grid_new()
    private let note: Widget = gtk_label_new(nil)
    private let textButton: Widget = gtk_button_new_with_mnemonic(tr("Open as _Text"))
    private let applyButton: Widget = gtk_button_new_with_mnemonic(tr("_Apply"))
    private var form: OptionsForm?
    private var fields: [OptionsField] = []
    private var canReopen = false

    init() {
        popover = gtk_popover_new(nil)
        Tooltips.rest(while: popover)
        // A popover without a target has no owner.
        g_object_ref_sink(popover)
        build()
        connect(popover, "closed") { [weak self] in
            guard let self else { return }
            isOpen = false
            onClose()
        }
    }

    isolated deinit { g_object_unref(popover) }

    /// Opens the popover at a widget with values of a form. `canReopen` is false where the table cannot be read again.
    func open(_ form: OptionsForm, _ values: [String: String], at place: Widget, canReopen: Bool) {
        (self.form, self.canReopen, isOpen) = (form, canReopen, true)
        gtk_popover_set_relative_to(cast(popover), place)
        for field in fields { field.remove() }
        fields = form.fields.enumerated().map { line, field in
            let drawn = OptionsField(field, value: values[field.name] ?? field.initial)
            drawn.onChange = { [weak self] in self?.check() }
            drawn.attach(to: lines, line: Int32(line))
            return drawn
        }
        gtk_widget_show_all(lines)
        check()
        gtk_popover_popup(cast(popover))
        fields.first?.focus()
    }

    func close() {
        if gtk_widget_get_visible(popover) != 0 { gtk_popover_popdown(cast(popover)) }
    }

    /// Clears the popover's target, which may be destroyed.
    func leave() { gtk_popover_set_relative_to(cast(popover), nil) }

    private func build() {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10)
        gtk_container_set_border_width(cast(box), 12)
        gtk_grid_set_row_spacing(cast(lines), 6)
        gtk_grid_set_column_spacing(cast(lines), 12)
        gtk_label_set_xalign(cast(note), 0)
        gtk_label_set_line_wrap(cast(note), 1)
        gtk_label_set_max_width_chars(cast(note), 40)
        let buttons: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        let cancel: Widget = gtk_button_new_with_mnemonic(tr("_Cancel"))
        gtk_style_context_add_class(gtk_widget_get_style_context(applyButton), "suggested-action")
        gtk_box_pack_start(cast(buttons), textButton, 0, 0, 0)
        gtk_box_pack_end(cast(buttons), applyButton, 0, 0, 0)
        gtk_box_pack_end(cast(buttons), cancel, 0, 0, 0)
        gtk_widget_set_tooltip_text(textButton, tr("Show the lines of the file as a table of text"))
        for part in [lines, note, buttons] { gtk_box_pack_start(cast(box), part, 0, 0, 0) }
        gtk_container_add(cast(popover), box)
        gtk_widget_show_all(box)
        gtk_widget_set_no_show_all(note, 1)
        gtk_widget_set_can_default(applyButton, 1)
        gtk_popover_set_default_widget(cast(popover), applyButton)
        connect(cancel, "clicked") { [weak self] in self?.close() }
        connect(applyButton, "clicked") { [weak self] in self?.apply() }
        connect(textButton, "clicked") { [weak self] in
            self?.close()
            self?.onText()
        }
    }

    private var values: [String: String] {
        Dictionary(fields.map { ($0.field.name, $0.value) }) { first, _ in first }
    }

    /// Shows the message about an invalid value.
    private func check() {
        let words = canReopen ? form?.fault(in: values) : tr("This cannot be read again: start it anew with these.")
        gtk_label_set_text(cast(note), words?.visible)
        gtk_widget_set_visible(note, words == nil ? 0 : 1)
        gtk_widget_set_sensitive(applyButton, words == nil ? 1 : 0)
        gtk_widget_set_sensitive(textButton, canReopen ? 1 : 0)
    }

    private func apply() {
        guard let form, canReopen, form.fault(in: values) == nil else { return }
        let values = values
        close()
        onApply(values)
    }
}

/// A field of a form, with its label.
@MainActor
private final class OptionsField {
    let field: OptionsForm.Field
    var onChange: () -> Void = {}
    /// Nil for a toggle, which has its own label.
    private let label: Widget?
    private let control: Widget

    init(_ field: OptionsForm.Field, value: String) {
        self.field = field
        if case .toggle = field.kind { label = nil } else { label = gtk_label_new_with_mnemonic(field.label) }
        switch field.kind {
        case .text, .number:
            control = gtk_entry_new()
            gtk_entry_set_text(cast(control), value)
            gtk_entry_set_activates_default(cast(control), 1)
        case .choice(let choices):
            control = gtk_combo_box_text_new()
            for choice in choices {
                gtk_combo_box_text_append(cast(control), choice.value, choice.label)
            }
            gtk_combo_box_set_active_id(cast(control), value)
        case .toggle:
            control = gtk_check_button_new_with_mnemonic(field.label)
            gtk_toggle_button_set_active(cast(control), value == OptionsForm.on ? 1 : 0)
        }
        gtk_widget_set_hexpand(control, 1)
        gtk_widget_set_tooltip_text(control, field.help)
        if let label {
            gtk_label_set_xalign(cast(label), 0)
            gtk_label_set_mnemonic_widget(cast(label), control)
        }
        connect(control, signal) { [weak self] in self?.onChange() }
    }

    private var signal: String { if case .toggle = field.kind { "toggled" } else { "changed" } }

    var value: String {
        switch field.kind {
        case .text, .number: gtk_entry_get_text(cast(control)).map { String(cString: $0) } ?? ""
        case .choice: gtk_combo_box_get_active_id(cast(control)).map { String(cString: $0) } ?? field.initial
        case .toggle: gtk_toggle_button_get_active(cast(control)) != 0 ? OptionsForm.on : ""
        }
    }

    func attach(to grid: Widget, line: Int32) {
        if let label { gtk_grid_attach(cast(grid), label, 0, line, 1, 1) }
        gtk_grid_attach(cast(grid), control, label == nil ? 0 : 1, line, label == nil ? 2 : 1, 1)
    }

    func remove() {
        for part in [label, control] { if let part { gtk_widget_destroy(part) } }
    }

    func focus() { gtk_widget_grab_focus(control) }
}
