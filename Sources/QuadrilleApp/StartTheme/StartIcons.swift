import CGTK
import GridGTK
import QuadrilleRuntime

/// Limits the first window to an excerpt of the desktop's icon theme. GTK spends a tenth of a start on the folders of that
/// theme and of its fallback, which has hundreds. Once rows are drawn, GTK finds all icons again.
///
/// An earlier start made the excerpt from the named icons of its first window. A call of `has` for an icon outside the excerpt
/// ends its use; an icon that is only drawn is missing for some frames, once. The window's own icon, which has many files,
/// comes with all the others.
@MainActor
final class StartIcons {
    static let shared = StartIcons()

    /// The folders that GTK searches without the excerpt; nil while it does.
    private var searched: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    private var count: Int32 = 0
    /// The names that `has` was called with.
    private var asked: Set<String> = []

    private init() {}

    /// Returns true where the icon theme has an icon of that name. Stops using the excerpt where that has none.
    func has(_ name: String) -> Bool {
        guard let theme = gtk_icon_theme_get_default() else { return false }
        asked.insert(name)
        if gtk_icon_theme_has_icon(theme, name) != 0 { return true }
        guard searched != nil else { return false }
        end()
        return gtk_icon_theme_has_icon(theme, name) != 0
    }

    /// Limits GTK's search to the excerpt, where there is one. Call it before anything looks up an icon.
    func begin() {
        guard searched == nil, let excerpt, excerpt.isThere, let theme = gtk_icon_theme_get_default() else { return }
        gtk_icon_theme_get_search_path(theme, &searched, &count)
        excerpt.path.withCString { path in
            var paths: UnsafePointer<CChar>? = path
            gtk_icon_theme_set_search_path(theme, &paths, 1)
        }
        // GTK draws this icon in place of a missing one, and ends the program where it is missing too.
        if gtk_icon_theme_has_icon(theme, "image-missing") == 0 { end() }
    }

    /// Restores GTK's own search path.
    func end() {
        guard let folders = searched else { return }
        searched = nil
        var paths = (0..<Int(count)).map { folders[$0].map { UnsafePointer($0) } }
        gtk_icon_theme_set_search_path(gtk_icon_theme_get_default(), &paths, count)
        g_strfreev(folders)
    }

    /// Writes an excerpt of the icons in a window for the next start, in the background.
    func keep(iconsOf window: Widget) {
        guard searched == nil, let excerpt else { return }
        var uses = Self.uses(in: window)
        for name in asked { uses[name, default: []].insert(Self.pixels(GTK_ICON_SIZE_BUTTON)) }
        let scale = gtk_widget_get_scale_factor(window)
        guard scale == self.scale else { return }
        var icons: Set<IconExcerpt.Icon> = []
        for (name, sizes) in uses {
            for size in sizes {
                for direction in [GTK_ICON_LOOKUP_DIR_LTR, GTK_ICON_LOOKUP_DIR_RTL] {
                    guard
                        let icon = gtk_icon_theme_lookup_icon_for_scale(
                            gtk_icon_theme_get_default(), name, size, scale, direction)
                    else { continue }
                    defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
                    // An icon in GTK's resources has no file, and needs none.
                    guard let file = gtk_icon_info_get_filename(icon) else { continue }
                    icons.insert(IconExcerpt.Icon(size: Int(size), file: String(cString: file)))
                }
            }
        }
        WorkerPool.shared.submit(.help) { [icons] in
            excerpt.keep(icons)
        }
    }

    private var excerpt: IconExcerpt? {
        guard let settings = gtk_settings_get_default() else { return nil }
        return IconExcerpt(of: Property.text(cast(settings), "gtk-icon-theme-name"), scale: Int(scale))
    }

    /// The scale of the display on which the first window is likely to appear.
    private var scale: Int32 {
        guard let display = gdk_display_get_default() else { return 1 }
        let monitor = gdk_display_get_primary_monitor(display) ?? gdk_display_get_monitor(display, 0)
        return monitor.map { gdk_monitor_get_scale_factor($0) } ?? 1
    }

    /// Returns the names of the icons in a widget, with their sizes in logical pixels.
    private static func uses(in widget: Widget) -> [String: Set<Int32>] {
        var uses: [String: Set<Int32>] = [:]
        WidgetTree.visit(widget) { widget in
            guard WidgetTree.isA(widget, gtk_image_get_type()),
                gtk_image_get_storage_type(cast(widget)) == GTK_IMAGE_ICON_NAME
            else { return true }
            var (name, size): (UnsafePointer<CChar>?, GtkIconSize) = (nil, GTK_ICON_SIZE_BUTTON)
            gtk_image_get_icon_name(cast(widget), &name, &size)
            let own = gtk_image_get_pixel_size(cast(widget))
            if let name { uses[String(cString: name), default: []].insert(own > 0 ? own : pixels(size)) }
            return false
        }
        return uses
    }

    private static func pixels(_ size: GtkIconSize) -> Int32 {
        var (width, height): (Int32, Int32) = (0, 0)
        return gtk_icon_size_lookup(size, &width, &height) != 0 ? width : 16
    }
}
