import Geometry
import GridLayout

extension GridModel {
    /// The zoom steps of the zoom commands.
    public static let zoomSteps = [
        0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4,
    ]

    /// Does what a key or a menu says. Moves of the active cell scroll it into sight.
    public mutating func perform(_ command: GridCommand) {
        switch command {
        case .freezeRows, .freezeColumns, .freezeBoth, .unfreeze: freeze(command)
        case .zoomIn: zoom(to: Self.zoomSteps.first { $0 > viewport.zoom + 0.001 } ?? viewport.zoom)
        case .zoomOut: zoom(to: Self.zoomSteps.last { $0 < viewport.zoom - 0.001 } ?? viewport.zoom)
        case .zoomReset: zoom(to: 1)
        default: move(command)
        }
    }

    /// Makes a cell the active one and scrolls it into sight; one outside the table is moved to its nearest.
    public mutating func activate(_ cell: CellPosition) {
        guard rowCount > 0, columnCount > 0 else { return }
        let cell = CellPosition(
            row: min(max(cell.row, 0), rowCount - 1), column: min(max(cell.column, 0), columnCount - 1))
        activeCell = cell
        reveal(cell)
    }

    /// Makes the cell under `point` (viewport space) the active one. False where there is none.
    public mutating func activate(at point: Point) -> Bool {
        let hit = layout.hitTest(viewport.contentPoint(under: point), visible: viewport.visible)
        guard let element = hit?.element, element.category == .cell else { return false }
        activate(CellPosition(row: element.section, column: element.item))
        return true
    }

    private mutating func move(_ command: GridCommand) {
        guard let from = activeCell else { return }
        var to = from
        let forward = viewport.direction == .leftToRight ? 1 : -1
        switch command {
        case .moveUp: to.row -= 1
        case .moveDown: to.row += 1
        case .moveLeft: to.column -= forward
        case .moveRight: to.column += forward
        case .pageUp: to.row = pageTarget(from: from.row, .vertical, -1)
        case .pageDown: to.row = pageTarget(from: from.row, .vertical, 1)
        case .pageLeft: to.column = pageTarget(from: from.column, .horizontal, -forward)
        case .pageRight: to.column = pageTarget(from: from.column, .horizontal, forward)
        case .firstColumn: to.column = 0
        case .lastColumn: to.column = columnCount - 1
        case .firstRow: to.row = 0
        case .lastRow: to.row = rowCount - 1
        case .tableStart: to = CellPosition(row: 0, column: 0)
        case .tableEnd: to = CellPosition(row: rowCount - 1, column: columnCount - 1)
        default: return
        }
        activate(to)
    }

    /// The track one page on from `track`, and scrolls by that page, so that the active cell keeps its place on screen.
    private mutating func pageTarget(from track: Int, _ axis: Axis, _ sign: Int) -> Int {
        let sizes = axis == .vertical ? layout.rows : layout.columns
        guard sizes.count > 0 else { return 0 }
        let pinned = axis == .vertical ? layout.pinnedInsets.vertical : layout.pinnedInsets.horizontal
        // One ordinary track of the old page stays in sight, for the eye to hold on to.
        let page = max(sizes.defaultSize, viewport.contentExtent[axis] - pinned - sizes.defaultSize)
        let target = sizes.offset(of: track) + page * Double(sign)
        var offset = viewport.offset
        offset[axis] += page * Double(sign)
        viewport.offset = layout.clamp(offset, viewport: viewport.contentExtent)
        var index = sizes.index(containing: min(max(target, 0), max(0, sizes.extent - 1))) ?? track
        // A page is a whole number of tracks, the same up as down.
        if sign < 0, sizes.offset(of: index) < target { index += 1 }
        return index == track ? min(max(track + sign, 0), sizes.count - 1) : index
    }

    /// Freezes up to the active cell, that cell's row and column included, or frees everything. The scroll offset stays.
    private mutating func freeze(_ command: GridCommand) {
        let cell = activeCell ?? CellPosition(row: 0, column: 0)
        if command == .freezeRows || command == .freezeBoth { layout.frozenRows = cell.row + 1 }
        if command == .freezeColumns || command == .freezeBoth { layout.frozenColumns = cell.column + 1 }
        if command == .unfreeze { (layout.frozenRows, layout.frozenColumns) = (0, 0) }
        relayout()
    }

    /// Freezes the first `rows` rows and `columns` columns.
    public mutating func freeze(rows: Int, columns: Int) {
        layout.frozenRows = max(0, rows)
        layout.frozenColumns = max(0, columns)
        relayout()
    }
}
