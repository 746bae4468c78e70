import Geometry

extension SpanTracks {
    /// The tracks of `axis` whose merged cells may intersect `wanted`.
    init(_ axis: SheetAxis, _ wanted: Interval, visible: Interval) {
        self.init { axis.spanIndices(of: $0, meeting: wanted, visible: visible) }
    }
}

extension StickySheet {
    /// Returns the merged cell that covers the cell, without any part outside the table.
    func mergedSpan(containing row: Int, _ column: Int) -> CellSpan? {
        merges.span(containing: row, column: column).map(clamped).flatMap { shows($0) ? $0 : nil }
    }

    /// Returns true where a merged cell shows as itself, not in an aggregate. O(log overrides), and O(1) without bundles.
    func shows(_ span: CellSpan) -> Bool { !vertical.bundles(span.rows) && !horizontal.bundles(span.columns) }

    /// Rows may have been removed since the merges were created.
    func clamped(_ span: CellSpan) -> CellSpan {
        CellSpan(
            rows: span.rows.clamped(to: 0..<rows.count), columns: span.columns.clamped(to: 0..<columns.count))
    }

    func mergedCell(_ span: CellSpan, _ visible: Rect) -> LayoutAttributes {
        mergedCell(
            span, vertical.placed(span.rows, visible: visible.interval(.vertical)),
            horizontal.placed(span.columns, visible: visible.interval(.horizontal)), visible)
    }

    private func mergedCell(
        _ span: CellSpan, _ row: PlacedTracks, _ column: PlacedTracks, _ visible: Rect
    ) -> LayoutAttributes {
        var axes: Axes = []
        // In a single row or column, the text scrolls out of view like that of the neighbors.
        let (top, leading) = (visible.minY + vertical.pinnedLeading, visible.minX + horizontal.pinnedLeading)
        if row.tracks.count == 1 ? !row.isPinned : row.scrolls(from: top) { axes.insert(.vertical) }
        if column.tracks.count == 1 ? !column.isPinned : column.scrolls(from: leading) { axes.insert(.horizontal) }
        return LayoutAttributes(
            element: .cell(section: span.rows.lowerBound, item: span.columns.lowerBound),
            frame: Rect(
                x: column.stretch.start, y: row.stretch.start, width: column.stretch.length,
                height: row.stretch.length),
            z: (row.isPinned ? 1 : 0) + (column.isPinned ? 1 : 0), scrollAxes: axes,
            region: Region(
                horizontal: column.first, horizontalEnd: column.last, vertical: row.first, verticalEnd: row.last))
    }

    /// Returns the merged cell in place of its first cell in the grid of cells; nil where it does not belong there, since that
    /// cell does not intersect the rectangle, or the merged cell is frozen on more axes.
    func mergedCellInPlace(_ met: MetSpan, _ frame: borrowing FrameTracks) -> LayoutAttributes? {
        isInPlace(met, frame) ? mergedCell(met, frame) : nil
    }

    private func isInPlace(_ met: MetSpan, _ frame: borrowing FrameTracks) -> Bool {
        guard !met.rows.isEmpty, !met.columns.isEmpty else { return false }
        let (row, column) = (frame.rows[met.rows.upperBound - 1], frame.columns[met.columns.upperBound - 1])
        return row.index == met.span.rows.lowerBound && column.index == met.span.columns.lowerBound
            && vertical.band(of: met.span.rows.upperBound - 1) == row.band
            && horizontal.band(of: met.span.columns.upperBound - 1) == column.band
    }

    private func mergedCell(_ met: MetSpan, _ frame: borrowing FrameTracks) -> LayoutAttributes {
        let visible = frame.visible
        let row = vertical.placed(met.span.rows, at: met.rows, of: frame.rows, visible.interval(.vertical))
        let column = horizontal.placed(
            met.span.columns, at: met.columns, of: frame.columns, visible.interval(.horizontal))
        return mergedCell(met.span, row, column, visible)
    }

    /// Inserts the merged cells that are frozen on `z` axes and not yet in their places among the cells from `start` on, which
    /// have that z.
    func appendMergedCells(
        _ z: Int, _ frame: borrowing FrameTracks, from start: Int, _ output: inout [LayoutAttributes]
    ) {
        let firstMerged = output.count
        for index in 0..<frame.spans.count {
            let met = frame.spans[index]
            guard frozenAxes(of: met.span) == z, !isInPlace(met, frame) else { continue }
            output.append(mergedCell(met, frame), ifMeeting: frame.rect)
        }
        output.mergeInPaintOrder(from: start, firstMerged)
    }

    private func frozenAxes(of span: CellSpan) -> Int {
        func isPinned(_ axis: SheetAxis, _ tracks: Range<Int>) -> Bool {
            axis.isFrozen(tracks.lowerBound) || axis.isFrozen(tracks.upperBound - 1)
        }
        return (isPinned(vertical, span.rows) ? 1 : 0) + (isPinned(horizontal, span.columns) ? 1 : 0)
    }
}

extension SheetAxis {
    /// The same as `placed(_:visible:)`, without a search where the ends of the span are among the tracks of the frame.
    fileprivate func placed(
        _ span: Range<Int>, at positions: Range<Int>, of met: borrowing MetTracks, _ visible: Interval
    ) -> PlacedTracks {
        if !positions.isEmpty {
            let (first, last) = (met[positions.upperBound - 1], met[positions.lowerBound])
            if first.index == span.lowerBound, last.index == span.upperBound - 1, !first.isPinned, !last.isPinned {
                let stretch = Stretch(start: first.start, length: last.end - first.start)
                return PlacedTracks(tracks: span, stretch: stretch, first: .scrolling, last: .scrolling)
            }
        }
        return placed(span, visible: visible)
    }
}
