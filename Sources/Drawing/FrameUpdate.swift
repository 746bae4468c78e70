import Geometry

/// What makes the picture of one frame out of that of the frame before it: first all moves, then, where damage is, the
/// display list that goes with it.
public struct FrameUpdate: Sendable, Hashable {
    /// The parts of the picture, where any of them moved: each with how far its content did, be it not at all. They do
    /// not overlap, so their order does not matter. What is left of the picture moved out of sight.
    public var moves: [PixelMove]
    /// What is to be drawn anew. May overlap a little; drawing a place twice gives the same.
    public var damage: [PixelRect]

    public init(moves: [PixelMove] = [], damage: [PixelRect] = []) {
        self.moves = moves
        self.damage = damage
    }

    /// Whether the picture stays as it is.
    public var isEmpty: Bool { moves.isEmpty && damage.isEmpty }

    /// The smallest rectangle around all that changes.
    public var bounds: PixelRect {
        damage.reduce(moves.reduce(PixelRect.zero) { $1.isMoving ? $0.union($1.part) : $0 }) { $0.union($1) }
    }
    /// How many device pixels are drawn anew.
    public var damagedArea: Int { damage.reduce(0) { $0 + $1.area } }
    /// How many device pixels move.
    public var movedArea: Int { moves.reduce(0) { $1.isMoving ? $0 + $1.target.area : $0 } }
}

/// A scroll copy: what is in `part` moves within it, or stays. What moves out of it is gone, and what nothing moves to is
/// stale.
public struct PixelMove: Sendable, Hashable {
    public var part: PixelRect
    /// Device pixels to the right.
    public var dx: Int
    /// Device pixels down.
    public var dy: Int

    public init(part: PixelRect, dx: Int, dy: Int) {
        self.part = part
        self.dx = dx
        self.dy = dy
    }

    /// Whether it is one.
    public var isMoving: Bool { dx != 0 || dy != 0 }
    /// Where something moves to.
    public var target: PixelRect { part.intersection(part.offset(x: dx, y: dy)) }
    /// Where that comes from.
    public var source: PixelRect { target.offset(x: -dx, y: -dy) }
}
