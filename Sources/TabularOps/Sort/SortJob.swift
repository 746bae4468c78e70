import QuadrilleRuntime
import Tabular

/// Sorts a table in the background. Its progress runs to twice the number of rows, for reading and merging, and further where
/// rows are read a second time.
public typealias SortJob = BackgroundJob<RowOrder>

extension SortJob {
    /// Starts to sort the rows of `source`, once it is complete, by `keys`, the most significant first. With `order` it sorts
    /// only the rows of that order, such as a filter's result.
    ///
    /// Rows that compare equal stay in the source's order. The job calls `onChange` on its thread when `state` has changed. It
    /// fails when the data it has read changes in the source meanwhile, and when the temporary folder is full.
    ///
    /// - Complexity: O(bytes of the rows · differing bytes among the keys' first ones), and as much again where further bytes
    ///   decide. Memory: 16 bytes a row of a large table in all; beyond 256 MiB, entries go to unnamed temporary files, in 14
    ///   bytes a row, and so do the keys of rows for which further bytes decide.
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
    /// The rows of `source`, once it is complete, or of `order` alone, in the order of `keys`. On the caller's thread and
    /// others; see `SortJob`.
    package static func order(
        of source: any RowPicking, by keys: [SortKey], among order: RowOrder? = nil, control: JobControl
    ) throws(ReadError) -> RowOrder {
        try Self.order(of: source, by: keys, among: order, tuning: SortTuning(), control: control)
    }

    static func order(
        of source: any RowPicking, by keys: [SortKey], among order: RowOrder?, tuning: SortTuning, control: JobControl
    ) throws(ReadError) -> RowOrder {
        // The types of the columns determine how values compare.
        let snapshot = try RowScan.waitForTypes(of: source, columns: keys.map(\.column), control: control)
        let rowCount = order?.sourceRowCount ?? snapshot.rowCount.known
        guard rowCount <= SortEntry.rowLimit else {
            throw .task(.tooManyRows(rowCount, for: .sort, limit: SortEntry.rowLimit))
        }
        var sort = try TableSort(source, rowCount: rowCount, order: order, by: keys, tuning: tuning, control: control)
        return try sort.run()
    }
}
