import Drawing
import Geometry
import GridLayout

/// The nine parts of a viewport (`Region`) on device pixels, and by how much the content in each moved since a frame.
struct ViewportParts {
    struct Part {
        var rect: PixelRect
        /// The movement in device pixels.
        var dx = 0
        var dy = 0

        var moves: Bool { dx != 0 || dy != 0 }
    }

    private(set) var parts: [Part] = []
    /// The axes on which anything moved.
    private(set) var axes: Axes = []
    /// The distance by which content that scrolls on both axes moved, in logical pixels to the right and down.
    private let distance: Point

    /// `dx` and `dy`: the movement of content that scrolls on both axes, in device pixels to the right and down.
    init(_ context: borrowing PaintContext, dx: Int, dy: Int) {
        if dx != 0 { axes.insert(.horizontal) }
        if dy != 0 { axes.insert(.vertical) }
        let scale = context.model.viewport.scaleFactor
        distance = Point(x: Double(dx) / scale, y: Double(dy) / scale)
        parts.reserveCapacity(9)
        for vertical in Region.Band.allCases {
            for horizontal in Region.Band.allCases {
                let clip = context.clip(Region(horizontal: horizontal, vertical: vertical))
                let rect = PixelRect(covering: clip, scale: scale)
                guard !rect.isEmpty else { continue }
                parts.append(
                    Part(rect: rect, dx: horizontal == .scrolling ? dx : 0, dy: vertical == .scrolling ? dy : 0))
            }
        }
    }

    /// Calls `body` with the still visible rectangles to which the pieces of `rect` moved.
    func forEachPlace(of rect: PixelRect, onlyMoving: Bool = false, _ body: (PixelRect) -> Void) {
        for part in parts where part.moves || !onlyMoving {
            let piece = rect.intersection(part.rect)
            if !piece.isEmpty { body(piece.offset(x: part.dx, y: part.dy).intersection(part.rect)) }
        }
    }

    /// Returns true where the picture of an element, given by its frames in viewport space, moved exactly as its part
    /// did.
    func isMoved(_ old: LayoutAttributes, to new: LayoutAttributes) -> Bool {
        guard old.z == new.z, old.scrollAxes == new.scrollAxes, old.region == new.region else { return false }
        let x = new.scrollAxes.contains(.horizontal) ? distance.x : 0
        let y = new.scrollAxes.contains(.vertical) ? distance.y : 0
        let (old, new) = (old.frame, new.frame)
        // Frames are on device pixels.
        return abs(old.minX + x - new.minX) < 0.01 && abs(old.minY + y - new.minY) < 0.01
            && abs(old.width - new.width) < 0.01 && abs(old.height - new.height) < 0.01
    }

    /// Appends the scroll copies to `moves` and the exposed strips to `damage`.
    func scroll(_ moves: inout [PixelMove], _ damage: inout Damage) {
        guard !axes.isEmpty else { return }
        for part in parts {
            let move = PixelMove(part: part.rect, dx: part.dx, dy: part.dy)
            let target = move.target
            guard !target.isEmpty else {
                damage.add(part.rect)
                continue
            }
            moves.append(move)
            guard move.isMoving else { continue }
            let rect = part.rect
            // An L shape: a strip over the whole width, and the rest beside it.
            damage.add(
                part.dy > 0
                    ? PixelRect(minX: rect.x, minY: rect.y, maxX: rect.maxX, maxY: target.y)
                    : PixelRect(minX: rect.x, minY: target.maxY, maxX: rect.maxX, maxY: rect.maxY))
            damage.add(
                part.dx > 0
                    ? PixelRect(minX: rect.x, minY: target.y, maxX: target.x, maxY: target.maxY)
                    : PixelRect(minX: target.maxX, minY: target.y, maxX: rect.maxX, maxY: target.maxY))
        }
    }
}
