import GridLayout
import Tabular

extension GridModel {
    /// The height of the row that has the columns' own titles, in logical pixels before zoom.
    var headerHeight: Double { sheet.parameters.headerHeight }

    /// Shows the values of a column by a format; nil shows them as they stand.
    public mutating func setFormat(_ format: CellFormat?, ofColumn column: Int) {
        guard column >= 0, column < columnCount else { return }
        formats[column] = format
        if !sizing.given.contains(column) { sizing.sizedTiles.remove(column / BlockTiles.columnsPerTile) }
    }

    /// The title of a column group, by its level from the outermost and its number there.
    func groupTitle(level: Int, _ index: Int) -> String? { nil }

    /// What follows from the order of columns.
    mutating func columnsMoved() {
        if !merged.isEmpty { layOutMerges() }
    }
}
