/// Which part of a table is exported.
public struct ExportPart: Sendable, Hashable {
    public var rows: RowSelection
    /// The columns (0-based over the table) in the order of the output, also more than once; nil for all, as they stand.
    public var columns: [Int]?

    public init(rows: RowSelection = .all, columns: [Int]? = nil) {
        self.rows = rows
        self.columns = columns
    }

    /// The whole table.
    public static let all = ExportPart()
}
