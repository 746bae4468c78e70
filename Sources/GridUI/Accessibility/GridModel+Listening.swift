import Tabular

// Cells that somebody asks for who does not look: programs that read a table aloud.
extension GridModel {
    /// So many tiles are kept in memory for them.
    private static let listenedTiles = 8

    /// Keeps a cell outside the viewport wanted until others replace it. Returns false where its tile already is.
    public mutating func listen(to cell: CellPosition) -> Bool {
        guard cell.row >= 0, cell.row < rowCount, cell.column >= 0, cell.column < columnCount else { return false }
        let tile = BlockTiles.Key(cellRow: cell.row, cellColumn: cell.column)
        let isKnown = listened.contains { BlockTiles.Key(cellRow: $0.row, cellColumn: $0.column) == tile }
        guard !isKnown else { return false }
        listened.append(cell)
        if listened.count > Self.listenedTiles { listened.removeFirst() }
        return true
    }

    /// Takes what a target stands for out of what is selected; what is left stays selected.
    public mutating func deselect(_ target: PointerTarget) {
        guard isSelected(target) else { return }
        select(target, .adding)
        settleSelection()
    }

    /// Appends what is listened to, behind all that is in sight or near.
    func appendListened(to wanted: inout [CellRange]) {
        for cell in listened where cell.row < rowCount && cell.column < columnCount {
            wanted.append(CellRange(rows: cell.row..<cell.row + 1, columns: cell.column..<cell.column + 1))
        }
    }

    /// The column of the table that items show in a view of groups.
    var groupLabel: Int {
        if case .groups(_, let label) = shown.map { return label }
        return 0
    }
}
