import Geometry
import GridLayout

// Changes of the sheet: frozen, hidden, resized and moved tracks. They apply to the sheet only: other views have none of
// these, but keep them until the sheet is shown again.
extension GridModel {
    /// Performs a command that changes the sheet. Returns false for other commands.
    mutating func changeSheet(_ command: GridCommand) -> Bool {
        switch command {
        case .freezeRows, .freezeColumns, .freezeBoth, .freezeTrailingRows, .freezeTrailingColumns, .unfreeze:
            if isSheet { freeze(command) }
        case .hideRow: if let row = activeCell?.row { hideRows(row..<row + 1) }
        case .hideColumn: if let column = activeCell?.column { hideColumn(column) }
        case .showAll: showAll()
        case .widenColumn: resizeActiveColumn(by: Self.widthStep)
        case .narrowColumn: resizeActiveColumn(by: -Self.widthStep)
        case .raiseRow: resizeActiveRow(by: Self.heightStep)
        case .lowerRow: resizeActiveRow(by: -Self.heightStep)
        default: return false
        }
        return true
    }

    /// Freezes up to and including the row or column of the active cell, or from it to the end, or unfreezes everything.
    /// The scroll offset stays.
    private mutating func freeze(_ command: GridCommand) {
        let cell = activeCell ?? CellPosition(row: 0, column: 0)
        let place = columns.place(of: cell.column) ?? 0
        switch command {
        case .freezeRows: sheet.frozenRows = cell.row + 1
        case .freezeColumns: sheet.frozenColumns = place + 1
        case .freezeBoth: (sheet.frozenRows, sheet.frozenColumns) = (cell.row + 1, place + 1)
        case .freezeTrailingRows: sheet.frozenTrailingRows = rowCount - cell.row
        case .freezeTrailingColumns: sheet.frozenTrailingColumns = columns.count - place
        default:
            (sheet.frozenRows, sheet.frozenColumns) = (0, 0)
            (sheet.frozenTrailingRows, sheet.frozenTrailingColumns) = (0, 0)
        }
        relayout()
    }

    /// Freezes rows and columns at the four edges; nil leaves an edge unchanged.
    public mutating func freeze(
        rows: Int? = nil, columns: Int? = nil, trailingRows: Int? = nil, trailingColumns: Int? = nil
    ) {
        if let rows { sheet.frozenRows = rows }
        if let columns { sheet.frozenColumns = columns }
        if let trailingRows { sheet.frozenTrailingRows = trailingRows }
        if let trailingColumns { sheet.frozenTrailingColumns = trailingColumns }
        relayout()
    }

    /// Hides rows of the table in the sheet; the active cell moves to a visible one.
    public mutating func hideRows(_ rows: Range<Int>) {
        let rows = rows.clamped(to: 0..<rowCount)
        guard isSheet, !rows.isEmpty, sheet.rows.count - sheet.rows.hiddenCount > rows.count else { return }
        keepingInSight {
            $0.sheet.rows.hide(rows)
            $0.noteHidden(rows)
            $0.leaveHidden()
        }
    }

    /// Hides a column in the sheet.
    public mutating func hideColumn(_ column: Int) {
        guard isSheet, let place = columns.place(of: column),
            sheet.columns.count - sheet.columns.hiddenCount > 1 || sheet.columns.isHidden(place)
        else { return }
        keepingInSight {
            $0.sheet.columns.hide(place..<place + 1)
            $0.leaveHidden()
        }
    }

    /// Shows the hidden columns among `places`.
    public mutating func showColumns(_ places: Range<Int>) {
        keepingStart { $0.columns.show(places.clamped(to: 0..<$0.columns.count)) }
        shareSpareWidthAgain()
    }

    /// A column that was hidden has its width from then, which may include spare width of another window size.
    private mutating func shareSpareWidthAgain() {
        if shareSpareWidth() { relayout() }
    }

    /// Shows the hidden rows among `rows`.
    public mutating func showRows(_ rows: Range<Int>) {
        rowsInTableOrder?.show(rows)
        keepingStart { $0.rows.show(rows.clamped(to: 0..<$0.rows.count)) }
    }

