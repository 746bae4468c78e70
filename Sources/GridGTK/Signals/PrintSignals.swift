import CGTK

// The signals of GtkPrintOperation. Its contexts are opaque.

/// Calls `handler` with the print context when `operation` emits `signal`, whose only argument that is.
package func connectPrintContext(
    _ operation: UnsafeMutableRawPointer, _ signal: String, _ handler: @escaping (OpaquePointer) -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer) -> Void = {
        _, context, data in
        Handler<(OpaquePointer) -> Void>.at(data)(context)
    }
    connect(operation, signal, unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` repeatedly while the main loop is idle, until it returns true: the number of pages is known.
package func connectPaginate(_ operation: UnsafeMutableRawPointer, _ handler: @escaping () -> Bool) {
    let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, UnsafeMutableRawPointer) -> gboolean = {
        _, _, data in
        Handler<() -> Bool>.at(data)() ? 1 : 0
    }
    connect(operation, "paginate", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` for each page to draw, from 0.
package func connectDrawPage(
    _ operation: UnsafeMutableRawPointer, _ handler: @escaping (OpaquePointer, Int) -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, OpaquePointer, gint, UnsafeMutableRawPointer) -> Void = {
        _, context, page, data in
        Handler<(OpaquePointer, Int) -> Void>.at(data)(context, Int(page))
    }
    connect(operation, "draw-page", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` before a print preview, which GTK then shows.
package func connectPrintPreview(_ operation: UnsafeMutableRawPointer, _ handler: @escaping () -> Void) {
    let call:
        @convention(c) (
            UnsafeMutableRawPointer, OpaquePointer, OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer
        ) -> gboolean = { _, _, _, _, data in
            Handler<() -> Void>.at(data)()
            return 0
        }
    connect(operation, "preview", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` when the operation has ended.
package func connectPrinted(
    _ operation: UnsafeMutableRawPointer, _ handler: @escaping (GtkPrintOperationResult) -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, GtkPrintOperationResult, UnsafeMutableRawPointer) -> Void = {
        _, result, data in
        Handler<(GtkPrintOperationResult) -> Void>.at(data)(result)
    }
    connect(operation, "done", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Calls `handler` with the page setup of the print dialog whenever another one, or another printer, is chosen.
package func connectPageSetup(_ operation: UnsafeMutableRawPointer, _ handler: @escaping (OpaquePointer) -> Void) {
    let call:
        @convention(c) (
            UnsafeMutableRawPointer, Widget?, OpaquePointer, OpaquePointer?, UnsafeMutableRawPointer
        ) -> Void = { _, _, setup, _, data in
            Handler<(OpaquePointer) -> Void>.at(data)(setup)
        }
    connect(operation, "update-custom-widget", unsafeBitCast(call, to: GCallback.self), handler)
}

/// Connects `make`, which creates the custom page of the print dialog, and `apply`, which reads it.
package func connectPrintChoices(
    _ operation: UnsafeMutableRawPointer, make: @escaping () -> Widget?, apply: @escaping () -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Widget? = { _, data in
        Handler<() -> Widget?>.at(data)()
    }
    connect(operation, "create-custom-widget", unsafeBitCast(call, to: GCallback.self), make)
    connectIgnoringArgument(operation, "custom-widget-apply", apply)
}
