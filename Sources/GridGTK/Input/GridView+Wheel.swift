import CGTK
import CGridShim
import Geometry
import GridUI

// Wheels and trackpads, without GTK's scrolled window: a wheel scrolls by whole rows, both axes of a trackpad move in one step,
// and a nearly straight motion is straight, none of which GTK 3 does.
extension GridView {
    func handleScroll(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let scroll = event.pointee.scroll
        let state = GdkModifierType(rawValue: scroll.state)
        let isZoom = state.contains(GDK_CONTROL_MASK)
        guard let notches = Self.notches(of: scroll, isMouse: quad_event_source(event) == GDK_SOURCE_MOUSE || isZoom)
        else {
            slide(event, isSideways: state.contains(GDK_SHIFT_MASK))
            return true
        }
        if isZoom {
            zoom(notches: notches.y, at: Point(x: scroll.x, y: scroll.y))
        } else {
            turn(notches, isSideways: state.contains(GDK_SHIFT_MASK))
        }
        return true
    }

    private func turn(_ notches: Point, isSideways: Bool) {
        let forward = model.viewport.direction == .leftToRight ? 1.0 : -1.0
        let across = isSideways ? notches.y + notches.x : notches.x
        if across != 0 { model.scroll(notches: across * forward, axis: .horizontal) }
        if !isSideways, notches.y != 0 { model.scroll(notches: notches.y, axis: .vertical) }
        moved()
    }

    /// Handles a finger that moves on a trackpad, or is lifted.
    private func slide(_ event: UnsafeMutablePointer<GdkEvent>, isSideways: Bool) {
        let scroll = event.pointee.scroll
        let time = Double(scroll.time) / 1000
        var delta = Point(x: scroll.delta_x * model.smoothUnit, y: scroll.delta_y * model.smoothUnit)
        if isSideways, delta.x == 0 { delta = Point(x: delta.y, y: 0) }
        let device = gdk_event_get_source_device(event).map { Int(bitPattern: $0) } ?? 0
        if delta != .zero { model.scroll(by: delta, at: time, device: device) }
        if gdk_event_is_scroll_stop_event(event) != 0 { model.endScroll(at: time, frame: clock.now) }
        moved()
    }

    /// Returns the movement of a wheel, in notches, or nil for smooth movement of another device than a mouse.
    private static func notches(of scroll: GdkEventScroll, isMouse: Bool) -> Point? {
        switch scroll.direction {
        case GDK_SCROLL_UP: Point(x: 0, y: -1)
        case GDK_SCROLL_DOWN: Point(x: 0, y: 1)
        case GDK_SCROLL_LEFT: Point(x: -1, y: 0)
        case GDK_SCROLL_RIGHT: Point(x: 1, y: 0)
        default: isMouse ? Point(x: scroll.delta_x, y: scroll.delta_y) : nil
        }
    }

    private func zoom(notches: Double, at point: Point) {
        zoomRemainder += notches
        while zoomRemainder.magnitude >= 1 {
            let isIn = zoomRemainder < 0
            zoomRemainder += isIn ? 1 : -1
            let steps = GridModel.zoomSteps
            let now = model.viewport.zoom
            let next = isIn ? steps.first { $0 > now + 0.001 } : steps.last { $0 < now - 0.001 }
            byHand { update { $0.zoom(to: next ?? now, anchor: point) } }
        }
    }
}
