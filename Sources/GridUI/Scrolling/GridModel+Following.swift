import Geometry

/// The mode that decides about keeping the end of the table visible as rows appear.
public enum Following: Sendable, Hashable {
    case off
    /// The end is visible and stays so.
    case held
    /// The user scrolled away from the end. Back at the end, the state is `held` again.
    case released
}

extension GridModel {
    /// Sets the mode that keeps the end of the table visible; `held` scrolls there at once. The horizontal offset stays.
    public mutating func follow(_ following: Following) {
        scrolling.following = following
        holdEnd()
    }

    /// True while the last row is visible, at the lowest scroll offset.
    private var isAtEnd: Bool { viewport.offset.y >= clamp(Point(x: 0, y: contentSize.height)).y - 0.5 }

    /// Scrolls for the user, to an offset or the nearest valid one: a user who leaves the end is not scrolled back to it.
    /// Automatic changes (a layout that shrinks, an anchor that is kept as sizes change) set the offset directly and do not
    /// release the end.
    mutating func move(to offset: Point) {
        let old = viewport.offset.y
        viewport.offset = clamp(offset)
        guard scrolling.following != .off, viewport.offset.y != old else { return }
        // Scrolling towards an end that has just moved away does not release it either.
        let isTowardsEnd = scrolling.following == .held && viewport.offset.y > old
        scrolling.following = isAtEnd || isTowardsEnd ? .held : .released
    }

    /// True where the end to keep visible is out of view because rows were appended: where the model `followsByFrames`,
    /// the next frame calls `followEnd`.
    public var hasEndToFollow: Bool { scrolling.following == .held && !isAtEnd }

    /// Scrolls to the end if the mode is `held`.
    public mutating func followEnd() { holdEnd() }

    /// Scrolls down to the end, if it is held.
    mutating func holdEnd() {
        guard scrolling.following == .held else { return }
        let end = clamp(Point(x: viewport.offset.x, y: contentSize.height)).y
        if end != viewport.offset.y { viewport.offset.y = end }
    }
}
