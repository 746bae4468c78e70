import Geometry

extension GridModel {
    /// How near to the end of what scrolls the pointer makes it scroll, in logical pixels on the screen.
    private static let autoscrollReach = 24.0
    /// Logical pixels on the screen in a second, for each pixel that the pointer is past that.
    private static let autoscrollSpeed = 40.0
    private static let maximumAutoscroll = 1600.0

    /// Scrolls on while a column is held near an edge, for the time since the last call, in seconds. False when there is
    /// nothing to scroll: the pointer has to come near an edge first.
    public mutating func autoscroll(elapsed: Double) -> Bool {
        let speed = autoscrollVelocity
        guard speed != 0, var drag = pointer.drag else { return false }
        let old = viewport.offset.x
        viewport.offset = clamp(
            Point(x: old + speed * min(max(elapsed, 0), 0.1) / viewport.zoom, y: viewport.offset.y))
        _ = drag.move(to: drag.location, in: &self)
        pointer.drag = drag
        return true
    }

    /// Whether `autoscroll` has something to do.
    public var isAutoscrolling: Bool { autoscrollVelocity != 0 }

    /// Towards the trailing end, in logical pixels on the screen in a second.
    private var autoscrollVelocity: Double {
        guard isSheet, let drag = pointer.drag, drag.isMoving, case .header(.horizontal, _) = drag.target else {
            return 0
        }
        let axis = ScreenAxis(.horizontal, of: self)
        // Of a narrow window some is left where nothing scrolls.
        let reach = min(Self.autoscrollReach, (axis.trailingStart - axis.leadingEnd) / 4)
        let position = drag.location.x
        let past = max(0, position - (axis.trailingStart - reach)) - max(0, axis.leadingEnd + reach - position)
        // On a frozen part the pointer means the frozen part.
        let isOverFrozen =
            position < axis.leadingEnd && position >= axis.header && axis.frozen.leading > 0
            || position >= axis.trailingStart && position < axis.length && axis.frozen.trailing > 0
        guard !isOverFrozen else { return 0 }
        let end = max(0, sheet.contentSize.width - viewport.contentExtent.width)
        if past > 0 ? viewport.offset.x >= end : viewport.offset.x <= 0 { return 0 }
        let speed = min(past.magnitude * Self.autoscrollSpeed, Self.maximumAutoscroll)
        return past < 0 ? -speed : speed
    }
}
