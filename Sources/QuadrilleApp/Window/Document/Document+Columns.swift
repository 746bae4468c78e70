import CGTK
import GridGTK
import GridUI

// The list of all columns at the window's side.
extension Document {
    /// The initial width of the list, in logical pixels.
    private static let listWidth: Int32 = 250

    /// Opens the list, moves the keyboard to it where another widget has it, or else closes it.
    func toggleColumns() {
        guard let grid else { return }
        let panel = columnsPanel ?? makeColumnsPanel()
        if panel.hasKeyboard { return closeColumns() }
        if !panel.isOpen { makeRoom(in: listPanes, for: panel.wasOpen ? nil : Self.listWidth) }
        panel.open(grid)
    }

    func closeColumns() {
        columnsPanel?.close()
        focus()
    }

    private func makeColumnsPanel() -> ColumnsPanel {
        let panel = ColumnsPanel()
        columnsPanel = panel
        gtk_paned_pack1(cast(listPanes), panel.widget, 0, 0)
        panel.onClose = { [weak self] in self?.closeColumns() }
        panel.onJump = { [weak self] in self?.jump(toColumn: $0) }
        return panel
    }

    /// Goes to a column, and shows it first where it is hidden.
    private func jump(toColumn column: Int) {
        guard let grid else { return }
        if grid.model.canArrangeColumns, !grid.model.isShown(column: column) {
            grid.byHand { grid.update { $0.setShown(true, column: column) } }
        }
        leap(toRow: grid.model.activeCell?.row ?? 0, column: column)
        focus()
    }
}
