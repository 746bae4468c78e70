import CGTK
import CGridShim
import Geometry
import GridUI

extension GridView {
    /// Handles an input event. Returns false for events to propagate to the window, such as accelerators.
    func handle(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        switch event.pointee.type {
        case GDK_SCROLL: return handleScroll(event)
        case GDK_BUTTON_PRESS, GDK_2BUTTON_PRESS, GDK_BUTTON_RELEASE: return handleButton(event)
        case GDK_MOTION_NOTIFY, GDK_LEAVE_NOTIFY, GDK_GRAB_BROKEN: return handlePointer(event)
        case GDK_KEY_PRESS: return handleKey(event)
        case GDK_KEY_RELEASE: return handleKeyRelease(event)
        case GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: return handleTouch(event)
        case GDK_TOUCHPAD_PINCH: return handlePinch(event)
        case GDK_FOCUS_CHANGE:
            model.hasFocus = event.pointee.focus_change.in != 0
            setReadyToPan(false)
            redraw()
            if model.hasFocus { keyboardCame() }
            return false
        default: return false
        }
    }

    private func handleKey(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        keysAreUsed()
        let stroke = event.pointee.key
        if model.pointer.drag != nil { return handleKeyOfDrag(stroke.keyval) }
        if stroke.keyval == UInt32(GDK_KEY_F12) {
            toggleFrameFigures()
            return true
        }
        if stroke.keyval == UInt32(GDK_KEY_space), Self.modifiers(stroke).isEmpty {
            setReadyToPan(true)
            return true
        }
        if isMenuKey(stroke) { return popUpMenuAtActiveCell(event) }
        guard let key = Self.key(stroke.keyval) ?? key(byPlaceOf: stroke),
            let (command, extends) = KeyBindings.command(for: KeyStroke(key, Self.modifiers(stroke))),
            // Without a copy handler the key is left to other widgets.
            command != .copy || onCopy != nil
        else { return false }
        perform(command, extending: extends)
        return true
    }

    private func handleKeyRelease(_ event: UnsafeMutablePointer<GdkEvent>) -> Bool {
        guard event.pointee.key.keyval == UInt32(GDK_KEY_space), model.pointer.isReadyToPan else { return false }
        setReadyToPan(false)
        return true
    }

    private func setReadyToPan(_ isReady: Bool) {
        guard model.pointer.isReadyToPan != isReady else { return }
        model.pointer.isReadyToPan = isReady
        showPointer()
    }

    /// Returns the key at the same physical position on a Latin keyboard.
    private func key(byPlaceOf stroke: GdkEventKey) -> Key? {
        latinKey(byPlaceOf: stroke, in: surface).flatMap(Self.key)
    }

    static func modifiers(_ stroke: GdkEventKey) -> KeyModifiers { modifiers(stroke.state) }

    static func modifiers(_ state: guint) -> KeyModifiers {
        let state = GdkModifierType(rawValue: state)
        var modifiers: KeyModifiers = []
        if state.contains(GDK_CONTROL_MASK) { modifiers.insert(.control) }
        if state.contains(GDK_SHIFT_MASK) { modifiers.insert(.shift) }
        if state.contains(GDK_MOD1_MASK) { modifiers.insert(.alt) }
        return modifiers
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
        case GDK_KEY_a, GDK_KEY_A: .a
        case GDK_KEY_c, GDK_KEY_C: .c
        case GDK_KEY_Insert, GDK_KEY_KP_Insert: .insert
        case GDK_KEY_space: .space
        default: nil
        }
    }
}
