import CGTK
import GridGTK

// How a file was shown when it was closed is how it is shown again.
extension MainWindow {
    /// Has the grid stand as its file did when it was shown last, unless something was asked for now: that is not to be
    /// mixed with what nobody remembers.
    func recallView() {
        guard let file, let store = ViewStore.ofUser, settings.isDone, openingPlace == nil, arranging.asked.isEmpty
        else { return }
        store.recall(file) { [weak self, weak grid] recalled in
            guard let self, isAlive, let grid, grid === self.grid else { return }
            switch recalled {
            case .nothing: break
            case .view(let kept):
                if let size = kept.window { gtk_window_resize(cast(window), gint(size.width), gint(size.height)) }
                if let rows = kept.rows { arranging.pending = rows }
                bringIntoForce(SettingsQueue(kept.settings))
            case .damaged(let name):
                infoBar.show(
                    "How this file was shown before could not be read. It is shown as a new one; what was remembered is in "
                        + "\(name).")
            }
        }
    }

    /// Remembers how the file is shown. Call it while the window is there.
    func keepView() {
        guard let file, let grid, grid.model.columnCount > 0, let store = ViewStore.ofUser else { return }
        let model = grid.model
        var settings = ViewSettings(
            of: model, view: grid.wantedView, merging: grid.columnsToMerge, byName: true)
        // That is how the whole program was started.
        settings.isRightToLeft = false
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_size(cast(window), &width, &height)
        let size = KeptView.WindowSize(width: Int(width), height: Int(height))
        // What is still on its way counts as there.
        var rows = arranging.pending
        rows.note(arranging.latest, of: model.table.columns)
        store.keep(
            KeptView(
                path: file, window: isOrdinary ? size : nil, settings: settings, rows: rows.isEmpty ? nil : rows))
    }

    /// Whether the window has a size of its own, and not that of the screen.
    private var isOrdinary: Bool {
        guard gtk_window_is_maximized(cast(window)) == 0, let window = gtk_widget_get_window(window) else {
            return false
        }
        return gdk_window_get_state(window).rawValue & GDK_WINDOW_STATE_FULLSCREEN.rawValue == 0
    }
}
