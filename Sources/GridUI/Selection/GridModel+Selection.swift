import Geometry
import GridLayout

/// The effect of a click on the current selection.
public enum SelectionMode: Sendable, Hashable {
    case replacing
    /// Extends from the anchor of the last range: Shift.
    case extending
    /// Adds to the selection, or removes from it what is selected: Ctrl.
    case adding

    /// Creates the mode of a click with these modifier keys.
    public init(_ modifiers: KeyModifiers) {
        self = modifiers.contains(.shift) ? .extending : modifiers.contains(.control) ? .adding : .replacing
    }
}

// The selection, in every view: ranges are by rows of the table and positions of its columns, whatever elements show them. In
// views of groups, where the rows between two items are not those between them on the screen, a range is of items
// (`extendItems`).
extension GridModel {
    /// The range that moves extend; in an empty selection, that of the active cell.
    var activeRange: SelectedRange? { selection.ranges.last ?? activeCell.flatMap(range(of:)) }

    /// The range of one cell. A cell in the row headers, which has no position among the columns, represents the entire row.
    private func range(of cell: CellPosition) -> SelectedRange? {
        guard rowCount > 0, columns.count > 0 else { return nil }
        guard let place = columns.place(of: cell.column) else {
            let first = SheetPlace(row: cell.row, place: 0)
            return SelectedRange(.rows, from: first, to: first)
        }
        let place2 = SheetPlace(row: cell.row, place: place)
        return range(.cells, from: place2, to: place2)
    }

    /// The range from one position to another; it includes merged cells as wholes.
    private func range(_ kind: SelectedRange.Kind, from anchor: SheetPlace, to head: SheetPlace) -> SelectedRange {
        let range = SelectedRange(kind, from: anchor, to: head)
        guard kind == .cells, isSheet, !sheet.merges.isEmpty else { return range }
        let area = sheet.merges.grown(CellSpan(rows: range.rows, columns: range.places))
        return SelectedRange(kind, rows: area.rows, places: area.columns, from: anchor, to: head)
    }

    /// The cell at a position, or the nearest one.
    private func cell(at place: SheetPlace) -> CellPosition? {
        guard rowCount > 0, columns.count > 0 else { return nil }
        return CellPosition(
            row: min(max(place.row, 0), rowCount - 1),
            column: columns.column(at: min(max(place.place, 0), columns.count - 1)))
    }

    /// The range that a press on a target begins.
    private func range(of target: PointerTarget) -> SelectedRange? {
        guard rowCount > 0, columns.count > 0 else { return nil }
        let active = activeCell ?? CellPosition(row: 0, column: columns.column(at: 0))
        var place = SheetPlace(row: active.row, place: columns.place(of: active.column) ?? 0)
        switch target {
        case .cell(let cell): return range(of: cell)
        case .header(.horizontal, let column):
            guard column < columns.count else { return nil }
            place.place = column
            return SelectedRange(.columns, from: place, to: place)
        case .header(.vertical, let row):
            place.row = row
            return SelectedRange(.rows, from: place, to: place)
        case .corner: return SelectedRange(.all, from: place, to: place)
        case .edge, .freezeHandle, .sortMark, .filterMark, .bar: return nil
        }
    }

    /// Returns true where the entire row, column or cell of a target is selected, by more than the active cell.
    public func isSelected(_ target: PointerTarget) -> Bool {
        guard !selection.isEmpty, let range = range(of: target) else { return false }
        return selection.contains(range)
    }

    /// The positions of the adjacent selected whole columns around the one at `place`, including it.
    func selectedColumns(around place: Int) -> Range<Int> {
        var ends = place..<place + 1
        let whole = selection.bands(rowCount: max(rowCount, 1), placeCount: columns.count)
        // Whole columns form a single band.
        guard whole.count == 1, whole[0].rows.count >= rowCount else { return ends }
        for places in whole[0].places where places.contains(place) { ends = places }
        return ends.count < columns.count ? ends : place..<place + 1
    }

    /// Performs a click on `target`. Scrolls the target into view, except on an axis that it spans entirely.
    public mutating func select(_ target: PointerTarget, _ mode: SelectionMode = .replacing) {
        guard let range = range(of: target) else { return }
        awaitsRange = false
        switch mode {
        case .extending where activeRange != nil:
            if view.shape == .groups, case .cell(let cell) = target {
                extendItems(to: cell)
                reveal(cell)
                return
            }
            guard view.shape != .groups else { return }
            extendSelection(to: range.head, range.kind)
            revealHead()
            return
        case .adding:
            if selection.isEmpty, let active = activeRange { selection.add(active) }
            let isTakenOut = selection.contains(range)
            selection.add(range, takingOut: isTakenOut)
        default: selection = Selection([range])
        }
        guard let cell = cell(at: range.anchor) else { return }
        if case .cell(let clicked) = target { activeCell = clicked } else { activeCell = cell }
        scrolling.motion.cancel()
        revealHead()
        simplifySelection()
    }

    /// Moves the end of the last range. For whole rows and columns only their own axis matters.
    mutating func extendSelection(to head: SheetPlace, _ kind: SelectedRange.Kind) {
        guard let base = activeRange else { return }
        selection.replaceLast(with: range(kind, from: base.anchor, to: head))
        simplifySelection()
    }

