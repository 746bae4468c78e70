import Geometry
import GridLayout

/// A drag from a press on a cell, a header, an edge or a handle until the release.
///
/// Selections and sizes change while the pointer moves; moved columns and freezes apply at the release. Points count from the
/// leading edge, in logical pixels on the screen. A press that hardly moves is a click.
public struct Drag: Sendable, Hashable {
    public let target: PointerTarget
    /// True after the pointer moved too far for a click.
    public private(set) var isMoving = false
    let start: Point
    private(set) var location: Point
    /// The original state of a track during a resize.
    private var resized: ResizedTrack?
    /// The original extent of the dragged header on the screen.
    private var lifted = Interval(start: 0, end: 0)
    /// The state before the drag selected anything; nil where the drag does not select.
    private var before: Before?

    private struct Before: Sendable, Hashable {
        var selection: Selection
        var activeCell: CellPosition?
        var offset: Point
    }

    /// A drag that selects up to its current target. Create it before anything is selected.
    init(selecting target: PointerTarget, at point: Point, in model: GridModel) {
        self.target = target
        (start, location) = (point, point)
        before = Before(selection: model.selection, activeCell: model.activeCell, offset: model.viewport.offset)
    }

    /// True for a drag that selects.
    public var selects: Bool { before != nil }
    /// True for a drag that moves columns.
    public var movesColumns: Bool {
        if case .header(.horizontal, _) = target { !selects } else { false }
    }

    init(of target: PointerTarget, at point: Point, in model: GridModel) {
        self.target = target
        (start, location) = (point, point)
        switch target {
        case .edge(let axis, let track): resized = ResizedTrack(axis, track, of: model)
        case .header(.horizontal, let place) where model.isSheet:
            let extent = ScreenAxis(.horizontal, of: model).extent(of: place)
            lifted = Interval(start: extent.start, end: extent.end)
        default: break
        }
    }

    /// The distance that the pointer may move during a click.
    private var slop: Double {
        if selects { return 4 }
        if case .header = target { return 6 }
        return 2
    }

    /// Moves the drag to the pointer. Returns true when the picture changed.
    mutating func move(to point: Point, in model: inout GridModel) -> Bool {
        location = point
        if !isMoving {
            let moved = location - start
            isMoving = max(moved.x.magnitude, moved.y.magnitude) >= slop
            guard isMoving else { return false }
        }
        if selects { return select(in: &model) }
        if case .bar = target { return true }
        guard let resized else { return model.isSheet }
        resized.resize(by: location[resized.axis] - start[resized.axis], in: &model)
        return true
    }

    /// Performs the drag's effect at its release.
    func drop(in model: inout GridModel) {
        if selects { return model.settleSelection() }
        if let brushed = brushedBars(in: model) { return model.askToFilter(brushed) }
        guard isMoving else {
            if case .header = target { model.select(target) }
            if case .sortMark(let place) = target { model.askToSort(place) }
            if case .filterMark(let place) = target { model.askToChangeFilter(place) }
            return
        }
        if let move = columnMove(in: model) { model.moveColumns(move.places, to: move.boundary.index) }
        if let freeze = freeze(in: model) { model.freeze(freeze.axis, freeze.end, boundary: freeze.boundary.index) }
    }

    func cancel(in model: inout GridModel) {
        if let before {
            (model.selection, model.activeCell) = (before.selection, before.activeCell)
            model.move(to: before.offset)
        }
        if isMoving { resized?.restore(in: &model) }
    }

    /// Moves the end of the range to the pointer. Returns true when that changed it.
    private func select(in model: inout GridModel) -> Bool {
        guard let range = model.activeRange, range.kind != .all else { return false }
        if model.view.shape == .groups { return selectItems(in: &model) }
        var head = model.selectionHead(at: location, from: range.head)
        if range.kind == .columns { head.row = range.head.row }
        if range.kind == .rows { head.place = range.head.place }
        let old = model.selection
        model.extendSelection(to: head, range.kind)
        return model.selection != old
    }

    /// Moves the end of the items to the one below the pointer, if any.
    private func selectItems(in model: inout GridModel) -> Bool {
        guard case .cell = target, case .cell(let cell) = model.pointerTarget(at: model.viewport.leading(location)),
            cell != model.itemHead
        else { return false }
        let old = model.selection
        model.extendItems(to: cell)
        return model.selection != old
    }

    /// The shape of the pointer during the drag.
    var shape: PointerShape {
        switch target {
        case .edge(let axis, _): axis == .horizontal ? .resizeColumn : .resizeRow
        case .header(.horizontal, _) where !selects, .freezeHandle: .grabbing
        default: .ordinary
        }
    }

    /// An extent on the screen along one axis.
    struct Interval: Sendable, Hashable {
        var start: Double
        var end: Double
    }
}

// Drop targets.
extension Drag {
    /// The positions of the columns that are being moved: the selected ones around the dragged one. And the boundary where
    /// they would land, if that changes anything.
    func columnMove(in model: GridModel) -> (places: Range<Int>, boundary: ScreenAxis.Boundary)? {
        guard isMoving, movesColumns, model.isSheet, case .header(_, let place) = target, place < model.columns.count
        else { return nil }
        let axis = ScreenAxis(.horizontal, of: model)
        let boundary = axis.boundary(near: location.x)
        let places = model.selectedColumns(around: place)
        // Beside themselves, with or without hidden columns between, they do not move.
        let tracks = axis.tracks
        let isElsewhere =
            boundary.index <= places.lowerBound
            ? tracks.shown(atOrAfter: boundary.index) != tracks.shown(atOrAfter: places.lowerBound)
            : tracks.shown(atOrAfter: places.upperBound) ?? tracks.count < boundary.index
        guard isElsewhere else { return nil }
        return (places, boundary)
    }

    /// Returns the position and extent of the dragged header on the screen; nil where no header moves.
    func liftedHeader(in model: GridModel) -> (place: Int, extent: Interval)? {
        guard isMoving, movesColumns, model.isSheet, case .header(_, let place) = target, place < model.columns.count
        else { return nil }
        let moved = location.x - start.x
        return (place, Interval(start: lifted.start + moved, end: lifted.end + moved))
    }

    /// The boundary up to which, or from which, the drag would freeze.
    func freeze(in model: GridModel) -> (axis: Axis, end: AxisEnd, boundary: ScreenAxis.Boundary)? {
        guard isMoving, model.isSheet, case .freezeHandle(let axis, let end) = target else { return nil }
        let screen = ScreenAxis(axis, of: model)
        return (axis, end, screen.freezeBoundary(end, near: location[axis]))
    }
}

extension GridModel {
    /// Freezes the tracks before a boundary, or those from it to the end.
    mutating func freeze(_ axis: Axis, _ end: AxisEnd, boundary: Int) {
        switch (axis, end) {
        case (.horizontal, .leading): freeze(columns: boundary)
        case (.horizontal, .trailing): freeze(trailingColumns: columns.count - boundary)
        case (.vertical, .leading): freeze(rows: boundary)
        case (.vertical, .trailing): freeze(trailingRows: rowCount - boundary)
        }
    }
}
