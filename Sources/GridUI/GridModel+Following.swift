import Geometry

/// Whether the end of the table is kept in sight as rows appear.
public enum Following: Sendable, Hashable {
    case off
    /// The end is in sight and stays there.
    case held
    /// A person has scrolled away from the end. Back at it, it is held again.
    case released
}

extension GridModel {
    /// Keeps the end of the table in sight from now on, once it is, or no longer. The horizontal position stays.
    public mutating func follow(_ following: Following) {
        self.following = following
        holdEnd()
    }

    /// Whether the last row is in sight, as far down as there is to scroll.
    private var isAtEnd: Bool { viewport.offset.y >= clamp(Point(x: 0, y: contentSize.height)).y - 0.5 }

    /// The offset changed: whoever leaves the end is not taken back to it.
    mutating func noteScroll() {
        if following != .off { following = isAtEnd ? .held : .released }
    }

    /// Scrolls down to the end, if it is held.
    mutating func holdEnd() {
        guard following == .held else { return }
        let end = clamp(Point(x: viewport.offset.x, y: contentSize.height)).y
        if end != viewport.offset.y { viewport.offset.y = end }
    }
}
