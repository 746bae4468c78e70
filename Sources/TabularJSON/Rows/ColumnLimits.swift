/// The most columns of a table. Members beyond them are in one column, `(others)`.
struct ColumnLimits: Sendable, Hashable {
    /// Columns, `(others)` among them.
    var columns = 4_096
    /// Bytes of their names. The last name may exceed them.
    var nameBytes = 1 << 20

    /// No limits, for the columns of a sample.
    static let none = ColumnLimits(columns: .max, nameBytes: .max)
}
