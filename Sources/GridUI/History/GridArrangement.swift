import GridLayout
import QuadrilleRuntime
import Tabular

/// The undoable view state of a grid, in one value: all that the user can change and undo. It excludes the scroll
/// position and the selection.
///
/// It holds copies that share their storage with the grid: making one is O(1). It is valid for one table, or for the
/// same one reloaded with the same columns.
public struct GridArrangement: Sendable {
    public var view: ViewChoice
    /// The columns in which equal neighbors are merged, or about to be.
    public var mergedColumns: Set<Int> = []
    var spans: [CellSpan]
    var frozen: FrozenTracks
    var zoom: Double
    var looks: Looks
    var columns: ColumnOrder
    var columnSizes: TrackSizes
    /// The width of the viewport: the spare width beside the table widens truncated columns.
    var width: Double
    var sizing: ColumnSizing
    var formats: [Int: CellFormat]
    var rows: ArrangedRows
    /// The cell that was active. It is not compared: it returns with the row or column that it is in.
    var activeCell: CellPosition?

    struct FrozenTracks: Sendable, Hashable {
        var rows: Int
        var columns: Int
        var trailingRows: Int
        var trailingColumns: Int

        var isNone: Bool { rows + columns + trailingRows + trailingColumns == 0 }
    }

    struct Looks: Sendable, Hashable {
        var wrapsText: Bool
        var stripesRows: Bool
        var isCompact: Bool
        var showsPictures: Bool
    }
}

/// Hidden rows and rows with heights of their own.
struct ArrangedRows: Sendable {
    /// The sizes in the applied order, which `order` identifies.
    var sizes: TrackSizes
    var order: Version?
    var wrapping: WrappedRows
    /// The sizes in table order, where another order is applied.
    var inTableOrder: TrackSizes?
    /// The hidden rows of the applied order, by their positions.
    var hidden: [Int: Int] = [:]

    /// The sizes in table order, without the heights of wrapped text.
    var table: TrackSizes {
        if let inTableOrder { return inTableOrder }
        var sizes = sizes
        for (row, height) in wrapping.heights where row < sizes.count && sizes.fullSize(of: row) == height {
            sizes.reset(row)
        }
        return sizes
    }
}

extension ArrangedRows: Equatable {
    /// Returns true where the same rows are hidden and have the same heights; rows that only one of them has do not
    /// count.
    static func == (a: ArrangedRows, b: ArrangedRows) -> Bool {
        a.order == b.order && isAlike(a.sizes, b.sizes)
            && isAlike(a.inTableOrder ?? a.sizes, b.inTableOrder ?? b.sizes)
    }

    private static func isAlike(_ a: TrackSizes, _ b: TrackSizes) -> Bool {
        a.firstDifference(from: b).map { $0 >= min(a.count, b.count) } ?? true
    }
}

extension GridArrangement: Equatable {
    /// Returns true where all view state that the user can change is equal. Automatic column widths do not count.
    ///
    /// - Complexity: O(columns with a width that the user chose, or hidden ones) where these changed, else O(1).
    public static func == (a: GridArrangement, b: GridArrangement) -> Bool { a.change(to: b) == nil }
}

extension GridArrangement {
    /// The row order at the time; nil for table order.
    package var orderVersion: Version? { rows.order }

    func isHidden(_ column: Int) -> Bool { columns.place(of: column).map { columnSizes.isHidden($0) } ?? false }

    /// The width that the user chose for a column; nil where it is automatic.
    func givenWidth(of column: Int) -> Double? {
        guard sizing.given.contains(column), let place = columns.place(of: column) else { return nil }
        return columnSizes.fullSize(of: place)
    }

    func hidesTheSame(as other: GridArrangement) -> Bool {
        guard columnSizes.hiddenCount == other.columnSizes.hiddenCount else { return false }
        guard columnSizes.hiddenCount > 0, columnSizes != other.columnSizes || columns != other.columns else {
            return true
        }
        return (0..<columns.columnCount).allSatisfy { isHidden($0) == other.isHidden($0) }
    }

    func givesTheSameWidths(as other: GridArrangement) -> Bool {
        guard sizing.given == other.sizing.given else { return false }
        // Usually both are copies of one value.
        if columns == other.columns, columnSizes == other.columnSizes { return true }
        return sizing.given.allSatisfy { givenWidth(of: $0) == other.givenWidth(of: $0) }
    }
}

