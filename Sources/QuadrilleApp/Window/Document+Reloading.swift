import CGTK
import Dispatch
import GridGTK
import GridUI
import QuadrilleRuntime
import Synchronization
import Tabular
import TabularOps
import Translation

/// A table that is being read anew behind the one that is shown, until it stands as that does.
@MainActor
final class Reload {
    let grid: GridView
    /// The document that the grid shows a table of.
    let opened: OpenedTable
    /// The settings of the replaced grid that were passed on to the new one, and the order of its rows at that time.
    private(set) var given: ViewSettings
    private(set) var order: RowOrder?
    /// The query applied to the new rows; nil once none could be applied.
    var arrangement: RowArrangement? = RowArrangement()
    /// The notes on parts of the applied query whose columns no longer exist.
    var notes: [String] = []
    /// True while rows are being put in order, or selected and visible rows are being looked up.
    var isArranging = false
    /// True after the same rows as in the replaced grid are visible and selected.
    var hasPlace = false
    /// The settings that were not applied to the replaced table yet, and were handed over to the new one.
    var adopted = SettingsQueue()
    /// The number of times that all was ready, but the user had changed something meanwhile.
    var attempts = 0
    /// True when all is ready, but the user still drags something in the replaced grid.
    var awaitsHand = false
    let orders = FoundOrders()
    /// Of how many rows each condition holds by itself.
    var tally = ConditionTally([])

    /// Reads anew in `grid` what is shown in `shown`, which stands as `given`.
    init(_ opened: OpenedTable, of shown: GridView, standing given: ViewSettings) {
        (grid, self.opened) = (GridView(source: opened.source()), opened)
        self.given = given
        note(given, of: shown)
    }

    /// Takes note of how the grid stands that is to go.
    func note(_ settings: ViewSettings, of shown: GridView) {
        (given, order) = (settings, shown.rowOrder)
        // Where both stand as in the file, that comes with all else.
        hasPlace = order == nil || given.standing?.hasSelection != true
    }

    /// Begins anew with how the table stands.
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

/// The order that was found last of a table, so that the same rows are not sorted or filtered twice.
final class FoundOrders: Sendable {
    private struct Found: Sendable {
        var arrangement: RowArrangement
        var reading: Int
        var rowCount: Int
        var order: RowOrder?
    }

    private let last = Mutex<Found?>(nil)

    /// The order in which `arrangement` shows the rows of `source`; on a background thread.
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

// Reading the file anew, with everything as it was: the old rows stay until the new ones are there.
extension Document {
    /// Seconds between two reloads that nobody asked for: a file that is written all the time is not read all the time.
    private static let rest = 0.5
    /// The number of attempts to include the user's changes of the meantime before the new table is shown in any case.
    private static let attempts = 6

    /// Reads the file anew; the view, the place and the columns stay as they are, as far as there still are such.
    func readAnew() {
        guard isAlive, let opened = opened?.reopened else { return }
        giveUpReload()
        guard let grid, grid.model.columnCount > 0 || isToBeArranged else {
            // Nothing is shown that could stay, but for what a person is about.
            awaitsRelease = holdsTable
            if awaitsRelease { return }
            self.opened = opened
            return show(GridView(source: opened.source()), isSame: true)
        }
        let reload = Reload(opened, of: grid, standing: viewSettings(of: grid))
        self.reload = reload
        // A widget that is in no window belongs to nobody yet.
        g_object_ref_sink(reload.grid.widget)
        incoming = SettingsQueue(reload.given)
        let (size, scale) = (grid.model.viewport.size, grid.model.viewport.scaleFactor)
        reload.grid.onChange = { [weak self] in self?.reloadChanged() }
        // Its headers leave room for what says so.
        reload.grid.onSort = { [weak self] in self?.sort(by: $0) }
        reload.grid.update { $0.resize(to: size, scaleFactor: scale) }
    }

    /// True where the table is empty for a moment and a query waits for its rows: these must not appear in another order first.
    private var isToBeArranged: Bool {
        guard let grid, case .complete = grid.model.table.phase else { return false }
        return !arranging.pending.isEmpty && grid.model.viewport.size.height > 0
    }

    /// True while the table must not be replaced: the user chooses a dialect or an export, or the table is being printed.
    private var holdsTable: Bool { chooser.isOpen || isChoosingExport || printer.isBusy }

    /// Puts the table that was read anew in its place, should it have waited for nothing but to be let.
    func goOnReloading() {
        guard isAlive, !holdsTable else { return }
        if awaitsRelease {
            awaitsRelease = false
            return readAnew()
        }
        reloadChanged()
    }

    /// Gives up what goes on: what is made of the table that is shown, else what is read anew, else what is written. False
    /// when nothing does.
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
            // Last: nobody asked for these.
            showProgress()
        } else {
            return false
        }
        return true
    }

