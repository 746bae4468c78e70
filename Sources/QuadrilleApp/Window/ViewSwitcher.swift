import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

/// The header bar's button for the views, with a popover of all views and the columns of the shown one. The popover is created
/// when it opens for the first time.
@MainActor
final class ViewSwitcher {
    let button: Widget
    private let title: Widget
    private var popover: Widget?
    private var rows: [(definition: ViewDefinition, button: Widget)] = []
    private lazy var pickers = [
        ColumnPicker(.group, label: tr("_Group by"), none: nil), ColumnPicker(.label, label: tr("_Label"), none: nil),
        ColumnPicker(.weight, label: tr("_Width by"), none: tr("Equal widths")),
    ]
    private lazy var rowNames = ColumnPicker(nil, label: tr("_Row names"), none: tr("Row numbers"))
    private let grid: () -> GridView?
    /// Called after the user chose a view or its columns: with the column that it groups by for want of a suitable one; nil
    /// where it needs no group, or the user chose it.
    var onChoice: (_ makeshift: Int?) -> Void = { _ in }

    /// Creates the button. `grid` returns the grid whose view is switched, while there is one.
    init(grid: @escaping () -> GridView?) {
        self.grid = grid
        button = gtk_menu_button_new()
        title = gtk_label_new(nil)
        build()
        connect(button, "toggled") { [weak self] in
            guard let self, self.popover == nil else { return }
            gtk_popover_popup(cast(self.makePopover()))
        }
    }

    /// Updates the button's label, and the open popover. Call it after any change.
    func update() {
        let view = grid()?.model.view
        gtk_widget_set_sensitive(button, view == nil ? 0 : 1)
        gtk_label_set_text(cast(title), view?.title ?? ViewRegistry.standard.definitions.first?.title)
        if let popover, gtk_widget_get_visible(popover) != 0 { follow() }
    }

    /// Shows the view of that name as the user had it last, or else with the columns that fit it best.
    func show(_ name: String) {
        guard let grid = grid(), let definition = grid.views[name] else { return }
        // Without columns there is nothing to group by.
        guard !definition.isGrouped || grid.model.columnCount > 0 else { return }
        if let choice = remembered[name] {
            onChoice(nil)
            return grid.byHand { grid.show(choice) }
        }
        var choice = ViewChoice(name)
        choice.columns = definition.guessedColumns(of: grid.model.table)
        let isMakeshift = definition.isGrouped && choice.columns[.group] == nil
        // The view must show something, whatever the table is like.
        if isMakeshift { choice.columns[.group] = 0 }
        onChoice(isMakeshift ? 0 : nil)
        grid.byHand { grid.show(choice) }
    }

    /// Opens the popover, with the keyboard at the first list of columns.
    func openColumns() {
        let popover = popover ?? makePopover()
        gtk_popover_popup(cast(popover))
        pickers.first?.focus()
    }

    /// Stores the user's choice for the next time that view is shown.
    func remember(_ choice: ViewChoice) { remembered[choice.name] = choice }

    /// Forgets the choices: another table has other columns.
    func forget() { remembered = [:] }

    private var remembered: [String: ViewChoice] = [:]

    private func build() {
        let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
        gtk_box_pack_start(cast(content), title, 0, 0, 0)
        gtk_box_pack_start(cast(content), Self.arrow(), 0, 0, 0)
        // A narrow window truncates the title rather than growing.
        gtk_label_set_ellipsize(cast(title), PANGO_ELLIPSIZE_END)
        gtk_label_set_width_chars(cast(title), 5)
        gtk_container_add(cast(button), content)
        gtk_widget_set_tooltip_text(button, tr("How the table is shown (Ctrl+1 … Ctrl+5)"))
        gtk_widget_show_all(content)
    }

    private func makePopover() -> Widget {
        let popover: Widget = gtk_popover_new(button)
        Tooltips.rest(while: popover)
        self.popover = popover
        connect(popover, "show") { [weak self] in self?.follow() }
        gtk_menu_button_set_popover(cast(button), popover)
        let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
        gtk_container_set_border_width(cast(box), 10)
        for definition in ViewRegistry.standard.definitions {
            let row = Self.radioButton(definition.title)
            connect(row, "clicked") { [weak self] in self?.show(definition.name) }
            gtk_box_pack_start(cast(box), row, 0, 0, 0)
            rows.append((definition, row))
        }
        gtk_box_pack_start(cast(box), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), 0, 0, 6)
        let form: Widget = gtk_grid_new()
        gtk_grid_set_row_spacing(cast(form), 6)
        gtk_grid_set_column_spacing(cast(form), 12)
        for (line, picker) in (pickers + [rowNames]).enumerated() {
            picker.attach(to: form, line: Int32(line))
            picker.onChoice = { [weak self] column in self?.chosen(picker.role, column) }
        }
        gtk_box_pack_start(cast(box), form, 0, 0, 0)
        gtk_container_add(cast(popover), box)
        gtk_widget_show_all(box)
        return popover
    }

    /// Updates the popover from the grid.
    private func follow() {
        guard let model = grid()?.model else { return }
        for row in rows { Property.set(row.button, "active", row.definition.name == model.view.name) }
        for picker in pickers {
            guard let role = picker.role else { continue }
            picker.show(model.viewChoice.columns[role], of: model.table, isOffered: model.view.roles.contains(role))
        }
        rowNames.show(model.columns.rowHeader, of: model.table, isOffered: model.view.shape == .cells)
    }

    private func chosen(_ role: ViewRole?, _ column: Int?) {
        guard let grid = grid() else { return }
        guard let role else { return grid.byHand { grid.animate { $0.setRowHeader(column) } } }
        var choice = grid.model.viewChoice
        choice.columns[role] = column
        remember(choice)
        onChoice(nil)
        grid.byHand { grid.show(choice) }
    }

    private static func arrow() -> Widget {
        guard StartIcons.shared.has("pan-down-symbolic") else { return gtk_label_new("▾") }
        return gtk_image_new_from_icon_name("pan-down-symbolic", GTK_ICON_SIZE_BUTTON)
    }

    /// Creates a row of the popover with a radio mark.
    private static func radioButton(_ text: String) -> Widget {
        let button: Widget = gtk_model_button_new()
        Property.set(button, "text", text)
        // GTK_BUTTON_ROLE_RADIO, whose name Swift does not import.
        Property.set(button, "role", enumeration: 2, of: gtk_button_role_get_type())
        return button
    }
}
