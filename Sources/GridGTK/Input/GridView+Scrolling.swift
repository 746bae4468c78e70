import CGTK
import CGridShim
import Geometry
import GridUI
import QuadrilleRuntime

extension GridView {
    /// Scrolls to the position of the adjustments. Changes only the offset: the frame is computed when GTK draws it.
    func scrolled() {
        guard !isSyncing else { return }
        ScrollActivity.ofProgram.moved()
        let position = Point(
            x: quad_surface_value(surface, GTK_ORIENTATION_HORIZONTAL),
            y: quad_surface_value(surface, GTK_ORIENTATION_VERTICAL))
        model.scroll(to: fromAdjustments(position))
        toldBars = toAdjustments(model.scrollPosition)
        _ = model.updateHover()
        if thumb.axis != nil { thumb.hasMoved = true }
        redraw()
    }

    /// Updates the scrollbars, the hovered element, the motions and the picture after the model has scrolled.
    func moved(byHand: Bool = true) {
        if byHand { ScrollActivity.ofProgram.moved() }
        _ = model.updateHover()
        syncScrollbars()
        startMotion()
        redraw()
    }

    /// Updates the scrollbars' ranges and positions from the model.
    func syncScrollbars() {
        guard isAlive else { return }
        isSyncing = true
        defer { isSyncing = false }
        tellBar(.horizontal, step: 40)
        tellBar(.vertical, step: 28)
    }

    /// Updates one scrollbar. Skips a position that the scrollbar set itself: after a click into its trough it is still in
    /// motion, and would stop.
    private func tellBar(_ axis: Axis, step: Double) {
        let bar = axis == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        let before = quad_surface_value(surface, bar)
        quad_surface_set_range(surface, bar, model.scrollExtent[axis], model.viewport.size[axis], step)
        let position = toAdjustments(model.scrollPosition)[axis]
        guard position != toldBars[axis] || quad_surface_value(surface, bar) != before else { return }
        quad_surface_set_value(surface, bar, position)
        toldBars[axis] = position
    }

    /// Converts a position: right-to-left content begins at the right, but GTK's scrollbar counts from the left.
    private func toAdjustments(_ position: Point) -> Point {
        guard model.viewport.direction == .rightToLeft else { return position }
        return Point(x: max(0, model.scrollExtent.width - model.viewport.size.width - position.x), y: position.y)
    }

    private func fromAdjustments(_ position: Point) -> Point { toAdjustments(position) }
}