extension GridModel {
    /// The current undoable view state of the grid. O(columns in which neighbors are merged).
    public var arrangement: GridArrangement {
        GridArrangement(
            view: viewChoice, mergedColumns: Set(merged.runs.keys),
            spans: rowsInTableOrder?.merged.spans ?? merged.spans,
            frozen: GridArrangement.FrozenTracks(
                rows: sheet.frozenRows, columns: sheet.frozenColumns, trailingRows: sheet.frozenTrailingRows,
                trailingColumns: sheet.frozenTrailingColumns),
            zoom: viewport.zoom,
            looks: GridArrangement.Looks(
                wrapsText: wrapsText, stripesRows: stripesRows, isCompact: isCompact, showsPictures: showsPictures),
            columns: columns, columnSizes: sheet.columns, width: viewport.size.width, sizing: sizing,
            formats: formats,
            rows: ArrangedRows(
                sizes: sheet.rows, order: table.order?.version, wrapping: wrapping,
                inTableOrder: rowsInTableOrder?.rows, hidden: rowsInTableOrder?.hidden ?? [:]),
            activeCell: activeCell)
    }

    /// Restores the view state. Visible content stays in place as far as possible.
    ///
    /// Three parts need the whole table and are left to the caller: another view, columns whose equal neighbors must be
    /// merged again, and the positions of hidden rows in another order (`hide(inOrder:)`). Heights of rows that were resized
    /// while they were sorted or filtered return only while that order is applied.
    ///
    /// - Complexity: O(columns + rows that wrap).
    public mutating func restore(_ old: GridArrangement) {
        // Another table has other columns; a table that is still being read may have more than before.
        guard old.columns.columnCount <= columnCount else { return }
        scrolling.motion.cancel()
        _ = cancelDrag()
        let left = old.activeCell.flatMap { isHidden($0) ? $0 : nil }
        // First, since zoom changes the spare width for truncated columns.
        if viewport.zoom != old.zoom { zoom(to: old.zoom) }
        keepingInSight { model in
            model.restoreColumns(old)
            model.restoreRows(old.rows)
            model.restoreLooks(old)
            let runs = model.merged.runs
            model.setSpans(old.spans)
            model.merged.runs = runs.filter { old.mergedColumns.contains($0.key) }
            model.layOutMerges()
            model.groupColumns()
            if let left { model.returnActiveCell(to: left, isSameOrder: old.rows.order == model.table.order?.version) }
            model.leaveHidden()
        }
        if viewport.size.width != old.width, shareSpareWidth() { relayout() }
        layoutVersion = Version.unique()
    }

    /// Returns true where the row or the column of a cell is hidden.
    private func isHidden(_ cell: CellPosition) -> Bool {
        guard let place = columns.place(of: cell.column) else { return true }
        return sheet.columns.isHidden(place) || cell.row < rowCount && sheet.rows.isHidden(cell.row)
    }

    /// Activates the cell whose row or column is no longer hidden; its row only if the row order is the same.
    private mutating func returnActiveCell(to cell: CellPosition, isSameOrder: Bool) {
        guard let now = activeCell else { return }
        let cell = CellPosition(row: isSameOrder ? cell.row : now.row, column: cell.column)
        guard cell.row < rowCount, cell != now, !isHidden(cell) else { return }
        selection = Selection()
        activeCell = cell
    }

    private mutating func restoreColumns(_ old: GridArrangement) {
        columnsWillMove()
        var order = old.columns
        order.grow(to: columnCount)
        columns = order
        sheet.columns = old.columnSizes
        sheet.columns.count = columns.count
        (sizing, formats) = (old.sizing, old.formats)
        // The row headers' text may have become a column, or the other way round.
        shown.texts.headerWidth = shown.definition.shape == .cells ? sizing.rowHeaderWidth : nil
        if shown.definition.centersColumns { shown.texts.itemWidth = nil }
        if let cell = activeCell, columns.place(of: cell.column) == nil, columns.count > 0 {
            activeCell = CellPosition(row: cell.row, column: columns.column(at: 0))
        }
        sheet.frozenRows = old.frozen.rows
        sheet.frozenColumns = old.frozen.columns
        sheet.frozenTrailingRows = old.frozen.trailingRows
        sheet.frozenTrailingColumns = old.frozen.trailingColumns
    }

    private mutating func restoreRows(_ old: ArrangedRows) {
        if old.order == table.order?.version {
            (sheet.rows, wrapping) = (old.sizes, old.wrapping)
            if let inTableOrder = old.inTableOrder {
                rowsInTableOrder?.rows = inTableOrder
                rowsInTableOrder?.hidden = old.hidden
            }
        } else if table.order == nil {
            wrapping.forgetAll()
            sheet.rows = old.table
        } else {
            rowsInTableOrder?.rows = old.table
        }
        sheet.rows.count = rowCount
    }

    private mutating func restoreLooks(_ old: GridArrangement) {
        if wrapping.isOn != old.looks.wrapsText { setWrapsText(old.looks.wrapsText) }
        stripesRows = old.looks.stripesRows
        metrics.isCompact = old.looks.isCompact
        shown.texts.rowHeight = metrics.rowHeight
        pictures.areShown = old.looks.showsPictures
        if !pictures.areShown { pictures.removeAll() }
        applyLengths()
    }

    private mutating func setSpans(_ spans: [CellSpan]) {
        if table.order == nil { merged.spans = spans } else { rowsInTableOrder?.merged.spans = spans }
    }
}
