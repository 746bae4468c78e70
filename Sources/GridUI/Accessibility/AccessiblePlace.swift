/// A position in a table for screen readers: cells, and headers at row or column `header`.
///
///     (-1, -1) corner   (-1, 0) column's header   (-1, 1)
///     (0, -1) row's header      (0, 0) cell       (0, 1)
///
/// Rows are those of the table in its current order; columns are those that the view shows of a row, from the leading edge.
public struct AccessiblePlace: Sendable, Hashable {
    public static let header = -1

    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }

    public var isCell: Bool { row >= 0 && column >= 0 }
    public var isColumnHeader: Bool { row == Self.header && column >= 0 }
    public var isRowHeader: Bool { row >= 0 && column == Self.header }
}

/// The state of a cell or a header.
public struct AccessibleStanding: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Keys start from there.
    public static let active = AccessibleStanding(rawValue: 1)
    /// Entirely selected; the active cell also counts while the selection is empty.
    public static let selected = AccessibleStanding(rawValue: 2)
    /// Partly inside the viewport.
    public static let showing = AccessibleStanding(rawValue: 4)
    /// Not hidden.
    public static let visible = AccessibleStanding(rawValue: 8)
}
