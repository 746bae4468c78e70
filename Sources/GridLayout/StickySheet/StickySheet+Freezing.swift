import Geometry

// Rows and columns that stay at the four ends of the viewport.
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

    /// The number of rows to freeze at the bottom. Where rows are too few for both ends, the top has them.
    public var frozenTrailingRows: Int {
        get { vertical.asked.trailing }
        set { freeze(\.vertical) { $0.trailing = newValue } }
    }

    /// The number of columns to freeze at the trailing edge.
    public var frozenTrailingColumns: Int {
        get { horizontal.asked.trailing }
        set { freeze(\.horizontal) { $0.trailing = newValue } }
    }

    /// The rows that are frozen: none while all rows fit the viewport, and fewer than asked for while it is so small
    /// that less than a third of it, or less than one ordinary row, would be left to what scrolls.
    public var frozenRowsInForce: FrozenEnds { vertical.frozen }

    /// The columns that are frozen, by the rules of `frozenRowsInForce`.
    public var frozenColumnsInForce: FrozenEnds { horizontal.frozen }

    /// The axes on which the viewport is too small for all that was asked for, so that the user can be told. An axis on
    /// which everything fits is none of them.
    public var reducedFreezes: Axes {
        var axes: Axes = []
        if vertical.isReduced { axes.insert(.vertical) }
        if horizontal.isReduced { axes.insert(.horizontal) }
        return axes
    }

    /// Returns true where the row or the column is frozen now, and with it the cell where they meet. A track that does not
    /// exist is not frozen.
    public func isFrozen(row: Int, column: Int) -> Bool { vertical.isFrozen(row) || horizontal.isFrozen(column) }

    private mutating func freeze(
        _ axis: WritableKeyPath<StickySheet, SheetAxis>, _ change: (inout FrozenEnds) -> Void
    ) {
        let old = self[keyPath: axis].frozen
        self[keyPath: axis].update { change(&$0.asked) }
        if self[keyPath: axis].frozen != old { pending = .all }
    }
}
