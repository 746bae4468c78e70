import CGTK
import Geometry
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

/// One file that is shown, or none yet, with all that belongs to it: its header bar, its grid, the bars and panels around
/// that, its actions. It stands in a window, which may come to be another one. GTK's widget tree keeps it alive until its
/// widgets are destroyed.
@MainActor
final class Document {
    /// The window that contains the document.
    var shell: MainWindow
    /// The label on its tab; nil where it has none.
    var tab: TabLabel?
    /// The window it stands in, as GTK has it.
    var window: Widget { shell.window }
    /// All of it but the header bar.
    let root: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    /// Shown by the window while this is the document that it shows.
    let header: Widget = gtk_header_bar_new()
    /// The actions of the document, by names that begin with "win." while the window shows it.
    let actions = OpaquePointer(g_simple_action_group_new())
    /// As it is shown; empty before.
    private(set) var title = ""
    var goToAnchor: Widget { menuButton }
    private(set) lazy var menuButton = WindowMenu.menuButton(undo: undo.menu)
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let infoBar = InfoBar()
    let status = StatusBar()
    /// The grid and what stands beside it above, the list of problems below.
    let panes: Widget = gtk_paned_new(GTK_ORIENTATION_VERTICAL)
    let sidePanes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    /// The list of columns, and all that stands beside it.
    let listPanes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    /// The list of files, and all that stands beside it.
    let folderPanes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    /// The panels are made when they are opened for the first time: a window without them opens sooner.
    var side: SidePanel?
    var columnsPanel: ColumnsPanel?
    var folderPanel: FolderPanel?
    var problems: ProblemsPanel?
    let exporter = Exporter()
    let printer = Printer()
    let chips = ChipsBar()
    let counts = ConditionCounts()
    let undo = ViewUndo()
    var arranging = ArrangementState()
    let finder = TableFinder()
    /// Made when they are opened for the first time.
    var goTo: GoToPopover?
    var tasks: TaskList?
    var filterPopover: FilterPopover?
    var formatPopover: FormatPopover?
    var places = PlaceHistory() {
        didSet { followPlaces() }
    }
    /// The cell at which the document begins, from the command line or Go To; nil once it is known where that is.
    var openingPlace: OpeningPlace?
    let copier = Copier()
    /// Of its own, so that a drag leaves alone what is being copied.
    let dragger = Copier(.drag)
    let figures = SelectionFigures()
    let types = TypeApplier()
    /// The texts to drag out, once they are there.
    var dragged: CopiedTexts?
    private(set) lazy var chooser = ReadingChooser(of: self)
    var walk = ProblemWalk()
    private(set) var grid: GridView?
    /// The file that is shown, where it is one.
    private(set) var file: String?
    private(set) lazy var switcher = ViewSwitcher { [weak self] in self?.grid }
    /// The last notice about the columns of a view.
    var viewNotice: String?
    /// Stands before a grid that has nothing to show.
    private var emptyPage: Widget?
    var cancelAction: OpaquePointer?
    var exportActions: [OpaquePointer] = []
    /// False once GTK has destroyed its widgets.
    private(set) var isAlive = true
    /// The settings that are not applied to the grid yet.
    var settings: SettingsQueue
    /// The opened table, with all that a reload needs; nil before.
    var opened: OpenedTable?
    var liveness: Liveness
    let isRightToLeft: Bool
    /// The reload in progress, until its grid has the settings of the shown one.
    var reload: Reload?
    /// The settings that are not applied to the grid of the reload yet.
    var incoming = SettingsQueue()
    var isReloadDue = false
    var memory = ViewMemory()
    /// True where an empty table is to be reloaded as soon as nothing holds it.
    var awaitsRelease = false
    /// Set while a person chooses what to write of the table.
    var isChoosingExport = false
    /// In seconds of the monotonic clock.
    var lastReload = -Double.infinity
    /// The settings requested for the grid when it was shown, and the reading of its table that they were applied to.
    private var asked = SettingsQueue()
    private var reading = 0
    /// The source that cannot be shown, but may be with other options; and the button that leads to these.
    var failure: (source: any TableSource, button: Widget?)?
    /// The tables of a file that has several.
    var tables: DocumentTables?
    /// The last notice about a change of the source.
    var notice: SourceNotice?
    let open: ([String], Destination) -> Void
    /// Called with a table that is to be shown here, in a tab or in a window.
    var openTable: (OpenTarget, TableDestination) -> Void = { _, _ in }

