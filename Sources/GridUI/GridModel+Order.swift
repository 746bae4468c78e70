import GridLayout
import QuadrilleRuntime
import Tabular

/// The saved row state of a sheet during another row order, by the numbers of the table's rows.
struct RowsInTableOrder: Sendable {
    var rows: TrackSizes
    var merged: MergedCells
    /// The rows of the table that are hidden in the applied order, by their positions in it.
    var hidden: [Int: Int] = [:]

    /// Shows the hidden rows at `places` of the order; nil shows all.
    mutating func show(_ places: Range<Int>?) {
        guard let places else {
            hidden = [:]
            return rows.show(0..<rows.count)
        }
        for (place, row) in hidden where places.contains(place) {
            hidden[place] = nil
            if row < rows.count { rows.show(row..<row + 1) }
        }
    }
}

extension GridModel {
    /// The row of the file (0-based over the data) at the row index `row`; nil while it is not known.
    public func sourceRow(at row: Int) -> Int? { table.sourceRow(at: row) }

    /// The active cell by its row of the file; nil where there is no active cell, and while that row is not known.
    public var activeSourceCell: CellPosition? {
        guard let cell = activeCell, let row = sourceRow(at: cell.row) else { return nil }
        return CellPosition(row: row, column: cell.column)
    }

    /// Returns true for a row of the file that was added after the applied order, which thus cannot contain it.
    public func isLater(sourceRow row: Int) -> Bool { table.order.map { row >= $0.sourceRowCount } ?? false }

    /// Applies a state of the table with another row order. `activeRow` and `firstRow` are the new positions of the active
    /// row and the first visible one, or the nearest; `hidden` maps positions to the hidden rows there (`hiddenSourceRows`).
    /// Heights and merged cells belong to rows in table order: they return when that order does.
    ///
    /// A view of groups is replaced by the sheet, since its groups are of rows at other positions.
    ///
    /// - Complexity: O(hidden · log rows) besides the cost of `apply`.
    public mutating func reorder(
        with snapshot: TableSnapshot, activeRow: Int, firstRow: Int, hidden: [Int: Int] = [:]
    ) {
        guard snapshot.version >= table.version else { return }
        if view.isGrouped { show(ViewChoice("sheet")) }
        let gap = isSheet ? rowsInSight.map { viewport.offset.y - sheet.rows.offset(of: $0.lowerBound) } ?? 0 : 0
        let wasAtTop = viewport.offset.y == 0
        let wasInSight = activeCell.map { isInSight($0) } ?? false
        orderChanged(to: snapshot)
        apply(snapshot)
        hide(inOrder: hidden)
        guard rowCount > 0, columnCount > 0 else {
            activeCell = nil
            return
        }
        let column = min(activeCell?.column ?? 0, columnCount - 1)
        activeCell = CellPosition(row: min(max(0, activeRow), rowCount - 1), column: column)
        if isSheet {
            let first = min(max(0, firstRow), rowCount - 1)
            // A visible beginning stays visible.
            viewport.offset.y = wasAtTop || first == 0 ? 0 : sheet.rows.offset(of: first) + gap
            viewport.offset = clamp(viewport.offset)
            leaveHidden()
        }
        if let cell = activeCell, wasInSight || !isSheet { keepInSight(cell) }
    }

    /// Saves or restores the state of rows in table order, where the order of `snapshot` differs.
    mutating func orderChanged(to snapshot: TableSnapshot) {
        guard snapshot.order?.version != table.order?.version else { return }
        // The selected positions hold other rows now.
        selection = Selection()
        pictures.removeAll()
        dropSelectingDrag()
        forgetRowHeights()
        listened = []
        if table.order == nil { rowsInTableOrder = RowsInTableOrder(rows: sheet.rows, merged: merged) }
        let kept = snapshot.order == nil ? rowsInTableOrder : nil
        sheet.rows = kept?.rows ?? TrackSizes(defaultSize: sheet.rows.defaultSize)
        merged = kept?.merged ?? MergedCells()
        sheet.merges = Merges()
        if snapshot.order == nil { rowsInTableOrder = nil }
        rowsInTableOrder?.hidden = [:]
        layoutVersion = Version.unique()
        // Only now, since spans are laid out over the existing rows.
        table.order = snapshot.order
        table.rowCount = snapshot.rowCount
        sheet.rows.count = rowCount
        layOutMerges()
    }
}

// Rows that the user hid stay hidden in every order.
extension GridModel {
    /// The maximum number of hidden rows that stay hidden in other orders; if there are more, none do.
    private static let carriedRows = 10_000

    /// The hidden rows of the table, to be located in another order; empty where they are too many.
    ///
    /// - Complexity: O(hidden ranges + hidden rows).
    public var hiddenSourceRows: [Int] {
        let tracks = rowsInTableOrder?.rows ?? sheet.rows
        guard tracks.hiddenCount > 0, tracks.hiddenCount <= Self.carriedRows else { return [] }
        return tracks.hiddenRanges.flatMap { $0 }
    }

    /// Records the rows that were hidden at positions of an order, as far as they are known: they are hidden in every order
    /// from now on.
    mutating func noteHidden(_ places: Range<Int>) {
        guard table.order != nil, var kept = rowsInTableOrder else { return }
        for place in places.prefix(Self.carriedRows) {
            guard let row = table.sourceRow(at: place), row < kept.rows.count else { continue }
            kept.hidden[place] = row
            kept.rows.hide(row..<row + 1)
        }
        rowsInTableOrder = kept
    }

    /// Hides the table's hidden rows at their positions in the applied order, and no others: `found` maps positions to rows.
    ///
    /// - Complexity: O(hidden · log rows).
    public mutating func hide(inOrder found: [Int: Int]) {
        guard table.order != nil, let kept = rowsInTableOrder?.hidden, kept != found else { return }
        let found = found.filter { $0.key < rowCount }
        for place in kept.keys where found[place] == nil && place < rowCount { sheet.rows.show(place..<place + 1) }
        // At least one row stays visible.
        let isAll = sheet.rows.hiddenCount + found.keys.count { !sheet.rows.isHidden($0) } >= rowCount
        for place in found.keys where !isAll { sheet.rows.hide(place..<place + 1) }
        rowsInTableOrder?.hidden = isAll ? [:] : found
        relayout()
    }
}

extension TrackSizes {
    /// The hidden ranges. O(ranges).
    var hiddenRanges: [Range<Int>] {
        guard hiddenCount > 0 else { return [] }
        let shown = shownRanges(in: 0..<count)
        let ends = [0] + shown.map(\.upperBound)
        return zip(ends, shown.map(\.lowerBound) + [count]).filter { $0 < $1 }.map { $0..<$1 }
    }
}
