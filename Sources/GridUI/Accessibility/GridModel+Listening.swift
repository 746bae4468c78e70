import Tabular

// Cells outside the viewport that screen readers request.
extension GridModel {
    /// The maximum number of tiles that are kept in memory for screen readers.
    private static let listenedTiles = 8

    /// Keeps a cell outside the viewport wanted until others replace it. Returns false where its tile already is wanted.
    public mutating func listen(to cell: CellPosition) -> Bool {
        guard cell.row >= 0, cell.row < rowCount, cell.column >= 0, cell.column < columnCount else { return false }
        let tile = BlockTiles.Key(cellRow: cell.row, cellColumn: cell.column)
        let isKnown = listened.contains { BlockTiles.Key(cellRow: $0.row, cellColumn: $0.column) == tile }
        guard !isKnown else { return false }
        listened.append(cell)
        if listened.count > Self.listenedTiles { listened.removeFirst() }
        return true
    }

    /// Removes a target's cells from the selection; the others stay selected.
    public mutating func deselect(_ target: PointerTarget) {
        guard isSelected(target) else { return }
        select(target, .adding)
        settleSelection()
    }

    /// Appends the cells requested by screen readers, after all visible and nearby ones.
    func appendListened(to wanted: inout [CellRange]) {
        for cell in listened where cell.row < rowCount && cell.column < columnCount {
            wanted.append(CellRange(rows: cell.row..<cell.row + 1, columns: cell.column..<cell.column + 1))
        }
    }

    /// The label column of items in a view of groups.
    var groupLabel: Int {
        if case .groups(_, let label) = shown.map { return label }
        return 0
    }
}
