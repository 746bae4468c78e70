import CGTK
import GridGTK
import GridUI
import Tabular
import TabularOps

/// The row of the active cell from top to bottom: a small grid of its own, which has room for any number of columns.
@MainActor
final class RecordPane {
    let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    private var shown: GridView?
    private weak var grid: GridView?
    private var wanted: CellPosition?
    private var width: Int32 = 0

    init() {
        connectIgnoringArgument(widget, "size-allocate") { [weak self] in self?.fitWidth() }
        gtk_widget_show(widget)
    }

    /// Follows the active cell of `grid`; nil lets go of what was shown.
    func follow(_ grid: GridView?) {
        if grid !== self.grid || grid == nil { begin(with: grid) }
        // By the row of the file, wherever that is shown.
        guard let grid, let cell = grid.model.activeSourceCell, cell != wanted else { return }
        if cell.row != wanted?.row { (shown?.source as? RecordSource)?.show(row: cell.row) }
        wanted = cell
        showColumn()
    }

    private func begin(with grid: GridView?) {
        if let shown { gtk_widget_destroy(shown.widget) }
        (shown, wanted, self.grid) = (nil, nil, grid)
        guard let source = grid?.source as? any RecordStreaming else { return }
        let view = GridView(source: RecordSource(of: source))
        shown = view
        gtk_box_pack_start(cast(widget), view.widget, 1, 1, 0)
        gtk_widget_show(view.widget)
        view.update {
            // The names stay in sight as those of rows do.
            $0.setRowHeader(0)
            $0.setWrapsText(true)
            $0.pointer.showsHandles = false
            $0.hasFocus = false
        }
        view.onChange = { [weak self] in self?.rowArrived() }
        fitWidth(isNew: true)
    }

    /// The values fill what the names leave.
    private func fitWidth(isNew: Bool = false) {
        let room = gtk_widget_get_allocated_width(widget)
        guard let shown, isNew || room != width else { return }
        width = room
        // A pixel is left for the end of the last column's line.
        let left = Double(room) - shown.model.pinnedInsets.horizontal - 1
        if left > 40 { shown.update { $0.resizeColumn(1, to: left) } }
    }

    /// The row of another cell is here: the field of the active one is to be in sight.
    private func rowArrived() {
        guard let wanted, let shown, shown.model.activeCell?.row != wanted.column else { return }
        showColumn()
    }

    private func showColumn() {
        guard let wanted, let shown, wanted.column < shown.model.rowCount else { return }
        shown.update { $0.jump(toRow: wanted.column, column: 1) }
    }
}
