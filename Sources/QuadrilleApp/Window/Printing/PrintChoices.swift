import CGTK
import GridGTK
import GridLayout
import GridUI
import Translation

/// The part of the print dialog about the table: the rows, their size, and the number of pages that follows. The choices stay
/// after the dialog closes.
@MainActor
final class PrintChoices {
    private struct Part {
        var title: String
        var rows: [Range<Int>]?
        var columns: [Int]?
    }

    private let parts: [Part]
    /// A Boolean value that indicates whether the view is a sheet, which can be printed in parts and at any size.
    private let isSheet: Bool
    private var part = 0
    private var isNaturalSize = false
    /// The lists of the dialog while it is open.
    private var lists: (part: Widget, size: Widget)?
    private var pages: Widget?
    /// Called when a choice changes.
    var onChange: () -> Void = {}

    init(of model: GridModel) {
        isSheet = model.isSheet
        var parts = [Part(title: ExportChooser.allRows(of: model))]
        let selected = model.tableSelection
        if model.isSheet, !model.selection.isEmpty, let columns = selected.columns {
            parts.append(
                Part(
                    title: ExportChooser.selection(selected, columns.count), rows: selected.bands.map(\.rows),
                    columns: columns))
        }
        if let sight = model.rowsInSight {
            parts.append(Part(title: ExportChooser.inSight(sight, of: model), rows: [sight]))
        }
        self.parts = parts
    }

    /// Applies the choices to `settings`.
    func apply(to settings: inout PrintSettings) {
        (settings.rows, settings.columns) = (parts[part].rows, parts[part].columns)
        if isNaturalSize { settings.scale = .factor(1) }
    }

    /// The widgets for the dialog.
    func widget() -> Widget? {
        guard let form: Widget = gtk_grid_new() else { return nil }
        gtk_container_set_border_width(cast(form), 12)
        gtk_grid_set_row_spacing(cast(form), 6)
        gtk_grid_set_column_spacing(cast(form), 12)
        func add(_ title: String, _ value: Widget, at row: Int32) {
            let label: Widget = gtk_label_new_with_mnemonic(title)
            gtk_label_set_mnemonic_widget(cast(label), value)
            gtk_label_set_xalign(cast(label), 0)
            gtk_grid_attach(cast(form), label, 0, row, 1, 1)
            gtk_grid_attach(cast(form), value, 1, row, 1, 1)
        }
        func list(_ choices: [String], _ chosen: Int) -> Widget {
            let list: Widget = gtk_combo_box_text_new()
            for choice in choices { gtk_combo_box_text_append_text(cast(list), choice) }
            gtk_combo_box_set_active(cast(list), Int32(chosen))
            connect(list, "changed") { [weak self] in self?.onChange() }
            return list
        }
        // Other views are always printed as a whole.
        if isSheet {
            let rows = list(parts.map(\.title), part)
            add(tr("_Rows:"), rows, at: 0)
            let sizes = [
                tr("All columns on each page, down to 40 %"), tr("As on the screen, columns over several pages"),
            ]
            let size = list(sizes, isNaturalSize ? 1 : 0)
            add(tr("_Size:"), size, at: 1)
            lists = (rows, size)
        }
        let pages: Widget = gtk_label_new(nil)
        gtk_label_set_xalign(cast(pages), 0)
        add(tr("Pages:"), pages, at: 2)
        self.pages = pages
        connect(form, "destroy") { [weak self] in
            self?.lists = nil
            self?.pages = nil
        }
        gtk_widget_show_all(form)
        return form
    }

    /// Shows the number of pages in the dialog, or that they are being counted.
    func say(pages text: String) {
        if let pages { gtk_label_set_text(cast(pages), text) }
    }

    /// Reads the choices in the dialog while it is open.
    func read() {
        guard let lists else { return }
        part = min(max(0, Int(gtk_combo_box_get_active(cast(lists.part)))), parts.count - 1)
        isNaturalSize = gtk_combo_box_get_active(cast(lists.size)) == 1
    }
}
