import CGTK
import Geometry
import Glibc
import GridGTK
import GridUI
import Tabular
import TestDesktop
import Testing

/// All tests of the widget, one after another: they share GTK, and with it the main thread.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct WidgetTests {}

/// GTK on a display of the tests' own.
enum Host {
    private static var starting: Task<Desktop, any Error>?

    /// Starts GTK, once for all tests.
    static func start() async throws {
        let task =
            starting
            ?? Task {
                // Nothing here depends on who has the focus, so no window manager is needed.
                let desktop = try await Desktop(windowManager: false)
                for (name, value) in desktop.environment where name != "PATH" && name != "HOME" {
                    setenv(name, value, 1)
                }
                guard gtk_init_check(nil, nil) != 0 else {
                    throw DesktopError("GTK could not open the display that Xvfb serves")
                }
                return desktop
            }
        starting = task
        _ = try await task.value
    }

    /// Lets GTK do what waits, and the main queue between that, until `isDone`.
    static func iterate(until what: String, _ isDone: () -> Bool) async throws {
        _ = try await eventually(what) {
            var rounds = 0
            while g_main_context_pending(nil) != 0, rounds < 1000 {
                g_main_context_iteration(nil, 0)
                rounds += 1
            }
            return isDone() ? true : nil
        }
    }
}

/// A generated table in a window, with a pointer that tests make events for.
final class Stage {
    let window: Widget
    /// The view of the grid, until the window is gone.
    private(set) weak var grid: GridView?
    private(set) weak var source: GeneratedSource?
    /// The time that events are said to come at, in milliseconds.
    var time: UInt32 = 1000

    init(
        rows: Int = 1000, columns: Int = 50, width: Int32 = 800, height: Int32 = 600,
        value: (@Sendable (Int, Int) -> String)? = nil
    ) async throws {
        try await Host.start()
        let titles = (0..<columns).map { Column(name: "column \($0)", type: .text) }
        let source =
            value.map { GeneratedSource(rows: rows, columns: titles, value: $0) }
            ?? GeneratedSource(rows: rows, columns: columns)
        let grid = GridView(source: source)
        (self.source, self.grid) = (source, grid)
        window = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        gtk_window_set_default_size(cast(window), width, height)
        gtk_container_add(cast(window), grid.widget)
        gtk_widget_show_all(window)
        grid.focus()
        try await Host.iterate(until: "the window to be laid out") {
            grid.model.viewport.size.height == Double(height) && grid.model.columnCount == columns
        }
    }

    /// The grid's model now.
    var model: GridModel {
        get throws { try #require(grid).model }
    }

    /// The drawing surface: the scrolled window's only child.
    var surface: Widget {
        get throws {
            let grid = try #require(grid)
            return try #require(gtk_bin_get_child(cast(grid.widget)))
        }
    }

    func adjustment(_ axis: GtkOrientation) throws -> UnsafeMutablePointer<GtkAdjustment> {
        let surface = OpaquePointer(try surface)
        return try #require(
            axis == GTK_ORIENTATION_VERTICAL
                ? gtk_scrollable_get_vadjustment(surface) : gtk_scrollable_get_hadjustment(surface))
    }

    /// Closes the window and lets GTK forget it.
    func close() async throws {
        gtk_widget_destroy(window)
        try await Host.iterate(until: "the window to be gone") { g_main_context_pending(nil) == 0 }
    }
}
