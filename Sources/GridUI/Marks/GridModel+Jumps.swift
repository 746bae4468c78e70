import Geometry
import GridLayout

extension GridModel {
    /// Goes to a row (0-based over the data) on the user's request: activates its cell in `column`, or in the active cell's
    /// column, and shows the row and the column if they are hidden. A row outside the viewport moves to the middle, so that
    /// its surroundings are visible too. Nil goes to the top, before the first row.
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

    /// The visible scrolling rows of the sheet; nil in other views, and where there are none.
    public var rowsInSight: Range<Int>? {
        guard isSheet else { return nil }
        let rows = sheet.visibleTracks(in: viewport.visible).rows
        return rows.isEmpty ? nil : rows
    }

    /// The shown columns of the table in their current order, the one in the row headers first.
    public var shownColumns: [Int] {
        (columns.rowHeader.map { [$0] } ?? [])
            + (0..<columns.count).filter { !sheet.columns.isHidden($0) }.map { columns.column(at: $0) }
    }
}
