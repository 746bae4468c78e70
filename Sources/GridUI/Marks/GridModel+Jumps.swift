import Geometry
import GridLayout

extension GridModel {
    /// Goes to a row (0-based over the data) for whoever asked for it: its cell in `column`, or in the column of the
    /// active cell, becomes the active one; a row or a column that was hidden is shown again. A row that is not in sight
    /// comes to the middle, so that what stands around it is seen too. Nil goes to what stands before the first row: the
    /// top.
    public mutating func jump(toRow row: Int?, column: Int? = nil) {
        guard rowCount > 0, columnCount > 0 else { return }
        let column = min(column ?? activeCell?.column ?? 0, columnCount - 1)
        if let place = columns.place(of: column), sheet.columns.isHidden(place) { showColumns(place..<place + 1) }
        guard let row else {
            activate(CellPosition(row: 0, column: column))
            move(to: Point(x: viewport.offset.x, y: 0))
            return
        }
        let cell = CellPosition(row: min(max(row, 0), rowCount - 1), column: column)
        if sheet.rows.isHidden(cell.row) { showRows(cell.row..<cell.row + 1) }
        if let element = element(showing: cell), offset(showing: element).y != viewport.visible.y,
            let share = scrollShare(ofRow: cell.row)
        {
            let extent = viewport.contentExtent.height
            let middle = share * max(contentSize.height, extent)
            move(to: Point(x: viewport.offset.x, y: middle - (extent + pinnedInsets.top) / 2))
        }
        activate(cell)
    }

    /// The rows of the sheet that are in sight beside frozen ones; nil in other views, and where there are none.
    public var rowsInSight: Range<Int>? {
        guard isSheet else { return nil }
        let rows = sheet.visibleTracks(in: viewport.visible).rows
        return rows.isEmpty ? nil : rows
    }

    /// The columns of the table that are shown, in the order in which they stand: first the one in the row headers.
    public var shownColumns: [Int] {
        (columns.rowHeader.map { [$0] } ?? [])
            + (0..<columns.count).filter { !sheet.columns.isHidden($0) }.map { columns.column(at: $0) }
    }
}
