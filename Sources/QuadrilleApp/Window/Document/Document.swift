import CGTK
import Geometry
import GridGTK
import GridUI
import Tabular
import TabularOps
import Translation

/// A shown file, or none yet, with its header bar, grid, bars, panels and actions. It can move to another window. GTK's widget
/// tree keeps it alive until its widgets are destroyed.
@MainActor
final class Document {
    /// The window that contains the document.
    var shell: MainWindow
    /// The label on its tab; nil where it has none.
    var tab: TabLabel?
    /// The GTK window that contains the document.
    var window: Widget { shell.window }
    /// All widgets but the header bar.
    let root: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    /// The header bar that the window has while it shows this document.
    let header: Widget = gtk_header_bar_new()
    /// The actions of the document, by names that begin with "win." while the window shows it.
    let actions = OpaquePointer(g_simple_action_group_new())
    /// The displayed title; empty before a file is shown.
    private(set) var title = ""
    var goToAnchor: Widget { menuButton }
    private(set) lazy var menuButton = WindowMenu.menuButton(undo: undo.menu)
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let infoBar = InfoBar()
    let status = StatusBar()
    /// The grid and the panels beside it at the top, the list of problems at the bottom.
    let panes: Widget = gtk_paned_new(GTK_ORIENTATION_VERTICAL)
    let sidePanes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    /// The list of columns, and all widgets beside it.
    let listPanes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    /// The list of files, and all widgets beside it.
    let folderPanes: Widget = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)
    /// The panels, created when they are opened for the first time: a window without them opens sooner.
    let side = SideState()
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
    /// Created when it is opened for the first time.
    var tasks: TaskList?
    /// The text that the user entered last in Go To.
    var goToText = ""
    var places = PlaceHistory() {
        didSet { followPlaces() }
    }
    /// The opening cell, from the command line or Go To; nil once the document has gone there.
    var openingPlace: OpeningPlace?
    let copier = Copier()
    /// The copier of drags, so that a drag does not cancel a copy.
    let dragger = Copier(.drag)
    let figures = SelectionFigures()
    let types = TypeApplier()
    /// The texts of a drag, once they are ready.
    var dragged: CopiedTexts?
    private(set) lazy var chooser = ReadingChooser(of: self)
    var walk = ProblemWalk()
    private(set) var grid: GridView?
    /// The path of the shown file; nil for other tables.
    private(set) var file: String?
    private(set) lazy var switcher = ViewSwitcher { [weak self] in self?.grid }
    /// The last notice about the columns of a view.
    var viewNotice: String?
    /// The page in place of a grid without rows and columns.
    private var emptyPage: Widget?
    var cancelAction: OpaquePointer?
    var exportActions: [OpaquePointer] = []
    /// False once GTK has destroyed the document's widgets.
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
    var reloading = ReloadTiming()
    /// The keys of the rows that the user looks at.
    let rowKeys = KeptRowKeys()
    var memory = ViewMemory()
    /// True while the user chooses an export.
    var isChoosingExport = false
    /// The settings requested for the grid when it was shown, and the reading of its table that they were applied to.
    private var asked = SettingsQueue()
    private var reading = 0
    /// The source that cannot be shown with the current options, but may be with others; and the button for these.
    var failure: (source: any TableSource, button: Widget?)?
    /// The tables of a file that has several.
    var tables: DocumentTables?
    /// The last notice about a change of the source.
    var notice: SourceNotice?
    let open: ([String], Destination) -> Void
    /// Called with a table to show here, in a tab or in a window.
    var openTable: (OpenTarget, TableDestination) -> Void = { _, _ in }

    /// Creates a document of `shell`. `open` is called with the paths that the user chose or dropped.
    init(
        in shell: MainWindow, settings: ViewSettings, liveness: Liveness,
        open: @escaping ([String], Destination) -> Void
    ) {
        self.shell = shell
        (self.settings, isRightToLeft) = (SettingsQueue(settings), settings.isRightToLeft)
        self.liveness = liveness
        self.open = open
        // The window adds and removes the header bar with the document that it shows.
        g_object_ref_sink(header)
        build()
        installActions()
        installUndo()
        installRecent()
        PreferencesInForce.shared.follow(self)
        // The closure keeps this object alive until the widget is destroyed.
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
            side.release()
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

    /// Shows a table under a title, with the folder of its file, if any, below. `reading` is the state in which the user left
    /// the table, where it was shown before.
    func show(_ opened: OpenedTable, title: String, file: String?, as reading: FileReading? = nil) {
        keepView()
        // The requests were for the previous file, even if it could not be shown.
        if self.opened != nil { forgetWhatWasAsked() }
        if let reading { settings = reading.view }
        let isFirst = self.opened == nil || self.opened?.isSample == true
        // Computed first: showing the grid may apply requests at once.
        let isAskedFor = !settings.isDone || openingPlace != nil || !arranging.asked.isEmpty
        self.opened = opened
        undo.forgetReadings()
        for name in ["reload", "auto-reload"] { enable(name, opened.canReload) }
        switcher.forget()
        self.file = file
        folderPanel?.follow(file)
        setTitle(title, file.map(Application.folder))
        // A layout that the file declares waits until it is known whether a view is remembered.
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

    /// Returns the settings of a grid.
    func viewSettings(of grid: GridView, byName isByName: Bool = true) -> ViewSettings {
        ViewSettings(of: grid.model, view: grid.wantedView, merging: grid.columnsToMerge, byName: isByName)
    }

    /// Replaces the shown grid, which is closed. `isSame` says whether the new one shows the same table, reloaded: the list of
    /// problems then stays. `arranged` is the query that its rows already have.
    func show(
        _ grid: GridView, following: Following? = nil, isSame: Bool = false, arranged: RowArrangement? = nil
    ) {
        giveUpReload()
        endChoice()
        infoBar.clear()
        notice = nil
        if let shown = self.grid { exporter.adoptSource(of: shown) }
        // Printing needs the rows of the closed grid.
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

    /// Moves the keyboard to the grid or the page, while the window shows this document.
    func focus() {
        guard isInSight else { return }
        if let emptyPage {
            gtk_widget_child_focus(emptyPage, GTK_DIR_TAB_FORWARD)
        } else {
            grid?.focus()
        }
    }

    /// Moves the keyboard back to the table; returns false where the table has it, or there is none.
    func returnToTable() -> Bool {
        guard let grid, !grid.model.hasFocus else { return false }
        focus()
        return true
    }

    /// True where a file can be shown here without replacing another one.
    var isEmpty: Bool { isAlive && (grid == nil || opened?.isSample == true) }

    /// True after rows were drawn, or where a page replaces the grid.
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
        // Return then activates the button of a page; a grid gets the keyboard as well.
        if isInSight { gtk_widget_child_focus(body, GTK_DIR_TAB_FORWARD) }
    }
}

extension Document {
    /// Updates everything around the grid after a change.
    func gridChanged() {
        guard let grid else { return }
        tables?.follow()
        guard self.grid === grid else { return }
        let table = grid.model.table
        // Counts rows of the source: a filter that leaves none is no failure.
        if case .failed(let error) = table.phase, table.sourceRowCount == 0 { return showFailure(error) }
        sayWhatChanged()
        followHand()
        gtk_widget_show(status.widget)
        if grid.model.table.reading != reading {
            // Settings applied to the earlier reading are lost: they are applied again.
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
        followSide()
        columnsPanel?.follow(grid)
        beginAtPlace()
        finder.follow()
        followRecent()
        followShape()
        chooser.follow(grid.model.table)
        exporter.follow()
        rowKeys.follow(grid)
        updateActions()
        // Prepares a hidden grid, so that it is complete when it becomes visible.
        if !isInSight { _ = grid.prepare() }
        keepViewSoon()
        if grid.model.table.phase == .complete { shell.milestones?.reach(.complete) }
    }

    /// Applies the next of the requested settings, each as soon as the columns and rows that it needs are known.
    func apply(_ settings: ReferenceWritableKeyPath<Document, SettingsQueue>, to grid: GridView) {
        guard !grid.isBusy, let (step, rest) = self[keyPath: settings].nextStep(for: grid.model) else { return }
        self[keyPath: settings] = rest
        // All steps but messages call the grid's `onChange`, which leads to the next step.
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
        // A table that stopped early has no other tasks.
        let others = !isTold && grid.model.table.phase.isFailed ? 0 : taskCount(besidesTold: isTold)
        status.show(grid.model, chosen: chooser.words, task: task, others: others)
        figures.follow(grid)
        updateActions()
    }

    /// Updates the document after a task with its own bar begins or ends.
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
        // Escape has other uses while there is nothing to cancel.
        let isReading = grid?.taskProgress != nil || reload != nil || counts.progress != nil
        let hasTask =
            isReading || exporter.isBusy || printer.isBusy || copier.isBusy || dragger.isBusy
            || types.isBusy
        if let cancelAction { g_simple_action_set_enabled(cancelAction, hasTask ? 1 : 0) }
        switcher.update()
        markLooks()
        enableCommands()
    }

    /// Shows a page in place of a table without rows and columns. The hidden grid keeps watching the file.
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
        // An export may be waiting for rows.
        exporter.follow()
        endChoice()
        filterPopover?.leave()
        formatPopover?.leave()
        counts.stop()
        // An unsupported file may still be readable with options that the user chooses.
        failure = error.kind == .unsupportedFormat ? opened?.anotherReading.map { ($0, nil) } : nil
        grid = nil
        problems?.close()
        side.close()
        followSide()
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
