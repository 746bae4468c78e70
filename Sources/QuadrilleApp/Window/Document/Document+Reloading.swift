import CGTK
import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularOps
import Translation

/// A table that is reloaded in the background until it has the view state of the shown one.
@MainActor
final class Reload {
    let grid: GridView
    /// The opened table that the grid shows.
    let opened: OpenedTable
    /// The settings of the shown grid that were passed on to the new one, and its row order at that time.
    private(set) var given: ViewSettings
    private(set) var order: RowOrder?
    /// The query applied to the new rows; nil once none could be applied.
    var arrangement: RowArrangement? = RowArrangement()
    /// The notes on parts of the applied query whose columns no longer exist.
    var notes: [String] = []
    /// True while rows are being sorted or filtered, or selected and visible rows are being looked up.
    var isArranging = false
    /// True after the same rows as in the replaced grid are visible and selected.
    var hasPlace = false
    /// The settings that were not applied to the replaced table yet, and were handed over to the new one.
    var adopted = SettingsQueue()
    /// The number of attempts in which all was ready, but the user had changed something meanwhile.
    var attempts = 0
    /// True when all is ready, but the user still drags something in the replaced grid.
    var awaitsHand = false
    let orders = FoundOrders()
    /// The number of rows that meet each condition on its own.
    var tally = ConditionTally([])
    /// The rows that the user looked at, in the new table.
    let rows: ReloadedRows

    /// Starts to reload the table of `shown`, whose settings are `given`, in a new grid.
    init(_ opened: OpenedTable, of shown: GridView, standing given: ViewSettings, at keys: [Int: RowIdentity]) {
        (grid, self.opened, rows) = (GridView(source: opened.source()), opened, ReloadedRows(keys))
        self.given = given
        note(given, of: shown)
    }

    /// Stores the settings and row order of the grid to be replaced.
    func note(_ settings: ViewSettings, of shown: GridView) {
        (given, order) = (settings, shown.rowOrder)
        // In file order, or without a selection, the position is restored with the other settings.
        hasPlace = order == nil || given.standing?.hasSelection != true
    }

    /// Restarts the new grid, so that changed settings can be applied to it.
    func startOver() {
        arrangement = RowArrangement()
        grid.startOver()
    }

    var progress: TaskProgress {
        if let task = grid.taskProgress { return task }
        let progress = grid.model.table.progress
        return TaskProgress(title: tr("Reloading"), done: progress.done, total: progress.total)
    }
}

/// The times of reloads.
struct ReloadTiming {
    /// True from the request of an automatic reload until it begins.
    var isDue = false
    /// True where an empty table is to be reloaded as soon as no dialog holds it.
    var awaitsRelease = false
    /// The time of the last automatic reload, in seconds of the monotonic clock.
    var last = -Double.infinity
}

/// A cache of the last row order, so that the same rows are not sorted or filtered twice.
final class FoundOrders: Sendable {
    private struct Found: Sendable {
        var arrangement: RowArrangement
        var reading: Int
        var rowCount: Int
        var order: RowOrder?
    }

    private let last = Mutex<Found?>(nil)

    /// Returns the row order of `arrangement` in `source`. Call it on a background thread.
    func order(
        _ arrangement: RowArrangement, of source: any RowPicking, counting tally: ConditionTally, control: JobControl
    ) throws(ReadError) -> RowOrder? {
        let now = source.snapshot
        if now.rowCount.isExact, let found = last.withLock({ $0 }), found.arrangement == arrangement,
            (found.reading, found.rowCount) == (now.reading, now.rowCount.known)
        {
            return found.order
        }
        let order = try arrangement.order(of: source, counting: tally, control: control)
        last.withLock {
            $0 = Found(
                arrangement: arrangement, reading: now.reading, rowCount: order?.sourceRowCount ?? now.rowCount.known,
                order: order)
        }
        return order
    }
}

// Reloading the file: the old rows stay visible until the new ones are ready.
extension Document {
    /// The shortest time between automatic reloads, in seconds, so that constant writing does not cause constant reading.
    private static let rest = 0.5
    /// The number of attempts to include the user's changes of the meantime before the new table is shown in any case.
    private static let attempts = 6

