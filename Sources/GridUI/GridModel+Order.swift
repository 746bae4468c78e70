import GridLayout
import Tabular

/// What of a sheet's rows is put by while they are shown in another order: it is of rows of the table, by their numbers.
struct RowsInTableOrder: Sendable {
    var rows: TrackSizes
    var merged: MergedCells
}

extension GridModel {
    /// The row of the file (0-based over the data) that is shown as the row `row`; nil while that is not known.
    public func sourceRow(at row: Int) -> Int? { table.sourceRow(at: row) }

    /// The active cell by its row of the file; nil where there is none, and while that row is not known.
    public var activeSourceCell: CellPosition? {
        guard let cell = activeCell, let row = sourceRow(at: cell.row) else { return nil }
        return CellPosition(row: row, column: cell.column)
    }

    /// Whether a row of the file can stand in no place of the order in force, since it came after that was made.
    public func isLater(sourceRow row: Int) -> Bool { table.order.map { row >= $0.sourceRowCount } ?? false }

    /// Takes over a state of the table whose rows stand in another order than before. `activeRow` and `firstRow` say where
    /// the active row and the first one in sight stand now, or what is nearest to them. Heights, hidden rows and merged
    /// cells are those of rows as they stand in the table: they come back when that order does.
    ///
    /// A view of groups gives way to the sheet: its groups are of rows that stand elsewhere now.
    public mutating func reorder(with snapshot: TableSnapshot, activeRow: Int, firstRow: Int) {
        guard snapshot.generation >= table.generation else { return }
        if view.isGrouped { show(ViewChoice("sheet")) }
        let gap = isSheet ? rowsInSight.map { viewport.offset.y - sheet.rows.offset(of: $0.lowerBound) } ?? 0 : 0
        let wasAtTop = viewport.offset.y == 0
        let wasInSight = activeCell.map { isInSight($0) } ?? false
        orderChanged(to: snapshot)
        apply(snapshot)
        guard rowCount > 0, columnCount > 0 else {
            activeCell = nil
            return
        }
        let column = min(activeCell?.column ?? 0, columnCount - 1)
        activeCell = CellPosition(row: min(max(0, activeRow), rowCount - 1), column: column)
        if isSheet {
            let first = min(max(0, firstRow), rowCount - 1)
            // Where the beginning was in sight it still is.
            viewport.offset.y = wasAtTop || first == 0 ? 0 : sheet.rows.offset(of: first) + gap
            viewport.offset = clamp(viewport.offset)
        }
        if let cell = activeCell, wasInSight || !isSheet { keepInSight(cell) }
    }

    /// Puts by, or brings back, what is of rows as they stand in the table, where `snapshot` has them otherwise.
    mutating func orderChanged(to snapshot: TableSnapshot) {
        guard snapshot.order?.stamp != table.order?.stamp else { return }
        // Other rows stand at the places that are selected.
        selection = Selection()
        pictures.removeAll()
        dropSelectingDrag()
        forgetRowHeights()
        if table.order == nil { rowsInTableOrder = RowsInTableOrder(rows: sheet.rows, merged: merged) }
        let kept = snapshot.order == nil ? rowsInTableOrder : nil
        sheet.rows = kept?.rows ?? TrackSizes(defaultSize: sheet.rows.defaultSize)
        merged = kept?.merged ?? MergedCells()
        sheet.merges = Merges()
        if snapshot.order == nil { rowsInTableOrder = nil }
        layoutVersion = LayoutVersion()
        // Only now, since spans are laid out over the rows that there are.
        table.order = snapshot.order
        table.rowCount = snapshot.rowCount
        sheet.rows.count = rowCount
        layOutMerges()
    }
}