    /// Goes on with the table as it is, which is as old as it was.
    func stopReload() {
        giveUpReload()
        if let notice { infoBar.show(notice.text, isNew: true, offers: notice.offersReload ? .reloading : []) }
        showProgress()
    }

    /// Lets go of what is being read anew, if anything is.
    func giveUpReload() {
        awaitsRelease = false
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
                // Written to again in the meantime.
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
        // What the very beginning says may come to be otherwise.
        if table.phase == .opening { return showProgress() }
        // Each step makes the grid say that it changed, and comes back here.
        let before = incoming
        apply(\.incoming, to: reload.grid)
        guard self.reload === reload else { return }
        if incoming == before, isReady(reload), isArranged(reload), !holdsTable {
            reload.awaitsHand = grid?.isHeld == true
            if !reload.awaitsHand { return compare(reload) }
        }
        showProgress()
    }

    /// A hand may have let go of what is to make room for what was read anew. Later, since whoever says so is still at it.
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
        // What the file's rows are still asked for comes first: a file that is written over may have been empty for a moment,
        // and had none that it could be done to.
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
            // What there is of a table that could be read in part is shown as it stands.
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
                // Another was asked for in the meantime, and cannot be.
                guard reload.grid.rowOrder == nil else { return readAnew() }
                // It is tried once more where what keeps it from being so can be said.
                reload.arrangement = nil
                reloadChanged()
            })
    }

    private func goToPlace(_ reload: Reload) {
        reload.hasPlace = true
        // The old table had no rows: where it is looked at was said before, and is in force here already.
        guard reload.adopted.isDone, let standing = reload.given.standing else {
            reload.isArranging = false
            return reloadChanged()
        }
        reload.isArranging = true
        // What is in sight of rows that were in another order says little of what is in this.
        reload.grid.restorePlace(standing, of: reload.order) { [weak self, weak reload] in
            reload?.isArranging = false
            self?.reloadChanged()
        }
    }

    /// All is ready, as the old table stood when that was looked at. A person may have gone on with it since: what is new is
    /// brought into force too before the new one takes its place.
    private func compare(_ reload: Reload) {
        guard let grid else { return }
        var now = viewSettings(of: grid)
        guard let standing = now.standing else { return takeOver(reload) }
        reload.isArranging = true
        let before = now
        grid.settle(standing) { [weak self, weak reload, weak grid] settled in
            guard let self, let reload, let grid, self.reload === reload, self.grid === grid else { return }
            reload.isArranging = false
            // It was looked up in the background.
            guard !holdsTable, !grid.isHeld, viewSettings(of: grid) == before else { return tryAgain(reload) }
            now.standing = settled
            if now == reload.given { return takeOver(reload) }
            reload.attempts += 1
            let isPlace = now.isArranged(as: reload.given)
            reload.note(now, of: grid)
            if isPlace || reload.attempts >= Self.attempts {
                // Who scrolls all the time would never see the new rows else.
                if reload.attempts >= Self.attempts { return takeOver(reload, goingTo: settled) }
                reload.hasPlace = true
                reload.isArranging = true
                reload.grid.restorePlace(settled, of: reload.order) { [weak self, weak reload] in
                    reload?.isArranging = false
                    self?.reloadChanged()
                }
            } else {
                incoming = SettingsQueue(now).followed(by: reload.adopted)
                reload.startOver()
            }
        }
    }

    /// Something was done while it was looked up where the old table stands.
    private func tryAgain(_ reload: Reload) {
        reload.attempts += 1
        if reload.attempts < Self.attempts || holdsTable || grid?.isHeld == true { return reloadChanged() }
        takeOver(reload, goingTo: grid.flatMap { viewSettings(of: $0).standing })
    }

    /// Shows what was read anew, which then goes on to where the old table stands, where that is another place.
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
        show(reload.grid, following: grid?.model.following, isSame: true, arranged: reload.arrangement)
        if reload.arrangement != nil, !reload.notes.isEmpty {
            infoBar.show(reload.notes.joined(separator: "\n"), isNew: true)
        }
        if let standing { reload.grid.restorePlace(standing, of: order) }
        g_object_unref(reload.grid.widget)
    }
}

// What a window does of its own accord.
extension Document {
    /// Says what has become of the source, and offers to read it anew, or does.
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
        guard !isReloadDue else { return }
        isReloadDue = true
        let pause = max(0, lastReload + Self.rest - seconds())
        MainHop.post(at: .now() + pause) { [weak self] in
            guard let self else { return }
            self.isReloadDue = false
            // A file that is replaced faster than it can be read and put in order is shown as it was read, and then
            // read again: the new table says itself that there is another.
            guard self.reload == nil else { return }
            self.lastReload = seconds()
            self.readAnew()
        }
    }
}

private func seconds() -> Double { Double(monotonicNow()) / 1e9 }
