import CGTK
import CGridShim
import Dispatch
import Geometry
import GridUI
import QuadrilleRuntime

// Touch: fingers on a screen, each of which the model tracks, and pinches on a trackpad.
extension GridView {
    func handleTouch(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let touch = event.pointee.touch
        let id = touch.sequence.map { Int(bitPattern: $0) } ?? 0
        let point = Point(x: touch.x, y: touch.y)
        let time = Double(touch.time) / 1000
        switch event.pointee.type {
        case GDK_TOUCH_BEGIN:
            gtk_widget_grab_focus(surface)
            model.touchBegan(id, at: point, time: time)
            if model.isTouchChanging, heldArrangement == nil { beginGesture() }
            awaitLongPress(event)
        case GDK_TOUCH_UPDATE:
            guard model.touchMoved(id, to: point, time: time) else { return true }
            if model.pointer.drag != nil { startAutoscroll() }
        case GDK_TOUCH_END:
            let end = model.touchEnded(id, time: time, frame: clock.now)
            if !model.isTouchChanging { endGesture() }
            if case .tap(let place) = end { tap(place) }
        default:
            model.touchCancelled()
            endGesture()
        }
        moved()
        return true
    }

    /// Clicks, and clears the pointer, which would hover.
    private func tap(_ point: Point) {
        update {
            $0.pointer.addsSortedColumn = false
            if $0.press(at: point) { _ = $0.release() }
            _ = $0.pointerLeft()
        }
        performAskedAction()
    }

    /// Opens the menu at a finger that stays where it touched.
    private func awaitLongPress(_ event: UnsafeMutablePointer<GdkEvent>) {
        guard model.awaitsLongPress, let copy = gdk_event_copy(event) else { return }
        touchCount += 1
        let count = touchCount
        let time = setting("gtk-long-press-time") ?? 500
        MainHop.post(at: .now() + .milliseconds(time)) { [weak self] in
            defer { gdk_event_free(copy) }
            guard let self, self.isAlive, self.touchCount == count, let point = self.model.longPress() else {
                return
            }
            _ = self.popUpMenu(at: point, copy)
        }
    }

    /// Zooms the view around the pointer by a pinch on a trackpad.
    func handlePinch(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let pinch = event.pointee.touchpad_pinch
        let point = Point(x: pinch.x, y: pinch.y)
        switch GdkTouchpadGesturePhase(rawValue: UInt32(max(0, pinch.phase))) {
        case GDK_TOUCHPAD_GESTURE_PHASE_BEGIN:
            _ = model.stopMotion(at: Double(pinch.time) / 1000)
            pinchedZoom = model.viewport.zoom
            beginGesture()
        case GDK_TOUCHPAD_GESTURE_PHASE_UPDATE:
            guard let pinchedZoom, pinch.scale > 0 else { return true }
            update { $0.zoom(to: pinchedZoom * pinch.scale, anchor: point) }
        default:
            pinchedZoom = nil
            endGesture()
        }
        return true
    }
}
