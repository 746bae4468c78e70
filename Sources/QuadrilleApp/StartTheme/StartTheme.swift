import CGTK
import Dispatch
import GridGTK
import QuadrilleRuntime

/// The life of what an earlier start has left to make this one short: an excerpt of the theme (`StartStyle`) and one of its
/// icons (`StartIcons`), both in the folder for caches. They hold until the first window has rows, or is one for which nobody
/// waits; then GTK reads all there is, and excerpts are made of what was in that window. Without them a start takes what it
/// takes.
@MainActor
final class StartTheme {
    static let shared = StartTheme()

    /// Seconds that a window without rows keeps the excerpts: somebody may want menus there.
    private static let patience = 0.25

    private let style = StartStyle()
    private let icons = StartIcons.shared
    private var firstWindow: Widget?
    private var hasBegun = false
    private var isWaiting = false
    private var hasEnded = false

    private init() {}

    /// Lays an excerpt of the style over the theme. Call it before any use of GLib's resources, and before other threads read
    /// the environment.
    func begin() {
        hasBegun = true
        style.begin()
    }

    /// Takes the first window's icons from an excerpt as well. Call it when there is a display, before there are icons.
    func beginWithIcons() {
        if hasBegun { icons.begin() }
    }

    /// Each window that is made; the first one counts.
    func follow(_ window: Widget) {
        guard firstWindow == nil, hasBegun else { return }
        firstWindow = window
        connect(window, "destroy") { [weak self] in self?.end() }
    }

    /// A frame of a window was drawn; where it is the first one's, and has rows, all there is is read.
    func drawn(_ window: Widget, isPainted: Bool) {
        guard !hasEnded, window == firstWindow else { return }
        if isPainted {
            // What was drawn is to be seen before.
            gdk_display_flush(gtk_widget_get_display(window))
            MainHop.post { self.end(in: window) }
        } else if !isWaiting {
            isWaiting = true
            MainHop.post(at: .now() + Self.patience) { self.end() }
        }
    }

    /// Makes GTK read the whole theme and find all icons, unless that was done before.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        icons.end()
        style.end()
    }

    /// The same, and has the next start find excerpts for what is in this window.
    private func end(in window: Widget) {
        guard !hasEnded else { return }
        end()
        icons.keep(iconsOf: window)
        style.keep(styleOf: window)
    }
}
