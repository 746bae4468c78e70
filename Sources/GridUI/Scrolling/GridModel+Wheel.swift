import Geometry
import GridLayout

extension GridModel {
    /// Scrolls by notches of a mouse wheel: `wheelRows` each, whatever their height, but at most half of the visible extent;
    /// horizontally, to the edge of a column about 150 logical pixels away. Where there is nothing to scroll vertically, the
    /// wheel scrolls horizontally. Cancels other motion.
    public mutating func scroll(notches: Double, axis: Axis) {
        scrolling.motion.cancel()
        let extent = viewport.contentExtent
        let isSideways = contentSize.height <= extent.height && contentSize.width > extent.width
        let axis = isSideways ? .horizontal : axis
        var offset = viewport.offset
        if isSheet {
            let tracks = axis == .vertical ? sheet.rows : sheet.columns
            let frozen = axis == .vertical ? sheet.frozenRowsInForce : sheet.frozenColumnsInForce
            let pinned = axis == .vertical ? pinnedInsets.vertical : pinnedInsets.horizontal
            let step = WheelStep(
                tracks: tracks, limit: max(1, extent[axis] - pinned) / 2, devicePixel: viewport.devicePixel,
                rowsPerNotch: scrolling.wheelRows)
            let origin = tracks.offset(of: frozen.leading)
            let start = offset[axis] + origin
            let end =
                axis == .vertical
                ? step.rows(from: start, notches: notches) : step.columns(from: start, notches: notches)
            offset[axis] = end - origin
        } else {
            let step = axis == .vertical ? scrolling.wheelRows * metrics.rowHeight : WheelStep.sideways
            offset[axis] += notches * min(step, extent[axis] / 2)
        }
        head(for: offset)
    }
}
