import CGTK
import GridGTK

/// The part of a monitor that the desktop's own bars leave to windows, in logical pixels.
@MainActor
enum WorkArea {
    /// The work area of the monitor with a window, or of the primary monitor before the window is on any.
    static func around(_ window: Widget) -> GdkRectangle {
        var area = GdkRectangle(x: 0, y: 0, width: .max, height: .max)
        let display = gtk_widget_get_display(window)
        let monitor =
            gtk_widget_get_window(window).flatMap { gdk_display_get_monitor_at_window(display, $0) }
            ?? gdk_display_get_primary_monitor(display) ?? gdk_display_get_monitor(display, 0)
        if let monitor { gdk_monitor_get_workarea(monitor, &area) }
        return area
    }

    /// Returns the size, limited to the monitor of a window: it may be remembered from a larger one.
    static func fitting(_ size: KeptView.WindowSize, _ window: Widget) -> KeptView.WindowSize {
        let area = around(window)
        return size.clamped(toWidth: Int(area.width), height: Int(area.height))
    }
}

extension KeptView.WindowSize {
    func clamped(toWidth width: Int, height: Int) -> KeptView.WindowSize {
        KeptView.WindowSize(width: max(1, min(self.width, width)), height: max(1, min(self.height, height)))
    }
}
