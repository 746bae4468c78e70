import CGTK
import CGridShim
import Geometry
import GridUI

extension GridView {
    /// An input event. True ends its way; what is false goes on to the scrolled window (smooth scrolling, touch) and the
    /// window (accelerators).
    func handle(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        switch event.pointee.type {
        case GDK_SCROLL: return handleScroll(event)
        case GDK_BUTTON_PRESS, GDK_2BUTTON_PRESS, GDK_BUTTON_RELEASE: return handleButton(event)
        case GDK_MOTION_NOTIFY, GDK_LEAVE_NOTIFY, GDK_GRAB_BROKEN: return handlePointer(event)
        case GDK_KEY_PRESS: return handleKey(event)
        case GDK_FOCUS_CHANGE:
            model.hasFocus = event.pointee.focus_change.in != 0
            redraw()
            return false
        default: return false
        }
    }

    private func handleKey(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let stroke = event.pointee.key
        if model.pointer.drag != nil { return handleKeyOfDrag(stroke.keyval) }
        if isMenuKey(stroke) { return popUpMenuAtActiveCell(event) }
        guard let key = Self.key(stroke.keyval) else { return false }
        let state = GdkModifierType(rawValue: stroke.state)
        var modifiers: KeyModifiers = []
        if state.contains(GDK_CONTROL_MASK) { modifiers.insert(.control) }
        if state.contains(GDK_SHIFT_MASK) { modifiers.insert(.shift) }
        if state.contains(GDK_MOD1_MASK) { modifiers.insert(.alt) }
        guard let command = KeyBindings.standard[KeyStroke(key, modifiers)] else { return false }
        perform(command)
        return true
    }

    private static func key(_ value: UInt32) -> Key? {
        switch Int32(bitPattern: value) {
        case GDK_KEY_Up, GDK_KEY_KP_Up: .up
        case GDK_KEY_Down, GDK_KEY_KP_Down: .down
        case GDK_KEY_Left, GDK_KEY_KP_Left: .left
        case GDK_KEY_Right, GDK_KEY_KP_Right: .right
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: .pageUp
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: .pageDown
        case GDK_KEY_Home, GDK_KEY_KP_Home: .home
        case GDK_KEY_End, GDK_KEY_KP_End: .end
        case GDK_KEY_Tab, GDK_KEY_ISO_Left_Tab, GDK_KEY_KP_Tab: .tab
        case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter: .enter
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: .plus
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: .minus
        case GDK_KEY_0, GDK_KEY_KP_0: .digit0
        default: nil
        }
    }
}

extension GridView {
    /// The wheel turns in whole rows; Control zooms. A trackpad's smooth movement is left to GTK, which knows kinetics.
    private func handleScroll(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        let scroll = event.pointee.scroll
        let state = GdkModifierType(rawValue: scroll.state)
        let isZoom = state.contains(GDK_CONTROL_MASK)
        guard let notches = Self.notches(of: scroll, isMouse: quad_event_source(event) == GDK_SOURCE_MOUSE || isZoom)
        else { return false }
        if isZoom {
            zoom(notches: notches.y, at: Point(x: scroll.x, y: scroll.y))
            return true
        }
        let isSideways = state.contains(GDK_SHIFT_MASK)
        let forward = model.viewport.direction == .leftToRight ? 1.0 : -1.0
        update {
            $0.scroll(notches: (isSideways ? notches.y + notches.x : notches.x) * forward, axis: .horizontal)
            if !isSideways { $0.scroll(notches: notches.y, axis: .vertical) }
        }
        return true
    }

    /// How far a wheel turned, in notches, or nil for smooth movement that is not a mouse's.
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
            update { $0.zoom(to: next ?? now, anchor: point) }
        }
    }
}
