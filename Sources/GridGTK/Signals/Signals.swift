import CGTK
import Geometry

/// A Swift closure kept alive by the GObject signal that calls it.
final class Handler<Function> {
    let call: Function

    init(_ call: Function) { self.call = call }

    /// Returns the function of the handler that the last argument of a signal's C callback points to.
    static func at(_ data: UnsafeMutableRawPointer) -> Function {
        Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().call
    }
}

/// Connects `callback`, a C function that gets `handler` as its last argument, to `signal` of `object`. The handler
/// lives as long as the connection.
func connect<Function>(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback, _ handler: Function,
    _ flags: GConnectFlags = GConnectFlags(rawValue: 0)
) {
    g_signal_connect_data(
        object, signal, callback, Unmanaged.passRetained(Handler(handler)).toOpaque(),
        { data, _ in
            // The class of the handler is irrelevant for its release.
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }, flags)
}

/// Calls `handler` whenever `object` emits `signal`, a signal without arguments of its own. The closure lives as long as
/// the connection, thus as the object: capture what owns the object weakly.
package func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, data in
        Handler<() -> Void>.at(data)()
    }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// As `connect`, for signals with one argument, such as an action's `activate`. The argument is ignored.
package func connectIgnoringArgument(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void = {
        _, _, data in
        Handler<() -> Void>.at(data)()
    }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the text parameter of each activation of `action`.
package func connectText(_ action: UnsafeMutableRawPointer, _ handler: @escaping (String) -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer?, UnsafeMutableRawPointer) -> Void = {
        _, parameter, data in
        guard let parameter, let text = g_variant_get_string(parameter, nil) else { return }
        Handler<(String) -> Void>.at(data)(String(cString: text))
    }
    connect(action, "activate", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` when a drop target requests the data of a drag from `widget`, with the selection to fill and the number of
/// the format.
package func connectDragData(_ widget: UnsafeMutableRawPointer, _ handler: @escaping (OpaquePointer, guint) -> Void) {
    let call:
        @convention(c) (
            UnsafeMutableRawPointer, OpaquePointer, OpaquePointer, guint, guint, UnsafeMutableRawPointer
        ) -> Void = { _, _, selection, info, _, data in
            Handler<(OpaquePointer, guint) -> Void>.at(data)(selection, info)
        }
    connect(widget, "drag-data-get", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with each event of the signal `signal` of the widget `object`, and lets the event propagate.
package func connectEvent(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping (UnsafeMutablePointer<GdkEvent>) -> Void
) {
    let call:
        @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<GdkEvent>, UnsafeMutableRawPointer) -> gboolean =
            {
                _, event, data in
                Handler<(UnsafeMutablePointer<GdkEvent>) -> Void>.at(data)(event)
                return 0
            }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the Cairo context, in the widget's logical pixels, after the widget and its children were drawn.
package func connectDraw(_ widget: Widget, _ handler: @escaping (OpaquePointer) -> Void) {
    let call: @convention(c) (Widget, OpaquePointer, UnsafeMutableRawPointer) -> Int32 = { _, cr, data in
        Handler<(OpaquePointer) -> Void>.at(data)(cr)
        return 0
    }
    connect(widget, "draw", unsafeBitCast(call, to: GCallback.self), handler, G_CONNECT_AFTER)
}

/// Calls `handler` with the keys pressed in a widget, as GDK key values, before the widget gets them, or only with those that
/// neither it nor its children use; true stops the event.
package func connectKeys(
    _ widget: Widget, areUnused: Bool = false, _ handler: @escaping (_ key: UInt32, GdkModifierType) -> Bool
) {
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEventKey>, UnsafeMutableRawPointer) -> Int32 = {
        _, event, data in
        let (key, state) = (event.pointee.keyval, GdkModifierType(rawValue: event.pointee.state))
        return Handler<(UInt32, GdkModifierType) -> Bool>.at(data)(key, state) ? 1 : 0
    }
    connect(
        widget, "key-press-event", unsafeBitCast(call, to: GCallback.self), handler,
        areUnused ? G_CONNECT_AFTER : GConnectFlags(rawValue: 0))
}

/// Calls `handler` with the event of each key press in a window, before the window gets it; true stops the event.
package func connectKeyEvents(_ window: Widget, _ handler: @escaping (UnsafeMutablePointer<GdkEventKey>) -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEventKey>, UnsafeMutableRawPointer) -> Int32 = {
        _, event, data in
        Handler<(UnsafeMutablePointer<GdkEventKey>) -> Bool>.at(data)(event) ? 1 : 0
    }
    connect(window, "key-press-event", unsafeBitCast(call, to: GCallback.self), handler)
}

/// As `connectKeys`, for letters only, in lower case regardless of Caps Lock; a keyboard of another alphabet gives the Latin
/// letter at the same position.
package func connectLetters(_ widget: Widget, _ handler: @escaping (_ letter: UInt32, GdkModifierType) -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEventKey>, UnsafeMutableRawPointer) -> Int32 = {
        widget, event, data in
        let stroke = event.pointee
        let letter = gdk_keyval_to_lower(latinKey(byPlaceOf: stroke, in: widget) ?? stroke.keyval)
        guard (UInt32(GDK_KEY_a)...UInt32(GDK_KEY_z)).contains(letter) else { return 0 }
        let state = GdkModifierType(rawValue: stroke.state)
        return Handler<(UInt32, GdkModifierType) -> Bool>.at(data)(letter, state) ? 1 : 0
    }
    connect(widget, "key-press-event", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Returns the Latin key at the physical position of a stroke, for shortcuts; nil where the keyboard is Latin.
func latinKey(byPlaceOf stroke: GdkEventKey, in widget: Widget) -> UInt32? {
    guard gdk_keyval_to_unicode(stroke.keyval) > 0x7F else { return nil }
    let keymap = gdk_keymap_get_for_display(gtk_widget_get_display(widget))
    var place = GdkKeymapKey(keycode: UInt32(stroke.hardware_keycode), group: 0, level: 0)
    return gdk_keymap_lookup_key(keymap, &place)
}

/// Calls `handler` when a tooltip may be due over `widget`, with the position of the pointer, nil for a request by key, and the
/// tooltip to fill in; true shows it.
func connectTooltip(_ widget: Widget, _ handler: @escaping (Point?, OpaquePointer) -> Bool) {
    let call: @convention(c) (Widget, Int32, Int32, gboolean, OpaquePointer, UnsafeMutableRawPointer) -> gboolean = {
        _, x, y, isKeyboard, tooltip, data in
        let point = isKeyboard == 0 ? Point(x: Double(x), y: Double(y)) : nil
        return Handler<(Point?, OpaquePointer) -> Bool>.at(data)(point, tooltip) ? 1 : 0
    }
    connect(widget, "query-tooltip", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the number of each button pressed over a widget that no child uses; true stops the event. Skips GDK's
/// extra events for double and triple clicks.
package func connectButtons(_ widget: Widget, _ handler: @escaping (_ button: UInt32) -> Bool) {
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEventButton>, UnsafeMutableRawPointer) -> Int32 = {
        _, event, data in
        guard event.pointee.type == GDK_BUTTON_PRESS else { return 0 }
        return Handler<(UInt32) -> Bool>.at(data)(event.pointee.button) ? 1 : 0
    }
    connect(widget, "button-press-event", unsafeBitCast(call, to: GCallback.self), handler, G_CONNECT_AFTER)
}

/// Calls `handler` with the index of an activated row of a flat tree view, by a click or a key.
package func connectActivation(_ tree: Widget, _ handler: @escaping (Int) -> Void) {
    let call: @convention(c) (Widget, OpaquePointer, OpaquePointer?, UnsafeMutableRawPointer) -> Void = {
        _, path, _, data in
        guard let index = gtk_tree_path_get_indices(path)?.pointee else { return }
        Handler<(Int) -> Void>.at(data)(Int(index))
    }
    connect(tree, "row-activated", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the index of a row of a flat tree view whose check mark is clicked.
package func connectToggled(_ cell: UnsafeMutableRawPointer, _ handler: @escaping (Int) -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Void = {
        _, path, data in
        if let index = Int(String(cString: path)) { Handler<(Int) -> Void>.at(data)(index) }
    }
    connect(cell, "toggled", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the index of each row inserted into a flat list.
package func connectRowInserted(_ store: UnsafeMutableRawPointer, _ handler: @escaping (Int) -> Void) {
    let call:
        @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) ->
            Void = { _, path, _, data in
                guard let index = gtk_tree_path_get_indices(path)?.pointee else { return }
                Handler<(Int) -> Void>.at(data)(Int(index))
            }
    connect(store, "row-inserted", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the former index of each row removed from a flat list.
package func connectRowDeleted(_ store: UnsafeMutableRawPointer, _ handler: @escaping (Int) -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer) -> Void = {
        _, path, data in
        guard let index = gtk_tree_path_get_indices(path)?.pointee else { return }
        Handler<(Int) -> Void>.at(data)(Int(index))
    }
    connect(store, "row-deleted", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the index of a row of a flat list before `cell` draws that in `column`.
package func connectCell(
    of column: UnsafeMutablePointer<GtkTreeViewColumn>, _ cell: UnsafeMutablePointer<GtkCellRenderer>,
    _ handler: @escaping (Int) -> Void
) {
    gtk_tree_view_column_set_cell_data_func(
        column, cell,
        { _, _, model, iterator, data in
            guard let data, let path = gtk_tree_model_get_path(model, iterator) else { return }
            defer { gtk_tree_path_free(path) }
            guard let index = gtk_tree_path_get_indices(path)?.pointee else { return }
            Handler<(Int) -> Void>.at(data)(Int(index))
        }, Unmanaged.passRetained(Handler(handler)).toOpaque(),
        { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        })
}

/// Calls `handler` repeatedly while the main loop is idle, with drawing first, until it returns false.
package func whenIdle(_ handler: @escaping () -> Bool) {
    g_idle_add_full(
        G_PRIORITY_DEFAULT_IDLE,
        { data in
            guard let data else { return 0 }
            return Handler<() -> Bool>.at(data)() ? 1 : 0
        }, Unmanaged.passRetained(Handler(handler)).toOpaque(),
        { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        })
}

/// Calls `handler` before the default start of a GtkApplication, which is skipped where it returns true.
package func connectStarting(_ application: UnsafeMutableRawPointer, _ handler: @escaping () -> Bool) {
    let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer) -> Int32 = {
        _, _, data in
        // An exit status, or -1 to continue.
        Handler<() -> Bool>.at(data)() ? 0 : -1
    }
    connect(application, "handle-local-options", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the files that a GtkApplication receives to open, and the sender's hint, which may be empty.
package func connectOpen(
    _ application: UnsafeMutableRawPointer, _ handler: @escaping (_ files: OfferedFiles, _ hint: String) -> Void
) {
    let call:
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<OpaquePointer?>, Int32, UnsafePointer<CChar>?,
            UnsafeMutableRawPointer
        ) -> Void = { _, files, count, hint, data in
            var offered = OfferedFiles()
            for index in 0..<Int(count) { if let file = files[index] { offered.append(file) } }
            Handler<(OfferedFiles, String) -> Void>.at(data)(offered, hint.map { String(cString: $0) } ?? "")
        }
    connect(application, "open", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the files dropped on `widget`, a drop target.
package func connectDrop(_ widget: Widget, _ handler: @escaping (OfferedFiles) -> Void) {
    let call:
        @convention(c) (
            Widget, OpaquePointer, Int32, Int32, OpaquePointer, UInt32, UInt32, UnsafeMutableRawPointer
        ) -> Void = { _, _, _, _, selection, _, _, data in
            Handler<(OfferedFiles) -> Void>.at(data)(OfferedFiles(in: selection))
        }
    connect(widget, "drag-data-received", unsafeBitCast(call, to: GCallback.self), handler)
}
