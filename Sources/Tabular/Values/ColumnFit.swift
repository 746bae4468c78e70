/// The numbers of values that do not fit the types of their columns.
public struct ColumnFit: Sendable, Hashable {
    /// For columns whose type the user chose: values that do not fit it. Detected types fit all values.
    public var misfits: [Int: Int] = [:]
    /// Null words, of columns that are not text; those without one have no entry.
    public var nulls: [Int: Int] = [:]

    public init() {}
}
