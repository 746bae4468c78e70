import Geometry

// Rows and columns that are frozen at the four edges of the viewport.
extension StickySheet {
    /// The number of rows to freeze at the top; a negative count is 0. `frozenRowsInForce` is the number frozen now.
    public var frozenRows: Int {
        get { vertical.asked.leading }
        set { freeze(\.vertical) { $0.leading = newValue } }
    }

    /// The number of columns to freeze at the leading edge.
    public var frozenColumns: Int {
        get { horizontal.asked.leading }
        set { freeze(\.horizontal) { $0.leading = newValue } }
    }

    /// The number of rows to freeze at the bottom. If there are too few rows for both edges, the top takes precedence.
    public var frozenTrailingRows: Int {
        get { vertical.asked.trailing }
        set { freeze(\.vertical) { $0.trailing = newValue } }
    }

    /// The number of columns to freeze at the trailing edge.
    public var frozenTrailingColumns: Int {
        get { horizontal.asked.trailing }
        set { freeze(\.horizontal) { $0.trailing = newValue } }
    }

    /// The applied frozen rows: none while all rows fit the viewport, and fewer than requested while the viewport is so small
    /// that less than a third of it, or less than one default row, would be left to scrolling rows.
    public var frozenRowsInForce: FrozenEnds { vertical.frozen }

    /// The applied frozen columns, by the rules of `frozenRowsInForce`.
    public var frozenColumnsInForce: FrozenEnds { horizontal.frozen }

    /// The axes on which the viewport is too small for all requested frozen tracks, for a notice to the user. An axis on which
    /// everything fits is not included.
    public var reducedFreezes: Axes {
        var axes: Axes = []
        if vertical.isReduced { axes.insert(.vertical) }
        if horizontal.isReduced { axes.insert(.horizontal) }
        return axes
    }

    /// Returns true where the row or the column is frozen now, and with it their common cell. A track that does not exist is
    /// not frozen.
    public func isFrozen(row: Int, column: Int) -> Bool { vertical.isFrozen(row) || horizontal.isFrozen(column) }

    private mutating func freeze(
        _ axis: WritableKeyPath<StickySheet, SheetAxis>, _ change: (inout FrozenEnds) -> Void
    ) {
        let old = self[keyPath: axis].frozen
        self[keyPath: axis].update { change(&$0.asked) }
        if self[keyPath: axis].frozen != old { pending = .all }
    }
}
