import CGTK
import GridGTK
import GridUI
import TabularText
import Translation

/// What a document knows of how its file was shown before.
struct ViewMemory {
    /// Whether it is still being looked for.
    var isAwaited = false
    /// Whether something was found; until all of it is in force, what is on disk stays as it is.
    var isRestoring = false
    /// Whether the table that is shown was noted among those that were opened.
    var isNoted = false
    /// Whether another file had the same columns.
    var shape = ShapeRecall.settled
    /// What is to be undone of that, until all of it is in force.
    var beforeShape: ViewState?
}

// How a file was shown when it was closed is how it is shown again.
extension Document {
    /// Where this file's view is remembered; nil where it is not: nothing is of what came through a pipe, and of a file that
    /// is read otherwise than it says, columns may have other names.
    var store: (ViewStore, file: String)? {
        guard let file, opened?.options == TextOptions(), let store = ViewStore.ofUser else { return nil }
        return (store, file)
    }

    /// Has the grid stand as its file did when it was shown last, unless something was asked for now: that is not to be
    /// mixed with what nobody remembers.
    func recallView(unless isAskedFor: Bool) {
        (memory.isAwaited, memory.isRestoring, memory.isNoted) = (false, false, false)
        (memory.shape, memory.beforeShape) = (.settled, nil)
        guard let (store, file) = store, !isAskedFor else { return }
        memory.isAwaited = true
        store.recall(file) { [weak self] recalled in
            guard let self, isAlive, grid != nil, self.file == file, memory.isAwaited else { return }
            memory.isAwaited = false
            switch recalled {
            case .nothing:
                memory.shape = .due
                followShape()
            case .view(let kept):
                // It is the window's, where there are others in it.
                if let size = kept.window, shell.documents.count == 1 {
                    gtk_window_resize(cast(window), gint(size.width), gint(size.height))
                }
                if let rows = kept.rows { arranging.pending = rows }
                memory.isRestoring = true
                bringIntoForce(SettingsQueue(kept.settings))
            case .damaged(let name):
                infoBar.show(
                    tr(
                        """
                        How this file was shown before could not be read. It is shown as a new one; what was remembered is \
                        in {file}.
                        """, ["file": name]))
            }
        }
    }

    /// Nothing is left to be brought into force of what was asked for, or remembered, but from which side the program reads.
    func forgetWhatWasAsked() {
        var settings = ViewSettings()
        settings.isRightToLeft = isRightToLeft
        (self.settings, arranging.asked, openingPlace) = (SettingsQueue(settings), AskedRows(), nil)
        liveness = Liveness(follows: PreferencesInForce.shared.preferences.follows)
        mark("follow", isOn: liveness.follows)
        mark("auto-reload", isOn: false)
    }

    /// Remembers how the file is shown. Call it while the window is there.
    func keepView() {
        guard let (store, file) = store, let grid, grid.model.columnCount > 0, !memory.isAwaited else { return }
        // Half of it would take the place of all.
        if memory.isRestoring, !settings.isDone || !arranging.pending.isEmpty { return }
        let model = grid.model
        var settings = viewSettings(of: grid)
        // That is how the whole program was started.
        settings.isRightToLeft = false
        // What is still on its way counts as there.
        var rows = arranging.pending
        rows.note(arranging.latest, of: model.table.columns)
        let view = KeptView(path: file, window: shell.size, settings: settings, rows: rows.isEmpty ? nil : rows)
        store.keep(view, columns: model.table.columns, model.table.description.dialect)
    }
}
