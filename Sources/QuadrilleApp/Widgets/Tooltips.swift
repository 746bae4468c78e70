import CGTK
import GridGTK

/// Keeps tooltips from covering an opened popover: the pointer still rests on the button that opened it.
@MainActor
final class Tooltips {
    /// The widgets whose tooltips are suppressed. Retained.
    private var resting: [Widget] = []

    /// Suppresses the tooltips of the window around a popover while that is shown, but not those in the popover.
    static func rest(while popover: Widget) {
        let tooltips = Tooltips()
        connect(popover, "show") { if let window = gtk_widget_get_toplevel(popover) { tooltips.rest(in: window) } }
        for end in ["hide", "destroy"] { connect(popover, end) { tooltips.wake() } }
    }

    /// Suppresses the tooltip of a button that was clicked until the pointer has left it.
    static func restWhenClicked(_ button: Widget) {
        connect(button, "clicked") { gtk_widget_set_has_tooltip(button, 0) }
        connectEvent(button, "leave-notify-event") { _ in gtk_widget_set_has_tooltip(button, 1) }
    }

    /// Sets the tooltip of a widget, or removes it where `text` is nil. An unchanged text does not restore a suppressed
    /// tooltip.
    static func set(_ text: String?, over widget: Widget) {
        let before = gtk_widget_get_tooltip_text(widget)
        defer { g_free(before) }
        guard before.map({ String(cString: $0) }) != text else { return }
        gtk_widget_set_tooltip_text(widget, text)
    }

    private func rest(in window: Widget) {
        WidgetTree.visit(window) { widget in
            guard !WidgetTree.isA(widget, gtk_popover_get_type()) else { return false }
            if gtk_widget_get_has_tooltip(widget) != 0 {
                resting.append(widget)
                g_object_ref(UnsafeMutableRawPointer(widget))
                gtk_widget_set_has_tooltip(widget, 0)
            }
            return true
        }
    }

    private func wake() {
        let woken = resting
        resting = []
        for widget in woken {
            gtk_widget_set_has_tooltip(widget, 1)
            g_object_unref(UnsafeMutableRawPointer(widget))
        }
    }
}
