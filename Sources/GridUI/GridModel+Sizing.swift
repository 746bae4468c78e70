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

    /// Gives the columns in sight the widths that their values ask for, as far as those are in memory. True when a width
    /// changed: the scrollbars are to follow. Call it before each frame whose cells were not in sight before.
    public mutating func fitColumnsInSight(measuring text: some TextMeasuring) -> Bool {
        let followed = activeCell.flatMap { isInSight($0) ? $0 : nil }
        let sized = sizeColumns(measuring: text)
        let grew = widenNumbers()
        guard sized || grew else { return false }
        // What a person just went to is not pushed out of sight by its neighbours' widths.
        if let followed { reveal(followed) }
        return true
    }

    /// Makes the columns in sight as wide as their title and the first rows that are there, each tile of columns once.
    /// What comes later changes no width by itself, but for numbers (`widenNumbers`).
    ///
    /// - Complexity: O(columns of a tile × sampled rows) for a tile that comes into sight for the first time.
    private mutating func sizeColumns(measuring text: some TextMeasuring) -> Bool {
        let tracks = layout.visibleTracks(in: viewport.visible)
        let row = tracks.rows.lowerBound
        // Columns before the first one in sight may change too, and are not to push it aside.
        let anchor = min(tracks.columns.lowerBound, columnCount)
        let place = viewport.offset.x - layout.columns.offset(of: anchor)
        var changed = false
        for column in [tracks.frozenColumns, tracks.columns].joined() {
            let tile = column / BlockTiles.columnsPerTile
            guard !sizedTiles.contains(tile) else { continue }
            let block = table.cells.block(row: 0, column: column) ?? table.cells.block(row: row, column: column)
            guard let block else { continue }
            sizedTiles.insert(tile)
            size(block, measuring: text)
            changed = true
        }
        guard changed else { return false }
        if viewport.offset.x > 0 { viewport.offset.x = layout.columns.offset(of: anchor) + place }
        relayout()
        return true
    }

    private mutating func size(_ block: RowBlock, measuring text: some TextMeasuring) {
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
    private mutating func widenNumbers() -> Bool {
        let tracks = layout.visibleTracks(in: viewport.visible)
        var grew = false
        for column in [tracks.frozenColumns, tracks.columns].joined() where table.columns[column].type.isNumeric {
            let rows = [tracks.frozenRows, tracks.rows].joined()
            let longest = rows.reduce(0) { max($0, byteCount(row: $1, column: column)) }
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

    /// Whether a part of the cell shows.
    private func isInSight(_ cell: CellPosition) -> Bool {
        let visible = viewport.visible
        guard let found = layout.attributes(for: .cell(section: cell.row, item: cell.column), visible: visible) else {
            return false
        }
        let shown = found.region?.frame(in: visible, pinned: layout.pinnedInsets) ?? visible
        return found.frame.intersects(shown)
    }
}