    /// A document of `shell`, which is to show it. `open` is called with the paths that a person chose or dropped.
    init(
        in shell: MainWindow, settings: ViewSettings, liveness: Liveness,
        open: @escaping ([String], Destination) -> Void
    ) {
        self.shell = shell
        (self.settings, isRightToLeft) = (SettingsQueue(settings), settings.isRightToLeft)
        self.liveness = liveness
        self.open = open
        // It comes and goes with the document that is shown.
        g_object_ref_sink(header)
        build()
        installActions()
        installUndo()
        installRecent()
        PreferencesInForce.shared.follow(self)
        // The closure is what keeps this object: it goes with the widget.
        connect(root, "destroy") { [self] in
            keepView()
            isAlive = false
            exporter.cancel()
            printer.cancel()
            copier.cancel()
            dragger.cancel()
            figures.stop()
            counts.stop()
            types.stop()
            grid = nil
            giveUpReload()
            shell.forget(self)
            gtk_widget_destroy(header)
            g_object_unref(header)
        }
    }

    isolated deinit {
        if let actions { g_object_unref(UnsafeMutableRawPointer(actions)) }
    }

    /// Shows a table under a title; the folder of its file, where it has one, stands below.
    /// `reading` is how the table was left, where it was shown before.
    func show(_ opened: OpenedTable, title: String, file: String?, as reading: FileReading? = nil) {
        keepView()
        // What was asked for is of the file that could not be shown here.
        if self.opened != nil { forgetWhatWasAsked() }
        if let reading { settings = reading.view }
        let isFirst = self.opened == nil || self.opened?.isSample == true
        // What is asked for may be in force before the rest is known.
        let isAskedFor = !settings.isDone || openingPlace != nil || !arranging.asked.isEmpty
        self.opened = opened
        undo.forgetReadings()
        for name in ["reload", "auto-reload"] { enable(name, opened.canReload) }
        switcher.forget()
        self.file = file
        folderPanel?.follow(file)
        setTitle(title, file.map(Application.folder))
        // A layout of the file waits until it is known whether another one is remembered.
        memory.isAwaited = true
        show(GridView(source: opened.source()))
        if let reading { arranging.pending = reading.rows }
        if isInSight { prioritize() }
        recallView(unless: isAskedFor, isFirst: isFirst)
        memory.declared.isRemembered = reading != nil
        if !memory.isAwaited, grid?.model.table.declaredLayout != nil { gridChanged() }
    }

    /// Applies settings to the grid; those requested before come after them and prevail.
    func bringIntoForce(_ queue: SettingsQueue) {
        settings = queue.followed(by: settings)
        asked = queue.followed(by: asked)
        gridChanged()
    }

    /// Returns the settings of the grid, including those in progress; none without a grid.
    func standing(byName isByName: Bool) -> SettingsQueue {
        guard let grid else { return SettingsQueue() }
        return SettingsQueue(viewSettings(of: grid, byName: isByName))
    }

    /// The same of a grid.
    func viewSettings(of grid: GridView, byName isByName: Bool = true) -> ViewSettings {
        ViewSettings(of: grid.model, view: grid.wantedView, merging: grid.columnsToMerge, byName: isByName)
    }

