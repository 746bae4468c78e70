/// The number of a table's rows, as far as it is known.
public enum RowCount: Sendable, Hashable {
    /// All rows are known that there are now.
    case exactly(Int)
    /// At least this many; the source is still being read.
    case atLeast(Int)

    /// The rows that can be requested now.
    public var known: Int {
        switch self {
        case .exactly(let count), .atLeast(let count): count
        }
    }

    /// A Boolean value that indicates whether no more rows can appear, unless the source is live and grows.
    public var isExact: Bool {
        if case .exactly = self { true } else { false }
    }
}
