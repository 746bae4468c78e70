import Geometry
import GridLayout

extension GridModel {
    /// The zoom steps of the zoom commands.
    public static let zoomSteps = [
        0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4,
    ]

    /// Performs a command of a key or menu. Moves of the active cell scroll it into view.
    public mutating func perform(_ command: GridCommand) {
        scrolling.motion.cancel()
        switch command {
        case .zoomIn: zoom(to: Self.zoomSteps.first { $0 > viewport.zoom + 0.001 } ?? viewport.zoom)
        case .zoomOut: zoom(to: Self.zoomSteps.last { $0 < viewport.zoom - 0.001 } ?? viewport.zoom)
        case .zoomReset: zoom(to: 1)
        case .wrapText: setWrapsText(!wrapsText)
        case .stripeRows: stripesRows.toggle()
        case .compactRows: setCompact(!isCompact)
        case .headerPictures: setShowsPictures(!showsPictures)
        default:
            if !changeSheet(command), !changeSelection(command) { move(command) }
        }
    }

    /// Returns true where a command has an effect now; for moves and copies, where there is a cell to start at.
    public func canPerform(_ command: GridCommand) -> Bool {
        guard columnCount > 0 else { return false }
        return switch command {
        case .zoomIn: viewport.zoom < Viewport.zoomRange.upperBound - 0.001
        case .zoomOut: viewport.zoom > Viewport.zoomRange.lowerBound + 0.001
        case .zoomReset: viewport.zoom != 1
        case .wrapText, .stripeRows, .compactRows, .headerPictures: true
        case .showAll: hiddenCounts != (0, 0)
        case .unfreeze: isSheet && (isFrozen(.horizontal) || isFrozen(.vertical))
        case .freezeRows, .freezeColumns, .freezeBoth, .freezeTrailingRows, .freezeTrailingColumns:
            isSheet && activeCell != nil
        case .hideRow: isSheet && activeCell != nil && sheet.rows.count - sheet.rows.hiddenCount > 1
        case .hideColumn: isSheet && activeCell != nil && sheet.columns.count - sheet.columns.hiddenCount > 1
        case .widenColumn: isSheet && activeWidth != nil
        case .narrowColumn: isSheet && activeWidth.map { $0 > Self.leastGivenWidth } ?? false
        case .raiseRow: isSheet && activeHeight != nil
        case .lowerRow: isSheet && activeHeight.map { $0 > Self.leastGivenHeight } ?? false
        case .selectAll: rowCount > 0
        // In groups, a range is everything between two items.
        case .addRange: activeCell != nil && view.shape != .groups
        case .selectCell: !selection.isEmpty
        default: activeCell != nil
        }
    }

    /// The width of the active cell's column, in logical pixels before zoom; nil where the column is not in the sheet.
    private var activeWidth: Double? {
        activeCell.flatMap { columns.place(of: $0.column) }.map { sheet.columns.size(of: $0) }
    }

    /// The height of the active cell's row, in logical pixels before zoom.
    private var activeHeight: Double? { activeCell.map { sheet.rows.size(of: $0.row) } }

    /// Makes a cell the active one and the whole selection, and scrolls it into view; a cell outside the table becomes the
    /// nearest one inside.
    public mutating func activate(_ cell: CellPosition) { activate(cell, revealingOn: .both) }

    mutating func activate(_ cell: CellPosition, revealingOn axes: Axes) {
        guard rowCount > 0, columnCount > 0 else { return }
        let cell = CellPosition(
            row: min(max(cell.row, 0), rowCount - 1), column: min(max(cell.column, 0), columnCount - 1))
        activeCell = cell
        (selection, awaitsRange) = (Selection(), false)
        scrolling.motion.cancel()
        reveal(cell, on: axes)
    }

    /// Makes the cell under `point` (viewport space) the active one. False where there is none.
    public mutating func activate(at point: Point) -> Bool {
        guard let element = hitTest(point)?.element, element.category == .cell, let cell = cell(of: element) else {
            return false
        }
        activate(cell)
        return true
    }

    private mutating func move(_ command: GridCommand) {
        guard let from = activeCell else { return }
        guard let to = isSheet ? sheetTarget(command, from: from) : viewTarget(command, from: from) else { return }
        let (selected, awaited) = (selection, awaitsRange)
        activate(to)
        // The start of the next range.
        if awaited { (selection, awaitsRange) = (selected, true) }
    }
}
