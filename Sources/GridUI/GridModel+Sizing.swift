import Drawing
import Geometry
import Glibc
import GridLayout
import Tabular

extension GridModel {
    /// Rows that are looked at to find a column's width.
    private static let sampledRows = 100
    /// Glyphs are placed on whole device pixels, so a text is a little wider or narrower at another scale or zoom; without
    /// this a title that just fits at one would lose its end at the other.
    private static let roundingSlack = 1.04

    /// Takes over the sizes that follow from the theme's font.
    public mutating func restyle(_ theme: Theme, measuring text: some TextMeasuring) {
        metrics = GridMetrics(theme: theme, measuring: text)
        layout.rows.defaultSize = metrics.rowHeight
        layout.parameters.headerHeight = metrics.headerHeight
        layout.parameters.gutterWidth = metrics.gutterWidth(rowCount: rowCount)
        relayout()
    }

    /// Makes the columns of the first tile as wide as their title and first rows, once, when those rows are there.
    ///
    /// - Complexity: O(columns of a tile × sampled rows).
    mutating func sizeColumns(measuring text: some TextMeasuring) {
        guard !isSized, let block = table.cells.block(row: 0, column: 0) else { return }
        isSized = true
        for column in block.range.columns {
            let title = table.columns[column].title(at: column)
            var widest = text.width(of: title, font: metrics.headerFont)
            for row in block.range.rows.prefix(Self.sampledRows) {
                block.withBytes(row: row, column: column) { bytes in
                    // What is longer than the widest column is not worth measuring to its end.
                    let sample = UnsafeBufferPointer(rebasing: bytes.prefix(Utf8.boundary(in: bytes, atMost: 160)))
                    widest = max(widest, text.width(of: sample, font: metrics.font))
                }
            }
            let width = (widest * Self.roundingSlack + 2 * GridMetrics.padding + 1).rounded(.up)
            layout.columns.setSize(
                min(max(width, GridMetrics.minimumColumnWidth), GridMetrics.maximumColumnWidth), for: column)
        }
    }
}
