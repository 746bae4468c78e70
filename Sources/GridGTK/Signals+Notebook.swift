import CGTK

/// Calls `handler` with the page that a signal of a notebook is about, such as "page-added" or "switch-page", before GTK does
/// what it does by itself.
package func connectPage(_ notebook: Widget, _ signal: String, _ handler: @escaping (_ page: Widget) -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, Widget, guint, UnsafeMutableRawPointer) -> Void = {
        _, page, _, data in
        Handler<(Widget) -> Void>.at(data)(page)
    }
    connect(notebook, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` when the tab of a page is dropped where no notebook is, at a place of the screen in logical pixels. It
/// gives the notebook that is to have the page.
package func connectTornOff(
    _ notebook: Widget, _ handler: @escaping (_ page: Widget, _ x: Int, _ y: Int) -> Widget?
) {
    let call: @convention(c) (Widget, Widget, gint, gint, UnsafeMutableRawPointer) -> Widget? = {
        _, page, x, y, data in
        Handler<(Widget, Int, Int) -> Widget?>.at(data)(page, Int(x), Int(y))
    }
    connect(notebook, "create-window", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the buttons that are pressed over a widget, before it gets them; true ends their way. Each press
/// comes once, as where GDK says of the second and third in a row besides that they are.
package func connectPresses(_ widget: Widget, _ handler: @escaping (UnsafeMutablePointer<GdkEvent>) -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEvent>, UnsafeMutableRawPointer) -> gboolean = {
        _, event, data in
        guard event.pointee.type == GDK_BUTTON_PRESS else { return 0 }
        return Handler<(UnsafeMutablePointer<GdkEvent>) -> Bool>.at(data)(event) ? 1 : 0
    }
    connect(widget, "button-press-event", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` when the keyboard asks for the menu of a widget; true where it was opened.
package func connectMenuKey(_ widget: Widget, _ handler: @escaping () -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutableRawPointer) -> gboolean = { _, data in
        Handler<() -> Bool>.at(data)() ? 1 : 0
    }
    connect(widget, "popup-menu", unsafeBitCast(call, to: GCallback.self), handler)
}
