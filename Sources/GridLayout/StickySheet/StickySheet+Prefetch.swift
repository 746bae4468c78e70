import Geometry

extension StickySheet {
    /// Appends the cells that become visible next when the viewport shows `visible`, nearest first: those of the pages of
    /// `prefetchRects`, and if such a page moves past frozen rows or columns, their cells with it. No cell occurs twice, and no
    /// visible one is included. Hidden tracks within a block are part of it.
    ///
    /// - Complexity: O(blocks · log overrides), for any number of rows and columns.
    public func prefetchTracks(
        visible: Rect, direction: ScrollDirection, pages: Int = 2, into output: inout [TrackBlock]
    ) {
        let shown = visibleTracks(in: visible)
        PrefetchPages.forEach(direction, pages: pages) { column, row in
            let rows = vertical.scrollingIndices(visible: visible.interval(.vertical), page: row)
            let columns = horizontal.scrollingIndices(visible: visible.interval(.horizontal), page: column)
            func append(_ rows: Range<Int>, _ columns: Range<Int>) {
                let block = TrackBlock(rows: rows, columns: columns)
                if !block.isEmpty { output.append(block) }
            }
            append(rows, columns)
            if column == 0 {
                append(rows, shown.frozenColumns)
                append(rows, shown.frozenTrailingColumns)
            }
            if row == 0 {
                append(shown.frozenRows, columns)
                append(shown.frozenTrailingRows, columns)
            }
        }
    }
}

extension SheetAxis {
    /// The scrolling tracks of page `page` (`PrefetchPages`) that are not part of one between it and page 0.
    fileprivate func scrollingIndices(visible: Interval, page: Int) -> Range<Int> {
        let shown = scrollingIndices(visible: visible)
        let area = Interval(low: visible.low + pinnedLeading, high: visible.high - pinnedTrailing)
        guard page != 0 else { return shown }
        guard area.low < area.high else { return 0..<0 }
        let wanted = area.page(page)
        let found = indices(of: .scrolling, meeting: wanted, visible: visible)
        // A track across an edge belongs to the nearer page.
        let nearer = page > 0 ? Interval(low: area.low, high: wanted.low) : Interval(low: wanted.high, high: area.high)
        let taken = indices(of: .scrolling, meeting: nearer, visible: visible)
        if found.isEmpty || taken.isEmpty { return found }
        return page > 0
            ? found.clamped(to: taken.upperBound..<max(taken.upperBound, found.upperBound))
            : found.clamped(to: min(found.lowerBound, taken.lowerBound)..<taken.lowerBound)
    }
}
