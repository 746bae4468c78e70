// The program that the page of `GridGTK` shows, whole.
import CGTK
import GridGTK
import TabularText

gtk_init(nil, nil)
let view = GridView(source: TextSource(path: CommandLine.arguments[1]))
view.onFailure = { message in print(message) }
view.update { $0.freeze(columns: 1) }

let window = UnsafeMutableRawPointer(gtk_window_new(GTK_WINDOW_TOPLEVEL) as UnsafeMutablePointer<GtkWidget>)
g_signal_connect_data(window, "destroy", { gtk_main_quit() }, nil, nil, GConnectFlags(0))
gtk_window_set_default_size(window.assumingMemoryBound(to: GtkWindow.self), 720, 480)
gtk_container_add(window.assumingMemoryBound(to: GtkContainer.self), view.widget)
gtk_widget_show_all(window.assumingMemoryBound(to: GtkWidget.self))
gtk_main()