    /// Reloads the file; keeps the view, the scroll position and the columns that still exist.
    func readAnew() {
        guard isAlive, let opened = opened?.reopened else { return }
        giveUpReload()
        guard let grid, grid.model.columnCount > 0 || isToBeArranged else {
            // There is no view state to keep, but an open dialog may still hold the table.
            reloading.awaitsRelease = holdsTable
            if reloading.awaitsRelease { return }
            self.opened = opened
            return show(GridView(source: opened.source()), isSame: true)
        }
        let reload = Reload(opened, of: grid, standing: viewSettings(of: grid), at: rowKeys.keys(in: grid))
        self.reload = reload
        // A widget outside a window has only a floating reference.
        g_object_ref_sink(reload.grid.widget)
        incoming = SettingsQueue(reload.given)
        let (size, scale) = (grid.model.viewport.size, grid.model.viewport.scaleFactor)
        reload.grid.onChange = { [weak self] in self?.reloadChanged() }
        // The headers reserve room for sort marks where this is set.
        reload.grid.onSort = { [weak self] in self?.sort(by: $0) }
        reload.grid.update { $0.resize(to: size, scaleFactor: scale) }
    }

    /// True where the table is empty for a moment and a query waits for its rows: these must not appear in file order first.
    private var isToBeArranged: Bool {
        guard let grid, case .complete = grid.model.table.phase else { return false }
        return !arranging.pending.isEmpty && grid.model.viewport.size.height > 0
    }

    /// True while the table must not be replaced: the user chooses a dialect or an export, or the table is being printed.
    private var holdsTable: Bool { chooser.isOpen || isChoosingExport || printer.isBusy }

    /// Resumes a reload that waited for a dialog, printing or the pointer to release the table.
    func goOnReloading() {
        guard isAlive, !holdsTable else { return }
        if reloading.awaitsRelease {
            reloading.awaitsRelease = false
            return readAnew()
        }
        reloadChanged()
    }

    /// Cancels one task: of the shown table, else the reload, else types, a copy, a drag, an export, printing or counts.
    /// Returns false when there is none.
    func cancelTask() -> Bool {
        if let grid, grid.isBusy {
            grid.cancelTask()
        } else if reload != nil {
            stopReload()
        } else if types.cancel() {
            showProgress()
        } else if copier.isBusy {
            copier.cancel()
        } else if dragger.isBusy {
            dragger.cancel()
        } else if exporter.isBusy {
            exporter.cancel()
        } else if printer.isBusy {
            printer.cancel()
        } else if counts.giveUp() {
            // Last: the user did not request these.
            showProgress()
        } else {
            return false
        }
        return true
    }

    /// Cancels the reload, and shows again that the shown table is outdated.
    func stopReload() {
        giveUpReload()
        if let notice { infoBar.show(notice.text, isNew: true, offers: notice.offersReload ? .reloading : []) }
        showProgress()
    }

    /// Cancels the reload, if there is one.
    func giveUpReload() {
        reloading.awaitsRelease = false
        guard let reload else { return }
        self.reload = nil
        settings = reload.adopted.followed(by: settings)
        reload.grid.onChange = nil
        gtk_widget_destroy(reload.grid.widget)
        g_object_unref(reload.grid.widget)
    }

    private func reloadChanged() {
        guard let reload, grid != nil else { return }
        let table = reload.grid.model.table
        if case .failed(let error) = table.phase {
            if error.kind == .changed {
                // The file was written to again meanwhile.
                giveUpReload()
                return readAnewSoon()
            }
            if table.rowCount.known == 0 {
                giveUpReload()
                infoBar.show(
                    tr("{error} The rows that were read before are still shown.", ["error": error.description]),
                    isNew: true)
                return gridChanged()
            }
        }
        // An opening table may still change its columns and types.
        if table.phase == .opening { return showProgress() }
        let areFound = reload.rows.areFound(in: reload.grid) { [weak self, weak reload] in
            guard let self, let reload, self.reload === reload else { return }
            if incoming == SettingsQueue(reload.given) { incoming = SettingsQueue(reload.rows.moved(reload.given)) }
            reloadChanged()
        }
        guard areFound else { return showProgress() }
        // Each step calls the grid's `onChange`, which calls this method again.
        let before = incoming
        apply(\.incoming, to: reload.grid)
        guard self.reload === reload else { return }
        if incoming == before, isReady(reload), isArranged(reload), !holdsTable {
            reload.awaitsHand = grid?.isHeld == true
            if !reload.awaitsHand { return compare(reload) }
        }
        showProgress()
    }

