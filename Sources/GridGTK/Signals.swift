import CGTK

/// A Swift closure kept alive by the GObject signal that calls it.
private final class Handler {
    let call: () -> Void

    init(_ call: @escaping () -> Void) { self.call = call }
}

/// Calls `handler` whenever `object` emits `signal`, a signal without arguments of its own. The closure lives as long as
/// the connection, thus as the object: capture what owns the object weakly.
package func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, data in
        Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().call()
    }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with each event that `object`, a widget, gets by its signal `signal`, and lets the event go on. The
/// closure lives as long as the connection.
func connectEvent(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping (UnsafeMutablePointer<GdkEvent>) -> Void
) {
    final class Target {
        let handler: (UnsafeMutablePointer<GdkEvent>) -> Void

        init(_ handler: @escaping (UnsafeMutablePointer<GdkEvent>) -> Void) { self.handler = handler }
    }
    let call:
        @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<GdkEvent>, UnsafeMutableRawPointer) -> gboolean =
            {
                _, event, data in
                Unmanaged<Target>.fromOpaque(data).takeUnretainedValue().handler(event)
                return 0
            }
    g_signal_connect_data(
        object, signal, unsafeBitCast(call, to: GCallback.self), Unmanaged.passRetained(Target(handler)).toOpaque(),
        { data, _ in
            if let data { Unmanaged<Target>.fromOpaque(data).release() }
        }, GConnectFlags(rawValue: 0))
}

/// As `connect`, for signals with one argument, such as an action's `activate`. The argument is not passed on.
package func connectIgnoringArgument(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping () -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer) -> Void = {
        _, _, data in
        Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().call()
    }
    connect(object, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the Cairo context, in the widget's logical pixels, after the widget and all that is in it were
/// drawn.
package func connectDraw(_ widget: Widget, _ handler: @escaping (OpaquePointer) -> Void) {
    final class Target {
        let handler: (OpaquePointer) -> Void

        init(_ handler: @escaping (OpaquePointer) -> Void) { self.handler = handler }
    }
    let call: @convention(c) (Widget, OpaquePointer, UnsafeMutableRawPointer) -> Int32 = { _, cr, data in
        Unmanaged<Target>.fromOpaque(data).takeUnretainedValue().handler(cr)
        return 0
    }
    g_signal_connect_data(
        widget, "draw", unsafeBitCast(call, to: GCallback.self), Unmanaged.passRetained(Target(handler)).toOpaque(),
        { data, _ in
            if let data { Unmanaged<Target>.fromOpaque(data).release() }
        }, G_CONNECT_AFTER)
}

/// Calls `handler` with the keys that are pressed in a widget, by GDK's numbers, before the widget gets them; true ends
/// their way.
package func connectKeys(_ widget: Widget, _ handler: @escaping (_ key: UInt32, GdkModifierType) -> Bool) {
    final class Target {
        let handler: (UInt32, GdkModifierType) -> Bool

        init(_ handler: @escaping (UInt32, GdkModifierType) -> Bool) { self.handler = handler }
    }
    let call: @convention(c) (Widget, UnsafeMutablePointer<GdkEventKey>, UnsafeMutableRawPointer) -> Int32 = {
        _, event, data in
        let (key, state) = (event.pointee.keyval, GdkModifierType(rawValue: event.pointee.state))
        return Unmanaged<Target>.fromOpaque(data).takeUnretainedValue().handler(key, state) ? 1 : 0
    }
    g_signal_connect_data(
        widget, "key-press-event", unsafeBitCast(call, to: GCallback.self),
        Unmanaged.passRetained(Target(handler)).toOpaque(),
        { data, _ in
            if let data { Unmanaged<Target>.fromOpaque(data).release() }
        }, GConnectFlags(rawValue: 0))
}

/// Calls `handler` with the index of a row of a flat tree view that is activated, by a click or a key.
package func connectActivation(_ tree: Widget, _ handler: @escaping (Int) -> Void) {
    final class Target {
        let handler: (Int) -> Void

        init(_ handler: @escaping (Int) -> Void) { self.handler = handler }
    }
    let call: @convention(c) (Widget, OpaquePointer, OpaquePointer?, UnsafeMutableRawPointer) -> Void = {
        _, path, _, data in
        guard let index = gtk_tree_path_get_indices(path)?.pointee else { return }
        Unmanaged<Target>.fromOpaque(data).takeUnretainedValue().handler(Int(index))
    }
    g_signal_connect_data(
        tree, "row-activated", unsafeBitCast(call, to: GCallback.self),
        Unmanaged.passRetained(Target(handler)).toOpaque(),
        { data, _ in
            if let data { Unmanaged<Target>.fromOpaque(data).release() }
        }, GConnectFlags(rawValue: 0))
}

/// Calls `handler` with the paths of the files that a GtkApplication is asked to open.
package func connectOpen(_ application: UnsafeMutableRawPointer, _ handler: @escaping ([String]) -> Void) {
    final class Target {
        let handler: ([String]) -> Void

        init(_ handler: @escaping ([String]) -> Void) { self.handler = handler }
    }
    let call:
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeMutablePointer<OpaquePointer?>, Int32, UnsafePointer<CChar>?,
            UnsafeMutableRawPointer
        ) -> Void = { _, files, count, _, data in
            var paths: [String] = []
            for index in 0..<Int(count) {
                guard let file = files[index], let path = g_file_get_path(file) else { continue }
                paths.append(String(cString: path))
                g_free(path)
            }
            Unmanaged<Target>.fromOpaque(data).takeUnretainedValue().handler(paths)
        }
    g_signal_connect_data(
        application, "open", unsafeBitCast(call, to: GCallback.self),
        Unmanaged.passRetained(Target(handler)).toOpaque(),
        { data, _ in
            if let data { Unmanaged<Target>.fromOpaque(data).release() }
        }, GConnectFlags(rawValue: 0))
}

private func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback, _ handler: @escaping () -> Void
) {
    g_signal_connect_data(
        object, signal, callback, Unmanaged.passRetained(Handler(handler)).toOpaque(),
        { data, _ in
            if let data { Unmanaged<Handler>.fromOpaque(data).release() }
        }, GConnectFlags(rawValue: 0))
}
