import CGTK
import Glibc
import GridGTK
import QuadrilleRuntime
import Synchronization

/// Draws the first window with an excerpt of the desktop's theme: reading a whole theme takes GTK a sixth of the time from a
/// start to the first rows.
///
/// GTK reads its own themes from its resources. GLib overlays these with the files of `G_RESOURCE_OVERLAYS` (GIO Reference
/// Manual, "GResource"). The files are excerpts that an earlier start made of the same theme for the nodes in its first window.
/// A first window with other nodes looks plainer for some frames, and the next excerpt includes them. Themes that are not part
/// of GTK have no excerpt.
@MainActor
final class StartStyle {
    private static let variable = "G_RESOURCE_OVERLAYS"
    /// The domain in which GLib logs the overlay files that it uses.
    private static let domain = "GLib-GIO"
    /// The number of GLib's messages about overlay files, and that number before it used the first file.
    private static let messages = Atomic(0)
    private var firstMessages = 0

    /// Nil where the user sets the variable, to see their own overlay.
    private let folder = getenv(StartStyle.variable) == nil ? ExcerptFolder.ofUser : nil
    /// The file descriptor of the folder with excerpts, which GLib reads; nil while GTK's themes have no overlay.
    private var overlay: Int32?
    private var quiet: guint?

    /// Overlays GTK's themes with the excerpts. Call it once, before any use of GLib's resources, and before other threads read
    /// the environment.
    func begin() {
        guard overlay == nil, let number = folder?.open() else { return }
        overlay = number
        // GLib logs each overlay file that it uses, for developers of themes.
        quiet = g_log_set_handler(
            Self.domain, G_LOG_LEVEL_MESSAGE, { _, _, _, _ in StartStyle.messages.add(1, ordering: .relaxed) }, nil)
        // By its descriptor, which can be redirected later, and not by its name: GLib reads the variable only once.
        setenv(Self.variable, "\(BuiltInTheme.root)=/proc/self/fd/\(number)", 1)
        _ = g_resources_get_info(BuiltInTheme.root, G_RESOURCE_LOOKUP_FLAGS_NONE, nil, nil, nil)
        unsetenv(Self.variable)
        firstMessages = Self.messages.load(ordering: .relaxed)
    }

    /// Makes GTK read the whole theme, where it used an excerpt.
    func end() {
        guard let overlay else { return }
        self.overlay = nil
        // Without any message it is unknown. The theme's name does not help: GTK replaces a missing theme by another one.
        let messages = Self.messages.load(ordering: .relaxed)
        let wasUsed = messages > firstMessages || firstMessages == 0
        // Redirects the descriptor to a folder without themes: the number must not be reused for the next opened file.
        let nothing = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if dup2(nothing, overlay) < 0 { close(overlay) }
        _ = fcntl(overlay, F_SETFD, FD_CLOEXEC)
        close(nothing)
        if wasUsed, let settings = gtk_settings_get_default() { g_object_notify(cast(settings), "gtk-theme-name") }
        if let quiet { g_log_remove_handler(Self.domain, quiet) }
    }

    /// Writes an excerpt for the nodes in a window for the next start, where there is none, in the background.
    func keep(styleOf window: Widget) {
        guard let folder, let theme = BuiltInTheme.inForce, gtk_widget_get_realized(cast(window)) != 0,
            let text = gtk_style_context_to_string(
                gtk_widget_get_style_context(window), GTK_STYLE_CONTEXT_PRINT_RECURSE)
        else { return }
        defer { g_free(text) }
        let tree = String(cString: text)
        WorkerPool.shared.submit(.help) {
            folder.keep(theme, for: StyleNode.all(in: tree))
        }
    }
}
