import GridGTK
import GridUI
import Tabular

// Formats of the values of a column that the user chooses.
extension Document {
    func askForFormatOfActiveColumn() {
        guard let grid, let cell = grid.model.activeCell else { return }
        grid.update { $0.reveal(cell) }
        askForFormat(ofColumn: cell.column)
    }

    /// Opens the format popover at the column's header.
    func askForFormat(ofColumn column: Int) {
        guard let grid, grid.model.table.columns.indices.contains(column) else { return }
        let info = grid.model.table.columns[column]
        let popover = shell.panels.format ?? FormatPopover()
        shell.panels.format = popover
        popover.onClose = { [weak self] in self?.focus() }
        popover.onChoice = { [weak self] format, column in
            guard let grid = self?.grid else { return }
            grid.byHand { grid.animate { $0.setFormat(format, ofColumn: column) } }
        }
        let subject = FormatPopover.Subject(
            column: column, title: info.title(at: column), type: info.type,
            template: grid.model.format(ofColumn: column)?.template, value: sample(ofColumn: column, in: grid.model))
        popover.open(subject, at: place(ofColumn: column, in: grid))
    }

    /// A value of the column that is in memory, the active cell's if possible; else a sample of its type.
    private func sample(ofColumn column: Int, in model: GridModel) -> String {
        let active = model.activeCell.map { [$0.row] } ?? []
        for row in active + Array((model.rowsInSight ?? 0..<0).prefix(100)) {
            guard let block = model.table.cells.block(row: row, column: column) else { continue }
            let text = block.text(row: row, column: column)
            if !text.isEmpty { return text }
        }
        return model.table.columns[column].type.isNumeric ? "1234.5" : ""
    }
}
