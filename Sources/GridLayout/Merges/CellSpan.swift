import Geometry

/// A rectangle of cells: the rows and the columns that it covers.
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

/// A span that was not merged, and the reason. The others are merged, so that one mistake costs one merge.
public struct MergeRefusal: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// It has no cells.
        case empty
        /// It has one cell, which is merged with nothing.
        case singleCell
        /// A part of it is not in the table.
        case outsideTable
        /// It shares cells with one that came earlier and was merged.
        case overlaps(CellSpan)
    }

    /// The place of the span among those given.
    public let index: Int
    public let span: CellSpan
    public let reason: Reason
}
