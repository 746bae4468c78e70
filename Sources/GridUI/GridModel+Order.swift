import GridLayout
import Tabular

/// The saved row state of a sheet during another row order, by the numbers of the table's rows.
struct RowsInTableOrder: Sendable {
    var rows: TrackSizes
    var merged: MergedCells
    /// The rows of the table that are hidden in the order that is shown, by their places in it.
    var hidden: [Int: Int] = [:]

    /// Of rows that are hidden among `places` of the order, or of all that are hidden anywhere.
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
    /// The row of the file (0-based over the data) that is shown as the row `row`; nil while that is not known.
    public func sourceRow(at row: Int) -> Int? { table.sourceRow(at: row) }

    /// The active cell by its row of the file; nil where there is none, and while that row is not known.
    public var activeSourceCell: CellPosition? {
        guard let cell = activeCell, let row = sourceRow(at: cell.row) else { return nil }
        return CellPosition(row: row, column: cell.column)
    }

    /// Returns true for a row of the file that was added after the applied order, which thus cannot contain it.
    public func isLater(sourceRow row: Int) -> Bool { table.order.map { row >= $0.sourceRowCount } ?? false }

    /// Takes over a state of the table whose rows stand in another order than before. `activeRow` and `firstRow` say where
    /// the active row and the first one in sight stand now, or what is nearest to them, and `hidden` at which places rows
    /// stand that are hidden (`hiddenSourceRows`), and which those are. Heights and merged cells are those of rows as they
    /// stand in the table: they come back when that order does.
    ///
    /// A view of groups gives way to the sheet: its groups are of rows that stand elsewhere now.
    ///
    /// - Complexity: O(hidden · log rows) beside what `apply` takes.
    public mutating func reorder(
        with snapshot: TableSnapshot, activeRow: Int, firstRow: Int, hidden: [Int: Int] = [:]
    ) {
        guard snapshot.generation >= table.generation else { return }
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
            // Where the beginning was in sight it still is.
            viewport.offset.y = wasAtTop || first == 0 ? 0 : sheet.rows.offset(of: first) + gap
            viewport.offset = clamp(viewport.offset)
            leaveHidden()
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
        listened = []
        if table.order == nil { rowsInTableOrder = RowsInTableOrder(rows: sheet.rows, merged: merged) }
        let kept = snapshot.order == nil ? rowsInTableOrder : nil
        sheet.rows = kept?.rows ?? TrackSizes(defaultSize: sheet.rows.defaultSize)
        merged = kept?.merged ?? MergedCells()
        sheet.merges = Merges()
        if snapshot.order == nil { rowsInTableOrder = nil }
        rowsInTableOrder?.hidden = [:]
        layoutVersion = LayoutVersion()
        // Only now, since spans are laid out over the rows that there are.
        table.order = snapshot.order
        table.rowCount = snapshot.rowCount
        sheet.rows.count = rowCount
        layOutMerges()
    }
}

// Rows that a person hid stay hidden in whatever order they come to stand.
extension GridModel {
    /// So many hidden rows are hidden in other orders too; of more, none are.
    private static let carriedRows = 10_000

    /// The rows of the table that are hidden, for where to find them in another order; none where they are too many to be.
    ///
    /// - Complexity: O(stretches of them).
    public var hiddenSourceRows: [Int] {
        let tracks = rowsInTableOrder?.rows ?? sheet.rows
        guard tracks.hiddenCount > 0, tracks.hiddenCount <= Self.carriedRows else { return [] }
        return tracks.hiddenRanges.flatMap { $0 }
    }

    /// Takes note of rows that were hidden at places of an order, as far as it is known which they are: those are hidden in
    /// every order from now on.
    mutating func noteHidden(_ places: Range<Int>) {
        guard table.order != nil, var kept = rowsInTableOrder else { return }
        for place in places.prefix(Self.carriedRows) {
            guard let row = table.sourceRow(at: place), row < kept.rows.count else { continue }
            kept.hidden[place] = row
            kept.rows.hide(row..<row + 1)
        }
        rowsInTableOrder = kept
    }

    /// Hides at its places, and at no others, what is hidden of the table's rows: `found` says which row stands at each.
    ///
    /// - Complexity: O(hidden · log rows).
    public mutating func hide(inOrder found: [Int: Int]) {
        guard table.order != nil, let kept = rowsInTableOrder?.hidden, kept != found else { return }
        let found = found.filter { $0.key < rowCount }
        for place in kept.keys where found[place] == nil && place < rowCount { sheet.rows.show(place..<place + 1) }
        // Something stays to be seen.
        let isAll = sheet.rows.hiddenCount + found.keys.count { !sheet.rows.isHidden($0) } >= rowCount
        for place in found.keys where !isAll { sheet.rows.hide(place..<place + 1) }
        rowsInTableOrder?.hidden = isAll ? [:] : found
        relayout()
    }
}

extension TrackSizes {
    /// The stretches that are hidden. O(stretches).
    var hiddenRanges: [Range<Int>] {
        guard hiddenCount > 0 else { return [] }
        let shown = shownRanges(in: 0..<count)
        let ends = [0] + shown.map(\.upperBound)
        return zip(ends, shown.map(\.lowerBound) + [count]).filter { $0 < $1 }.map { $0..<$1 }
    }
}