    /// Removes subtracted ranges for good, and activates one of the remaining cells.
    mutating func settleSelection() {
        guard selection.takesOut else { return }
        let active = activeRange
        // Remaining ranges beyond the table's end are empty for now.
        selection = Selection(
            selection.settled().ranges.filter { $0.rows.lowerBound < rowCount && $0.places.lowerBound < columns.count })
        if let cell = (selection.ranges.last ?? active).flatMap({ cell(at: $0.anchor) }) { activeCell = cell }
        simplifySelection()
    }

    /// A selection of just the active cell is stored as an empty one.
    private mutating func simplifySelection() {
        guard selection.ranges.count == 1, !selection.takesOut, let range = selection.ranges.first,
            range.kind == .cells, let cell = activeCell, self.range(of: cell)?.rows == range.rows,
            self.range(of: cell)?.places == range.places
        else { return }
        selection = Selection()
    }

    /// Scrolls the moving end of the last range into view, on the axes on which it can move.
    private mutating func revealHead() {
        guard let range = activeRange, let cell = cell(at: range.head) else { return }
        switch range.kind {
        case .cells: reveal(cell)
        case .rows: reveal(cell, on: .vertical)
        case .columns: reveal(cell, on: .horizontal)
        case .all: break
        }
    }
}

// Keys.
extension GridModel {
    /// Performs a command of a key or menu; if `extending`, moves change the end of the selection and not the active cell.
    public mutating func perform(_ command: GridCommand, extending: Bool) {
        guard extending, command.isMove else { return perform(command) }
        scrolling.motion.cancel()
        beginAwaitedRange()
        if view.shape == .groups {
            guard let head = itemHead, let target = viewTarget(command, from: head) else { return }
            extendItems(to: target)
            reveal(target)
            return
        }
        guard let range = activeRange, let from = cell(at: range.head),
            let target = isSheet ? sheetTarget(command, from: from) : viewTarget(command, from: from)
        else { return }
        var head = SheetPlace(row: target.row, place: columns.place(of: target.column) ?? 0)
        switch range.kind {
        case .rows: head.place = range.head.place
        case .columns: head.row = range.head.row
        case .all: return
        case .cells: break
        }
        extendSelection(to: head, range.kind)
        revealHead()
    }

    /// Performs a command that selects. Returns false for other commands.
    mutating func changeSelection(_ command: GridCommand) -> Bool {
        switch command {
        case .selectAll: select(.corner)
        case .selectColumns: widenSelection(to: .columns)
        case .selectRows: widenSelection(to: .rows)
        case .selectCell: (selection, awaitsRange) = (Selection(), false)
        case .addRange: addRange()
        default: return false
        }
        return true
    }

    /// Makes the next range an additional one; when repeated, or without a selection, also adds the active cell.
    private mutating func addRange() {
        guard view.shape != .groups, let cell = activeCell, let range = range(of: cell) else { return }
        if awaitsRange || selection.isEmpty, !selection.contains(range) { selection.add(range) }
        awaitsRange = true
    }

    /// Begins the additional range at the active cell.
    private mutating func beginAwaitedRange() {
        guard awaitsRange, let range = activeCell.flatMap(range(of:)) else { return }
        awaitsRange = false
        if selection.ranges.last != range { selection.add(range) }
    }

    /// Widens the last range to whole rows or columns.
    private mutating func widenSelection(to kind: SelectedRange.Kind) {
        beginAwaitedRange()
        guard let range = activeRange else { return }
        let isBoth =
            range.kind == .all || range.kind == .rows && kind == .columns || range.kind == .columns && kind == .rows
        selection.replaceLast(with: SelectedRange(isBoth ? .all : kind, from: range.anchor, to: range.head))
    }
}

// The pointer.
extension GridModel {
    /// Returns the end of a dragged range while the pointer is at `location` (from the leading edge, also outside the
    /// viewport).
    func selectionHead(at location: Point, from head: SheetPlace) -> SheetPlace {
        guard rowCount > 0, columns.count > 0 else { return head }
        if isSheet {
            return SheetPlace(
                row: track(at: location.y, on: .vertical) ?? head.row,
                place: track(at: location.x, on: .horizontal) ?? head.place)
        }
        let size = viewport.size
        let inside = Point(
            x: min(max(location.x, 0.5), size.width - 0.5), y: min(max(location.y, 0.5), size.height - 0.5))
        switch pointerTarget(at: viewport.leading(inside)) {
        case .cell(let cell): return SheetPlace(row: cell.row, place: columns.place(of: cell.column) ?? 0)
        case .header(.horizontal, let place): return SheetPlace(row: head.row, place: place)
        case .header(.vertical, let row): return SheetPlace(row: row, place: head.place)
        default: return head
        }
    }

    /// The track of the sheet at a position on the screen. Beyond the ends of the visible part, the last scrolling track
    /// there: the view follows until the content ends.
    private func track(at position: Double, on axis: Axis) -> Int? {
        let screen = ScreenAxis(axis, of: self)
        let scrolls = viewport.offset[axis]
        let last = max(0, contentSize[axis] - viewport.contentExtent[axis])
        var place = position
        if position < screen.header { place = scrolls > 0 ? screen.leadingEnd : screen.header }
        if position >= screen.length { place = (scrolls < last ? screen.trailingStart : screen.length) - 0.5 }
        return screen.track(at: place) ?? screen.tracks.shown(atOrBefore: screen.tracks.count - 1)
    }
}
