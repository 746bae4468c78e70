import Geometry
import Translation

/// The position of the pointer and the drag in progress.
public struct PointerState: Sendable, Hashable {
    /// A Boolean value that indicates whether the grid shows handles that a pointer can drag; a picture has none.
    public var showsHandles = false
    /// The pointer's position in viewport space; nil while it is outside the grid.
    public internal(set) var location: Point?
    /// The target of a press: nil over cells, which show no hover state.
    public internal(set) var hover: PointerTarget?
    /// The header under the pointer.
    var header: PointerTarget?
    public internal(set) var drag: Drag?
    /// True while the pointer is on the outline of the selection.
    var isOnOutline = false
    /// The last position of a pointer that pans the view.
    var pan: Point?
    /// True where a click on a sort mark adds the column to the sort: Shift is held.
    public var addsSortedColumn = false
    /// The requested action that the model cannot perform.
    var asked: GridAction?
    /// True where the primary button pans the view: Space is held.
    public var isReadyToPan = false
}

// Pointer events. All of these return whether the picture changed.
extension GridModel {
    /// Moves the pointer to `point` (viewport space).
    public mutating func movePointer(to point: Point) -> Bool {
        pointer.location = point
        pointer.isOnOutline = offers.copying && pointer.drag == nil && isOnOutline(point)
        if var drag = pointer.drag {
            let changed = drag.move(to: viewport.leading(point), in: &self)
            pointer.drag = drag
            return changed
        }
        return updateHover()
    }

    /// Handles a pointer that left the grid. A drag continues: it grabs the pointer.
    public mutating func pointerLeft() -> Bool {
        guard pointer.drag == nil, pointer.pan == nil else { return false }
        pointer.location = nil
        return updateHover()
    }

    /// Updates the target under the pointer, after something moved below it.
    public mutating func updateHover() -> Bool {
        let old = (pointer.hover, pointer.header)
        guard pointer.drag == nil else { return false }
        if pointer.pan != nil {
            (pointer.hover, pointer.header) = (nil, nil)
            return old != (nil, nil)
        }
        // Over cells, where the pointer mostly is, no more is searched: this is called at every scroll.
        let place = pointer.location.flatMap { isOverBody($0) ? nil : $0 }
        pointer.hover = place.flatMap { pointerTarget(at: $0) }
        if case .cell = pointer.hover { pointer.hover = nil }
        pointer.header = pointer.hover == nil ? nil : place.flatMap { header(at: $0) }
        return old != (pointer.hover, pointer.header)
    }

    /// Handles a press of the first button at `point` (viewport space): selects the target and starts a drag. Returns false
    /// where there is none.
    ///
    /// The first press on a header selects it, like a cell; a drag of a selected header moves it.
    public mutating func press(at point: Point, _ mode: SelectionMode = .replacing) -> Bool {
        pointer.location = point
        _ = updateHover()
        guard var target = pointerTarget(at: point) else { return false }
        // Where rows cannot be filtered, a bar is a part of its header.
        if case .bar(let place, _) = target, !offers.filtering { target = .header(.horizontal, place) }
        let place = viewport.leading(point)
        switch target {
        case .header(.horizontal, _) where mode == .replacing && isSheet && isSelected(target):
            pointer.drag = Drag(of: target, at: place, in: self)
        case .header, .cell, .corner:
            let drag = Drag(selecting: target, at: place, in: self)
            select(target, mode)
            pointer.drag = drag
        case .edge, .freezeHandle, .sortMark, .filterMark, .bar:
            pointer.drag = Drag(of: target, at: place, in: self)
        }
        return true
    }

    /// Handles the release of the first button: drops a drag, and clicks a header that was not moved.
    public mutating func release() -> Bool {
        guard let drag = pointer.drag else { return false }
        pointer.drag = nil
        drag.drop(in: &self)
        _ = updateHover()
        return true
    }

    /// Cancels a drag and restores the state before it. Returns false where no drag is in progress.
    public mutating func cancelDrag() -> Bool {
        guard let drag = pointer.drag else { return false }
        pointer.drag = nil
        drag.cancel(in: &self)
        _ = updateHover()
        return true
    }

    /// Ends a drag that selects without restoring the selection: its rows or columns no longer exist.
    mutating func dropSelectingDrag() {
        if pointer.drag?.selects == true { pointer.drag = nil }
    }

    /// The current shape of the pointer.
    public var pointerShape: PointerShape {
        if isPanning { return .grabbing }
        if pointer.isReadyToPan, pointer.drag == nil { return .grab }
        if let drag = pointer.drag, drag.isMoving { return drag.shape }
        if pointer.drag == nil, pointer.isOnOutline { return .grab }
        switch pointer.drag?.target ?? pointer.hover {
        case .edge(.horizontal, _): return .resizeColumn
        case .edge(.vertical, _): return .resizeRow
        case .freezeHandle: return pointer.drag == nil ? .grab : .grabbing
        case .header(.horizontal, let place)?:
            let isMovable = pointer.drag == nil && isSheet && isSelected(.header(.horizontal, place))
            return isMovable ? .grab : .ordinary
        default: return .ordinary
        }
    }

    /// The tooltip of the target under the pointer.
    public var pointerHint: String? {
        guard pointer.drag == nil, pointer.pan == nil else { return nil }
        switch pointer.hover {
        case .freezeHandle(.horizontal, _): return tr("Drag to freeze columns")
        case .freezeHandle(.vertical, _): return tr("Drag to freeze rows")
        case .sortMark: return tr("Sort by this column (with Shift: then by it)")
        case .filterMark: return tr("Rows are filtered by this column: click to change that")
        default: return pictures.areShown ? pictureHint(pointer.hover) : nil
        }
    }
}

extension GridModel {
    /// Activates the cell where a header's column or row crosses the active row or column. Scrolls only on the header's own
    /// axis.
    public mutating func activateHeader(_ axis: Axis, _ track: Int) {
        guard rowCount > 0, columns.count > 0 else { return }
        var cell = activeCell ?? CellPosition(row: 0, column: columns.column(at: 0))
        if axis == .horizontal {
            guard track >= 0, track < columns.count else { return }
            cell.column = columns.column(at: track)
        } else {
            cell.row = track
        }
        activate(cell, revealingOn: Axes(axis))
    }
}
