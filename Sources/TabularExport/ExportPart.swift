import Tabular

/// Which part of a table is exported.
public struct ExportPart: Sendable, Hashable {
    public var rows: RowSelection
    /// The columns (0-based over the table) in the order of the output, also more than once; nil for all, as they stand.
    public var columns: [Int]?

    public init(rows: RowSelection = .all, columns: [Int]? = nil) {
        self.rows = rows
        self.columns = columns
    }

    /// The whole table.
    public static let all = ExportPart()

    /// Whether what is written of the part can be known of a table that is known as far as `snapshot`: rows that end
    /// somewhere once they are there; all others once all are found, and without named columns once all are looked
    /// through, since any of them may be the widest.
    public func isReady(_ format: ExportFormat, in snapshot: TableSnapshot) -> Bool {
        if case .complete = snapshot.phase { return true }
        if let last = rows.last, snapshot.rowCount.known >= last { return true }
        guard case .auditing = snapshot.phase else { return false }
        return rows.last != nil || columns != nil || format == .bytes
    }
}
