import CGTK
import Dispatch
import Glibc
import GridGTK
import Synchronization
import Tabular
import TabularText

/// Has the first window be drawn by an excerpt of the desktop's theme: reading all of a theme takes GTK a sixth of the time
/// from a start to the first rows. When these are there, all of the theme is read.
///
/// GTK reads its own themes from among its resources, over which GLib lays files where `G_RESOURCE_OVERLAYS` says so
/// (GIO Reference Manual, "GResource"). The files are excerpts that an earlier start has made of the same theme for what was
/// in its first window; they lie in the folder for caches. Without them, and for themes that are no part of GTK, a start
/// takes what it takes. A first window that has more in it than those before looks plainer there for some frames, and the
/// excerpt is made for that as well.
@MainActor
final class StartTheme {
    static let shared = StartTheme()

    /// Seconds that a window without rows keeps the excerpt: somebody may want menus there.
    private static let patience = 0.1
    private static let variable = "G_RESOURCE_OVERLAYS"

    /// None for somebody who lays something over the themes, and wants to see that.
    private let folder = getenv(StartTheme.variable) == nil ? ExcerptFolder.ofUser : nil
    /// The open folder with excerpts, by whose number GLib reads them; nil where nothing is laid over GTK's themes.
    private var overlay: Int32?
    private var quiet: guint?
    /// What GLib has said of files that it took, and how much of that before there was any.
    private static let messages = Atomic(0)
    private var firstMessages = 0
    private var firstWindow: Widget?
    private var hasBegun = false
    private var isWaiting = false
    private var hasEnded = false

    private init() {}

    /// Lays the excerpts over GTK's themes. Call it before anything is asked of GLib's resources, and before other threads
    /// read the environment.
    func begin() {
        hasBegun = true
        guard overlay == nil, let number = folder?.open() else { return }
        overlay = number
        // GLib tells of each file that it takes, which is for who develops a theme.
        quiet = g_log_set_handler(
            "GLib-GIO", G_LOG_LEVEL_MESSAGE, { _, _, _, _ in StartTheme.messages.add(1, ordering: .relaxed) }, nil)
        // By its number and not by its name, which cannot be taken back: GLib reads the variable once.
        setenv(Self.variable, "\(BuiltInTheme.root)=/proc/self/fd/\(number)", 1)
        _ = g_resources_get_info(BuiltInTheme.root, G_RESOURCE_LOOKUP_FLAGS_NONE, nil, nil, nil)
        unsetenv(Self.variable)
        firstMessages = Self.messages.load(ordering: .relaxed)
    }

    /// Has the first window's icons come from an excerpt as well. Call it when there is a display, before there are icons.
    func beginWithIcons() {
        if hasBegun { StartIcons.shared.begin() }
    }

    /// Each window that is made; the first one counts.
    func follow(_ window: Widget) {
        guard firstWindow == nil, hasBegun else { return }
        firstWindow = window
        connect(window, "destroy") { [weak self] in self?.end() }
    }

    /// A frame of a window was drawn; where it is the first one's, and has rows, the whole theme is read.
    func drawn(_ window: Widget, isPainted: Bool) {
        guard !hasEnded, window == firstWindow else { return }
        if isPainted {
            // What was drawn is to be seen before.
            gdk_display_flush(gtk_widget_get_display(window))
            DispatchQueue.main.async { MainActor.assumeIsolated { self.end(in: window) } }
        } else if !isWaiting {
            isWaiting = true
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) {
                MainActor.assumeIsolated { self.end() }
            }
        }
    }

    /// Has all of the theme read, unless it was.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        StartIcons.shared.end()
        guard let overlay else { return }
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
        if let quiet { g_log_remove_handler("GLib-GIO", quiet) }
    }

    /// The same, and makes an excerpt for the next start where there is none for what is in this window.
    private func end(in window: Widget) {
        guard !hasEnded else { return }
        end()
        StartIcons.shared.keep(iconsOf: window)
        guard let folder, let theme = BuiltInTheme.inForce, gtk_widget_get_realized(cast(window)) != 0,
            let text = gtk_style_context_to_string(
                gtk_widget_get_style_context(window), GTK_STYLE_CONTEXT_PRINT_RECURSE)
        else { return }
        defer { g_free(text) }
        let tree = String(cString: text)
        BackgroundThread.start {
            BackgroundThread.yieldToOthers()
            folder.keep(theme, for: StyleNode.all(in: tree))
        }
    }
}
