import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime

/// The use of the excerpts that an earlier start made to shorten this one: of the theme (`StartStyle`) and of its icons
/// (`StartIcons`), both in the cache folder. They are used until the first window has rows, or for a moment in a window
/// without; then GTK reads the whole theme, and new excerpts are made from that window. Without excerpts a start just takes
/// longer.
@MainActor
final class StartTheme {
    static let shared = StartTheme()

    /// The time that a window without rows uses the excerpts, in seconds: the user may open menus there.
    private static let patience = 0.25

    private let style = StartStyle()
    private let icons = StartIcons.shared
    private var firstWindow: Widget?
    private var hasBegun = false
    private var isWaiting = false
    private var hasEnded = false

    private init() {}

    /// Overlays the theme with an excerpt. Call it before any use of GLib's resources, and before other threads read the
    /// environment.
    func begin() {
        hasBegun = true
        style.begin()
    }

    /// Uses the excerpt of icons for the first window as well. Call it once there is a display, before the first icon.
    func beginWithIcons() {
        if hasBegun { icons.begin() }
    }

    /// Registers a new window; only the first one counts.
    func follow(_ window: Widget) {
        guard firstWindow == nil, hasBegun else { return }
        firstWindow = window
        connect(window, "destroy") { [weak self] in self?.end() }
    }

    /// Called after each frame of a window; after the first window's rows, makes GTK read the whole theme.
    func drawn(_ window: Widget, isPainted: Bool) {
        guard !hasEnded, window == firstWindow else { return }
        if isPainted {
            // The drawn frame must appear first.
            gdk_display_flush(gtk_widget_get_display(window))
            MainHop.post { self.end(in: window) }
        } else if !isWaiting {
            isWaiting = true
            MainHop.post(at: .now() + Self.patience) { self.end() }
        }
    }

    /// Makes GTK read the whole theme and find all icons, unless it did before.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        icons.end()
        style.end()
    }

    /// Stops using the excerpts, and writes new ones of this window for the next start.
    private func end(in window: Widget) {
        guard !hasEnded else { return }
        end()
        icons.keep(iconsOf: window)
        style.keep(styleOf: window)
    }
}
