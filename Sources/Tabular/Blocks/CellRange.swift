/// A block of cells: rows × columns, both 0-based over the data, half-open.
public struct CellRange: Sendable, Hashable {
    public var rows: Range<Int>
    public var columns: Range<Int>

    public init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }

    public var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

    public func contains(row: Int, column: Int) -> Bool {
        rows.contains(row) && columns.contains(column)
    }
}
