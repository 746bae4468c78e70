/// The numbers of values that do not fit the types of their columns.
public struct ColumnFit: Sendable, Hashable {
    /// Of columns whose type the user chose: values that do not read as one of that. Detected types fit all values.
    public var misfits: [Int: Int] = [:]
    /// Words for no value, of columns that are no text; those without one have no entry.
    public var nulls: [Int: Int] = [:]

    public init() {}
}
