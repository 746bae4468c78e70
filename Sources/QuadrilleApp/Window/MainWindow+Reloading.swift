import CGTK
import Dispatch
import GridGTK
import GridUI
import Tabular
import TabularText

/// A table that is shown, and how it is read anew.
@MainActor
struct OpenedTable {
    /// Nil where it cannot be: what came through a pipe is gone.
    let reopen: ((TextOptions) -> any TableSource)?
    /// What a person chose, on the command line or in the window.
    var options: TextOptions

    init(reopen: ((TextOptions) -> any TableSource)? = nil, options: TextOptions = TextOptions()) {
        self.reopen = reopen
        self.options = options
    }
}

/// A table that is being read anew behind the one that is shown, until it stands as that does.
@MainActor
final class Reload {
    let grid: GridView

    init(_ grid: GridView) { self.grid = grid }

    var progress: TaskProgress {
        let progress = grid.model.table.progress
        return TaskProgress(title: "Reloading", done: progress.done, total: progress.total)
    }
}

// Reading the file anew, with everything as it was: the old rows stay until the new ones are there.
extension MainWindow {
    /// Seconds between two reloads that nobody asked for: a file that is written all the time is not read all the time.
    private static let rest = 0.5

    /// Reads the file anew; the view, the place and the columns stay as they are, as far as there still are such.
    func readAnew() {
        guard isAlive, let opened, let reopen = opened.reopen else { return }
        giveUpReload()
        guard let grid, grid.model.columnCount > 0 else {
            // Nothing is shown that could stay, but for what a person is about.
            awaitsRelease = holdsTable
            if awaitsRelease { return }
            return show(GridView(source: reopen(opened.options)), isSame: true)
        }
        let reload = Reload(GridView(source: reopen(opened.options)))
        self.reload = reload
        // A widget that is in no window belongs to nobody yet.
        g_object_ref_sink(reload.grid.widget)
        incoming = standing(byName: true)
        let (size, scale) = (grid.model.viewport.size, grid.model.viewport.scaleFactor)
        reload.grid.onChange = { [weak self] in self?.reloadChanged() }
        // Its headers leave room for what says so.
        reload.grid.onSort = { [weak self] in self?.sort(by: $0) }
        reload.grid.update { $0.resize(to: size, scaleFactor: scale) }
    }

    /// Whether the table has to stay in its place: someone chooses how to read it, or what to write of it.
    private var holdsTable: Bool { chooser?.isOpen == true || isChoosingExport }

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
            giveUpReload()
            // The table is still as old as it was.
            if let notice { infoBar.show(notice.text, isNew: true, offersReload: notice.offersReload) }
            showProgress()
        } else if counts.giveUp() {
            showProgress()
        } else if copier.isBusy {
            copier.cancel()
        } else if dragger.isBusy {
            dragger.cancel()
        } else if exporter.isBusy {
            exporter.cancel()
        } else {
            return false
        }
        return true
    }

    /// Lets go of what is being read anew, if anything is.
    func giveUpReload() {
        awaitsRelease = false
        guard let reload else { return }
        self.reload = nil
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
                infoBar.show("\(error.description) The rows that were read before are still shown.", isNew: true)
                return gridChanged()
            }
        }
        // What the very beginning says may come to be otherwise.
        if table.phase == .opening { return showProgress() }
        // Each step makes the grid say that it changed, and comes back here.
        let before = incoming
        apply(\.incoming, to: reload.grid)
        guard self.reload === reload else { return }
        if incoming == before, !holdsTable, isReady(reload) { return takeOver(reload) }
        showProgress()
    }

    /// Whether the new table stands as the old one did, or as near as it can, with the cells in sight there.
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

    private func takeOver(_ reload: Reload) {
        self.reload = nil
        settings = incoming.followed(by: settings)
        incoming = SettingsQueue()
        show(reload.grid, following: grid?.model.following, isSame: true)
        g_object_unref(reload.grid.widget)
    }
}

// What a window does of its own accord.
extension MainWindow {
    /// Says what has become of the source, and offers to read it anew, or does.
    func sayWhatChanged() {
        guard let table = grid?.model.table else { return }
        let now = SourceNotice(table)
        guard now != notice else { return }
        notice = now
        guard let now else { return infoBar.clear() }
        let canReload = opened?.reopen != nil
        if canReload && (now.mustReload || liveness.reloads && now.reloadsByItself) { return readAnewSoon() }
        infoBar.show(now.text, isNew: true, offersReload: canReload && now.offersReload)
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
        DispatchQueue.main.asyncAfter(deadline: .now() + pause) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.isReloadDue = false
                self.lastReload = seconds()
                self.readAnew()
            }
        }
    }
}

private func seconds() -> Double { Double(monotonicNow()) / 1e9 }