    /// Shows all hidden rows and columns.
    public mutating func showAll() {
        rowsInTableOrder?.show(nil)
        keepingStart {
            $0.columns.show(0..<$0.columns.count)
            $0.rows.show(0..<$0.rows.count)
        }
        shareSpareWidthAgain()
    }

    /// Shows more of the sheet; the first visible cell stays in place. At the start of the content, the offset stays at the
    /// start, so that newly shown tracks are visible.
    private mutating func keepingStart(_ change: (inout StickySheet) -> Void) {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let (row, column) = (tracks.rows.lowerBound, tracks.columns.lowerBound)
        let old = Point(x: sheet.columns.offset(of: column), y: sheet.rows.offset(of: row))
        change(&sheet)
        if isSheet {
            if viewport.offset.x > 0 { viewport.offset.x += sheet.columns.offset(of: column) - old.x }
            if viewport.offset.y > 0 { viewport.offset.y += sheet.rows.offset(of: row) - old.y }
        }
        relayout()
    }

    /// The numbers of hidden rows and columns, to inform the user.
    public var hiddenCounts: (rows: Int, columns: Int) { (sheet.rows.hiddenCount, sheet.columns.hiddenCount) }

    mutating func leaveHidden() {
        guard let cell = activeCell, let place = columns.place(of: cell.column) else { return }
        let rows = sheet.rows
        let row = rows.shown(atOrAfter: cell.row) ?? rows.shown(atOrBefore: cell.row)
        let shown = sheet.columns.shown(atOrAfter: place) ?? sheet.columns.shown(atOrBefore: place)
        guard let row, let shown else { return }
        let left = CellPosition(row: row, column: columns.column(at: shown))
        // Without the cell that it began at, a range could not be extended.
        if left != cell { selection = Selection() }
        activeCell = left
    }

    /// Sets the width of a column of the sheet, in logical pixels before zoom, which then only the user changes.
    public mutating func resizeColumn(_ column: Int, to width: Double) {
        guard columns.place(of: column) != nil else { return }
        sizing.given.insert(column)
        setWidth(max(width, Self.leastGivenWidth), ofColumn: column)
        relayout()
    }

    /// The minimum width that the user can set, in logical pixels before zoom.
    static let leastGivenWidth = 12.0
    /// The step of the keys that change a column's width.
    private static let widthStep = 16.0

    /// Widens or narrows the active cell's column, and keeps the cell visible.
    private mutating func resizeActiveColumn(by step: Double) {
        guard isSheet, let cell = activeCell, let place = columns.place(of: cell.column) else { return }
        resizeColumn(cell.column, to: sheet.columns.size(of: place) + step)
        keepInSight(cell)
    }

    /// Sets the height of a row of the sheet, in logical pixels before zoom.
    public mutating func resizeRow(_ row: Int, to height: Double) {
        guard row >= 0, row < rowCount else { return }
        sheet.rows.setSize(max(height, Self.leastGivenHeight), for: row)
        relayout()
    }

    /// The minimum height that the user can set, in logical pixels before zoom.
    static let leastGivenHeight = 8.0
    /// The step of the keys that change a row's height.
    private static let heightStep = 8.0

    /// Raises or lowers the active cell's row, and keeps the cell visible.
    private mutating func resizeActiveRow(by step: Double) {
        guard isSheet, let cell = activeCell else { return }
        resizeRow(cell.row, to: sheet.rows.size(of: cell.row) + step)
        keepInSight(cell)
    }

    /// Restores a row's default height.
    public mutating func resetRow(_ row: Int) {
        guard row >= 0, row < rowCount else { return }
        sheet.rows.reset(row)
        relayout()
    }

    /// Moves the columns at positions `places` before the one at `destination`, counted before the move.
    public mutating func moveColumns(_ places: Range<Int>, to destination: Int) {
        guard places.lowerBound >= 0, places.upperBound <= columns.count, destination >= 0,
            destination <= columns.count
        else { return }
        columns.move(places, to: destination)
        columnsWillMove()
        sheet.moveColumns(places, to: destination)
        columnsMoved()
        relayout()
    }
}