    /// Shows a grid in the place of what is there, which is closed. `isSame` says whether it is the same table, read anew:
    /// then the list of problems goes on with it. `arranged` is how its rows stand, where they were put in order before.
    func show(
        _ grid: GridView, following: Following? = nil, isSame: Bool = false, arranged: RowArrangement? = nil
    ) {
        giveUpReload()
        endChoice()
        infoBar.clear()
        notice = nil
        if let shown = self.grid { exporter.adoptSource(of: shown) }
        // Its rows go with it.
        printer.cancel()
        problems?.clear(keepsKind: isSame)
        if !isSame { walk = ProblemWalk() }
        let columns = self.grid?.model.table.columns ?? []
        self.grid = grid
        (asked, reading) = (settings, grid.model.table.reading)
        arrangementGone(isSame: isSame, of: columns, arranged: arranged)
        undoFollows(isSame: isSame, from: columns)
        noteArranging(of: grid)
        followPreferences(grid, isSame: isSame && !columns.isEmpty)
        replaceBody(with: grid.widget)
        keepScrollbars(of: grid)
        if isLanguageRightToLeft { grid.update { $0.setDirection(.rightToLeft) } }
        if !isSame { places = PlaceHistory() }
        if !title.isEmpty { grid.title = title }
        finder.gridReplaced()
        grid.onChange = { [weak self] in self?.gridChanged() }
        grid.onFailure = { [weak self] message in self?.infoBar.show(message, isNew: true) }
        grid.onFilterValue = { [weak self] in self?.filter(by: $0, isExcluding: $1) }
        grid.onFilter = { [weak self] in self?.narrow(by: $0) }
        grid.onSheet = { [weak self] in self?.showSheet(of: $0) }
        grid.onFilterColumn = { [weak self] in self?.askForFilter(ofColumn: $0, isChange: $1) }
        grid.onColumn = { [weak self] in ColumnRequests(document: self).fulfill($0, column: $1) }
        grid.onSort = { [weak self] in self?.sort(by: $0) }
        types.stop()
        offerCopies(of: grid)
        if grid.source.abilities.scan != nil {
            ValueTaking(document: self).offer(in: grid)
            grid.onLook = { [weak self] look in
                let pages: [CloserLook: SidePanel.Page] = [.value: .value, .record: .record, .column: .column]
                if let page = pages[look] { self?.openSide(page) }
            }
        }
        grid.keyOfAction = { Shortcut.key(of: $0) }
        let following = following ?? (liveness.follows ? .held : .off)
        if following != .off { grid.update { $0.follow(following) } }
        gridChanged()
        focus()
    }

    /// Gives the keyboard to what is shown, while the window shows it.
    func focus() {
        guard isInSight else { return }
        if let emptyPage {
            gtk_widget_child_focus(emptyPage, GTK_DIR_TAB_FORWARD)
        } else {
            grid?.focus()
        }
    }

    /// Gives the keyboard back to the table; returns false where the table has it, or there is none.
    func returnToTable() -> Bool {
        guard let grid, !grid.model.hasFocus else { return false }
        focus()
        return true
    }

    /// True where a file can be shown here without replacing another one.
    var isEmpty: Bool { isAlive && (grid == nil || opened?.isSample == true) }

    /// True where rows were drawn, or there is a page instead.
    var isPainted: Bool { grid?.hasDrawnRows ?? true || emptyPage != nil }

    func setTitle(_ title: String, _ subtitle: String?) {
        self.title = title.visible
        // GTK keeps the header bar's title and the window's the same.
        gtk_header_bar_set_title(cast(header), self.title)
        gtk_header_bar_set_subtitle(cast(header), subtitle?.visible)
        shell.label()
    }

    func replaceBody(with body: Widget) {
        gtk_container_foreach(cast(content), { child, _ in gtk_widget_destroy(child) }, nil)
        emptyPage = nil
        gtk_box_pack_start(cast(content), body, 1, 1, 0)
        gtk_widget_show(body)
        // Return then does what the page offers; a grid takes the keyboard likewise.
        if isInSight { gtk_widget_child_focus(body, GTK_DIR_TAB_FORWARD) }
    }
}

extension Document {
    /// Everything around the grid follows what it shows.
    func gridChanged() {
        guard let grid else { return }
        tables?.follow()
        guard self.grid === grid else { return }
        let table = grid.model.table
        // A filter that leaves no row says nothing of the file.
        if case .failed(let error) = table.phase, table.sourceRowCount == 0 { return showFailure(error) }
        sayWhatChanged()
        followHand()
        gtk_widget_show(status.widget)
        if grid.model.table.reading != reading {
            // What was brought into force of an earlier reading went with it.
            (settings, reading) = (asked, grid.model.table.reading)
            switcher.forget()
            undo.forget()
        }
        if let declared = memory.declaredSettings(in: grid.model) {
            settings = SettingsQueue(declared).followed(by: settings)
        }
        apply(\.settings, to: grid)
        showTypes(in: grid)
        followArrangement(grid)
        followFilter(grid)
        showEmptiness(of: grid)
        showProgress()
        followProblems(grid)
        side?.follow(grid)
        columnsPanel?.follow(grid)
        beginAtPlace()
        finder.follow()
        followRecent()
        followShape()
        chooser.suggest(grid.model.table.description)
        exporter.follow()
        updateActions()
        // What nobody sees yet is there when it is seen.
        if !isInSight { _ = grid.prepare() }
        keepViewSoon()
        if grid.model.table.phase == .complete { shell.milestones?.reach(.complete) }
    }

