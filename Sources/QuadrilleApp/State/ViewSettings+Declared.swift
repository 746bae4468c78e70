import GridLayout
import GridUI
import Tabular

extension ViewSettings {
    /// The parts of the layout `declared` that are not in `applied` already; everything else stays as in `model`. Nil where
    /// there are none.
    init?(_ declared: DeclaredLayout, besides applied: DeclaredLayout = DeclaredLayout(), in model: GridModel) {
        self.init()
        var rest = declared
        if declared.widths == applied.widths { rest.widths = [:] }
        if declared.hiddenRows == applied.hiddenRows { rest.hiddenRows = [] }
        if declared.hiddenColumns == applied.hiddenColumns { rest.hiddenColumns = [] }
        let hasOtherCell = declared.activeCell.map { cell in applied.activeCell.map { $0 != cell } ?? true } ?? false
        hasStandingColumns = !rest.widths.isEmpty || !rest.hiddenColumns.isEmpty
        if hasStandingColumns || hasOtherCell || !rest.hiddenRows.isEmpty {
            standing = GridStanding(rest, in: model)
        }
        let known = Set(applied.merges)
        merges = declared.merges.filter { !known.contains($0) }.map { CellSpan(rows: $0.rows, columns: $0.columns) }
        isRightToLeft = declared.isRightToLeft && !applied.isRightToLeft
        let freezes = declared.frozenEnds != applied.frozenEnds
        if standing == nil, merges.isEmpty, !isRightToLeft, !freezes { return nil }
        isKept = true
        (zoom, frozenTrailingColumns) = (model.viewport.zoom, model.sheet.frozenTrailingColumns)
        (frozenRows, frozenColumns) =
            freezes ? declared.frozenEnds : (model.sheet.frozenRows, model.sheet.frozenColumns)
    }
}

extension DeclaredLayout {
    /// The number of frozen rows and columns: rows with column names are frozen too.
    fileprivate var frozenEnds: (rows: Int, columns: Int) { (max(frozenRows, headerRows), frozenColumns) }
}

/// The layout that a file declares, as the initial state of a view unless a remembered one replaces it.
struct DeclaredBeginning {
    /// True where the view is remembered: then only the direction of the declared layout is used.
    var isRemembered = false
    /// The applied part of the layout.
    private var applied = DeclaredLayout()
    /// True until a complete layout has been applied.
    private var isBeginning = true

    /// The settings to apply to `model` now; nil while there are none.
    mutating func next(in model: GridModel) -> ViewSettings? {
        guard var declared = model.table.declaredLayout, model.columnCount > 0 else { return nil }
        if isRemembered {
            let isRightToLeft = declared.isRightToLeft
            declared = DeclaredLayout()
            declared.isRightToLeft = isRightToLeft
        }
        declared.rowLabels = nil
        // A table that is reloaded declares only parts of its layout until all of it is read.
        guard declared != applied, declared.isComplete || isBeginning else { return nil }
        defer { applied = declared }
        isBeginning = isBeginning && !declared.isComplete
        return ViewSettings(declared, besides: applied, in: model)
    }
}
