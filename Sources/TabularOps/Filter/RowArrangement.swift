import Tabular

/// Which rows of a table are shown, and in which order.
public struct RowArrangement: Sendable, Hashable {
    /// All of them hold of the rows that are shown.
    public var conditions: [Condition] = []
    /// What they are sorted by, the first of which matters most; none for the table's order.
    public var keys: [SortKey] = []

    public init(conditions: [Condition] = [], keys: [SortKey] = []) {
        self.conditions = conditions
        self.keys = keys
    }

    /// Whether the rows are shown as they stand in the table, all of them.
    public var isPlain: Bool { conditions.isEmpty && keys.isEmpty }

    /// The rows of `source` in that order, once all is known of it; nil where it is the source's own.
    ///
    /// - Throws: As `RowFilter.order` and `RowSort.order` do.
    package func order(of source: any RowPicking, control: JobControl) throws(ReadError) -> RowOrder? {
        if isPlain { return nil }
        var order: RowOrder?
        if !conditions.isEmpty { order = try RowFilter.order(of: source, meeting: conditions, control: control) }
        return keys.isEmpty ? order : try RowSort.order(of: source, by: keys, among: order, control: control)
    }
}
