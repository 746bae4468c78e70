import Tabular

/// The counts of an audit by the types of values, besides the readings that remain for each column.
struct AuditTyping: Sendable, Hashable {
    var nullWords = NullWords.standard
    /// Columns whose type the user chose: every value of these is checked.
    var tallied: Set<Int> = []
    /// Null words in the other columns while these may be other than text: as many as the last column with one needs.
    private(set) var nulls: [Int] = []
    private(set) var tallies: [Int: TypeTally] = [:]

    /// The readings of a value that is not empty.
    func readings(of value: UnsafeBufferPointer<UInt8>, in column: Int) -> TypeSet {
        tallied.contains(column) ? TypeSet(chosen: value, nullWords) : TypeSet(value, nullWords)
    }

    /// Narrows the readings of a column by those of a value, and counts it.
    mutating func narrow(_ types: inout TypeSet, of column: Int, by value: TypeSet) {
        types.narrow(to: value.isNull ? value : value.subtracting(.flag))
        if tallied.contains(column) {
            tallies[column, default: TypeTally()].add(value)
        } else if value.isNull {
            countNulls(1, in: column)
        }
    }

    mutating func countNulls(_ count: Int, in column: Int) {
        while nulls.count <= column { nulls.append(0) }
        nulls[column] += count
    }
}
