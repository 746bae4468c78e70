import GridLayout
import Tabular

extension GridModel {
    /// The height of the row that has the columns' own titles, in logical pixels before zoom.
    var headerHeight: Double { sheet.parameters.headerHeight }

    /// The format of a column's values; nil where they are shown unchanged.
    public func format(ofColumn column: Int) -> CellFormat? { formats[column] }

    /// Shows the values of a column in a format; nil shows them unchanged.
    public mutating func setFormat(_ format: CellFormat?, ofColumn column: Int) {
        guard column >= 0, column < columnCount else { return }
        formats[column] = format
        if shown.definition.centersColumns { shown.texts.itemWidth = nil }
        forgetRowHeights()
        if !sizing.given.contains(column) { sizing.sizedTiles[column / BlockTiles.columnsPerTile] = nil }
    }

    /// Shows the digits of long numbers in groups of three, or ungrouped. The values do not change: copying, search, sorting
    /// and screen readers use them without groups.
    ///
    /// Columns whose width the user did not choose adapt to their texts.
    public mutating func setGroupsDigits(_ groupsDigits: Bool) {
        guard groupsDigits != self.groupsDigits else { return }
        self.groupsDigits = groupsDigits
        sizing.sizedTiles = [:]
        sizing.rowHeaderWidth = nil
        if shown.definition.centersColumns { shown.texts.itemWidth = nil }
        relayout()
    }

    /// Returns true where the values of a column group their digits.
    func groupsDigits(ofColumn column: Int) -> Bool { groupsDigits && table.columns[column].type.isNumeric }

    /// The title of a column group, by its level from the outermost and its number there.
    func groupTitle(level: Int, _ index: Int) -> String? {
        groupTitles.indices.contains(level) && groupTitles[level].indices.contains(index)
            ? groupTitles[level][index] : nil
    }

    /// Shows only the columns `kept` of the table, each once and in that order. Call it before any other change, on a table
    /// whose columns are all known.
    public mutating func keepColumns(_ kept: [Int]) {
        columns.keep(kept)
        sheet.columns.count = columns.count
        if let cell = activeCell, columns.count > 0 {
            activeCell = CellPosition(row: cell.row, column: columns.column(at: 0))
        }
        columnsMoved()
        relayout()
    }

    /// Called before the sheet's columns move. Merged cells are laid out again afterwards, so the sheet need not move them.
    mutating func columnsWillMove() { sheet.merges = Merges() }

    /// Updates the state that depends on the order of columns.
    mutating func columnsMoved() {
        if !merged.isEmpty { layOutMerges() }
        groupColumns()
    }

    /// Updates the column groups, which a header of several rows names, to the order of the columns.
    ///
    /// - Complexity: O(columns) where there is such a header, else O(1).
    mutating func groupColumns() {
        guard table.hasColumnGroups else { return }
        let placed = (0..<columns.count).map { table.columns[columns.column(at: $0)] }
        let levels = HeaderGroups(placed).levels
        sheet.columnGroups = ColumnGroups(levels.map { $0.map(\.range) }, columnCount: columns.count)
        groupTitles = levels.map { $0.map(\.title) }
    }
}
