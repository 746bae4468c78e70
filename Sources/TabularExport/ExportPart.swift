import Tabular

/// The part of a table to export.
public struct ExportPart: Sendable, Hashable {
    public var rows: RowSelection
    /// The columns (0-based over the table) in the order of the output, also more than once; nil for all, as they stand.
    public var columns: [Int]?
    /// The `TableSnapshot.reading` that they count in, where they were found out before that was settled: another is
    /// refused.
    public var reading: Int?
    /// Rows (0-based) in stretches that ascend, all of which are there: what a person selected. Where they are given, so are
    /// `columns`, and `rows` does not matter.
    public private(set) var stretches: [Range<Int>] = []

    public init(rows: RowSelection = .all, columns: [Int]? = nil, reading: Int? = nil) {
        self.rows = rows
        self.columns = columns
        self.reading = reading
    }

    /// The columns of stretches of rows, none of them empty, one before the other.
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

    /// Returns true where the output for the part can be known from `snapshot`: of rows that end somewhere, once they are
    /// there; of all others once all are found, and without named columns once all are audited, since any of them may be the
    /// widest, or bring a column. SQL and typed JSON need all of them audited, for the types.
    public func isReady(
        _ format: ExportFormat, _ style: ExportStyle = ExportStyle(), in snapshot: TableSnapshot
    ) -> Bool {
        if case .complete = snapshot.phase { return true }
        if format.dependsOnTypes(style) { return false }
        // A header names all columns.
        if columns == nil && snapshot.mayGainColumns { return false }
        if let last = stretches.last { return snapshot.rowCount.known >= last.upperBound }
        if let last = rows.last, snapshot.rowCount.known >= last { return true }
        guard case .auditing = snapshot.phase else { return false }
        return rows.last != nil || columns != nil || format == .bytes
    }
}
