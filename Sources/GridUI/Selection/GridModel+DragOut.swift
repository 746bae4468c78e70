import Geometry
import GridLayout

// Dragging the selection by its outline.
extension GridModel {
    /// The maximum distance of the pointer from the outline, in logical pixels on the screen.
    private static let reach = 3.0

    /// Returns true where `point` (viewport space) lies on the outline of the selection. O(ranges + log).
    public func isOnOutline(_ point: Point) -> Bool {
        guard !selection.isEmpty, view.shape == .cells, let found = hitTest(point), found.element.kind == .cell,
            let covered = covered(by: found.element)
        else { return false }
        let look = SelectionLook(selection, active: activeCell, in: self)
        let edges = look.cell(rows: covered.rows, places: covered.places).edges
        let frame = viewport.project(found.frame, from: viewport.visible, scrollAxes: found.scrollAxes)
        let isLeftToRight = viewport.direction == .leftToRight
        let (left, right): (Edges, Edges) = isLeftToRight ? (.leading, .trailing) : (.trailing, .leading)
        // A third of a small cell is left for clicks.
        let (across, down) = (min(Self.reach, frame.width / 3), min(Self.reach, frame.height / 3))
        return edges.contains(.top) && point.y - frame.minY < down
            || edges.contains(.bottom) && frame.maxY - point.y <= down
            || edges.contains(left) && point.x - frame.minX < across
            || edges.contains(right) && frame.maxX - point.x <= across
    }
}
