import Geometry

/// The changes that turn the picture of the previous frame into that of the next: first all moves, then, where damage is, the
/// display list that belongs to it.
public struct FrameUpdate: Sendable, Hashable {
    /// The parts of the picture, where any of them moved: each with how far its content did, be it not at all. They do
    /// not overlap, so their order does not matter. What is left of the picture moved out of sight.
    public var moves: [PixelMove]
    /// The damage: parts to redraw. They may overlap a little; drawing a part twice gives the same picture.
    public var damage: [PixelRect]

    public init(moves: [PixelMove] = [], damage: [PixelRect] = []) {
        self.moves = moves
        self.damage = damage
    }

    /// A Boolean value that indicates whether the picture stays as it is.
    public var isEmpty: Bool { moves.isEmpty && damage.isEmpty }

    /// The smallest rectangle around all that changes.
    public var bounds: PixelRect {
        damage.reduce(moves.reduce(PixelRect.zero) { $1.isMoving ? $0.union($1.part) : $0 }) { $0.union($1) }
    }
    /// The number of device pixels to redraw.
    public var damagedArea: Int { damage.reduce(0) { $0 + $1.area } }
    /// The number of device pixels that move.
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

    /// A Boolean value that indicates whether the content moves at all.
    public var isMoving: Bool { dx != 0 || dy != 0 }
    /// The rectangle that the content moves to.
    public var target: PixelRect { part.intersection(part.offset(x: dx, y: dy)) }
    /// The rectangle that this content comes from.
    public var source: PixelRect { target.offset(x: -dx, y: -dy) }
}
