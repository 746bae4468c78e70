import QuadrilleRuntime
import Tabular

/// The filter and the sort order of a table's rows.
public struct RowArrangement: Sendable, Hashable {
    /// The conditions, all of which the visible rows meet.
    public var conditions: [Condition] = []
    /// The sort keys, the most significant first; empty for the table's order.
    public var keys: [SortKey] = []

    public init(conditions: [Condition] = [], keys: [SortKey] = []) {
        self.conditions = conditions
        self.keys = keys
    }

    /// A Boolean value that indicates whether all rows are shown, in the table's order.
    public var isPlain: Bool { conditions.isEmpty && keys.isEmpty }

    /// The rows of `source` in that order, once the source is complete; nil for the source's own order. `tally` receives the
    /// counts of its conditions.
    ///
    /// - Throws: As `RowFilter.order` and `RowSort.order` do.
    package func order(
        of source: any RowPicking, counting tally: ConditionTally = ConditionTally([]), control: JobControl
    ) throws(ReadError) -> RowOrder? {
        if isPlain { return nil }
        if conditions.isEmpty { return try RowSort.order(of: source, by: keys, control: control) }
        if keys.isEmpty {
            return try RowFilter.order(of: source, meeting: conditions, counting: tally, control: control)
        }
        // Filtering reads the rows once, sorting about twice.
        let kept = try control.within(0...1 / 3) { () throws(ReadError) in
            try RowFilter.order(of: source, meeting: conditions, counting: tally, control: control)
        }
        return try control.within(1 / 3...1) { () throws(ReadError) in
            try RowSort.order(of: source, by: keys, among: kept, control: control)
        }
    }
}
