import CGTK
import GridGTK
import QuadrilleRuntime
import Translation

/// A window of the program. It holds documents, each in a tab; a single one has no tab. The header bar, the actions and the
/// keys are those of the shown document. GTK's widget tree keeps it alive until the window is destroyed.
@MainActor
final class MainWindow {
    let window: Widget
    /// Holds the documents.
    let book: Widget = gtk_notebook_new()
    let application: Application
    let milestones = Milestones.ifAskedFor()
    /// In the order of their tabs.
    var documents: [Document] = []
    /// The shown document.
    var document: Document?
    let panels = WindowPanels()
    /// The size of the window; kept while it is maximized or fills the screen.
    private(set) var size: KeptView.WindowSize?
    /// True after a frame showed rows, or the page of a window without a file.
    private var isPainted = false
    private var fieldKeys = FieldKeys()
    /// False once GTK destroys the window.
    private(set) var isAlive = true
    /// The document that moves from one window to another.
    static var underWay: Document?
    private static var all: [MainWindow] = []
    /// The scheduled update of the tab labels.
    private(set) lazy var labelling = CoalescedHop { [weak self] in self?.label() }
    /// The scheduled presentation of the window, with the keyboard in its content.
    private(set) lazy var presenting = CoalescedHop { [weak self] in
        guard let self, isAlive else { return }
        present()
        document?.focus()
    }

    /// Creates a window, which needs a document before it is presented.
    init(of application: Application) {
        milestones?.reach(.opened)
        self.application = application
        window = gtk_application_window_new(application.gtk)
        // The size of memory measurements and of `render`.
        let size = WorkArea.fitting(KeptView.WindowSize(width: 1280, height: 800), window)
        gtk_window_set_default_size(cast(window), gint(size.width), gint(size.height))
        gtk_window_set_icon_name(cast(window), Quadrille.applicationID)
        buildBook()
        StartTheme.shared.follow(window)
        connect(window, "realize") { [weak self] in self?.watchFrames() }
        connectIgnoringArgument(UnsafeMutableRawPointer(window), "size-allocate") { [weak self] in self?.noteSize() }
        FileDrop.accept(on: window) { [weak self] in self?.open($0) }
        takeKeys()
        // The closure keeps this object alive until the widget is destroyed. The window's children are destroyed after this.
        connect(window, "destroy") { [self] in
            isAlive = false
            Self.all.removeAll { $0 === self }
        }
        Self.all.append(self)
    }

    /// Returns the object of a GTK window.
    static func of(_ window: Widget) -> MainWindow? { all.first { $0.window == window } }

    func present() {
        gtk_window_present(cast(window))
    }

    /// Opens the files dropped on the window.
    private func open(_ files: OfferedFiles) {
        // A user who drops several files on one window wants them in it.
        if !files.paths.isEmpty { document?.open(files.paths, files.paths.count > 1 ? .tabs : .preferred) }
        // In the document shown after that, which cleared its messages.
        if let notice = files.notice { document?.infoBar.show(notice, isNew: true) }
    }

    private func watchFrames() {
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] in self?.drawn() }
    }

    /// Records the first frame with rows. Called after each frame.
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
        // Bars keep the background that they have without tabs.
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
        // Only where no popover, drag or focused widget uses the key.
        connectKeys(window, areUnused: true) { [weak self] key, _ in
            guard let document = self?.document, key == UInt32(GDK_KEY_Escape) else { return false }
            return document.returnToTable() || document.cancelTask() || document.finder.closeByKey()
                || document.infoBar.dismiss()
                || document.collapseSelection()
        }
        connectButtons(window) { [weak self] button in
            guard let document = self?.document, button == 8 || button == 9 else { return false }
            RowReferences(document: document).goThroughPlaces(isForward: button == 9)
            return true
        }
    }

    /// Stores the window's size. On closing it is too late to ask: the window is on no screen any more.
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
