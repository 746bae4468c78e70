import Geometry
import GridLayout

/// A pointer that went down on a header, an edge or a handle, and what it does until it comes up.
///
/// Sizes change while the pointer moves; columns move, and freezes take hold, when it is let go. Points count from the
/// leading edge, in logical pixels on the screen. A press that hardly moves is a click.
public struct Drag: Sendable, Hashable {
    public let target: PointerTarget
    /// Whether the pointer has moved so far that this is no click.
    public private(set) var isMoving = false
    private let start: Point
    private(set) var location: Point
    /// What a resize changes, as it was.
    private var resized: ResizedTrack?
    /// Where the header that is being dragged began and ended on the screen.
    private var lifted = Interval(start: 0, end: 0)

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

    /// How far a press may move and still be a click.
    private var slop: Double {
        if case .header = target { return 6 }
        return 2
    }

    /// Follows the pointer. True when the picture changed.
    mutating func move(to point: Point, in model: inout GridModel) -> Bool {
        location = point
        if !isMoving {
            let moved = location - start
            isMoving = max(moved.x.magnitude, moved.y.magnitude) >= slop
            guard isMoving else { return false }
        }
        guard let resized else { return model.isSheet }
        resized.resize(by: location[resized.axis] - start[resized.axis], in: &model)
        return true
    }

    /// Lets go.
    func drop(in model: inout GridModel) {
        guard isMoving else {
            if case .header(let axis, let track) = target { model.activateHeader(axis, track) }
            return
        }
        if let move = columnMove(in: model) { model.moveColumns(move.place..<move.place + 1, to: move.boundary.index) }
        if let freeze = freeze(in: model) { model.freeze(freeze.axis, freeze.end, boundary: freeze.boundary.index) }
    }

    func cancel(in model: inout GridModel) {
        if isMoving { resized?.restore(in: &model) }
    }

    /// What the pointer looks like while it moves something.
    var shape: PointerShape {
        switch target {
        case .edge(let axis, _): axis == .horizontal ? .resizeColumn : .resizeRow
        case .header(.horizontal, _), .freezeHandle: .grabbing
        default: .ordinary
        }
    }

    /// Where something begins and ends on the screen.
    struct Interval: Sendable, Hashable {
        var start: Double
        var end: Double
    }
}

// Where things would go.
extension Drag {
    /// The column that is being moved, by its place, and the boundary where it would land, if it would land elsewhere.
    func columnMove(in model: GridModel) -> (place: Int, boundary: ScreenAxis.Boundary)? {
        guard isMoving, model.isSheet, case .header(.horizontal, let place) = target, place < model.columns.count
        else { return nil }
        let axis = ScreenAxis(.horizontal, of: model)
        let boundary = axis.boundary(near: location.x)
        // Next to itself, hidden columns between or not, it stays.
        let tracks = axis.tracks
        let isElsewhere =
            boundary.index <= place
            ? tracks.shown(atOrAfter: boundary.index) != place
            : tracks.shown(atOrAfter: place + 1) ?? tracks.count < boundary.index
        guard isElsewhere else { return nil }
        return (place, boundary)
    }

    /// Where the header that is being moved is on the screen.
    func liftedHeader(in model: GridModel) -> (place: Int, extent: Interval)? {
        guard isMoving, model.isSheet, case .header(.horizontal, let place) = target, place < model.columns.count
        else { return nil }
        let moved = location.x - start.x
        return (place, Interval(start: lifted.start + moved, end: lifted.end + moved))
    }

    /// The boundary that would be frozen up to, or from.
    func freeze(in model: GridModel) -> (axis: Axis, end: AxisEnd, boundary: ScreenAxis.Boundary)? {
        guard isMoving, model.isSheet, case .freezeHandle(let axis, let end) = target else { return nil }
        let screen = ScreenAxis(axis, of: model)
        return (axis, end, screen.freezeBoundary(end, near: location[axis]))
    }
}

extension GridModel {
    /// Freezes what lies before a boundary, or what lies behind it to the end.
    mutating func freeze(_ axis: Axis, _ end: AxisEnd, boundary: Int) {
        switch (axis, end) {
        case (.horizontal, .leading): freeze(columns: boundary)
        case (.horizontal, .trailing): freeze(trailingColumns: columns.count - boundary)
        case (.vertical, .leading): freeze(rows: boundary)
        case (.vertical, .trailing): freeze(trailingRows: rowCount - boundary)
        }
    }
}
