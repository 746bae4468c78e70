import CGTK
import CGridShim
import Geometry
import GridUI
import Tabular

extension GridView {
    /// A scrollbar moved the adjustments. Only the offset changes here: the frame is computed
    /// when GTK draws it.
    func scrolled() {
        guard !isSyncing else { return }
        ScrollActivity.moved()
        let position = Point(
            x: quad_surface_value(surface, GTK_ORIENTATION_HORIZONTAL),
            y: quad_surface_value(surface, GTK_ORIENTATION_VERTICAL))
        model.scroll(to: fromAdjustments(position))
        _ = model.updateHover()
        if thumb.axis != nil { thumb.hasMoved = true }
        redraw()
    }

    /// The model has moved the view: the scrollbars, what is under the pointer, what goes on by itself and the picture
    /// follow.
    func moved(byHand: Bool = true) {
        if byHand { ScrollActivity.moved() }
        _ = model.updateHover()
        syncScrollbars()
        startMotion()
        redraw()
    }

    /// Tells the scrollbars what there is to scroll and where the model stands.
    func syncScrollbars() {
        guard isAlive else { return }
        isSyncing = true
        defer { isSyncing = false }
        let extent = model.scrollExtent
        let size = model.viewport.size
        quad_surface_set_range(surface, GTK_ORIENTATION_HORIZONTAL, extent.width, size.width, 40)
        quad_surface_set_range(surface, GTK_ORIENTATION_VERTICAL, extent.height, size.height, 28)
        let position = toAdjustments(model.scrollPosition)
        quad_surface_set_value(surface, GTK_ORIENTATION_HORIZONTAL, position.x)
        quad_surface_set_value(surface, GTK_ORIENTATION_VERTICAL, position.y)
    }

    /// In right-to-left text the content begins at the right, and GTK's bar counts from the left.
    private func toAdjustments(_ position: Point) -> Point {
        guard model.viewport.direction == .rightToLeft else { return position }
        return Point(x: max(0, model.scrollExtent.width - model.viewport.size.width - position.x), y: position.y)
    }

    private func fromAdjustments(_ position: Point) -> Point { toAdjustments(position) }
}
