/// A cell by its row and column in the data, both 0-based.
public struct CellPosition: Sendable, Hashable, Codable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
