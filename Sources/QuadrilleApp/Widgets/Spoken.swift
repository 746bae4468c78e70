import CGTK
import CGridShim
import GridGTK

/// The words of screen readers for widgets without text, and their announcements of events.
@MainActor
enum Spoken {
    static func name(_ widget: Widget, _ name: String) {
        if let accessible = gtk_widget_get_accessible(widget) { atk_object_set_name(accessible, name) }
    }

    /// Makes screen readers announce the content of a widget whenever it appears.
    static func makeNotice(_ widget: Widget) {
        set(ATK_ROLE_NOTIFICATION, of: widget)
    }

    /// Announces a text in a widget that was visible before.
    static func announce(_ text: String, by widget: Widget) {
        if !text.isEmpty { quad_announce(widget, text) }
    }

    /// Names a pair of panes. While only one of them is visible they have no pane role: a screen reader would announce the
    /// position of each pair, 0, on the way to the table.
    static func name(panes: Widget, _ name: String) {
        Spoken.name(panes, name)
        follow(panes)
        connectIgnoringArgument(UnsafeMutableRawPointer(panes), "size-allocate") { follow(panes) }
    }

    private static func follow(_ panes: Widget) {
        let isOpen = [gtk_paned_get_child1(cast(panes)), gtk_paned_get_child2(cast(panes))].allSatisfy { pane in
            pane.map { gtk_widget_get_visible($0) != 0 } ?? false
        }
        set(isOpen ? ATK_ROLE_SPLIT_PANE : ATK_ROLE_FILLER, of: panes)
    }

    private static func set(_ role: AtkRole, of widget: Widget) {
        guard let accessible = gtk_widget_get_accessible(widget) else { return }
        guard atk_object_get_role(accessible) != role else { return }
        atk_object_set_role(accessible, role)
    }

    /// Excludes a widget from keyboard focus, but not its content.
    static func skip(_ widget: Widget) { gtk_widget_set_can_focus(widget, 0) }
}
