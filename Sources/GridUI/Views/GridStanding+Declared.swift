import GridLayout
import Tabular

extension GridStanding {
    /// The widths, the hidden rows and columns and the active cell that `layout` declares, with the appearance options of
    /// `model`.
    public init(_ layout: DeclaredLayout, in model: GridModel) {
        self.init()
        isByName = false
        (wrapsText, stripesRows) = (model.wrapsText, model.stripesRows)
        (isCompact, showsPictures) = (model.isCompact, model.showsPictures)
        let columns = 0..<model.columnCount
        for (column, digits) in layout.widths where columns.contains(column) && digits.isFinite && digits >= 0 {
            let width = (digits * model.metrics.digitWidth + 2 * GridMetrics.padding).rounded(.up)
            change(column) { ($0.width, $0.isGiven) = (min(max(width, GridModel.leastGivenWidth), 1e4), true) }
        }
        for hidden in layout.hiddenColumns {
            for column in hidden.clamped(to: columns) { change(column) { $0.isHidden = true } }
        }
        hiddenRows = Array(layout.hiddenRows.prefix(GridModel.keptStretches))
        guard let cell = layout.activeCell, columns.contains(cell.column) else { return }
        (activeRow, activeColumn) = (cell.row, ColumnKey(name: "", number: cell.column))
    }

    private mutating func change(_ column: Int, _ change: (inout ColumnState) -> Void) {
        change(&columns[ColumnKey(name: "", number: column), default: ColumnState(isGiven: false, isHidden: false)])
    }
}
