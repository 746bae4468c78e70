import CGTK
import GridGTK
import GridUI
import Tabular
import Translation

/// The lines of a list of any number of columns: a check mark for shown columns, the name, the type.
@MainActor
final class ColumnRows {
    struct Line {
        var name: String
        var type: String
        var isShown: Bool
        /// A Boolean value that indicates whether the user can hide or show the column.
        var isSwitch: Bool
    }

    var view: Widget { rows.view }
    /// Returns the content of a line; nil where there is none.
    var line: (Int) -> Line? = { _ in nil }
    var onSwitch: (Int) -> Void = { _ in }
    var onChoice: (Int) -> Void = { _ in }
    /// Called when the user drags a line before another, counted before the move.
    var onMove: (_ from: Int, _ to: Int) -> Void = { _, _ in }
    let rows = BlankRows()
    /// The index at which GTK inserted the line that the user drops, until GTK removes the line from its old index.
    private var inserted: Int?

    init() {
        addSwitchColumn()
        addNameColumn()
        addTypeColumn()
        gtk_tree_view_set_reorderable(cast(view), 1)
        rows.onStore = { [weak self] in self?.watch($0) }
        connectActivation(view) { [weak self] in self?.onChoice($0) }
        Spoken.name(view, tr("Columns"))
    }

    /// GTK drops a line by inserting one row and removing another, and the rows have no content here: only their indices
    /// tell which line moved.
    private func watch(_ store: UnsafeMutablePointer<GtkListStore>) {
        connectRowInserted(store) { [weak self] index in
            guard let self, !self.rows.isFilling else { return }
            self.inserted = index
        }
        connectRowDeleted(store) { [weak self] index in
            guard let self, !self.rows.isFilling, let to = self.inserted else { return }
            self.inserted = nil
            // Deferred: the view handles this signal later.
            whenIdle {
                self.onMove(index < to ? index : index - 1, to)
                return false
            }
        }
    }

    // MARK: - Columns of a line

    private func addSwitchColumn() {
        guard let cell = gtk_cell_renderer_toggle_new() else { return }
        connectToggled(cell) { [weak self] in self?.onSwitch($0) }
        add(cell, width: 34) { line in
            Property.set(cast(cell), "active", line.isShown)
            Property.set(cast(cell), "activatable", line.isSwitch)
            Property.set(cast(cell), "sensitive", line.isSwitch)
        }
    }

    private func addNameColumn() {
        guard let cell = BlankRows.textCell() else { return }
        add(cell, width: 80, expands: true) { line in
            Property.set(cast(cell), "text", line.name)
            Property.set(cast(cell), "sensitive", line.isShown)
        }
    }

    private func addTypeColumn() {
        guard let cell = BlankRows.textCell() else { return }
        // Subdued but readable; not subdued where the desktop requests high contrast.
        add(cell, width: max(74, typeWidth)) { [view] line in
            let isLoud = GridView.isHighContrast(view)
            Property.set(cast(cell), "markup", isLoud ? line.type : "<span alpha='75%'>\(line.type)</span>")
        }
    }

    /// The width of the longest type name, which depends on the language.
    private var typeWidth: Int32 {
        // The space around the text.
        let padding: Int32 = 12
        return TextWidth.widest(of: ColumnType.allCases.map(\.word), in: view) + padding
    }

    private func add(
        _ cell: UnsafeMutablePointer<GtkCellRenderer>, width: Int32, expands: Bool = false,
        _ show: @escaping (Line) -> Void
    ) {
        rows.append(cell, width: width, expands: expands) { [weak self] index in
            let line = self?.line(index)
            Property.set(cast(cell), "visible", line != nil)
            if let line { show(line) }
        }
    }
}
