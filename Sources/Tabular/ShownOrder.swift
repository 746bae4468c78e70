import QuadrilleRuntime

/// The order in which a snapshot's rows are shown: the rows that are in memory.
public struct ShownOrder: Sendable {
    /// Differs for each order that is applied.
    public let version: Version
    /// The number of the source's rows when the order was made.
    public let sourceRowCount: Int
    /// The number of rows that the source gained since, which have no index in the order.
    public package(set) var laterRows = 0
    /// A Boolean value that indicates whether the rows are in the source's order, some left out.
    public let isAscending: Bool
    /// The rows of the source, tile by tile.
    private var tiles: [Int: [Int]] = [:]

    package init(version: Version, _ order: RowOrder) {
        self.version = version
        (sourceRowCount, isAscending) = (order.sourceRowCount, order.isAscending)
    }

    /// The row of the source (0-based) at an index in the order; nil while that is not in memory. O(1).
    public func sourceRow(at place: Int) -> Int? {
        let (tile, index) = place.quotientAndRemainder(dividingBy: BlockTiles.rowsPerTile)
        guard let rows = tiles[tile], rows.indices.contains(index), rows[index] >= 0 else { return nil }
        return rows[index]
    }

    /// Records the rows from the index `first` on, which are of one tile.
    package mutating func note(_ rows: [Int], at first: Int) {
        let (tile, index) = first.quotientAndRemainder(dividingBy: BlockTiles.rowsPerTile)
        var known = tiles[tile] ?? []
        let missing = index + rows.count - known.count
        if missing > 0 { known += Array(repeating: -1, count: missing) }
        known.replaceSubrange(index..<index + rows.count, with: rows)
        tiles[tile] = known
    }

    /// Discards the tiles of rows for which `isKept` is false.
    package mutating func keep(_ isKept: (Int) -> Bool) { tiles = tiles.filter { isKept($0.key) } }
}

extension TableSnapshot {
    /// The row of the source (0-based) that is shown as the row `row`; nil while that is not known. O(1).
    public func sourceRow(at row: Int) -> Int? { order == nil ? row : order?.sourceRow(at: row) }

    /// The number of the source's rows, which may exceed the number of rows shown.
    public var sourceRowCount: Int { order.map { $0.sourceRowCount + $0.laterRows } ?? rowCount.known }
}
