import Drawing
import Geometry
import GridLayout
import Tabular

extension GridModel {
    /// The maximum number of blocks of a column that are measured when it is fitted.
    private static let fittedBlocks = 64

    /// Sets a column's width to that of its widest text: the title, all visible rows, and a sample of the rows in memory,
    /// nearest first. As with a width that the user chose, only the user changes it again.
    ///
    /// - Complexity: O(blocks in memory · log + measured rows), at most some thousands of rows.
    public mutating func fitColumn(_ column: Int, measuring text: some TextMeasuring) {
        guard isSheet, columns.place(of: column) != nil else { return }
        let text = ScaledMeasuring(text, by: textScale)
        var widest = titleWidth(of: column, measuring: text)
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let sight = [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows]
        func isInSight(_ block: RowBlock) -> Bool { sight.contains { $0.overlaps(block.range.rows) } }
        let near = tracks.rows.lowerBound / BlockTiles.rowsPerTile
        let tile = column / BlockTiles.columnsPerTile
        let blocks = table.cells.keys.filter { $0.column == tile }
            .sorted { (abs($0.row - near), $0.row) < (abs($1.row - near), $1.row) }
            .compactMap { table.cells[$0] }.filter { $0.range.columns.contains(column) }
        let ordered = blocks.filter(isInSight) + blocks.filter { !isInSight($0) }
        for block in ordered.prefix(Self.fittedBlocks) {
            widest = max(widest, widestValue(of: column, in: block, measuring: text))
            for rows in sight where rows.overlaps(block.range.rows) {
                let rows = rows.clamped(to: block.range.rows)
                widest = max(widest, widestValue(of: column, in: block, rows: rows, measuring: text))
            }
        }
        // A text as long as a page must not push everything else away.
        let room = viewport.contentExtent.width - pinnedInsets.horizontal
        let limit = max(GridMetrics.maximumColumnWidth, room)
        resizeColumn(column, to: min(max(Self.padded(widest), GridMetrics.minimumColumnWidth), limit))
    }

    /// Performs a double click at `point` (viewport space): on the edge of a header it shows hidden rows or columns
    /// there, else fits the column, or resets the row's height; on items too narrow to be seen it requests their group
    /// in the sheet (`takeAskedAction`). Returns false where it has no effect.
    public mutating func doubleClick(at point: Point, measuring text: some TextMeasuring) -> Bool {
        if askToShowGroup(at: point) { return true }
        guard case .edge(let axis, let track) = pointerTarget(at: point) else { return false }
        _ = cancelDrag()
        let screen = ScreenAxis(axis, of: self)
        let beside = screen.band(of: track) == .trailing ? track - 1 : track + 1
        let hidden = [track, beside].map(screen.hiddenRun).first { !$0.isEmpty }
        switch (axis, hidden) {
        case (.horizontal, let hidden?): showColumns(hidden)
        case (.vertical, let hidden?): showRows(hidden)
        case (.horizontal, nil): fitColumn(columns.column(at: track), measuring: text)
        case (.vertical, nil): resetRow(track)
        }
        _ = updateHover()
        return true
    }
}
