import Tabular
import TabularOps
import Translation

/// The kind of one change of a view, for the menu that undoes it.
public enum ViewChange: Sendable, Hashable, CaseIterable {
    case view
    case sort
    case fileOrder
    case filter
    case allRows
    case rowNames
    case moveColumn
    case hideColumn
    case showColumns
    case hideRow
    case showRows
    case showHidden
    case resizeColumn
    case resizeRow
    case freeze
    case unfreeze
    case wrapText
    case stripeRows
    case compactRows
    case headerPictures
    case format
    case type
    case merge
    case unmerge
    case zoom

    /// The title in menus.
    public var title: String {
        switch self {
        case .view: tr("Change of View", in: "change of the view")
        case .sort: tr("Sort", in: "change of the view")
        case .fileOrder: tr("Back to File Order", in: "change of the view")
        case .filter: tr("Filter", in: "change of the view")
        case .allRows: tr("Clear Filter", in: "change of the view")
        case .rowNames: tr("Row Names", in: "change of the view")
        case .moveColumn: tr("Move Column", in: "change of the view")
        case .hideColumn: tr("Hide Column", in: "change of the view")
        case .showColumns: tr("Show Columns", in: "change of the view")
        case .hideRow: tr("Hide Row", in: "change of the view")
        case .showRows: tr("Show Rows", in: "change of the view")
        case .showHidden: tr("Show All Hidden", in: "change of the view")
        case .resizeColumn: tr("Resize Column", in: "change of the view")
        case .resizeRow: tr("Resize Row", in: "change of the view")
        case .freeze: tr("Freeze", in: "change of the view")
        case .unfreeze: tr("Unfreeze", in: "change of the view")
        case .wrapText: tr("Wrap Text", in: "change of the view")
        case .stripeRows: tr("Stripe Rows", in: "change of the view")
        case .compactRows: tr("Compact Rows", in: "change of the view")
        case .headerPictures: tr("Pictures in Headers", in: "change of the view")
        case .format: tr("Format", in: "change of the view")
        case .type: tr("Type", in: "change of the view")
        case .merge: tr("Merge", in: "change of the view")
        case .unmerge: tr("Unmerge Cells", in: "change of the view")
        case .zoom: tr("Zoom", in: "change of the view")
        }
    }
}

extension GridArrangement {
    /// Returns the change from this state to `next`: the most visible of several. Nil where nothing changed.
    public func change(to next: GridArrangement) -> ViewChange? {
        if view != next.view { return .view }
        if columns.rowHeader != next.columns.rowHeader { return .rowNames }
        if zoom != next.zoom { return .zoom }
        if let change = changeOfHiddenColumns(to: next) { return change }
        if columns != next.columns, !hasOnlyMoreColumns(next) { return .moveColumn }
        if !givesTheSameWidths(as: next) { return .resizeColumn }
        if frozen != next.frozen { return next.frozen.isNone ? .unfreeze : .freeze }
        // Row heights last: where text wraps, they follow from all the others.
        return changeOfLooks(to: next) ?? changeOfRows(to: next)
    }

    /// Columns that appear while a table is read are no change by the user.
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

/// The undoable view state of a table: its grid, its query, and the types of its columns.
public struct ViewState: Sendable, Equatable {
    public var grid: GridArrangement
    public var rows: RowArrangement
    public var types: TypeChoices

    public init(grid: GridArrangement, rows: RowArrangement, types: TypeChoices = TypeChoices()) {
        (self.grid, self.rows, self.types) = (grid, rows, types)
    }

    /// Returns the change from this state to `next`. Nil where nothing changed.
    public func change(to next: ViewState) -> ViewChange? {
        if types != next.types { return .type }
        if rows.conditions != next.rows.conditions { return next.rows.isPlain ? .allRows : .filter }
        if rows != next.rows { return next.rows.keys.isEmpty ? .fileOrder : .sort }
        return grid.change(to: next.grid)
    }
}
