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
