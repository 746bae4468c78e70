import CGTK
import GridGTK

/// A window of the program, and what its document is shown by. GTK's widget tree keeps it alive until the window is
/// destroyed.
@MainActor
final class MainWindow {
    let window: Widget
    let milestones = Milestones.ifAskedFor()
    /// The one that is shown.
    private(set) var document: Document?
    /// While it has one of its own, and not that of the screen.
    private(set) var size: KeptView.WindowSize?

    /// A window of `application`, which is to be given a document before it is presented.
    init(application: UnsafeMutablePointer<GtkApplication>) {
        milestones?.reach(.opened)
        window = gtk_application_window_new(application)
        // The size in which memory is measured, and the one of `render`.
        gtk_window_set_default_size(cast(window), 1280, 800)
        gtk_window_set_icon_name(cast(window), Quadrille.applicationID)
        milestones?.watch(window) { [weak self] in self?.document?.isPainted == true }
        connectIgnoringArgument(UnsafeMutableRawPointer(window), "size-allocate") { [weak self] in self?.noteSize() }
        FileDrop.accept(on: window) { [weak self] paths in self?.document?.open(paths) }
        takeKeys()
        // The closure is what keeps this object: it goes with the widget.
        connect(window, "destroy") { [self] in document = nil }
    }

    /// Shows a document, with its header bar and its actions.
    func show(_ document: Document) {
        self.document = document
        gtk_widget_insert_action_group(window, "win", document.actions)
        gtk_window_set_titlebar(cast(window), document.header)
        gtk_container_add(cast(window), document.root)
    }

    func present() {
        gtk_window_present(cast(window))
    }

    func toggleFullscreen() {
        let state = gtk_widget_get_window(window).map { gdk_window_get_state($0).rawValue } ?? 0
        if state & GDK_WINDOW_STATE_FULLSCREEN.rawValue != 0 {
            gtk_window_unfullscreen(cast(window))
        } else {
            gtk_window_fullscreen(cast(window))
        }
    }

    /// Has the document hear of what is pressed before, or after, all else in the window.
    private func takeKeys() {
        connectLetters(window) { [weak self] letter, modifiers in
            guard let document = self?.document, document.finder.isOpen else { return false }
            return document.finder.bar.press(letter: letter, modifiers)
        }
        connectKeys(window) { [weak self] key, modifiers in
            guard let document = self?.document else { return false }
            document.notePlace(before: key, modifiers)
            return document.columnsPanel?.moveSelected(key, modifiers) ?? false
        }
        // Only when nothing that is open, held or focused has a use for it.
        connectKeys(window, areUnused: true) { [weak self] key, _ in
            guard let document = self?.document, key == UInt32(GDK_KEY_Escape) else { return false }
            return document.cancelTask() || document.collapseSelection()
        }
        connectButtons(window) { [weak self] button in
            guard let document = self?.document, button == 8 || button == 9 else { return false }
            document.goThroughPlaces(isForward: button == 9)
            return true
        }
    }

    /// Takes note of the window's size. What is asked when it is closed is too late: it is on no screen any more.
    private func noteSize() {
        guard gtk_widget_get_mapped(cast(window)) != 0, gtk_window_is_maximized(cast(window)) == 0,
            let surface = gtk_widget_get_window(window),
            gdk_window_get_state(surface).rawValue & GDK_WINDOW_STATE_FULLSCREEN.rawValue == 0
        else { return }
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_size(cast(window), &width, &height)
        size = KeptView.WindowSize(width: Int(width), height: Int(height))
    }
}
