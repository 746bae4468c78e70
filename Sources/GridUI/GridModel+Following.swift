import Geometry

/// The mode that decides about keeping the end of the table visible as rows appear.
public enum Following: Sendable, Hashable {
    case off
    /// The end is in sight and stays there.
    case held
    /// The user scrolled away from the end. Back at the end, the state is `held` again.
    case released
}

extension GridModel {
    /// Keeps the end of the table in sight from now on, once it is, or no longer. The horizontal position stays.
    public mutating func follow(_ following: Following) {
        self.following = following
        holdEnd()
    }

    /// True while the last row is visible, at the lowest scroll offset.
    private var isAtEnd: Bool { viewport.offset.y >= clamp(Point(x: 0, y: contentSize.height)).y - 0.5 }

    /// Moves the view for a person, to an offset or as near as there is content: whoever leaves the end is not taken back
    /// to it. What moves by itself (a layout that shrinks, a place that is kept as sizes change) sets the offset and is no
    /// farewell.
    mutating func move(to offset: Point) {
        let old = viewport.offset.y
        viewport.offset = clamp(offset)
        guard following != .off, viewport.offset.y != old else { return }
        // Going towards an end that has just moved away is none either.
        let isTowardsEnd = following == .held && viewport.offset.y > old
        following = isAtEnd || isTowardsEnd ? .held : .released
    }

    /// True where the end to keep visible is out of view because rows were appended: where the model `followsByFrames`,
    /// the next frame calls `followEnd`.
    public var hasEndToFollow: Bool { following == .held && !isAtEnd }

    /// Scrolls to the end that is kept in sight.
    public mutating func followEnd() { holdEnd() }

    /// Scrolls down to the end, if it is held.
    mutating func holdEnd() {
        guard following == .held else { return }
        let end = clamp(Point(x: viewport.offset.x, y: contentSize.height)).y
        if end != viewport.offset.y { viewport.offset.y = end }
    }
}
