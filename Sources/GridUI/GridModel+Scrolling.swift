import Geometry
import GridLayout
import Tabular

extension GridModel {
    /// The extent that there is to scroll, in logical pixels on the screen.
    public var scrollExtent: Size {
        Size(width: layout.contentSize.width * viewport.zoom, height: layout.contentSize.height * viewport.zoom)
    }

    /// Where the viewport stands in `scrollExtent`, in logical pixels on the screen.
    public var scrollPosition: Point {
        Point(x: viewport.offset.x * viewport.zoom, y: viewport.offset.y * viewport.zoom)
    }

    /// Scrolls to `position` in `scrollExtent`, or as near as there is content.
    public mutating func scroll(to position: Point) {
        let offset = Point(x: position.x / viewport.zoom, y: position.y / viewport.zoom)
        viewport.offset = layout.clamp(offset, viewport: viewport.contentExtent)
    }

    /// Scrolls by notches of a mouse wheel: three rows each, whatever their height, or three ordinary columns.
    public mutating func scroll(notches: Double, axis: Axis) {
        let step = axis == .vertical ? layout.rows.defaultSize : layout.columns.defaultSize / 2
        var offset = viewport.offset
        offset[axis] += notches * 3 * step
        viewport.offset = layout.clamp(offset, viewport: viewport.contentExtent)
    }

    /// Scrolls as little as brings the cell into the scrolling part of the viewport. An unknown cell moves nothing.
    public mutating func reveal(_ cell: CellPosition) {
        let visible = viewport.visible
        let offset = layout.offset(showing: .cell(section: cell.row, item: cell.column), visible: visible)
        // An axis that has not to move keeps its fraction of a pixel.
        if offset.x != visible.x { viewport.offset.x = offset.x }
        if offset.y != visible.y { viewport.offset.y = offset.y }
    }

    /// Scrolls so that the cell is the first after the frozen ones on both axes, as far as there is content.
    public mutating func scrollToStart(_ cell: CellPosition) {
        let frozen = layout.pinnedInsets
        let offset = Point(
            x: layout.columns.offset(of: min(cell.column, columnCount)) + layout.parameters.gutterWidth
                - frozen.leading,
            y: layout.rows.offset(of: min(cell.row, rowCount)) + layout.parameters.headerHeight - frozen.top)
        viewport.offset = layout.clamp(offset, viewport: viewport.contentExtent)
    }

    /// Sets the zoom, clamped to `Viewport.zoomRange`, and keeps the content under `anchor` (viewport space) there.
    public mutating func zoom(to zoom: Double, anchor: Point = .zero) {
        let kept = viewport.contentPoint(under: anchor)
        viewport.zoom = min(max(zoom, Viewport.zoomRange.lowerBound), Viewport.zoomRange.upperBound)
        relayout()
        let now = viewport.contentPoint(under: anchor)
        viewport.offset = layout.clamp(
            Point(x: viewport.offset.x + kept.x - now.x, y: viewport.offset.y + kept.y - now.y),
            viewport: viewport.contentExtent)
    }

    /// The cells whose data the next frame needs, most wanted first: what is in sight, then a page ahead and behind.
    public func wantedCells() -> [CellRange] {
        let tracks = layout.visibleTracks(in: viewport.visible)
        let columns = [tracks.columns, tracks.frozenColumns, tracks.frozenTrailingColumns].filter { !$0.isEmpty }
        let page = max(1, tracks.rows.count)
        let ahead = tracks.rows.upperBound..<min(rowCount, tracks.rows.upperBound + page)
        let behind = max(tracks.frozenRows.upperBound, tracks.rows.lowerBound - page)..<tracks.rows.lowerBound
        let rows = [tracks.rows, tracks.frozenRows, tracks.frozenTrailingRows, ahead, behind].filter { !$0.isEmpty }
        return rows.flatMap { rows in columns.map { CellRange(rows: rows, columns: $0) } }
    }
}
