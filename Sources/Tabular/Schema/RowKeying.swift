/// The key of a row within its table: equal in every reading of the document, wherever the row stands.
public struct RowIdentity: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case integer(Int64)
        case real(Double)
        case text([UInt8])
        case bytes([UInt8])
        case null
    }

    public let values: [Value]

    public init(_ values: [Value]) { self.values = values }
}

/// The row that a reference leads to.
public enum ReferredRow: Sendable, Hashable {
    /// A value of the reference is null.
    case none
    /// The other table has no such row.
    case missing
    case row(RowIdentity)
}

/// A table whose rows have keys.
///
/// All functions make their caller wait: for the opening of the table, and for the rows.
public protocol RowKeying: AnyObject, Sendable {
    /// The keys of the rows `rows` (0-based), nil for those that do not exist.
    func keys(ofRows rows: [Int]) throws(ReadError) -> [RowIdentity?]

    /// The rows (0-based) with the keys `keys`, nil for those that no longer exist.
    func rows(withKeys keys: [RowIdentity]) throws(ReadError) -> [Int?]

    /// The row of another table to which the row `row` refers, by `TableSchema.references`.
    func referredRow(ofReference reference: Int, inRow row: Int) throws(ReadError) -> ReferredRow
}
