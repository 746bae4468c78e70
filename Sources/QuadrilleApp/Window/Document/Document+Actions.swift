import CGTK
import GridGTK
import GridUI

// The actions of a document, by name.
extension Document {
    func installActions() {
        for command in GridCommand.allCases where !GridLook.isChanged(by: command) {
            add(command.rawValue) { $0.grid?.perform(command) }
        }
        addLooks()
        installViews(add)
        add("fit-column") { document in
            if let column = document.grid?.model.activeCell?.column { document.grid?.perform(.fitColumn(column)) }
        }
        add("merge-equal") { document in
            guard let grid = document.grid, let column = grid.model.activeCell?.column else { return }
            grid.byHand { grid.mergeEqualNeighbours(ofColumn: column) }
        }
        add("unmerge") { document in document.grid?.byHand { document.grid?.animate { $0.unmergeAll() } } }
        addSwitch("row-names", isOn: false) { document, _ in
            guard let grid = document.grid, let column = grid.model.activeCell?.column else { return }
            grid.byHand { grid.animate { $0.setRowHeader($0.columns.rowHeader == nil ? column : nil) } }
        }
        for page in SidePanel.Page.allCases { add(page.action) { $0.toggleSide(page) } }
        tables = DocumentTables(of: self, add)
        add("columns") { $0.toggleColumns() }
        add("folder") { $0.toggleFolder() }
        add("problems") { $0.toggleProblems() }
        add("next-problem") { $0.goToProblem(isForward: true) }
        add("previous-problem") { $0.goToProblem(isForward: false) }
        add("sort-ascending") { $0.sortByActiveColumn(isDescending: false) }
        add("sort-descending") { $0.sortByActiveColumn(isDescending: true) }
        add("sort-equal-ascending") { $0.sortEqualRowsByActiveColumn(isDescending: false) }
        add("sort-equal-descending") { $0.sortEqualRowsByActiveColumn(isDescending: true) }
        add("file-order") { $0.sort(by: []) }
        add("format") { $0.askForFormatOfActiveColumn() }
        add("filter") { $0.askForFilterOfActiveColumn() }
        add("clear-arrangement") { $0.showPlainRows() }
        add("arrange-again") { $0.arrangeAgain() }
        add("shortcuts") { ShortcutsWindow.open(over: $0.window) }
        add("about") { AboutWindow.open(over: $0.window) }
        add("preferences") { PreferencesWindow.open(over: $0.window) }
        add("undo") { $0.undoChange() }
        add("redo") { $0.redoChange() }
        add("find") { $0.finder.open() }
        add("find-next") { $0.finder.move(.forward) }
        add("find-previous") { $0.finder.move(.backward) }
        add("go-to") { $0.askWhereToGo() }
        add("back") { RowReferences(document: $0).goThroughPlaces(isForward: false) }
        add("forward") { RowReferences(document: $0).goThroughPlaces(isForward: true) }
        add("dialect") { $0.chooser.open() }
        enable("dialect", false)
        installCopyActions(add)
        installPrintActions(add)
        installShapes(add)
        installTypes(add)
        add("export") { $0.export() }
        add("save-value") { document in
            if let cell = document.grid?.model.activeCell { document.saveValue(of: cell) }
        }
        exportActions = ["export", "save-value", "save-picture"].compactMap { set[$0] }
        add("cancel-task") { _ = $0.cancelTask() }
        add("tasks") { $0.toggleTasks() }
        cancelAction = set["cancel-task"]
        add("reload") { $0.readAnew() }
        add("reload-always") { $0.setReloads(true) }
        addSwitch("auto-reload", isOn: liveness.reloads) { $0.setReloads($1) }
        addSwitch("sort-natural", isOn: false) { $0.setSort(isNatural: $1) }
        addSwitch("sort-empty-first", isOn: false) { $0.setSort(isEmptyFirst: $1) }
        addSwitch("follow", isOn: liveness.follows) { $0.setFollows($1) }
        add("open") { $0.chooseFiles() }
        installTabActions(add)
        add("fullscreen") { $0.shell.toggleFullscreen() }
        add("menu") { gtk_button_clicked(cast($0.menuButton)) }
        // After all actions exist.
        updateActions()
    }

    private func chooseFiles() {
        // Files opened one after another mostly lie in one folder, so the dialog may begin beside a recent one.
        RecentFiles.shared.load()
        let paths = FileChooser.run(over: window, beside: fileToBeginBeside)
        if !paths.isEmpty { open(paths, .preferred) }
    }

    private var set: ActionSet { ActionSet(group: actions) }

    private func add(_ name: String, _ action: @escaping (Document) -> Void) {
        set.add(name) { [weak self] in if let self { action(self) } }
    }

    func addSwitch(_ name: String, isOn: Bool, _ action: @escaping (Document, Bool) -> Void) {
        set.addSwitch(name, isOn: isOn) { [weak self] in if let self { action(self, $0) } }
    }

    func isOn(_ name: String) -> Bool { set.isOn(name) }

    func enable(_ name: String, _ isEnabled: Bool) { set.enable(name, isEnabled) }

    func mark(_ name: String, isOn: Bool) { set.mark(name, isOn: isOn) }
}
