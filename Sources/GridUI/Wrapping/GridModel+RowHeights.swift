import Drawing
import Geometry
import GridLayout
import Tabular

// Heights of rows with wrapped text. Each row has the default height until its cells are visible and in memory; then it is as
// high as the tallest of them, whether horizontally visible or not (`heightColumns`). It never shrinks while it is near, so
// that text being read does not jump when something else scrolls by. Thousands of rows away it returns to the default height,
// so that neither memory nor the cost of a width change grows with the number of rows ever seen.
extension GridModel {
    /// The approximate number of bytes of text measured between two frames, which keeps their layout well within 2 ms.
    static let measuredBytes = 2_048

    /// Makes the visible rows as high as the text that wraps in them, as far as it is in memory. The first visible row, or
    /// the active one, keeps its position on the screen; a view at the table's top stays there. Returns true when a row grew
    /// or more must be measured: the caller must update the scrollbars, and call this again before the next frame.
    ///
    /// - Complexity: O(visible rows · log) once they are measured; measures at most `measuredBytes` and one more row.
    public mutating func fitRowsInSight(measuring text: some TextMeasuring) -> Bool {
        guard wrapping.isOn, isSheet else { return false }
        let columns = wrappedColumns()
        guard !columns.isEmpty else { return false }
        let forgot = forgetFarHeights()
        var pass = MeasuringPass(columns: columns)
        let tracks = sheet.visibleTracks(in: viewport.visible)
        for band in [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows] {
            measure(band, text, &pass)
        }
        if !pass.grown.isEmpty { grow(pass.grown) }
        return pass.hasMore || forgot || !pass.grown.isEmpty
    }

    /// Restores the default height of rows far from the viewport, where there are many; visible content stays in place.
    private mutating func forgetFarHeights() -> Bool {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        let far = wrapping.forgetFar(from: [tracks.frozenRows, tracks.rows, tracks.frozenTrailingRows])
        guard !far.isEmpty else { return false }
        viewport.offset.y += sheet.forgetMeasuredRows(stretches(of: far), visible: viewport.visible)
        relayout()
        return true
    }

    /// The work of one call.
    private struct MeasuringPass {
        let columns: [WrappedRows.Columns]
        var bytesLeft = GridModel.measuredBytes
        var hasMore = false
        var grown: [MeasuredRows] = []
        /// The bytes of the text being measured.
        var shown: [UInt8] = []
    }

    /// In a table of at most this many columns, the texts in all of them determine row heights, so that horizontal scrolling
    /// changes nothing. With more columns that would take too long: visible ones count, and rows grow as cells become
    /// visible.
    private static let heightColumns = 256

    /// The positions of the columns whose texts determine row heights.
    func placesOfHeights(_ tracks: VisibleTracks) -> [Range<Int>] {
        sheet.columns.count <= Self.heightColumns
            ? [0..<sheet.columns.count] : [tracks.frozenColumns, tracks.columns, tracks.frozenTrailingColumns]
    }

    /// The wrapping columns among those that determine row heights. Where a width changed since the text was measured, all
    /// rows are measured again: they may be lower now.
    private mutating func wrappedColumns() -> [WrappedRows.Columns] {
        let tracks = sheet.visibleTracks(in: viewport.visible)
        var found: [WrappedRows.Columns] = []
        var isStale = false
        for band in placesOfHeights(tracks) {
            var next = band.lowerBound
            while let place = sheet.columns.shown(atOrAfter: next), place < band.upperBound {
                next = place + 1
                let column = columns.column(at: place)
                guard wraps(column: column) else { continue }
                WrappedRows.insert(column, into: &found)
                if !wrapping.setWidth(sheet.columns.size(of: place), ofColumn: column) { isStale = true }
            }
        }
        guard isStale else { return found }
        forgetRowHeights()
        return wrappedColumns()
    }

    /// Measures the visible rows of a band, from its first one down, until the viewport is full or the pass's byte budget is
    /// used up.
    private mutating func measure(_ band: Range<Int>, _ text: some TextMeasuring, _ pass: inout MeasuringPass) {
        var next = band.lowerBound
        // The first row may begin anywhere above the viewport.
        var bottom: Double?
        while let row = sheet.rows.shown(atOrAfter: next), row < band.upperBound,
            bottom ?? 0 < viewport.contentExtent.height
        {
            guard pass.bytesLeft > 0 else {
                pass.hasMore = true
                return
            }
            next = row + 1
            let old = sheet.rows.size(of: row)
            let new = height(ofRow: row, text, &pass)
            if new > old {
                wrapping.setHeight(new, ofRow: row)
                pass.grown.append(MeasuredRows(first: row, heights: [new]))
            }
            bottom = bottom.map { $0 + new } ?? 0
        }
    }

