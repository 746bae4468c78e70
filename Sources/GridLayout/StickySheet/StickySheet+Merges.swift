import Geometry

/// For each band of an axis, the tracks that a merged cell may have there to meet a rectangle.
struct SpanTracks {
    private let bands: (Range<Int>, Range<Int>, Range<Int>)

    init(_ axis: SheetAxis, _ wanted: Interval, visible: Interval) {
        bands = (
            axis.spanIndices(of: .leading, meeting: wanted, visible: visible),
            axis.spanIndices(of: .scrolling, meeting: wanted, visible: visible),
            axis.spanIndices(of: .trailing, meeting: wanted, visible: visible)
        )
    }

    subscript(band: Region.Band) -> Range<Int> {
        switch band {
        case .leading: bands.0
        case .scrolling: bands.1
        case .trailing: bands.2
        }
    }

    /// The first band in which `tracks` are found, so that each is counted once.
    func firstBand(meeting tracks: Range<Int>) -> Region.Band? {
        Region.Band.allCases.first { self[$0].overlaps(tracks) }
    }
}

extension StickySheet {
    /// The merged cell that covers the cell, as much of it as lies in the table.
    func mergedSpan(containing row: Int, _ column: Int) -> CellSpan? {
        merges.span(containing: row, column: column).map(clamped)
    }

    /// Rows may have been taken away since the merges were made.
    private func clamped(_ span: CellSpan) -> CellSpan {
        CellSpan(
            rows: span.rows.clamped(to: 0..<rows.count), columns: span.columns.clamped(to: 0..<columns.count))
    }

    func mergedCell(_ span: CellSpan, _ visible: Rect) -> LayoutAttributes {
        let row = vertical.placed(span.rows, visible: visible.interval(.vertical))
        let column = horizontal.placed(span.columns, visible: visible.interval(.horizontal))
        var axes: Axes = []
        // In a single row or column, the text goes out of sight as those of the neighbours do.
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

    /// The merged cells that are frozen on `z` axes, put in their places among the cells from `start` on, which
    /// have that z.
    func appendMergedCells(
        _ z: Int, _ frame: borrowing FrameTracks, from start: Int, _ output: inout [LayoutAttributes]
    ) {
        let (rect, visible) = (frame.rect, frame.visible)
        let rows = SpanTracks(vertical, rect.interval(.vertical), visible: visible.interval(.vertical))
        let columns = SpanTracks(horizontal, rect.interval(.horizontal), visible: visible.interval(.horizontal))
        let firstMerged = output.count
        for rowBand in Region.Band.allCases {
            for columnBand in Region.Band.allCases {
                merges.forEach(meeting: CellSpan(rows: rows[rowBand], columns: columns[columnBand])) { span in
                    guard rows.firstBand(meeting: span.rows) == rowBand,
                        columns.firstBand(meeting: span.columns) == columnBand
                    else { return }
                    let cell = mergedCell(clamped(span), visible)
                    if cell.z == z { output.append(cell, ifMeeting: rect) }
                }
            }
        }
        output.mergeInPaintOrder(from: start, firstMerged)
    }
}
