import Geometry

/// A rectangle of cells, as its rows and columns.
public struct CellSpan: Sendable, Hashable, Codable {
    public var rows: Range<Int>
    public var columns: Range<Int>

    public init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }

    public func contains(row: Int, column: Int) -> Bool { rows.contains(row) && columns.contains(column) }

    /// Returns true where the two share a cell.
    public func overlaps(_ other: CellSpan) -> Bool { rows.overlaps(other.rows) && columns.overlaps(other.columns) }

    func tracks(_ axis: Axis) -> Range<Int> { axis == .vertical ? rows : columns }
}

/// A span that was not merged, and the reason. All other spans are merged, so that one mistake costs one merge.
public struct MergeRefusal: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The span has no cells.
        case empty
        /// The span has only one cell.
        case singleCell
        /// The span is partly outside the table.
        case outsideTable
        /// The span shares cells with an earlier merged one.
        case overlaps(CellSpan)
    }

    /// The index of the span in the input.
    public let index: Int
    public let span: CellSpan
    public let reason: Reason
}
