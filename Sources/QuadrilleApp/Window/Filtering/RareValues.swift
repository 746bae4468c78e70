import Tabular

/// The kinds of rows without a usual value in a column, besides empty ones: the filter offers each separately.
struct RareValues: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// Null words, and nulls of the source.
    static let nulls = RareValues(rawValue: 1)
    /// Records that end before the column.
    static let missing = RareValues(rawValue: 2)
    /// Values that do not fit the type that the user chose.
    static let misfits = RareValues(rawValue: 4)
    /// Values that cannot be read.
    static let unreadable = RareValues(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Collects the unusual values of a column, as far as the table has been read.
    init(ofColumn column: Int, in table: TableSnapshot) {
        self = []
        if table.fit.nulls[column] ?? 0 > 0 { insert(.nulls) }
        if table.problems.counts[.ragged] ?? 0 > 0 { insert(.missing) }
        if table.fit.misfits[column] ?? 0 > 0 { insert(.misfits) }
        // Such a source shows values before it has checked all of them.
        if table.description.hasKinds { formUnion([.nulls, .unreadable]) }
    }
}
