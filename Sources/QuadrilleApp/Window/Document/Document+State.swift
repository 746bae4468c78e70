import CGTK
import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import TableFormats
import Translation

/// The remembered view of a document's file, and the progress of applying it.
struct ViewMemory {
    /// True while the remembered view is being looked up.
    var isAwaited = false
    /// True after a view was found; until all of it is applied, the one on disk is not replaced.
    var isRestoring = false
    /// True after the shown table's file was added to the recent files.
    var isNoted = false
    /// The progress of the search for another file with the same columns.
    var shape = ShapeRecall.settled
    /// The view state before that file's view, for undoing it; nil once all of that view is applied.
    var beforeShape: ViewState?
    /// The view on disk, as far as this document wrote it.
    var kept: KeptView?
    /// True where the view on disk cannot be read now: it is not overwritten.
    var isUnreadable = false
    /// The time of the last change, in nanoseconds of the monotonic clock, while a save is due; nil while none is.
    var lastChange: UInt64?
    /// The layout that the file itself declares.
    var declared = DeclaredBeginning()

    /// The settings of the file's own layout that are due; nil while none are, or others may be remembered.
    mutating func declaredSettings(in model: GridModel) -> ViewSettings? {
        guard !isAwaited, let settings = declared.next(in: model) else { return nil }
        isRestoring = true
        return settings
    }
}

// Files are shown again with the view state that they had when they were closed.
extension Document {
    /// The time without changes before the view is saved, in nanoseconds.
    private static let restBeforeKeeping: UInt64 = 2_000_000_000

    /// The store of this file's view; nil where the view is not remembered: that of standard input, and that of a file read
    /// with options of the command line, whose columns may have other names.
    var store: (ViewStore, file: String)? {
        guard let file, opened?.isAsAsked == true, let store = ViewStore.ofUser else { return nil }
        return (store, file)
    }

    /// Restores the view that the file had when it was shown last, unless something was requested now: a request is not mixed
    /// with a view that the user may not remember.
    ///
    /// `isFirst` says whether the window had no file before; otherwise it keeps the size that the user gave it.
    func recallView(unless isAskedFor: Bool, isFirst: Bool) {
        memory = ViewMemory()
        tables?.awaitsRecall = false
        guard let (store, file) = store, !isAskedFor else { return }
        recall(store, file, table: opened?.id == nil ? nil : opened?.tableName, isFirst: isFirst)
    }

    /// Restores the view that the first shown table of a file with several tables had when it was shown last.
    func recallTable() {
        let isAskedFor = !settings.isDone || openingPlace != nil || !arranging.asked.isEmpty
        guard let (store, file) = store, let name = opened?.tableName, !isAskedFor else { return }
        recall(store, file, table: name, isFirst: false)
    }

    private func recall(_ store: ViewStore, _ file: String, table: String?, isFirst: Bool) {
        memory.isAwaited = true
        let grid = grid
        store.recall(file, table: table) { [weak self] recalled in
            guard let self, isAlive, grid === self.grid, self.grid != nil || failure != nil, self.file == file,
                memory.isAwaited
            else { return }
            memory.isAwaited = false
            switch recalled {
            case .nothing:
                memory.shape = .due
                gridChanged()
            case .view(let kept):
                // The size belongs to the window, which keeps it where it has other documents.
                if let size = kept.window, isFirst, shell.documents.count == 1 {
                    let size = WorkArea.fitting(size, window)
                    gtk_window_resize(cast(window), gint(size.width), gint(size.height))
                }
                if kept.activeTable == nil { restore(kept) } else { tables?.recall(kept) }
            case .damaged, .unreadable:
                if case .unreadable = recalled { memory.isUnreadable = true }
                infoBar.show(recalled.complaint)
                gridChanged()
            }
        }
    }

    /// Applies the view that the shown table had.
    func restore(_ view: KeptView) {
        memory.declared.isRemembered = true
        // Usually before the first row is drawn. If this program lacks the remembered format, the format is detected.
        if let options = view.reading, TableFormats.ofProgram.accepts(options) { read(with: options) }
        if let rows = view.rows { arranging.pending = rows }
        memory.isRestoring = true
        bringIntoForce(SettingsQueue(view.settings))
    }

    /// Discards requested and remembered settings that are not applied yet, except the program's direction.
    func forgetWhatWasAsked() {
        var settings = ViewSettings()
        settings.isRightToLeft = isRightToLeft
        (self.settings, arranging.asked, openingPlace) = (SettingsQueue(settings), AskedRows(), nil)
        liveness = Liveness(follows: PreferencesInForce.shared.preferences.follows)
        mark("follow", isOn: liveness.follows)
        mark("auto-reload", isOn: false)
    }

    /// Saves the view for the file, and for tables with the same columns. Call it while the window exists.
    func keepView() {
        guard let (store, view) = viewToKeep, let table = grid?.model.table else { return }
        store.keep(view, columns: table.columns, table.description)
    }

    /// Schedules a save of the view after a pause in changes: a program that is killed has no time to save.
    func keepViewSoon() {
        let isDue = memory.lastChange != nil
        guard isDue || store != nil else { return }
        memory.lastChange = monotonicNow()
        if !isDue { keepView(in: Self.restBeforeKeeping) }
    }

    private func keepView(in time: UInt64) {
        MainHop.post(at: .now() + .nanoseconds(Int(time))) { [weak self] in
            guard let self, self.isAlive, let last = self.memory.lastChange else { return }
            let rest = monotonicNow() - last
            guard rest >= Self.restBeforeKeeping else { return self.keepView(in: Self.restBeforeKeeping - rest) }
            self.memory.lastChange = nil
            guard let (store, view) = self.viewToKeep, view != self.memory.kept else { return }
            self.memory.kept = view
            store.keep(view)
        }
    }

    /// The view to remember; nil where it is not remembered, or not completely applied yet.
    private var viewToKeep: (ViewStore, KeptView)? {
        guard let (store, file) = store, let grid, grid.model.columnCount > 0, !memory.isAwaited, !memory.isUnreadable,
            tables?.remembered == nil
        else { return nil }
        // A partly applied view would overwrite the complete one.
        if memory.isRestoring, !settings.isDone || !arranging.pending.isEmpty { return nil }
        let model = grid.model
        var settings = viewSettings(of: grid)
        // The direction belongs to the whole program.
        settings.isRightToLeft = false
        // Queries in progress count as applied.
        var rows = arranging.pending
        rows.note(arranging.latest, of: model.table.columns)
        var view = KeptView(path: file, window: shell.size, settings: settings, rows: rows.isEmpty ? nil : rows)
        view.table = opened?.tableName
        if tables?.opensBeforeOthers == true { view.activeTable = view.table }
        view.reading = opened?.options == FormatOptions() ? nil : opened?.options
        return (store, view)
    }
}

extension ViewStore.Recalled {
    /// The message about a remembered view that cannot be read.
    fileprivate var complaint: String {
        switch self {
        case .damaged(let name):
            tr(
                """
                How this file was shown before could not be read. It is shown as a new one; what was remembered is \
                in {file}.
                """, ["file": name])
        case .unreadable(let error):
            tr(
                """
                How this file was shown before cannot be read: {reason}. It is shown as a new one, and nothing is \
                remembered of it this time.
                """, ["reason": error.description])
        case .nothing, .view: ""
        }
    }
}
