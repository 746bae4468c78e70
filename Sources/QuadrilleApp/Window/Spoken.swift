import CGTK
import GridGTK

/// What programs that read the screen aloud say of a widget that shows no words.
@MainActor
enum Spoken {
    static func name(_ widget: Widget, _ name: String) {
        if let accessible = gtk_widget_get_accessible(widget) { atk_object_set_name(accessible, name) }
    }

    /// Has the keyboard go to what a widget holds, and never to the widget itself.
    static func skip(_ widget: Widget) { gtk_widget_set_can_focus(widget, 0) }
}
