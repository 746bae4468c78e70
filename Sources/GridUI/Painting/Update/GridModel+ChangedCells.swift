import Geometry
import GridLayout
import Tabular

extension GridModel {
    /// True while the view is the sheet, without merged cells and column groups, which extend across others.
    var isPlainSheet: Bool { isSheet && sheet.merges.isEmpty && sheet.columnGroups.levels.isEmpty }

    /// Calls `body` with rectangles of the viewport (viewport space) that together contain all visible cells of a plain sheet
    /// whose values differ from those of `old`: full-width rows.
    func forEachChangedRow(from old: BlockTiles, _ body: (Rect) -> Void) {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let rows = rowsInSight(tracks)
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
    }

    /// The columns of tiles that contain visible values.
    private func tileColumns(_ tracks: VisibleTracks) -> Set<Int> {
        var found: Set<Int> = []
        for column in columnsInSight(tracks) { found.insert(column / BlockTiles.columnsPerTile) }
        if let rowHeader = columns.rowHeader { found.insert(rowHeader / BlockTiles.columnsPerTile) }
        return found
    }

    /// Returns true where an element shows a cell of a changed tile.
    func shows(_ element: Element, anyOf tiles: inout ChangedTiles) -> Bool {
        if element.kind == .rowHeader {
            guard let column = columns.rowHeader else { return tiles.hasOtherNumber(row: element.section) }
            return tiles.contains(row: element.section, column: column)
        }
        guard element.category == .cell, let cell = cell(of: element) else { return false }
        // Items of groups may show their weight as well.
        if let weight = groups?.columns.weight, tiles.contains(row: cell.row, column: weight) { return true }
        return tiles.contains(row: cell.row, column: cell.column)
    }
}

/// The tiles of cells in memory that changed: replaced, loaded or dropped since the last frame.
struct ChangedTiles {
    private let old: BlockTiles
    private let new: BlockTiles
    private let orders: (old: ShownOrder?, new: ShownOrder?)
    private var last: (key: BlockTiles.Key, isChanged: Bool)?

    init(from old: PaintedFrame, to new: PaintedFrame) {
        (self.old, self.new, orders) = (old.cells, new.cells, (old.order, new.order))
    }

    var areAny: Bool {
        Set(new.keys).union(old.keys).contains { !RowBlock.areSame(new[$0], old[$0]) }
    }

    /// Returns true where the row number changed: in a row order, that arrives with the first of the row's tiles.
    func hasOtherNumber(row: Int) -> Bool {
        if orders.old == nil && orders.new == nil { return false }
        return orders.old?.sourceRow(at: row) != orders.new?.sourceRow(at: row)
    }

    /// Returns true where the tile of a cell changed. Visible elements are adjacent, and so are their tiles.
    mutating func contains(row: Int, column: Int) -> Bool {
        let key = BlockTiles.Key(cellRow: row, cellColumn: column)
        if let last, last.key == key { return last.isChanged }
        let isChanged = !RowBlock.areSame(new[key], old[key])
        last = (key, isChanged)
        return isChanged
    }
}
