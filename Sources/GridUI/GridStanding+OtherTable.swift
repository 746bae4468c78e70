// The view state of one table, for another one with the same columns.
extension GridStanding {
    /// True where the user changed neither columns nor rows; appearance options that preferences set do not count.
    public var isOrdinary: Bool {
        !columns.values.contains { $0.isGiven || $0.isHidden || $0.format != nil } && order == nil && !wrapsText
            && !showsPictures && hiddenRows.isEmpty && rowHeights.isEmpty && merges.isEmpty && mergedColumns.isEmpty
    }

    /// Returns the state of the columns, without anything that depends on rows and values: hidden rows, row heights,
    /// merged cells, automatic widths. The scroll position, the active cell and the selection are those of `other`.
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
