import CGTK

/// Calls `handler` after each change that a GFileMonitor reports.
package func connectFolderChanges(_ monitor: UnsafeMutablePointer<GFileMonitor>, _ handler: @escaping () -> Void) {
    let call:
        @convention(c) (
            UnsafeMutableRawPointer, OpaquePointer?, OpaquePointer?, UInt32, UnsafeMutableRawPointer
        ) -> Void = { _, _, _, _, data in Handler<() -> Void>.at(data)() }
    connect(monitor, "changed", unsafeBitCast(call, to: GCallback.self), handler)
}
