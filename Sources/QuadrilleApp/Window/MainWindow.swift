import CGTK
import GridGTK
import QuadrilleRuntime
import Translation

/// A window of the program. It holds documents, each in a tab; one alone has no tab. The header bar, the actions and what keys
/// do are those of the document that is shown. GTK's widget tree keeps it alive until the window is destroyed.
@MainActor
final class MainWindow {
    let window: Widget
    /// Holds the documents.
    let book: Widget = gtk_notebook_new()
    let application: Application
    let milestones = Milestones.ifAskedFor()
    /// In the order of their tabs.
    var documents: [Document] = []
    /// The one that is shown.
    var document: Document?
    /// While it has one of its own, and not that of the screen.
    private(set) var size: KeptView.WindowSize?
    /// True after a frame showed rows, or the page of a window without a file.
    private var isPainted = false
    private var fieldKeys = FieldKeys()
    /// False once GTK destroys it.
    private(set) var isAlive = true
    /// On its way from one window to another.
    static var underWay: Document?
    private static var all: [MainWindow] = []
    /// The scheduled update of the tab labels.
    private(set) lazy var labelling = CoalescedHop { [weak self] in self?.label() }
    /// Brings it to the front, soon, with the keyboard in what it shows.
    private(set) lazy var presenting = CoalescedHop { [weak self] in
        guard let self, isAlive else { return }
        present()
        document?.focus()
    }

    /// A window of an application, which is to be given a document before it is presented.
    init(of application: Application) {
        milestones?.reach(.opened)
        self.application = application
        window = gtk_application_window_new(application.gtk)
        // The size in which memory is measured, and the one of `render`.
        let size = WorkArea.fitting(KeptView.WindowSize(width: 1280, height: 800), window)
        gtk_window_set_default_size(cast(window), gint(size.width), gint(size.height))
        gtk_window_set_icon_name(cast(window), Quadrille.applicationID)
        buildBook()
        StartTheme.shared.follow(window)
        connect(window, "realize") { [weak self] in self?.watchFrames() }
        connectIgnoringArgument(UnsafeMutableRawPointer(window), "size-allocate") { [weak self] in self?.noteSize() }
        FileDrop.accept(on: window) { [weak self] in self?.open($0) }
        takeKeys()
        // The closure is what keeps this object: it goes with the widget. What is in the window is destroyed after this.
        connect(window, "destroy") { [self] in
            isAlive = false
            Self.all.removeAll { $0 === self }
        }
        Self.all.append(self)
    }

    /// The one of a window, as GTK has it.
    static func of(_ window: Widget) -> MainWindow? { all.first { $0.window == window } }

    func present() {
        gtk_window_present(cast(window))
    }

    /// Opens what is dropped on it.
    private func open(_ files: OfferedFiles) {
        // Who drops several at once on a window wants them there.
        if !files.paths.isEmpty { document?.open(files.paths, files.paths.count > 1 ? .tabs : .preferred) }
        // In what is shown now, or that would take it back.
        if let notice = files.notice { document?.infoBar.show(notice, isNew: true) }
    }

    private func watchFrames() {
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] in self?.drawn() }
    }

    /// After each frame.
    private func drawn() {
        guard !isPainted else { return }
        isPainted = document?.isPainted == true
        if isPainted {
            milestones?.reach(.painted)
            HeadStart.ofProgram.finish()
            EndSignals.hear()
        }
        StartTheme.shared.drawn(window, isPainted: isPainted)
    }

    func toggleFullscreen() {
        let state = gtk_widget_get_window(window).map { gdk_window_get_state($0).rawValue } ?? 0
        if state & GDK_WINDOW_STATE_FULLSCREEN.rawValue != 0 {
            gtk_window_unfullscreen(cast(window))
        } else {
            gtk_window_fullscreen(cast(window))
        }
    }

    private func buildBook() {
        gtk_notebook_set_show_tabs(cast(book), 0)
        gtk_notebook_set_show_border(cast(book), 0)
        gtk_notebook_set_scrollable(cast(book), 1)
        gtk_notebook_set_group_name(cast(book), "quadrille")
        // Bars have the ground that they have without tabs.
        Style.add("notebook > stack { background-color: transparent; }", to: book)
        Spoken.name(book, tr("Tabs"))
        gtk_widget_show(book)
        gtk_container_add(cast(window), book)
        connectPage(book, "switch-page") { [weak self] in self?.turned(to: $0) }
        connectPage(book, "page-added") { [weak self] in self?.came($0) }
        connectPage(book, "page-removed") { [weak self] in self?.left($0) }
        connectPage(book, "page-reordered") { [weak self] _ in
            self?.sort()
            self?.labelling.post()
        }
        connectTornOff(book) { [weak self] _, x, y in self?.windowForTornOff(x, y).book }
        connectPresses(book) { [weak self] in self?.pressed($0) ?? false }
        connectMenuKey(book) { [weak self] in self?.openMenuOfTab() ?? false }
    }

    /// Passes keys and buttons to the shown document before, or after, all else in the window.
    private func takeKeys() {
        connectLetters(window) { [weak self] letter, modifiers in
            guard let document = self?.document, document.finder.isOpen else { return false }
            return document.finder.bar.press(letter: letter, modifiers)
        }
        connectKeyEvents(window) { [weak self] event in
            guard let self else { return false }
            return fieldKeys.take(event.pointee, in: gtk_window_get_focus(cast(window)))
                && gtk_window_propagate_key_event(cast(window), event) != 0
        }
        connectKeys(window) { [weak self] key, modifiers in
            guard let self, let document else { return false }
            document.notePlace(before: key, modifiers)
            document.grid?.keysAreUsed()
            return turn(by: key, modifiers) || document.columnsPanel?.moveSelected(key, modifiers) ?? false
        }
        // Only when nothing that is open, held or focused has a use for it.
        connectKeys(window, areUnused: true) { [weak self] key, _ in
            guard let document = self?.document, key == UInt32(GDK_KEY_Escape) else { return false }
            return document.returnToTable() || document.cancelTask() || document.finder.closeByKey()
                || document.infoBar.dismiss()
                || document.collapseSelection()
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
