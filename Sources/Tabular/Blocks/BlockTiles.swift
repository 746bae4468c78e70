/// The blocks that a source holds in memory, tiled on one fixed grid so that a cell finds its block in O(1).
///
/// A tile covers `rowsPerTile × columnsPerTile` cells; those at the table's end cover less. A block belongs to the tile of its
/// first cell and never extends past the tile's end.
public struct BlockTiles: Sendable {
    public static let rowsPerTile = 128
    public static let columnsPerTile = 64

    /// The position of a tile on the grid.
    public struct Key: Sendable, Hashable {
        public var row: Int
        public var column: Int

        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }

        /// The tile that holds the cell.
        public init(cellRow: Int, cellColumn: Int) {
            self.init(row: cellRow / rowsPerTile, column: cellColumn / columnsPerTile)
        }
    }

    private var blocks: [Key: RowBlock] = [:]

    public init() {}

    public var keys: some Collection<Key> { blocks.keys }

    public var byteCount: Int { blocks.values.reduce(0) { $0 + $1.byteCount } }

    /// The block that holds the cell, if it is in memory. O(1).
    public func block(row: Int, column: Int) -> RowBlock? {
        guard let block = blocks[Key(cellRow: row, cellColumn: column)] else { return nil }
        return block.range.contains(row: row, column: column) ? block : nil
    }

    public subscript(key: Key) -> RowBlock? {
        get { blocks[key] }
        set { blocks[key] = newValue }
    }

    /// The keys of the tiles that `range` touches, row-major.
    public static func keys(covering range: CellRange) -> [Key] {
        guard !range.isEmpty else { return [] }
        let rows = range.rows.lowerBound / rowsPerTile...(range.rows.upperBound - 1) / rowsPerTile
        let columns = range.columns.lowerBound / columnsPerTile...(range.columns.upperBound - 1) / columnsPerTile
        return rows.flatMap { row in columns.map { Key(row: row, column: $0) } }
    }

    /// The cells of the tile `key` in a table of `rowCount × columnCount`.
    public static func range(of key: Key, rowCount: Int, columnCount: Int) -> CellRange {
        let row = min(key.row * rowsPerTile, rowCount)
        let column = min(key.column * columnsPerTile, columnCount)
        return CellRange(
            rows: row..<min(row + rowsPerTile, rowCount), columns: column..<min(column + columnsPerTile, columnCount))
    }
}
