/// The most columns of a table. Members beyond them are in one column, `(others)`.
struct ColumnLimits: Sendable, Hashable {
    /// Columns, `(others)` among them.
    var columns = 4_096
    /// Bytes of their names. The last name may exceed them.
    var nameBytes = 1 << 20

    /// Names, those of objects among them.
    var names = Int.max

    /// The limits of a sample, most of whose names may be keys of maps, and no columns.
    static let ofSample = ColumnLimits(columns: .max, nameBytes: .max, names: 1 << 14)
}
