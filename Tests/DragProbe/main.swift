// A window of another program, of which files can be dragged to a window under test: those that the arguments name, by
// paths or addresses. Its title says when the window under the pointer takes them, and it ends when that has them.
import CGTK

gtk_init(nil, nil)
let window = UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL) as UnsafeMutablePointer<GtkWidget>)
gtk_window_set_title(window.assumingMemoryBound(to: GtkWindow.self), "Files")
gtk_window_set_default_size(window.assumingMemoryBound(to: GtkWindow.self), 160, 120)
let files: UnsafeMutablePointer<GtkWidget> = gtk_event_box_new()
gtk_drag_source_set(files, GDK_BUTTON1_MASK, nil, 0, GDK_ACTION_COPY)
gtk_drag_source_add_uri_targets(files)
let give:
    @convention(c) (
        UnsafeMutableRawPointer, OpaquePointer, OpaquePointer, guint, guint, UnsafeMutableRawPointer?
    ) -> Void = { _, _, selection, _, _, _ in
        var addresses =
            CommandLine.arguments.dropFirst().map {
                $0.hasPrefix("/") ? g_filename_to_uri($0, nil, nil) : g_strdup($0)
            } + [nil]
        gtk_selection_data_set_uris(selection, &addresses)
        for address in addresses { g_free(address) }
    }
g_signal_connect_data(files, "drag-data-get", unsafeBitCast(give, to: GCallback.self), nil, nil, GConnectFlags(0))
/// Names the window after what would be done with the files if they were let go.
let name: @convention(c) (UnsafeMutableRawPointer, GdkDragAction, UnsafeMutableRawPointer?) -> Void = { _, action, _ in
    gtk_window_set_title(
        window.assumingMemoryBound(to: GtkWindow.self), action == GDK_ACTION_COPY ? "Files to copy" : "Files")
}
let begin: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Void = {
    _, context, _ in
    g_signal_connect_data(
        context, "action-changed", unsafeBitCast(name, to: GCallback.self), nil, nil, GConnectFlags(0))
}
let end: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Void = {
    _, _, _ in gtk_main_quit()
}
g_signal_connect_data(files, "drag-end", unsafeBitCast(end, to: GCallback.self), nil, nil, GConnectFlags(0))
g_signal_connect_data(files, "drag-begin", unsafeBitCast(begin, to: GCallback.self), nil, nil, GConnectFlags(0))
g_signal_connect_data(window, "destroy", { gtk_main_quit() }, nil, nil, GConnectFlags(0))
gtk_container_add(window.assumingMemoryBound(to: GtkContainer.self), files)
gtk_widget_show_all(window.assumingMemoryBound(to: GtkWidget.self))
gtk_main()