    /// Resumes the reload after the pointer was released. Deferred: the caller is still in the grid's change handler.
    func followHand() {
        guard let reload, reload.awaitsHand, grid?.isHeld == false else { return }
        reload.awaitsHand = false
        MainHop.post { [weak self] in self?.goOnReloading() }
    }

    /// Returns true where the new table has the settings of the old one, as far as it can, and its visible cells are loaded.
    private func isReady(_ reload: Reload) -> Bool {
        let model = reload.grid.model
        let isSettled: Bool
        switch model.table.phase {
        case .complete, .failed: isSettled = true
        case .opening, .indexing, .auditing: isSettled = false
        }
        guard !reload.grid.isBusy, incoming.isDone || isSettled else { return false }
        return model.rowCount == 0 || model.columnCount == 0 ? isSettled : reload.grid.prepare()
    }

    /// Returns true where the new rows have the requested query and the same rows are selected. If not, starts the step that is
    /// missing, so that no other state is ever visible.
    private func isArranged(_ reload: Reload) -> Bool {
        guard let grid, !reload.isArranging else { return false }
        // Settings not yet applied to the old table come first: an overwritten file may have been empty for a moment, without
        // rows to apply them to.
        if !settings.isDone, incoming.isDone, reload.grid.rowOrder == nil, reload.grid.model.rowCount > 0 {
            adoptSettings(reload)
            return false
        }
        if !incoming.isDone, reload.grid.rowOrder == nil { reload.arrangement = nil }
        guard let arranged = reload.arrangement else { return true }
        let table = reload.grid.model.table
        var asked = arranging.pending
        asked.note(arranging.latest, of: grid.model.table.columns)
        var wanted = RowArrangement()
        reload.notes = asked.add(to: &wanted, of: table.columns)
        if wanted != arranged {
            // A table that was read in part is shown in file order.
            guard table.phase == .complete, reload.grid.canOrder else {
                if case .failed = table.phase { reload.arrangement = nil }
                return reload.arrangement == nil || !reload.grid.canOrder
            }
            arrange(reload, wanted)
            return false
        }
        if !reload.hasPlace {
            goToPlace(reload)
            return false
        }
        return true
    }

    /// Hands the settings that were not applied to the old table yet over to the new one.
    private func adoptSettings(_ reload: Reload) {
        reload.adopted = reload.adopted.followed(by: settings)
        (incoming, settings) = (settings, SettingsQueue())
        reloadChanged()
    }

    private func arrange(_ reload: Reload, _ wanted: RowArrangement) {
        (reload.arrangement, reload.isArranging) = (wanted, true)
        if reload.tally.conditions != wanted.conditions { reload.tally = ConditionTally(wanted.conditions) }
        let (orders, tally) = (reload.orders, reload.tally)
        reload.grid.order(
            wanted.work,
            by: { (source, control) throws(ReadError) in
                try orders.order(wanted, of: source, counting: tally, control: control)
            },
            whenShown: { [weak self, weak reload] in if let reload { self?.goToPlace(reload) } },
            whenKept: { [weak self, weak reload] in
                guard let self, let reload else { return }
                reload.isArranging = false
                // An earlier query was applied, and the current one failed.
                guard reload.grid.rowOrder == nil else { return readAnew() }
                // The document applies the query again after the swap, where it can report the failure.
                reload.arrangement = nil
                reloadChanged()
            })
    }

    private func goToPlace(_ reload: Reload) {
        reload.hasPlace = true
        // Settings were handed over where the old table had no rows: the position was among them, and is applied already.
        guard reload.adopted.isDone, let standing = reload.given.standing else {
            reload.isArranging = false
            return reloadChanged()
        }
        reload.isArranging = true
        // Visible rows of another row order mean little in this one.
        reload.grid.restorePlace(reload.rows.moved(standing), of: reload.order) { [weak self, weak reload] in
            reload?.isArranging = false
            self?.reloadChanged()
        }
    }

