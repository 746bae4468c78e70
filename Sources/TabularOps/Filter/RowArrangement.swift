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

    /// The first unreadable value of `source` in a column of the filter or the sort order, once the source is complete; nil
    /// where all are known. It is unknown whether its row belongs to the rows, or in which place.
    ///
    /// - Throws: As `RowFilter.order` does.
    /// - Complexity: O(bytes of the rows) for each column.
    package func firstUnreadable(
        in source: any RowPicking, control: JobControl
    ) throws(ReadError) -> (row: Int, column: Int)? {
        var first: (row: Int, column: Int)?
        for column in Set(conditions.map(\.column) + keys.map(\.column)).sorted() {
            var condition = Condition(column: column, .empty)
            condition.blanks = .unreadable
            let rows = try RowFilter.order(of: source, meeting: [condition], control: control)
            guard rows.count > 0 else { continue }
            let row = try rows.row(at: 0)
            if row < first?.row ?? .max { first = (row, column) }
        }
        return first
    }
}
