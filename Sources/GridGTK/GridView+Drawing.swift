import CGTK
import Geometry
import GridUI
import Tabular

extension GridView {
    /// One frame. Reads no file and waits for nothing: cells that are not in memory are asked for and drawn as
    /// placeholders until they come.
    func draw(on cr: OpaquePointer) {
        askForCells()
        presenter.present(model, theme: theme, transition: transition, into: &list)
        renderer.replay(list, on: cr, scale: model.viewport.scaleFactor)
        if !hasDrawnRows { hasDrawnRows = !model.table.cells.keys.isEmpty }
    }

    /// Tells the source what the frame needs, when that is not what it was told last, and takes what is there at once.
    private func askForCells() {
        let wanted = model.wantedCells()
        var hasMoved = false
        if wanted != self.wanted {
            self.wanted = wanted
            source.want(wanted)
            let snapshot = source.snapshot
            if snapshot.generation > model.table.generation { model.apply(snapshot) }
            hasMoved = model.fitColumnsInSight(measuring: engine)
        }
        if model.fitRowsInSight(measuring: engine) { hasMoved = true }
        // The scrollbars follow after the frame: GTK does not take a new range while it draws.
        if hasMoved { sync.post() }
    }

    /// Stands in for the first frame of a grid that nobody sees yet: asks for what it will show. Whether all of that is
    /// there, or never will be.
    public func prepare() -> Bool {
        guard model.rowCount > 0, model.columnCount > 0 else { return false }
        askForCells()
        if case .failed = model.table.phase { return true }
        return wanted.allSatisfy { range in
            BlockTiles.keys(covering: range).allSatisfy { model.table.cells[$0] != nil }
        }
    }

    func resized(width: Int, height: Int) {
        let scale = Double(gtk_widget_get_scale_factor(surface))
        model.resize(to: Size(width: Double(width), height: Double(height)), scaleFactor: scale)
        syncScrollbars()
        // A smaller window may thaw what was frozen. Told after the allocation: GTK does not take new texts within it.
        announce.post()
    }
}
