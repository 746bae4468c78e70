import Geometry
import GridLayout

// Changes of the sheet: what is frozen, hidden, resized, moved. All of them are the sheet's alone: other views have none
// of these, and keep them for when it is shown again.
extension GridModel {
    /// Does a command that changes the sheet. False where it is none.
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

    /// Freezes up to the active cell, that cell's row or column included, or from it to the end, or frees everything.
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

    /// Freezes rows and columns at the four edges; nil leaves an edge as it is.
    public mutating func freeze(
        rows: Int? = nil, columns: Int? = nil, trailingRows: Int? = nil, trailingColumns: Int? = nil
    ) {
        if let rows { sheet.frozenRows = rows }
        if let columns { sheet.frozenColumns = columns }
        if let trailingRows { sheet.frozenTrailingRows = trailingRows }
        if let trailingColumns { sheet.frozenTrailingColumns = trailingColumns }
        relayout()
    }

    /// Hides rows of the table in the sheet; the active cell moves to one that shows.
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

    /// A column that was hidden has the width that it had then, which may be its part of another window's room.
    private mutating func shareSpareWidthAgain() {
        if shareSpareWidth() { relayout() }
    }

    /// Shows the hidden ones of `rows`.
    public mutating func showRows(_ rows: Range<Int>) {
        rowsInTableOrder?.show(rows)
        keepingStart { $0.rows.show(rows.clamped(to: 0..<$0.rows.count)) }
    }

    /// Shows all that is hidden.
    public mutating func showAll() {
        rowsInTableOrder?.show(nil)
        keepingStart {
            $0.columns.show(0..<$0.columns.count)
            $0.rows.show(0..<$0.rows.count)
        }
        shareSpareWidthAgain()
    }

    /// Shows more of the sheet; what was first in sight stays where it was. At the start of the content that is the start:
    /// what appears there is to be seen.
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
        // A range without the cell that it began at would be none to go on from.
        if left != cell { selection = Selection() }
        activeCell = left
    }

    /// Gives a column of the sheet a width, in logical pixels before zoom, which nothing but a person changes again.
    public mutating func resizeColumn(_ column: Int, to width: Double) {
        guard columns.place(of: column) != nil else { return }
        sizing.given.insert(column)
        setWidth(max(width, Self.leastGivenWidth), ofColumn: column)
        relayout()
    }

    /// No column gets narrower than that by hand, in logical pixels before zoom.
    static let leastGivenWidth = 12.0
    /// By so much a key makes a column wider or narrower.
    private static let widthStep = 16.0

    /// Makes the active cell's column wider, or narrower, and keeps the cell in sight.
    private mutating func resizeActiveColumn(by step: Double) {
        guard isSheet, let cell = activeCell, let place = columns.place(of: cell.column) else { return }
        resizeColumn(cell.column, to: sheet.columns.size(of: place) + step)
        keepInSight(cell)
    }

    /// Gives a row of the sheet a height, in logical pixels before zoom.
    public mutating func resizeRow(_ row: Int, to height: Double) {
        guard row >= 0, row < rowCount else { return }
        sheet.rows.setSize(max(height, Self.leastGivenHeight), for: row)
        relayout()
    }

    /// No row gets lower than that by hand, in logical pixels before zoom.
    static let leastGivenHeight = 8.0
    /// By so much a key makes a row higher or lower.
    private static let heightStep = 8.0

    /// Makes the active cell's row higher, or lower, and keeps the cell in sight.
    private mutating func resizeActiveRow(by step: Double) {
        guard isSheet, let cell = activeCell else { return }
        resizeRow(cell.row, to: sheet.rows.size(of: cell.row) + step)
        keepInSight(cell)
    }

    /// Gives a row the ordinary height back.
    public mutating func resetRow(_ row: Int) {
        guard row >= 0, row < rowCount else { return }
        sheet.rows.reset(row)
        relayout()
    }

    /// Moves the columns at places before the one at `destination`, counted before the move.
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
