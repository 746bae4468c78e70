// How one table stood, for another one with the same columns.
extension GridStanding {
    /// Whether a person changed nothing of it: neither columns nor rows, but for looks that are preferred everywhere.
    public var isOrdinary: Bool {
        !columns.values.contains { $0.isGiven || $0.isHidden || $0.format != nil } && order == nil && !wrapsText
            && !showsPictures && hiddenRows.isEmpty && rowHeights.isEmpty && merges.isEmpty && mergedColumns.isEmpty
    }

    /// How its columns stand, without anything that is of its rows and values: rows that were hidden or given a height,
    /// cells that were merged, widths that nobody gave. The table is looked at where `other` is.
    public func columnsAlone(lookedAtAs other: GridStanding) -> GridStanding {
        var standing = other
        standing.columns = columns.mapValues { state in
            var state = state
            if !state.isGiven { (state.width, state.wanted) = (nil, nil) }
            return state
        }
        (standing.isByName, standing.order, standing.mergedColumns) = (isByName, order, mergedColumns)
        (standing.wrapsText, standing.stripesRows) = (wrapsText, stripesRows)
        (standing.isCompact, standing.showsPictures) = (isCompact, showsPictures)
        (standing.hiddenRows, standing.rowHeights, standing.merges) = ([], [:], [])
        return standing
    }
}
