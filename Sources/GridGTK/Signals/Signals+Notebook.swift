import CGTK

/// Calls `handler` with the page of a notebook's signal, such as "page-added" or "switch-page", before GTK's default handler.
package func connectPage(_ notebook: Widget, _ signal: String, _ handler: @escaping (_ page: Widget) -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, Widget, guint, UnsafeMutableRawPointer) -> Void = {
        _, page, _, data in
        Handler<(Widget) -> Void>.at(data)(page)
    }
    connect(notebook, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` when the tab of a page is dropped outside any notebook, at a point of the screen in logical pixels. It
/// returns the notebook for the page.
package func connectTornOff(
    _ notebook: Widget, _ handler: @escaping (_ page: Widget, _ x: Int, _ y: Int) -> Widget?
) {
    let call: @convention(c) (Widget, Widget, gint, gint, UnsafeMutableRawPointer) -> Widget? = {
        _, page, x, y, data in
        Handler<(Widget, Int, Int) -> Widget?>.at(data)(page, Int(x), Int(y))
    }
    connect(notebook, "create-window", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with each button press over a widget, before the widget gets it; true stops the event. Skips GDK's extra
/// events for double and triple clicks.
package func connectPresses(_ widget: Widget, _ handler: @escaping (UnsafeMutablePointer<GdkEvent>) -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEvent>, UnsafeMutableRawPointer) -> gboolean = {
        _, event, data in
        guard event.pointee.type == GDK_BUTTON_PRESS else { return 0 }
        return Handler<(UnsafeMutablePointer<GdkEvent>) -> Bool>.at(data)(event) ? 1 : 0
    }
    connect(widget, "button-press-event", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` when a key requests the menu of a widget; true where it was opened.
package func connectMenuKey(_ widget: Widget, _ handler: @escaping () -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutableRawPointer) -> gboolean = { _, data in
        Handler<() -> Bool>.at(data)() ? 1 : 0
    }
    connect(widget, "popup-menu", unsafeBitCast(call, to: GCallback.self), handler)
}
