import CGTK
import GridGTK

/// Keys with one meaning in the focused field and another in the window.
///
/// A window handles its accelerators first, and the focused widget gets only the remaining keys. So Alt+Down would sort the
/// table instead of opening a list, and Ctrl+Shift+U unfreeze it instead of beginning a Unicode number. All other keys, such
/// as Ctrl+Page Down, go to the window, even if GTK uses them in texts.
struct FieldKeys {
    /// True while the user types the number of a character. Its digits may be typed with Ctrl and Shift still held, and so
    /// are accelerators, too.
    private var isTypingNumber = false

    /// Returns true where `focus`, which has the keyboard focus, may itself use the pressed key.
    @MainActor
    mutating func take(_ event: GdkEventKey, in focus: Widget?) -> Bool {
        let modifiers = event.state & gtk_accelerator_get_default_mod_mask().rawValue
        let isNumber = modifiers == GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue
        isTypingNumber = isTypingNumber && isNumber
        guard let focus else { return false }
        switch Int32(bitPattern: gdk_keyval_to_lower(event.keyval)) {
        case GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down:
            return modifiers == GDK_MOD1_MASK.rawValue
                && gtk_widget_get_ancestor(focus, gtk_combo_box_get_type()) != nil
        case GDK_KEY_u where isNumber && Self.isText(focus):
            isTypingNumber = true
            return true
        default: return isTypingNumber && Self.isText(focus)
        }
    }

    @MainActor
    private static func isText(_ widget: Widget) -> Bool {
        [gtk_entry_get_type(), gtk_text_view_get_type()].contains { WidgetTree.isA(widget, $0) }
    }
}
