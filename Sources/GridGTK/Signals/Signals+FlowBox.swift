import CGTK

/// Calls `handler` with the index of the child that the user activates in a flow box, by a click or a key.
package func connectChildActivation(_ flow: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping (Int) -> Void) {
    typealias Child = UnsafeMutablePointer<GtkFlowBoxChild>
    let call: @convention(c) (UnsafeMutableRawPointer, Child, UnsafeMutableRawPointer) -> Void = { _, child, data in
        Handler<(Int) -> Void>.at(data)(Int(gtk_flow_box_child_get_index(child)))
    }
    connect(flow, "child-activated", unsafeBitCast(call, to: GCallback.self), handler)
}
