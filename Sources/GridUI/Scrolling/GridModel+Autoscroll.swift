import Geometry

/// The speed of scrolling during a drag near the edges of the view.
struct Autoscroll {
    /// The distance from the edges of the scrolling part at which scrolling starts, in logical pixels on the screen.
    static let reach = 24.0
    /// The speed per pixel of the pointer beyond that distance, in logical pixels on the screen per second.
    private static let speed = 40.0
    private static let fastest = 1600.0

    /// The bounds of the scrolling part on the screen, from the leading edge or the top.
    var start: Double
    var end: Double
    /// The position at which the drag started; nil where that does not matter.
    var origin: Double?

    /// In logical pixels on the screen per second, towards the trailing end or the bottom.
    func velocity(at position: Double) -> Double {
        // A narrow window keeps a zone without scrolling. A drag that began near an edge must come nearer.
        let widest = min(Self.reach, (end - start) / 4)
        let low = origin.map { min(widest, max(1, $0 - start - 8)) } ?? widest
        let high = origin.map { min(widest, max(1, end - $0 - 8)) } ?? widest
        let past = max(0, position - (end - high)) - max(0, start + low - position)
        let speed = min(past.magnitude * Self.speed, Self.fastest)
        return past < 0 ? -speed : speed
    }
}

extension GridModel {
    /// Scrolls while a drag is near an edge, for the time since the last call, in seconds. Returns false when there is
    /// nothing to scroll: the pointer must come near an edge first.
    public mutating func autoscroll(elapsed: Double) -> Bool {
        let velocity = autoscrollVelocity
        guard velocity != .zero, var drag = pointer.drag else { return false }
        let time = min(max(elapsed, 0), 0.1) / viewport.zoom
        head(for: Point(x: viewport.offset.x + velocity.x * time, y: viewport.offset.y + velocity.y * time))
        _ = drag.move(to: drag.location, in: &self)
        pointer.drag = drag
        return true
    }

    /// True while `autoscroll` has an effect.
    public var isAutoscrolling: Bool { autoscrollVelocity != .zero }

    private var autoscrollVelocity: Point {
        guard let drag = pointer.drag, drag.isMoving else { return .zero }
        var velocity = Point.zero
        for axis in Axis.allCases where drag.autoscrollAxes.contains(Axes(axis)) {
            velocity[axis] = autoscrollVelocity(at: drag.location[axis], on: axis)
        }
        return velocity
    }

    /// Returns the scroll speed of a drag at a position of an axis (from the leading edge or the top of the viewport):
    /// zero at the end of the content, and over a frozen part, which is then the target itself.
    private func autoscrollVelocity(at position: Double, on axis: Axis) -> Double {
        let pinned = pinnedInsets
        let length = viewport.size[axis]
        let (leading, trailing) =
            axis == .horizontal ? (pinned.leading, pinned.trailing) : (pinned.top, pinned.bottom)
        let (start, end) = (leading * viewport.zoom, length - trailing * viewport.zoom)
        if isSheet {
            let screen = ScreenAxis(axis, of: self)
            let isOverFrozen =
                position < screen.leadingEnd && position >= screen.header && screen.frozen.leading > 0
                || position >= screen.trailingStart && position < length && screen.frozen.trailing > 0
            guard !isOverFrozen else { return 0 }
        }
        let origin = pointer.drag.flatMap { $0.selects ? $0.start[axis] : nil }
        let velocity = Autoscroll(start: start, end: max(start, end), origin: origin).velocity(at: position)
        let last = max(0, contentSize[axis] - viewport.contentExtent[axis])
        let isAtEnd = velocity > 0 ? viewport.offset[axis] >= last : viewport.offset[axis] <= 0
        return isAtEnd ? 0 : velocity
    }
}

extension Drag {
    /// The axes on which the view scrolls while the pointer is near an edge. A drag that can be dropped anywhere along an
    /// axis names that axis here; `move` is called after each step.
    var autoscrollAxes: Axes {
        switch target {
        case .header(let axis, _) where selects || axis == .horizontal: Axes(axis)
        case .cell where selects: .both
        default: []
        }
    }
}
