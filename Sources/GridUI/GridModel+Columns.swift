import GridLayout
import Tabular

extension GridModel {
    /// The height of the row that has the columns' own titles, in logical pixels before zoom.
    var headerHeight: Double { sheet.parameters.headerHeight }

    /// The format by which the values of a column are shown; nil where they are as they stand.
    public func format(ofColumn column: Int) -> CellFormat? { formats[column] }

    /// Shows the values of a column by a format; nil shows them as they stand.
    public mutating func setFormat(_ format: CellFormat?, ofColumn column: Int) {
        guard column >= 0, column < columnCount else { return }
        formats[column] = format
        if shown.definition.centersColumns { shown.texts.itemWidth = nil }
        forgetRowHeights()
        if !sizing.given.contains(column) { sizing.sizedTiles[column / BlockTiles.columnsPerTile] = nil }
    }

    /// Shows the digits of long numbers in groups of three, or as they stand. Values stay what they are: what is copied,
    /// found, sorted and read aloud has no groups.
    ///
    /// Columns that nobody gave a width get that which their texts ask for then.
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

    /// Shows `kept` alone of the columns of the table, each once and in that order. Before anything else is asked for of a
    /// table of which all is known.
    public mutating func keepColumns(_ kept: [Int]) {
        columns.keep(kept)
        sheet.columns.count = columns.count
        if let cell = activeCell, columns.count > 0 {
            activeCell = CellPosition(row: cell.row, column: columns.column(at: 0))
        }
        columnsMoved()
        relayout()
    }

    /// Comes before the sheet's columns move: merged cells are laid out anew afterwards, so the sheet need not do it.
    mutating func columnsWillMove() { sheet.merges = Merges() }

    /// Updates the state that depends on the order of columns.
    mutating func columnsMoved() {
        if !merged.isEmpty { layOutMerges() }
        groupColumns()
    }

    /// Brings the groups of columns, which a header of several rows names, in line with the order of the columns.
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
