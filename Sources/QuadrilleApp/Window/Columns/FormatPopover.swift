import CGTK
import GridGTK
import Tabular
import Translation

/// A popover at a column's header that sets the format of its values: a choice applies at once, a written template when it is
/// finished.
@MainActor
final class FormatPopover {
    /// A column, and one of its values to preview a choice with.
    struct Subject: Equatable {
        var column: Int
        var title: String
        var type: ColumnType
        var template: String?
        var value: String
    }

    /// Called with a format for a column, nil for values as in the file.
    var onChoice: (_ format: CellFormat?, _ column: Int) -> Void = { _, _ in }
    var onClose: () -> Void = {}
    private(set) var subject: Subject?
    /// True after a choice was applied since the popover opened: the next choice replaces it.
    private(set) var hasChosen = false
    private let popover: Widget
    private let title: Widget = gtk_label_new(nil)
    private let choices: Widget = gtk_grid_new()
    private var buttons: [(button: Widget, choice: FormatChoice)] = []
    private let entry: Widget = gtk_entry_new()
    private let example: Widget = gtk_label_new(nil)
    private let note: Widget = gtk_label_new(nil)
    private var isFilling = false

    init() {
        popover = gtk_popover_new(nil)
        Tooltips.rest(while: popover)
        // A popover without a target has no owner.
        g_object_ref_sink(popover)
        build()
        connect(popover, "closed") { [weak self] in self?.closed() }
    }

    isolated deinit { g_object_unref(popover) }

    func open(_ subject: Subject, at place: PopoverPlace) {
        (self.subject, hasChosen) = (subject, false)
        var rectangle = place.rectangle
        gtk_popover_set_relative_to(cast(popover), place.widget)
        gtk_popover_set_pointing_to(cast(popover), &rectangle)
        gtk_label_set_text(cast(title), subject.title.visible)
        fill(subject)
        gtk_popover_popup(cast(popover))
        let chosen = buttons.first { $0.choice.template == subject.template }
        gtk_widget_grab_focus(chosen?.button ?? entry)
    }

    /// Closes the popover and clears its target, which may be destroyed.
    func leave() {
        (subject, hasChosen) = (nil, false)
        gtk_widget_hide(popover)
        gtk_popover_set_relative_to(cast(popover), nil)
    }

    private func closed() {
        guard subject != nil else { return }
        (subject, hasChosen) = (nil, false)
        onClose()
    }

    private func build() {
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
        gtk_container_set_border_width(cast(box), 10)
        let bold = pango_attr_list_new()
        pango_attr_list_insert(bold, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        gtk_label_set_attributes(cast(title), bold)
        pango_attr_list_unref(bold)
        for label in [title, note] { gtk_label_set_xalign(cast(label), 0) }
        gtk_label_set_ellipsize(cast(title), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(title), 40)
        gtk_grid_set_column_spacing(cast(choices), 24)
        gtk_grid_set_row_spacing(cast(choices), 4)
        gtk_label_set_line_wrap(cast(note), 1)
        gtk_label_set_max_width_chars(cast(note), 44)
        Style.quieten(note)
        for part in [title, choices, templateLine(), note] { gtk_box_pack_start(cast(box), part, 0, 0, 0) }
        gtk_container_add(cast(popover), box)
        gtk_widget_show_all(box)
        connect(entry, "changed") { [weak self] in self?.written() }
        connect(entry, "activate") { [weak self] in self?.finished() }
    }

    private func templateLine() -> Widget {
        let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
        let label: Widget = gtk_label_new_with_mnemonic(tr("_Template"))
        gtk_label_set_mnemonic_widget(cast(label), entry)
        gtk_entry_set_width_chars(cast(entry), 12)
        gtk_label_set_xalign(cast(example), 1)
        Self.limit(example)
        gtk_box_pack_start(cast(line), label, 0, 0, 0)
        gtk_box_pack_start(cast(line), entry, 0, 0, 0)
        gtk_box_pack_end(cast(line), example, 1, 1, 0)
        return line
    }

    /// Fills the list with the choices for the column.
    private func fill(_ subject: Subject) {
        isFilling = true
        defer { isFilling = false }
        for (button, _) in buttons { gtk_widget_destroy(button) }
        while let label = gtk_grid_get_child_at(cast(choices), 1, 0) {
            gtk_widget_destroy(label)
            gtk_grid_remove_row(cast(choices), 0)
        }
        buttons = []
        for (line, choice) in FormatChoice.all(for: subject.type).enumerated() {
            let button: Widget = gtk_radio_button_new_with_label_from_widget(
                buttons.first.map { cast($0.button) }, choice.title)
            let label: Widget = gtk_label_new(FormatChoice.example(of: subject.value, by: choice.template)?.visible)
            gtk_label_set_xalign(cast(label), 1)
            gtk_widget_set_hexpand(label, 1)
            Self.limit(label)
            Style.quieten(label)
            gtk_grid_attach(cast(choices), button, 0, Int32(line), 1, 1)
            gtk_grid_attach(cast(choices), label, 1, Int32(line), 1, 1)
            buttons.append((button, choice))
            connect(button, "toggled") { [weak self] in self?.chosen(choice, button) }
        }
        gtk_widget_show_all(choices)
        gtk_entry_set_text(cast(entry), subject.template ?? "")
        follow(subject.template)
        say()
    }

    /// Selects the applied template if it is one of the choices.
    private func follow(_ template: String?) {
        for (button, choice) in buttons where choice.template == template {
            gtk_toggle_button_set_active(cast(button), 1)
        }
    }

    private func chosen(_ choice: FormatChoice, _ button: Widget) {
        guard !isFilling, gtk_toggle_button_get_active(cast(button)) != 0 else { return }
        isFilling = true
        gtk_entry_set_text(cast(entry), choice.template ?? "")
        isFilling = false
        say()
        put(choice.template)
    }

    private func written() {
        if !isFilling { say() }
    }

    /// Applies the written template and closes the popover; rings the bell where the template is invalid.
    private func finished() {
        guard let text, FormatChoice.example(of: "", by: text) != nil else { return gtk_widget_error_bell(entry) }
        put(text)
        gtk_popover_popdown(cast(popover))
    }

    private func put(_ template: String?) {
        guard let subject, template != subject.template else { return }
        self.subject?.template = template
        onChoice(template.flatMap { try? CellFormat($0) }, subject.column)
        hasChosen = true
    }

    /// The template; nil within for an empty entry, which shows values as in the file.
    private var text: String?? {
        guard let text = gtk_entry_get_text(cast(entry)).map({ String(cString: $0) }) else { return nil }
        return .some(text.isEmpty ? nil : text)
    }

    /// Shows the value formatted by the written template, or explains how to write one.
    private func say() {
        guard let subject, let text else { return }
        let shown = FormatChoice.example(of: subject.value, by: text)
        gtk_label_set_text(cast(example), shown?.visible ?? "")
        gtk_label_set_text(
            cast(note),
            shown == nil
                ? tr("This is no template. One is %.2f, %d or %s, with any text around it.")
                : tr("%.2f stands for a number with two decimals, %d for a whole one; text around it stays."))
    }

    private static func limit(_ label: Widget) {
        gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(label), 28)
    }
}
