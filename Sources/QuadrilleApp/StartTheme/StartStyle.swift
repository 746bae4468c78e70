import CGTK
import Glibc
import GridGTK
import QuadrilleRuntime
import Synchronization

/// Draws the first window with an excerpt of the desktop's theme: GTK needs a sixth of the time from a start to the first rows
/// for reading a whole theme.
///
/// GTK reads its own themes from its resources. GLib lays files over these where `G_RESOURCE_OVERLAYS` says so (GIO Reference
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

    /// None for somebody who lays something over the themes, and wants to see that.
    private let folder = getenv(StartStyle.variable) == nil ? ExcerptFolder.ofUser : nil
    /// The open folder with excerpts, by whose number GLib reads them; nil where nothing is laid over GTK's themes.
    private var overlay: Int32?
    private var quiet: guint?

    /// Lays the excerpts over GTK's themes. Call it once, before anything is asked of GLib's resources, and before other
    /// threads read the environment.
    func begin() {
        guard overlay == nil, let number = folder?.open() else { return }
        overlay = number
        // GLib tells of each file that it takes, which is for who develops a theme.
        quiet = g_log_set_handler(
            Self.domain, G_LOG_LEVEL_MESSAGE, { _, _, _, _ in StartStyle.messages.add(1, ordering: .relaxed) }, nil)
        // By its number and not by its name, which cannot be taken back: GLib reads the variable once.
        setenv(Self.variable, "\(BuiltInTheme.root)=/proc/self/fd/\(number)", 1)
        _ = g_resources_get_info(BuiltInTheme.root, G_RESOURCE_LOOKUP_FLAGS_NONE, nil, nil, nil)
        unsetenv(Self.variable)
        firstMessages = Self.messages.load(ordering: .relaxed)
    }

    /// Makes GTK read the whole theme, where it used an excerpt.
    func end() {
        guard let overlay else { return }
        self.overlay = nil
        // Where it says nothing at all, nothing is known. By the theme's name it is not either: GTK takes another one for one
        // that is not there.
        let messages = Self.messages.load(ordering: .relaxed)
        let wasUsed = messages > firstMessages || firstMessages == 0
        // Another folder, in which no theme lies: the number is not to be given to whatever is opened next.
        let nothing = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if dup2(nothing, overlay) < 0 { close(overlay) }
        _ = fcntl(overlay, F_SETFD, FD_CLOEXEC)
        close(nothing)
        if wasUsed, let settings = gtk_settings_get_default() { g_object_notify(cast(settings), "gtk-theme-name") }
        if let quiet { g_log_remove_handler(Self.domain, quiet) }
    }

    /// Makes an excerpt for the next start where there is none for what is in a window, in the background.
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
