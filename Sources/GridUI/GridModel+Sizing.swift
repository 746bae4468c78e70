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

    /// Widens columns of numbers in sight whose figures do not fit: a number that is cut reads as another number.
    /// Columns only grow, and only those in sight, so what is left of them stays where it is. True when one grew.
    ///
    /// - Complexity: O(cells in sight); nothing is shaped, since figures all have one width.
    public mutating func widenNumbersInSight() -> Bool {
        let tracks = layout.visibleTracks(in: viewport.visible)
        var grew = false
        for column in [tracks.frozenColumns, tracks.columns].joined() where table.columns[column].type.isNumeric {
            let longest = tracks.rows.reduce(0) { max($0, byteCount(row: $1, column: column)) }
            let width = Double(longest) * metrics.digitWidth * Self.roundingSlack + 2 * GridMetrics.padding + 1
            let wanted = min(width.rounded(.up), GridMetrics.maximumColumnWidth)
            if wanted > layout.columns.size(of: column) {
                layout.columns.setSize(wanted, for: column)
                grew = true
            }
        }
        if grew { relayout() }
        return grew
    }

    private func byteCount(row: Int, column: Int) -> Int {
        table.cells.block(row: row, column: column)?.withBytes(row: row, column: column) { $0.count } ?? 0
    }
}
