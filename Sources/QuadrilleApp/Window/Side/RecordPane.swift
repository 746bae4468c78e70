import CGTK
import GridGTK
import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Translation

/// The row of the active cell from top to bottom: a small grid, which can show any number of columns.
@MainActor
final class RecordPane {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    private var shown: GridView?
    /// The source of `shown`.
    private var record: RecordSource?
    private weak var grid: GridView?
    private var wanted: CellPosition?
    /// The version of `shown` when another row was requested, until that row arrives.
    private var asked: Version?
    /// Called with a row of the file and the columns to copy to the clipboard.
    var onCopy: (_ row: Int, _ columns: [Int]) -> Void = { _, _ in }
    /// The width of the panel and that of the names, for which the width of the values was set.
    private var fitted: (room: Int32, names: Double) = (0, 0)

    init() {
        connectIgnoringArgument(widget, "size-allocate") { [weak self] in self?.fitWidth() }
        gtk_widget_show(widget)
    }

    /// Updates the pane for the active cell of `grid`; nil removes the shown row.
    func follow(_ grid: GridView?) {
        if grid !== self.grid || grid == nil { begin(with: grid) }
        // By the row of the file, wherever it is shown.
        guard let grid, let cell = grid.model.activeSourceCell, cell != wanted else { return }
        if cell.row != wanted?.row {
            asked = shown?.model.table.version
            record?.show(row: cell.row)
        }
        wanted = cell
        showColumn()
    }

    private func begin(with grid: GridView?) {
        if let shown { gtk_widget_destroy(shown.widget) }
        (shown, record, wanted, asked, self.grid) = (nil, nil, nil, nil, grid)
        guard let source = grid?.source.abilities.scan else { return }
        let record = RecordSource(of: source)
        let view = GridView(source: record)
        view.title = tr("Row")
        (shown, self.record) = (view, record)
        gtk_box_pack_start(cast(widget), view.widget, 1, 1, 0)
        gtk_widget_show(view.widget)
        view.update {
            // The names stay visible like row headers.
            $0.setRowHeader(0)
            $0.setWrapsText(true)
            $0.pointer.showsHandles = false
            $0.hasFocus = false
        }
        view.onChange = { [weak self] in
            self?.fitWidth()
            self?.rowArrived()
        }
        view.onCopy = { [weak self] in self?.copy() }
        fitted = (0, 0)
        fitWidth()
    }

    /// Makes the values fill the width beside the names.
    private func fitWidth() {
        guard let shown else { return }
        let now = (gtk_widget_get_allocated_width(widget), shown.model.pinnedInsets.horizontal)
        guard now != fitted else { return }
        fitted = now
        // One pixel remains for the separator after the last column.
        let left = Double(now.0) - now.1 - 1
        if left > 40 { shown.update { $0.resizeColumn(1, to: left) } }
    }

    /// Scrolls to the field of the active cell when another row has arrived. Other changes come from the user, who moves
    /// between fields.
    private func rowArrived() {
        guard let asked, let shown, shown.model.table.version != asked else { return }
        self.asked = nil
        showColumn()
    }

    /// Copies the values of the selected fields.
    private func copy() {
        guard let wanted, let shown else { return }
        onCopy(wanted.row, shown.model.tableSelection.bands.flatMap(\.rows))
    }

    private func showColumn() {
        guard let wanted, let shown, wanted.column < shown.model.rowCount else { return }
        shown.update { $0.jump(toRow: wanted.column, column: 1) }
    }
}
