import Geometry

/// The changes that turn the picture of the previous frame into that of the next: first all moves, then, inside the damage,
/// the display list of the update.
public struct FrameUpdate: Sendable, Hashable {
    /// The parts of the picture if any of them moved, each with the movement of its content, which may be zero. They do not
    /// overlap, so their order does not matter. The rest of the picture moved out of view.
    public var moves: [PixelMove]
    /// The damage: parts to redraw. They may overlap a little; drawing a part twice gives the same picture.
    public var damage: [PixelRect]

    public init(moves: [PixelMove] = [], damage: [PixelRect] = []) {
        self.moves = moves
        self.damage = damage
    }

    /// A Boolean value that indicates whether the picture stays as it is.
    public var isEmpty: Bool { moves.isEmpty && damage.isEmpty }

    /// The smallest rectangle around all changes.
    public var bounds: PixelRect {
        damage.reduce(moves.reduce(PixelRect.zero) { $1.isMoving ? $0.union($1.part) : $0 }) { $0.union($1) }
    }
    /// The number of device pixels to redraw.
    public var damagedArea: Int { damage.reduce(0) { $0 + $1.area } }
    /// The number of device pixels that move.
    public var movedArea: Int { moves.reduce(0) { $1.isMoving ? $0 + $1.target.area : $0 } }
}

/// A scroll copy: the content of `part` moves within it, or stays. Content that moves out of it is lost, and uncovered pixels
/// are stale.
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

    /// A Boolean value that indicates whether the content moves.
    public var isMoving: Bool { dx != 0 || dy != 0 }
    /// The rectangle that the content moves to.
    public var target: PixelRect { part.intersection(part.offset(x: dx, y: dy)) }
    /// The rectangle that this content comes from.
    public var source: PixelRect { target.offset(x: -dx, y: -dy) }
}
