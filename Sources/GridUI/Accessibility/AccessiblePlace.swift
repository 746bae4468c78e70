/// A place of a table as programs that speak it have it: cells, and headers at row or column `header`.
///
///     (-1, -1) corner   (-1, 0) column's header   (-1, 1)
///     (0, -1) row's header      (0, 0) cell       (0, 1)
///
/// Rows are those of the table as it is shown; columns are those that the view shows of a row, from the leading edge.
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

    /// Keys go on from there.
    public static let active = AccessibleStanding(rawValue: 1)
    /// All of it, be it by being the active cell while nothing else is selected.
    public static let selected = AccessibleStanding(rawValue: 2)
    /// A part of it is in sight.
    public static let showing = AccessibleStanding(rawValue: 4)
    /// It is not hidden.
    public static let visible = AccessibleStanding(rawValue: 8)
}
