import Tabular

/// Rows without a value, counted separately by kind of blank.
public struct BlankCounts: Sendable, Hashable {
    /// Values of no length.
    public var empty = 0
    /// Null marks of the source.
    public var null = 0
    /// Records that end before the column.
    public var missing = 0
    /// Words that mean "no value".
    public var words = 0
    /// Values that cannot be read.
    public var unreadable = 0

    public init() {}

    public var total: Int { empty + null + missing + words + unreadable }

    mutating func add(_ state: CellState) {
        switch state {
        case .value: empty += 1
        case .null: null += 1
        case .missing: missing += 1
        case .unreadable: unreadable += 1
        }
    }

    mutating func add(_ other: BlankCounts) {
        empty += other.empty
        null += other.null
        missing += other.missing
        words += other.words
        unreadable += other.unreadable
    }
}

/// The infinities and NaNs of a column.
public struct SpecialCounts: Sendable, Hashable {
    public var negativeInfinity = 0
    public var infinity = 0
    public var nan = 0

    public init() {}

    public var total: Int { negativeInfinity + infinity + nan }

    mutating func add(_ special: SpecialNumber, weight: Int) {
        switch special {
        case .negativeInfinity: negativeInfinity += weight
        case .infinity: infinity += weight
        case .nan: nan += weight
        }
    }

    mutating func add(_ other: SpecialCounts) {
        negativeInfinity += other.negativeInfinity
        infinity += other.infinity
        nan += other.nan
    }
}