    /// Compares the ready new grid with the shown one, which the user may have changed meanwhile. Applies such changes to the
    /// new grid before it replaces the shown one.
    private func compare(_ reload: Reload) {
        guard let grid else { return }
        var now = viewSettings(of: grid)
        guard let standing = now.standing else { return takeOver(reload) }
        reload.isArranging = true
        let before = now
        grid.settle(standing) { [weak self, weak reload, weak grid] settled in
            guard let self, let reload, let grid, self.reload === reload, self.grid === grid else { return }
            reload.isArranging = false
            // The lookup ran in the background, and the user may have acted meanwhile.
            guard !holdsTable, !grid.isHeld, viewSettings(of: grid) == before else { return tryAgain(reload) }
            now.standing = settled
            if now == reload.given { return takeOver(reload) }
            reload.attempts += 1
            let isPlace = now.isArranged(as: reload.given)
            reload.note(now, of: grid)
            if isPlace || reload.attempts >= Self.attempts {
                // Otherwise continuous scrolling would put the swap off forever.
                if reload.attempts >= Self.attempts { return takeOver(reload, goingTo: settled) }
                reload.hasPlace = true
                reload.isArranging = true
                reload.grid.restorePlace(reload.rows.moved(settled), of: reload.order) { [weak self, weak reload] in
                    reload?.isArranging = false
                    self?.reloadChanged()
                }
            } else {
                incoming = SettingsQueue(reload.rows.moved(now)).followed(by: reload.adopted)
                reload.startOver()
            }
        }
    }

    /// Retries after a user action during the lookup, or swaps the grids after the last attempt.
    private func tryAgain(_ reload: Reload) {
        reload.attempts += 1
        if reload.attempts < Self.attempts || holdsTable || grid?.isHeld == true { return reloadChanged() }
        takeOver(reload, goingTo: grid.flatMap { viewSettings(of: $0).standing })
    }

    /// Shows the reloaded grid, then scrolls it to the position in `standing`, where that is not nil.
    private func takeOver(_ reload: Reload, goingTo standing: GridStanding? = nil) {
        self.reload = nil
        let order = grid?.rowOrder
        settings = incoming.followed(by: settings)
        incoming = SettingsQueue()
        counts.take(reload.tally, of: reload.grid)
        // Types may have been chosen meanwhile.
        let options = opened?.options
        opened = reload.opened
        if let options { opened?.options = options }
        show(reload.grid, following: grid?.model.scrolling.following, isSame: true, arranged: reload.arrangement)
        if reload.arrangement != nil, !reload.notes.isEmpty {
            infoBar.show(reload.notes.joined(separator: "\n"), isNew: true)
        }
        if let standing { reload.grid.restorePlace(reload.rows.moved(standing), of: order) }
        g_object_unref(reload.grid.widget)
    }
}

// Automatic reactions to changes of the file.
extension Document {
    /// Shows a notice about a changed source and offers a reload, or reloads at once.
    func sayWhatChanged() {
        guard let table = grid?.model.table else { return }
        let now = SourceNotice(table)
        guard now != notice else { return }
        notice = now
        guard let now else { return infoBar.clear() }
        let canReload = opened?.canReload == true
        if canReload && (now.mustReload || liveness.reloads && now.reloadsByItself) { return readAnewSoon() }
        infoBar.show(now.text, isNew: true, offers: canReload && now.offersReload ? .reloading : [])
    }

    func setReloads(_ reloads: Bool) {
        liveness.reloads = reloads
        mark("auto-reload", isOn: reloads)
        if reloads, notice?.offersReload == true { readAnew() }
    }

    func setFollows(_ follows: Bool) {
        liveness.follows = follows
        mark("follow", isOn: follows)
        grid?.update { $0.follow(follows ? .held : .off) }
    }

    private func readAnewSoon() {
        guard !reloading.isDue else { return }
        reloading.isDue = true
        let pause = max(0, reloading.last + Self.rest - seconds())
        MainHop.post(at: .now() + pause) { [weak self] in
            guard let self else { return }
            self.reloading.isDue = false
            // A file that is replaced faster than it can be read and sorted is shown as it was read, then reloaded: the new
            // table reports the next replacement.
            guard self.reload == nil else { return }
            self.reloading.last = seconds()
            self.readAnew()
        }
    }
}

private func seconds() -> Double { Double(monotonicNow()) / 1e9 }