    /// Brings what was asked for into force, each thing as soon as there is what it needs.
    func apply(_ settings: ReferenceWritableKeyPath<Document, SettingsQueue>, to grid: GridView) {
        guard !grid.isBusy, let (step, rest) = self[keyPath: settings].nextStep(for: grid.model) else { return }
        self[keyPath: settings] = rest
        // Each but the words makes the grid say that it changed, which leads to the next step.
        switch step {
        case .change(let change): grid.update(change)
        case .show(let choice):
            switcher.remember(choice)
            grid.show(choice)
        case .merge(let spans):
            var notes: [String] = []
            grid.update { notes = $0.mergeAsked(spans) }
            if !notes.isEmpty { infoBar.show(notes.joined(separator: "\n")) }
        case .mergeNeighbours(let column): grid.mergeEqualNeighbours(ofColumn: column)
        case .note(let text), .failure(let text):
            infoBar.show(text)
            apply(settings, to: grid)
        }
    }

    /// Updates the status bar with the table and the task in progress.
    func showProgress() {
        guard let grid else { return }
        let task = grid.taskProgress ?? reload?.progress ?? types.progress ?? counts.progress
        let isTold = task != nil || grid.model.table.phase.isReading
        // Of what has ended early nothing goes on.
        let others = !isTold && grid.model.table.phase.isFailed ? 0 : taskCount(besidesTold: isTold)
        status.show(grid.model, chosen: chooser.words, task: task, others: others)
        figures.follow(grid)
        updateActions()
    }

    /// Something that has a bar of its own begins or ends.
    func taskChanged() {
        guard isAlive else { return }
        if grid == nil { updateActions() } else { showProgress() }
    }

    /// Enables and disables actions by the shown table and the tasks in progress.
    func updateActions() {
        guard isAlive else { return }
        let table = grid?.model.table
        let hasRows = grid?.source.abilities.scan != nil && table?.columns.isEmpty == false
        for action in exportActions { g_simple_action_set_enabled(action, hasRows && !exporter.isBusy ? 1 : 0) }
        enable("print", hasRows && !printer.isBusy)
        enable("dialect", chooser.isPossible)
        // Escape is for other things while there is nothing to give up.
        let isReading = grid?.taskProgress != nil || reload != nil || counts.progress != nil
        let hasTask =
            isReading || exporter.isBusy || printer.isBusy || copier.isBusy || dragger.isBusy
            || types.isBusy
        if let cancelAction { g_simple_action_set_enabled(cancelAction, hasTask ? 1 : 0) }
        switcher.update()
        markLooks()
        enableCommands()
    }

    /// Says of a table without rows and columns that it is empty. The grid stays behind the page and goes on watching.
    private func showEmptiness(of grid: GridView) {
        let table = grid.model.table
        let isEmpty = table.phase == .complete && table.rowCount.known == 0 && table.columns.isEmpty
        guard isEmpty != (emptyPage != nil) else { return }
        if let emptyPage { gtk_widget_destroy(emptyPage) }
        emptyPage = nil
        gtk_widget_set_visible(grid.widget, isEmpty ? 0 : 1)
        guard isEmpty else { return focus() }
        let page = MessagePage.empty(file: file)
        gtk_box_pack_start(cast(content), page, 1, 1, 0)
        emptyPage = page
        focus()
    }

    private func showFailure(_ error: ReadError) {
        giveUpReload()
        // An export that waits for rows hears of it.
        exporter.follow()
        endChoice()
        // It may be read all the same, once a person says how.
        filterPopover?.leave()
        formatPopover?.leave()
        counts.stop()
        failure = error.kind == .unsupportedFormat ? opened?.anotherReading.map { ($0, nil) } : nil
        grid = nil
        problems?.close()
        side?.close()
        columnsPanel?.close()
        replaceBody(
            with: MessagePage.make(
                icon: "dialog-warning-symbolic",
                title: opened?.tableName == nil ? tr("This file cannot be shown") : tr("This table cannot be shown"),
                text: error.description,
                other: failure == nil ? nil : chooser.makeButton()))
        gtk_widget_hide(status.widget)
        updateActions()
    }
}
