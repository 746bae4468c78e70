import QuadrilleRuntime
import Tabular

/// Sorts a table in the background. Its progress goes to twice the rows, once they are read and once they are merged, and
/// further where rows are read a second time.
public typealias SortJob = BackgroundJob<RowOrder>

extension SortJob {
    /// Begins to sort the rows of `source`, once it is complete, by `keys`, the first of which matters most. With `order` only its
    /// rows are sorted, such as those that a filter kept, from the source's order.
    ///
    /// Rows that compare equal stay in the source's order. `onChange` is called on the job's thread, when there is news in
    /// `state`. A source that changes meanwhile in what was read is a failure, and so is a temporary folder without room.
    ///
    /// - Complexity: O(bytes of the rows · those of the keys' first bytes that differ), and as much again where rows have to
    ///   be told by further bytes. Memory: 16 bytes a row of a large table, all in all; beyond 256 MiB what is sorted goes to
    ///   temporary files without a name, in 14 bytes a row, and so do the keys of rows that are told by further bytes.
    public convenience init(
        source: any RowPicking, by keys: [SortKey], of order: RowOrder? = nil, onChange: @escaping @Sendable () -> Void
    ) {
        self.init(source: source, by: keys, of: order, tuning: SortTuning(), onChange: onChange)
    }

    convenience init(
        source: any RowPicking, by keys: [SortKey], of order: RowOrder? = nil, tuning: SortTuning,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.init(total: 2 * (order?.count ?? source.snapshot.rowCount.known), onChange: onChange) {
            (control) throws(ReadError) in
            try RowSort.order(of: source, by: keys, among: order, tuning: tuning, control: control)
        }
    }
}

/// Sorts the rows of a source.
public enum RowSort {
    /// The rows of `source`, once it is complete, in the order of `keys`; those of `order` alone where there is one. On the
    /// caller's thread and others; as `SortJob` has it.
    package static func order(
        of source: any RowPicking, by keys: [SortKey], among order: RowOrder? = nil, control: JobControl
    ) throws(ReadError) -> RowOrder {
        try Self.order(of: source, by: keys, among: order, tuning: SortTuning(), control: control)
    }

    static func order(
        of source: any RowPicking, by keys: [SortKey], among order: RowOrder?, tuning: SortTuning, control: JobControl
    ) throws(ReadError) -> RowOrder {
        // The types of the columns say how values compare.
        let snapshot = try RowScan.waitForRows(of: source, isComplete: true, control: control)
        let rowCount = order?.sourceRowCount ?? snapshot.rowCount.known
        guard rowCount <= SortEntry.rowLimit else {
            throw .task(.tooManyRows(rowCount, for: .sort, limit: SortEntry.rowLimit))
        }
        var sort = try TableSort(source, rowCount: rowCount, order: order, by: keys, tuning: tuning, control: control)
        return try sort.run()
    }
}
