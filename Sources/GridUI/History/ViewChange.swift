import TabularOps

/// What one change of a view was, for the menu that undoes it.
public enum ViewChange: String, Sendable, Hashable, CaseIterable {
    case view = "Change of View"
    case sort = "Sort"
    case fileOrder = "Return to the File's Order"
    case filter = "Filter"
    case allRows = "Show All Rows"
    case rowNames = "Row Names"
    case moveColumn = "Move Column"
    case hideColumn = "Hide Column"
    case showColumns = "Show Columns"
    case hideRow = "Hide Row"
    case showRows = "Show Rows"
    case showHidden = "Show All Hidden"
    case resizeColumn = "Resize Column"
    case resizeRow = "Resize Row"
    case freeze = "Freeze"
    case unfreeze = "Unfreeze"
    case wrapText = "Wrap Text"
    case stripeRows = "Stripe Rows"
    case compactRows = "Compact Rows"
    case headerPictures = "Pictures in Headers"
    case format = "Format"
    case merge = "Merge"
    case unmerge = "Take Apart"
    case zoom = "Zoom"

    /// For people, as it stands in a menu.
    public var title: String { rawValue }
}

extension GridArrangement {
    /// What leads from here to `next`: what is most to be seen, where several things do. Nil where nothing changed.
    public func change(to next: GridArrangement) -> ViewChange? {
        if view != next.view { return .view }
        if columns.rowHeader != next.columns.rowHeader { return .rowNames }
        if zoom != next.zoom { return .zoom }
        if let change = changeOfHiddenColumns(to: next) { return change }
        if columns != next.columns, !hasOnlyMoreColumns(next) { return .moveColumn }
        if !givesTheSameWidths(as: next) { return .resizeColumn }
        if frozen != next.frozen { return next.frozen.isNone ? .unfreeze : .freeze }
        // The heights of rows last: wherever text wraps they follow from all these.
        return changeOfLooks(to: next) ?? changeOfRows(to: next)
    }

    /// Columns that come in while a table is read are no change of a person's.
    private func hasOnlyMoreColumns(_ next: GridArrangement) -> Bool {
        var grown = columns
        grown.grow(to: next.columns.columnCount)
        return grown == next.columns
    }

    private func changeOfHiddenColumns(to next: GridArrangement) -> ViewChange? {
        guard !hidesTheSame(as: next) else { return nil }
        if columnSizes.hiddenCount <= next.columnSizes.hiddenCount { return .hideColumn }
        return rows.sizes.hiddenCount > next.rows.sizes.hiddenCount ? .showHidden : .showColumns
    }

    private func changeOfRows(to next: GridArrangement) -> ViewChange? {
        guard rows != next.rows else { return nil }
        let (count, after) = (rows.sizes.hiddenCount, next.rows.sizes.hiddenCount)
        return count == after ? .resizeRow : count < after ? .hideRow : .showRows
    }

    private func changeOfLooks(to next: GridArrangement) -> ViewChange? {
        if looks.wrapsText != next.looks.wrapsText { return .wrapText }
        if looks.stripesRows != next.looks.stripesRows { return .stripeRows }
        if looks.isCompact != next.looks.isCompact { return .compactRows }
        if looks.showsPictures != next.looks.showsPictures { return .headerPictures }
        if formats != next.formats { return .format }
        if spans != next.spans || mergedColumns != next.mergedColumns {
            return spans.count + mergedColumns.count < next.spans.count + next.mergedColumns.count ? .merge : .unmerge
        }
        return nil
    }
}

/// All that a person arranged: the grid, and which rows it shows in which order.
public struct ViewState: Sendable, Equatable {
    public var grid: GridArrangement
    public var rows: RowArrangement

    public init(grid: GridArrangement, rows: RowArrangement) { (self.grid, self.rows) = (grid, rows) }

    /// What leads from here to `next`. Nil where nothing changed.
    public func change(to next: ViewState) -> ViewChange? {
        if rows.conditions != next.rows.conditions { return next.rows.isPlain ? .allRows : .filter }
        if rows != next.rows { return next.rows.keys.isEmpty ? .fileOrder : .sort }
        return grid.change(to: next.grid)
    }
}
