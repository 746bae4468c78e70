import Tabular

/// The part of a table to export.
public struct ExportPart: Sendable, Hashable {
    public var rows: RowSelection
    /// The columns (0-based over the table) in the order of the output, possibly repeated; nil for all, in table order.
    public var columns: [Int]?
    /// The `TableSnapshot.reading` of the column and row numbers, if they were determined before the reading was final; another
    /// reading is refused.
    public var reading: Int?
    /// True where any row of the source may belong to `rows`, as in a sorted order. Then none of an interrupted source are sure.
    public var mayHoldAnyRow = false
    /// Ascending ranges of existing rows (0-based): the user's selection. If there are any, `columns` is not nil, and `rows` is
    /// ignored.
    public private(set) var stretches: [Range<Int>] = []

    public init(rows: RowSelection = .all, columns: [Int]? = nil, reading: Int? = nil) {
        self.rows = rows
        self.columns = columns
        self.reading = reading
    }

    /// Creates a part from columns and row ranges, which are nonempty and ascend.
    public init(stretches: [Range<Int>], columns: [Int], reading: Int? = nil) {
        precondition(
            zip(stretches, stretches.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
                && stretches.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 }, "no stretches of rows: \(stretches)")
        rows = .all
        self.columns = columns
        self.reading = reading
        self.stretches = stretches
    }

    /// Returns the number of its rows in a table of `rowCount` rows.
    public func rowCount(of rowCount: Int) -> Int {
        stretches.isEmpty ? (try? rows.rows(of: rowCount).count) ?? 0 : stretches.reduce(0) { $0 + $1.count }
    }

    /// The whole table.
    public static let all = ExportPart()

    /// Returns true where `snapshot` suffices to write the part. Rows up to a given end need only be there. Other rows must all
    /// be known, and without named columns audited too, since any of them may be the widest, or add a column. SQL and typed
    /// JSON need a complete audit, for the types.
    public func isReady(
        _ format: ExportFormat, _ style: ExportStyle = ExportStyle(), in snapshot: TableSnapshot
    ) -> Bool {
        if case .complete = snapshot.phase { return true }
        if format.dependsOnTypes(style) { return false }
        // A header contains all columns.
        if columns == nil && snapshot.mayGainColumns { return false }
        if let last = stretches.last { return snapshot.rowCount.known >= last.upperBound }
        if let last = rows.last, snapshot.rowCount.known >= last { return true }
        guard case .auditing = snapshot.phase else { return false }
        return rows.last != nil || columns != nil || format == .bytes
    }
}
