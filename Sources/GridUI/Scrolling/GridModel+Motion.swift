import Geometry
import Glibc
import GridLayout

// Motion of the view other than by keys, wheels and scrollbars. Lengths are logical pixels on the screen, from left to right
// as devices report them; `ScrollMotion` determines the response.
extension GridModel {
    /// Scrolls by the movement `delta` of a finger on a trackpad: positive values reveal content to the right or below.
    /// `time` is the device's, in seconds.
    public mutating func scroll(by delta: Point, at time: Double, device: Int) {
        slide(scrolling.motion.move(mirrored(delta), at: time, device: device))
    }

    /// Ends a gesture at `time`; a flick coasts from `frame`, a time of the frame clock in seconds.
    public mutating func endScroll(at time: Double, frame: Double) {
        scrolling.motion.release(at: time, frame: frame)
    }

    /// Advances the motion to the frame at `time`, on the frame clock. Returns false when everything is at rest.
    public mutating func advanceMotion(to time: Double) -> Bool {
        let delta = scrolling.motion.coast(to: time)
        if delta != .zero {
            let old = viewport.offset
            slide(delta)
            // Coasting stops at the content's end, on each axis separately.
            var moving: Axes = []
            if viewport.offset.x != old.x { moving.insert(.horizontal) }
            if viewport.offset.y != old.y { moving.insert(.vertical) }
            if scrolling.motion.isCoasting, scrolling.motion.isStopped(by: moving) {
                scrolling.motion.keep(moving, at: time)
            }
        }
        if scrolling.motion.glow.isSeen { _ = scrolling.motion.glow.advance(to: time) }
        return scrolling.motion.isMoving
    }

    /// Stops coasting, because a finger or a button came down at `time`. Returns false where nothing moved.
    public mutating func stopMotion(at time: Double) -> Bool { scrolling.motion.stop(at: time) }

    /// True while the view coasts after a flick.
    public var isCoasting: Bool { scrolling.motion.isCoasting }
    /// True while `advanceMotion` has an effect.
    public var isInMotion: Bool { scrolling.motion.isMoving }

    /// The reach of the edge glow into the scrolling part, in logical pixels: negative from the left or the top,
    /// positive from the right or the bottom.
    public var glow: Point { mirrored(scrolling.motion.glow.reach) }

    /// The part of the viewport that scrolls, in viewport space.
    public var scrollingFrame: Rect {
        let pinned = pinnedInsets
        let visible = viewport.visible
        return viewport.project(visible.inset(by: pinned), from: visible)
    }

    /// The number of logical pixels for one unit of a smooth scroll event, as in GTK 3's own windows (the page to the
    /// power of 2/3, gtkscrolledwindow.c), but one length for both axes, so that a slanted movement keeps its slant.
    public var smoothUnit: Double {
        let page = max(1, min(viewport.size.width, viewport.size.height))
        return cbrt(page * page)
    }

    /// Scrolls, and makes the edges glow where the content ends.
    mutating func slide(_ delta: Point) {
        guard delta != .zero else { return }
        let wanted = Point(
            x: viewport.offset.x + delta.x / viewport.zoom, y: viewport.offset.y + delta.y / viewport.zoom)
        head(for: wanted)
        var excess = Point(
            x: (wanted.x - viewport.offset.x) * viewport.zoom, y: (wanted.y - viewport.offset.y) * viewport.zoom)
        // Content that fits has no end to reach.
        for axis in Axis.allCases where contentSize[axis] <= viewport.contentExtent[axis] { excess[axis] = 0 }
        scrolling.motion.glow.push(excess)
    }

    /// Mirrors a movement in right-to-left layout, where the right is the beginning.
    func mirrored(_ delta: Point) -> Point {
        viewport.direction == .leftToRight ? delta : Point(x: -delta.x, y: delta.y)
    }
}

extension ScrollMotion {
    /// Returns true where the flick moves along an axis on which nothing moved.
    fileprivate func isStopped(by moving: Axes) -> Bool {
        guard let velocity = coasting?.velocity else { return false }
        return velocity.x != 0 && !moving.contains(.horizontal) || velocity.y != 0 && !moving.contains(.vertical)
    }
}