    /// The height of a row, or the new height that its unmeasured cells require.
    private mutating func height(
        ofRow row: Int, _ text: some TextMeasuring, _ pass: inout MeasuringPass
    ) -> Double {
        let height = sheet.rows.size(of: row)
        let ordinary = sheet.rows.defaultSize
        if let known = wrapping.heights[row], known != height {
            // The user changed it since, to the default height or to one that stays.
            guard height == ordinary else { return height }
            wrapping.forget(row: row, pass.columns)
        } else if wrapping.heights[row] == nil, height != ordinary {
            return height
        }
        var tallest = height
        for columns in pass.columns {
            var rest = wrapping.unmeasured(columns, row: row)
            while rest != 0 {
                let column = columns.group * 64 + rest.trailingZeroBitCount
                rest &= rest - 1
                guard let block = table.cells.block(row: row, column: column) else { continue }
                tallest = max(tallest, self.height(ofRow: row, column, in: block, text, &pass))
                wrapping.setMeasured(row: row, column: column)
            }
        }
        return TrackSizes.quantized(tallest)
    }

    /// The height that a cell requires.
    private func height(
        ofRow row: Int, _ column: Int, in block: RowBlock, _ text: some TextMeasuring, _ pass: inout MeasuringPass
    ) -> Double {
        guard block.info(row: row, column: column).state == .value, let place = columns.place(of: column),
            sheet.merges.isEmpty || sheet.merges.span(containing: row, column: place) == nil
        else { return 0 }
        pass.shown.removeAll(keepingCapacity: true)
        let shown = ShownText(format: columnFormat(ofColumn: column), limit: Self.wrappedBytes, wraps: true)
        block.withBytes(row: row, column: column) { _ = shown.append($0, to: &pass.shown) }
        let width = (sheet.columns.size(of: place) - 2 * GridMetrics.padding) / TextWrapping.slack
        // No letter is wider than a line is high, so a text this short fits one line; most texts do.
        if Double(pass.shown.count) * metrics.lineHeight <= width, !pass.shown.contains(0x0A) {
            pass.bytesLeft -= 1
            return metrics.rowHeight
        }
        // Even an empty cell costs something.
        pass.bytesLeft -= 16 + min(pass.shown.count, TextWrapping.byteLimit)
        return pass.shown.withUnsafeBufferPointer { text.height(of: $0, font: metrics.font, width: width) }
            + metrics.rowHeight - metrics.lineHeight
    }

    /// The displayed bytes of a value that wraps, without its ellipsis.
    static let wrappedBytes = TextWrapping.byteLimit - 3

    /// Sets the heights of rows.
    private mutating func grow(_ rows: [MeasuredRows]) {
        let followed = activeCell.flatMap { isWhollyInSight($0) ? $0 : nil }
        let end = contentSize.height - viewport.contentExtent.height
        let isAtEnd = viewport.offset.y > 0 && viewport.offset.y >= end - 1
        let isAtTop = viewport.offset.y <= 0
        viewport.offset.y += sheet.setMeasured(rows, visible: visibleFromAnchor(followed))
        // A visible first row of the table stays in place, also while heights are reset: else each change of a width would
        // move the view down.
        if isAtTop { viewport.offset.y = 0 }
        // A view at the end stays there.
        if isAtEnd, followed == nil { viewport.offset.y = .greatestFiniteMagnitude }
        relayout()
        if let followed { keepInSight(followed) }
    }

    /// Returns the visible part of the sheet from the anchor row on, which keeps its position: the active row, or else
    /// the first that begins in the visible area. A row that began before grows upwards, out of view, so that nothing
    /// moves when a scroll from there reveals it.
    private func visibleFromAnchor(_ followed: CellPosition?) -> Rect {
        var visible = viewport.visible
        let rows = sheet.visibleTracks(in: visible).rows
        guard !rows.isEmpty else { return visible }
        let origin = sheet.contentSize.height - sheet.rows.extent
        func top(_ row: Int) -> Double { origin + sheet.rows.offset(of: row) - pinnedInsets.top }
        var anchor = rows.lowerBound
        if let followed, rows.contains(followed.row) {
            anchor = followed.row
        } else if top(anchor) < visible.minY {
            anchor = sheet.rows.shown(atOrAfter: anchor + 1) ?? anchor
            if !rows.contains(anchor) { anchor = rows.lowerBound }
        }
        visible.y = top(anchor)
        return visible
    }

    private func isWhollyInSight(_ cell: CellPosition) -> Bool {
        guard let element = element(showing: cell), let found = attributes(for: element) else { return false }
        let visible = viewport.visible
        let shown = found.region?.frame(in: visible, pinned: pinnedInsets) ?? visible
        return found.frame.minY >= shown.minY && found.frame.maxY <= shown.maxY && found.frame.intersects(shown)
    }
}
