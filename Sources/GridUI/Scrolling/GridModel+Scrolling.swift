import Geometry
import GridLayout
import Tabular

extension GridModel {
    /// The size of the content, in logical pixels on the screen.
    public var scrollExtent: Size {
        let extent = contentSize
        return Size(width: extent.width * viewport.zoom, height: extent.height * viewport.zoom)
    }

    /// The position of the viewport in `scrollExtent`, in logical pixels on the screen.
    public var scrollPosition: Point {
        Point(x: viewport.offset.x * viewport.zoom, y: viewport.offset.y * viewport.zoom)
    }

    /// Scrolls to `position` in `scrollExtent`, clamped to the content.
    public mutating func scroll(to position: Point) {
        scrolling.motion.cancel()
        head(for: Point(x: position.x / viewport.zoom, y: position.y / viewport.zoom))
    }

    /// Scrolls to an offset, clamped to the content, and records the direction.
    mutating func head(for offset: Point) {
        let old = viewport.offset
        move(to: offset)
        if viewport.offset != old { scrolling.heading = ScrollDirection(viewport.offset - old) }
    }

    /// Scrolls by the least distance that brings the cell into the scrolling part of the viewport, on `axes` only. Ignores an
    /// unknown cell.
    public mutating func reveal(_ cell: CellPosition, on axes: Axes = .both) {
        move(to: offset(revealing: cell, on: axes))
    }

    /// Scrolls so that a cell remains visible after its surroundings change size.
    mutating func keepInSight(_ cell: CellPosition) { viewport.offset = clamp(offset(revealing: cell)) }

    private func offset(revealing cell: CellPosition, on axes: Axes = .both) -> Point {
        var offset = viewport.offset
        guard let element = element(showing: cell) else { return offset }
        let visible = viewport.visible.origin
        let wanted = self.offset(showing: element)
        // An axis that need not scroll keeps its fraction of a pixel.
        for axis in Axis.allCases where axes.contains(Axes(axis)) && wanted[axis] != visible[axis] {
            offset[axis] = wanted[axis]
        }
        return offset
    }

    /// Scrolls so that the cell is the first after the frozen ones on both axes, as far as there is content.
    public mutating func scrollToStart(_ cell: CellPosition) {
        scrolling.motion.cancel()
        guard isSheet else {
            guard let element = element(showing: cell), let target = attributes(for: element) else { return }
            move(to: Point(x: target.frame.minX - pinnedInsets.leading, y: target.frame.minY - pinnedInsets.top))
            return
        }
        let place = columns.place(of: min(cell.column, columnCount)) ?? columns.count
        let origin = Point(
            x: sheet.contentSize.width - sheet.columns.extent, y: sheet.contentSize.height - sheet.rows.extent)
        move(
            to: Point(
                x: sheet.columns.offset(of: place) + origin.x - pinnedInsets.leading,
                y: sheet.rows.offset(of: min(cell.row, rowCount)) + origin.y - pinnedInsets.top))
    }

    /// Scrolls to an offset in content space, clamped to the content.
    public mutating func scroll(toOffset offset: Point) {
        scrolling.motion.cancel()
        move(to: offset)
    }

    /// Sets the zoom, clamped to `Viewport.zoomRange`, and keeps the content under `anchor` (viewport space) in place, or the
    /// content at the leading top corner.
    public mutating func zoom(to zoom: Double, anchor: Point? = nil) {
        let anchor = anchor ?? Point(x: viewport.direction == .leftToRight ? 0 : viewport.size.width, y: 0)
        let kept = viewport.contentPoint(under: anchor)
        viewport.zoom = min(max(zoom, Viewport.zoomRange.lowerBound), Viewport.zoomRange.upperBound)
        shareSpareWidth()
        relayout()
        let now = viewport.contentPoint(under: anchor)
        viewport.offset = clamp(Point(x: viewport.offset.x + kept.x - now.x, y: viewport.offset.y + kept.y - now.y))
        holdEnd()
    }
}
