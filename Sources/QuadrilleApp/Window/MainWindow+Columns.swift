import CGTK
import GridGTK
import GridUI

// The list of all columns at the window's side.
extension MainWindow {
    /// How wide it is at first, in logical pixels.
    private static let listWidth: Int32 = 250

    func installColumns() {
        columnsPanel.onClose = { [weak self] in self?.closeColumns() }
        columnsPanel.onJump = { [weak self] in self?.jump(toColumn: $0) }
        // Before the window's own keys.
        connectKeys(window) { [weak self] key, modifiers in self?.columnsPanel.moveSelected(key, modifiers) ?? false }
    }

    /// Opens the list, gives it the keyboard where something else has that, or closes it.
    func toggleColumns() {
        guard let grid else { return }
        if columnsPanel.hasKeyboard { return closeColumns() }
        if !columnsPanel.wasOpen { gtk_paned_set_position(cast(listPanes), Self.listWidth) }
        columnsPanel.open(grid)
    }

    func closeColumns() {
        columnsPanel.close()
        focus()
    }

    /// Goes to a column, which is shown where it was hidden.
    private func jump(toColumn column: Int) {
        guard let grid else { return }
        if grid.model.canArrangeColumns, !grid.model.isShown(column: column) {
            grid.byHand { grid.update { $0.setShown(true, column: column) } }
        }
        leap(toRow: grid.model.activeCell?.row ?? 0, column: column)
        focus()
    }
}
