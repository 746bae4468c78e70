import CGTK
import Geometry
import GridUI

// The pointer: it is told to the model, which says what it takes hold of; here it gets its looks.
extension GridView {
    /// A button went down or up.
    func handleButton(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let button = event.pointee.button
        let point = Point(x: button.x, y: button.y)
        if event.pointee.type == GDK_BUTTON_PRESS { gtk_widget_grab_focus(surface) }
        defer { showPointer() }
        // Who waits for the hand to let go hears of it once all that follows from that is done.
        if event.pointee.type == GDK_BUTTON_RELEASE { announce.post() }
        if event.pointee.type == GDK_BUTTON_PRESS { _ = model.stopMotion(at: Double(button.time) / 1000) }
        if handlePan(button) { return true }
        if event.pointee.type == GDK_BUTTON_PRESS, gdk_event_triggers_context_menu(event) != 0 {
            return popUpMenu(at: point, event)
        }
        guard button.button == 1 else { return false }
        switch event.pointee.type {
        case GDK_BUTTON_PRESS:
            if pressOutline(event) { return true }
            var hit = false
            let mode = SelectionMode(Self.modifiers(button.state))
            update { hit = $0.press(at: point, mode) }
            // What is only selected is no change, whatever comes into sight meanwhile.
            if model.pointer.drag?.selects == false { beginGesture() }
            return hit
        case GDK_2BUTTON_PRESS:
            var hit = false
            endGesture(isGivenUp: true)
            byHand { update { [engine] in hit = $0.doubleClick(at: point, measuring: engine) } }
            performAskedAction()
            return hit
        default:
            model.pointer.addsSortedColumn = Self.modifiers(button.state).contains(.shift)
            let isTaken = releaseOutline() || drop()
            endGesture()
            performAskedAction()
            return isTaken
        }
    }

    /// The pointer moved or left, or something else took it away.
    func handlePointer(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        switch event.pointee.type {
        case GDK_MOTION_NOTIFY:
            let motion = event.pointee.motion
            let point = Point(x: motion.x, y: motion.y)
            notePointer(atX: motion.x_root, motion.y_root)
            if moveOutline(to: point, event) { return true }
            if model.movePan(to: point, time: Double(motion.time) / 1000) {
                moved()
            } else {
                pointerChanged(model.movePointer(to: point))
            }
        case GDK_LEAVE_NOTIFY: pointerChanged(model.pointerLeft())
        default:
            if model.isPanning { model.cancelPan() }
            heldOutline = nil
            panButton = nil
            if model.pointer.drag != nil { update { _ = $0.cancelDrag() } }
            endGesture(isGivenUp: true)
            announce.post()
        }
        showPointer()
        return model.pointer.drag != nil || model.isPanning
    }

    /// Escape gives a drag up; other keys wait until it is over.
    func handleKeyOfDrag(_ key: UInt32) -> Bool {
        guard key == UInt32(GDK_KEY_Escape) else { return true }
        update { _ = $0.cancelDrag() }
        endGesture(isGivenUp: true)
        showPointer()
        return true
    }

    /// Does what a click asked for that the model cannot.
    func performAskedAction() {
        if let action = model.takeAskedAction() { perform(action) }
    }

    private func drop() -> Bool {
        guard let drag = model.pointer.drag else { return false }
        if drag.isMoving, drag.movesColumns {
            animate { _ = $0.release() }
        } else {
            update { _ = $0.release() }
        }
        return true
    }

    private func pointerChanged(_ changed: Bool) {
        guard changed else { return }
        // A size that is being dragged moves the ends of what there is to scroll.
        if model.pointer.drag != nil {
            syncScrollbars()
            startAutoscroll()
            announce.post()
        }
        redraw()
    }

    /// Brings the pointer's looks up to date.
    func showPointer() {
        guard isAlive else { return }
        guard model.pointerShape != pointerShape, let window = gtk_widget_get_window(surface) else { return }
        pointerShape = model.pointerShape
        let name: String? =
            switch pointerShape {
            case .ordinary: nil
            case .resizeColumn: "col-resize"
            case .resizeRow: "row-resize"
            case .grab: "grab"
            case .grabbing: "grabbing"
            }
        // A theme without that cursor, or no cursor at all: the ordinary one of the window.
        let cursor = name.flatMap { gdk_cursor_new_from_name(gtk_widget_get_display(surface), $0) }
        gdk_window_set_cursor(window, cursor)
        if let cursor { g_object_unref(UnsafeMutableRawPointer(cursor)) }
    }
}

// A pointer that drags the view: with the middle button, or with the first while Space is held.
extension GridView {
    /// True where the event belongs to such a drag.
    private func handlePan(_ button: GdkEventButton) -> Bool {
        let point = Point(x: button.x, y: button.y)
        let time = Double(button.time) / 1000
        if button.type == GDK_BUTTON_PRESS {
            let isPan = button.button == 2 || button.button == 1 && model.pointer.isReadyToPan
            guard isPan, panButton == nil, model.pointer.drag == nil else { return panButton != nil }
            panButton = button.button
            model.beginPan(at: point, time: time)
            redraw()
            return true
        }
        guard let panButton else { return false }
        if button.type == GDK_BUTTON_RELEASE, button.button == panButton {
            self.panButton = nil
            model.endPan(time: time, frame: clock.now)
            moved()
        }
        return true
    }
}
