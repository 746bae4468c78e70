import Geometry
import GridLayout
import Tabular

extension GridModel {
    /// Whether the sheet is shown, with nothing in it that lies across other things.
    var isPlainSheet: Bool { isSheet && sheet.merges.isEmpty && sheet.columnGroups.levels.isEmpty }

    /// Calls `body` with places of the viewport (viewport space) that together hold all cells in sight whose values are
    /// not those of `old`. False where the whole viewport may.
    func forEachChangedPlace(from old: BlockTiles, _ body: (Rect) -> Void) -> Bool {
        guard isSheet, sheet.merges.isEmpty else { return !hasChanged(from: old) }
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let rows = [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows].filter { !$0.isEmpty }
        let columns = tileColumns(tracks)
        let axis = ScreenAxis(.vertical, of: self)
        for rows in rows {
            for tile in rows.lowerBound / BlockTiles.rowsPerTile...(rows.upperBound - 1) / BlockTiles.rowsPerTile {
                let isChanged = columns.contains { column in
                    let key = BlockTiles.Key(row: tile, column: column)
                    return !RowBlock.areSame(table.cells[key], old[key])
                }
                guard isChanged else { continue }
                let start = tile * BlockTiles.rowsPerTile
                let changed = rows.clamped(to: start..<start + BlockTiles.rowsPerTile)
                let top = axis.shownExtent(of: changed.lowerBound).start
                let bottom = axis.shownExtent(of: changed.upperBound - 1).end
                // A row's edges are on device pixels, up to one away.
                let slack = 1 / viewport.scaleFactor
                body(Rect(minX: 0, minY: top - slack, maxX: viewport.size.width, maxY: bottom + slack))
            }
        }
        return true
    }

    /// The columns of tiles in which the values are that show.
    private func tileColumns(_ tracks: VisibleTracks) -> Set<Int> {
        var found: Set<Int> = []
        for place in [tracks.frozenColumns, tracks.columns, tracks.frozenTrailingColumns].joined() {
            found.insert(columns.column(at: place) / BlockTiles.columnsPerTile)
        }
        if let rowHeader = columns.rowHeader { found.insert(rowHeader / BlockTiles.columnsPerTile) }
        return found
    }

    /// Whether any tile in memory is another than before.
    private func hasChanged(from old: BlockTiles) -> Bool {
        let keys = Set(table.cells.keys).union(old.keys)
        return keys.contains { !RowBlock.areSame(table.cells[$0], old[$0]) }
    }
}
