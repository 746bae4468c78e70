import Geometry

/// Where the pointer is and what it holds.
public struct PointerState: Sendable, Hashable {
    /// Whether the grid has handles that a pointer can take hold of; a picture has none.
    public var showsHandles = false
    /// Viewport space; nil while the pointer is elsewhere.
    public internal(set) var location: Point?
    /// What a press would take hold of: nil over cells, which need no sign that they can be clicked.
    public internal(set) var hover: PointerTarget?
    /// The header that is under the pointer.
    var header: PointerTarget?
    public internal(set) var drag: Drag?
    /// Where a pointer that drags the view was last.
    var pan: Point?
    /// Whether the first button would drag the view: Space is held.
    public var isReadyToPan = false
}

// What a pointer does. All of these return whether the picture changed.
extension GridModel {
    /// The pointer is at `point` (viewport space).
    public mutating func movePointer(to point: Point) -> Bool {
        pointer.location = point
        if var drag = pointer.drag {
            let changed = drag.move(to: viewport.leading(point), in: &self)
            pointer.drag = drag
            return changed
        }
        return updateHover()
    }

    /// The pointer has left the grid. A drag goes on: it holds the pointer.
    public mutating func pointerLeft() -> Bool {
        guard pointer.drag == nil, pointer.pan == nil else { return false }
        pointer.location = nil
        return updateHover()
    }

    /// Looks again at what is under the pointer, after something moved below it.
    public mutating func updateHover() -> Bool {
        let old = (pointer.hover, pointer.header)
        guard pointer.drag == nil else { return false }
        if pointer.pan != nil {
            (pointer.hover, pointer.header) = (nil, nil)
            return old != (nil, nil)
        }
        // Over cells, where the pointer mostly is, nothing more is asked: this is called at every scroll.
        let place = pointer.location.flatMap { isOverBody($0) ? nil : $0 }
        pointer.hover = place.flatMap { pointerTarget(at: $0) }
        if case .cell = pointer.hover { pointer.hover = nil }
        pointer.header = pointer.hover == nil ? nil : place.flatMap { header(at: $0) }
        return old != (pointer.hover, pointer.header)
    }

    /// The first button went down at `point` (viewport space): the cell there becomes the active one, or a drag begins.
    /// False where there is nothing.
    public mutating func press(at point: Point) -> Bool {
        pointer.location = point
        _ = updateHover()
        guard let target = pointerTarget(at: point) else { return false }
        if case .cell(let cell) = target {
            activate(cell)
        } else {
            pointer.drag = Drag(of: target, at: viewport.leading(point), in: self)
        }
        return true
    }

    /// The first button went up: what is dragged is dropped, and a header that was not moved is clicked.
    public mutating func release() -> Bool {
        guard let drag = pointer.drag else { return false }
        pointer.drag = nil
        drag.drop(in: &self)
        _ = updateHover()
        return true
    }

    /// Gives a drag up: everything is as it was before. False where nothing is dragged.
    public mutating func cancelDrag() -> Bool {
        guard let drag = pointer.drag else { return false }
        pointer.drag = nil
        drag.cancel(in: &self)
        _ = updateHover()
        return true
    }

    /// What the pointer is to look like now.
    public var pointerShape: PointerShape {
        if isPanning { return .grabbing }
        if pointer.isReadyToPan, pointer.drag == nil { return .grab }
        if let drag = pointer.drag, drag.isMoving { return drag.shape }
        switch pointer.drag?.target ?? pointer.hover {
        case .edge(.horizontal, _): return .resizeColumn
        case .edge(.vertical, _): return .resizeRow
        case .freezeHandle: return pointer.drag == nil ? .grab : .grabbing
        default: return .ordinary
        }
    }

    /// What is said about the thing under the pointer, in a few words.
    public var pointerHint: String? {
        guard pointer.drag == nil, pointer.pan == nil else { return nil }
        switch pointer.hover {
        case .freezeHandle(.horizontal, _): return "Drag to freeze columns"
        case .freezeHandle(.vertical, _): return "Drag to freeze rows"
        default: return nil
        }
    }
}

extension GridModel {
    /// Makes the cell where a header's column or row meets the active row or column the active one. Only the header's own
    /// axis scrolls.
    public mutating func activateHeader(_ axis: Axis, _ track: Int) {
        guard rowCount > 0, columns.count > 0 else { return }
        var cell = activeCell ?? CellPosition(row: 0, column: columns.column(at: 0))
        if axis == .horizontal {
            guard track >= 0, track < columns.count else { return }
            cell.column = columns.column(at: track)
        } else {
            cell.row = track
        }
        let kept = viewport.offset
        activate(cell)
        let cross: Axis = axis == .horizontal ? .vertical : .horizontal
        viewport.offset[cross] = kept[cross]
    }
}
