import CGTK
import Geometry
import GridUI

// The pointer: its events go to the model, which decides what they grab; its shape is set here.
extension GridView {
    /// Handles a press or release of a button.
    func handleButton(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let button = event.pointee.button
        let point = Point(x: button.x, y: button.y)
        if event.pointee.type == GDK_BUTTON_PRESS { gtk_widget_grab_focus(surface) }
        defer { showPointer() }
        // Listeners that wait for the release are called after all its effects.
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
            // A selection is no change of the view state, even if it scrolls.
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

    /// Handles a move of the pointer, its leaving, or a broken grab.
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

    /// Handles a key during a drag: Escape cancels it; other keys are ignored.
    func handleKeyOfDrag(_ key: UInt32) -> Bool {
        guard key == UInt32(GDK_KEY_Escape) else { return true }
        update { _ = $0.cancelDrag() }
        endGesture(isGivenUp: true)
        showPointer()
        return true
    }

    /// Performs the action of a click that the model cannot perform.
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
        // Dragging a size changes the scroll range.
        if model.pointer.drag != nil {
            syncScrollbars()
            startAutoscroll()
            announce.post()
        }
        redraw()
    }

    /// Updates the pointer's shape.
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
        // Without a named cursor, or where the theme lacks it, the window's own is used.
        let cursor = name.flatMap { gdk_cursor_new_from_name(gtk_widget_get_display(surface), $0) }
        gdk_window_set_cursor(window, cursor)
        if let cursor { g_object_unref(UnsafeMutableRawPointer(cursor)) }
    }
}

// Panning: dragging the view with the middle button, or with the first while Space is held.
extension GridView {
    /// Handles a button event of panning. Returns true where it is one.
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
