import Drawing
import Geometry
import GridLayout
import Tabular

// A grid on paper and in pictures: the current view state without anything transient, in parts of any size.
extension GridModel {
    /// Device pixels per logical pixel, which determines how thin lines are on paper.
    public static let paperScale = 2.0

    /// The grid without anything transient: selection, pointer, search. Of a sheet, it contains only the shown ones among
    /// `rows` (ranges of row indices) and `columns` of the table; nil means all.
    ///
    /// - Complexity: O(ranges · log + columns).
    public func onPaper(rows: [Range<Int>]? = nil, columns: [Int]? = nil) -> GridModel {
        var model = self
        model.isOnPaper = true
        (model.activeCell, model.selection, model.pointer) = (nil, Selection(), PointerState())
        model.scrolling = ScrollState()
        (model.highlight, model.foundCell, model.hasFocus) = (nil, nil, false)
        guard isSheet else { return model }
        if let rows { model.sheet.rows.keep(rows) }
        if let columns {
            let places = columns.compactMap { self.columns.place(of: $0) }.sorted()
            model.sheet.columns.keep(places.map { $0..<$0 + 1 })
        }
        model.relayout()
        return model
    }

    /// The colors of paper, with the fonts that the grid's sizes follow from.
    public var paperTheme: Theme { .paper(font: metrics.font) }

    /// Lays the grid out on paper of a size, in logical pixels, at zoom 1. No column becomes wider for it.
    public mutating func lay(on size: Size, scale: Double = paperScale) {
        viewport.zoom = 1
        viewport.scaleFactor = scale
        viewport.size = size
        relayout()
    }

    /// Lays the grid out from its start on paper as large as its content, up to `limit`.
    public mutating func layWhole(
        upTo limit: Size = Size(width: .infinity, height: .infinity), scale: Double = paperScale
    ) {
        viewport.offset = .zero
        let size = contentSize
        lay(on: Size(width: min(size.width, limit.width), height: min(size.height, limit.height)), scale: scale)
    }

    /// Sets the device pixels per logical pixel, and changes nothing else.
    public mutating func setPaperScale(_ scale: Double) {
        viewport.scaleFactor = scale
        relayout()
    }

    /// The part of the viewport that the table covers, from its top-left corner, in logical pixels: all of its width in
    /// right-to-left layout.
    public var shownExtent: Size {
        let (size, content) = (viewport.size, scrollExtent)
        let isLeftToRight = viewport.direction == .leftToRight
        return Size(
            width: isLeftToRight ? min(size.width, content.width) : size.width,
            height: min(size.height, content.height))
    }

    /// Scrolls to an offset, clamped to the content.
    public mutating func turn(to offset: Point) { viewport.offset = clamp(offset) }

    /// Replaces the cells in memory and the row order by those of `table`, and nothing else. O(1).
    public mutating func takeCells(of table: TableSnapshot) {
        (self.table.cells, self.table.order) = (table.cells, table.order)
    }

    /// Returns the plan of the sheet's pages, each with that much room.
    public func pages(of room: Size, scale: PageScale) -> PagePlan {
        let rows = FrozenEnds(leading: sheet.frozenRows, trailing: sheet.frozenTrailingRows)
        let columns = FrozenEnds(leading: sheet.frozenColumns, trailing: sheet.frozenTrailingColumns)
        let size = sheet.contentSize
        return PagePlan(
            down: PageAxis(tracks: sheet.rows, header: size.height - sheet.rows.extent, frozen: rows),
            across: PageAxis(tracks: sheet.columns, header: size.width - sheet.columns.extent, frozen: columns),
            room: room, scale: scale)
    }

    /// Hides all of the sheet that is not on a page. A row or column that spans several pages is scrolled instead.
    ///
    /// - Complexity: O(log overrides).
    public mutating func show(_ page: SheetPage) {
        sheet.rows.keep(page.rows.tracks, page.frozenRows)
        sheet.columns.keep(page.columns.tracks, page.frozenColumns)
        // The remaining tracks are adjacent, so frozen ones need no freezing.
        let (rows, columns) = (page.rows.part == nil, page.columns.part == nil)
        freeze(
            rows: rows ? 0 : page.frozenRows.leading, columns: columns ? 0 : page.frozenColumns.leading,
            trailingRows: rows ? 0 : page.frozenRows.trailing,
            trailingColumns: columns ? 0 : page.frozenColumns.trailing)
        lay(on: page.extent)
        turn(to: Point(x: page.columns.part ?? 0, y: page.rows.part ?? 0))
    }

    /// Hides all other rows of the sheet, and freezes nothing.
    public mutating func keep(rows: Range<Int>) {
        sheet.rows.keep([rows])
        freeze(rows: 0, columns: 0, trailingRows: 0, trailingColumns: 0)
    }

    /// Sets rows to the heights that they have in another model of the same table.
    ///
    /// - Complexity: O(rows · log overrides).
    public mutating func takeHeights(of rows: Range<Int>, from other: GridModel) {
        for row in rows {
            let height = other.sheet.rows.fullSize(of: row)
            if height != sheet.rows.fullSize(of: row) { sheet.rows.setSize(height, for: row) }
        }
    }

    /// Returns the end of a page that starts where the scrolling part does, along an axis in content space: after the
    /// last complete element, or within one that alone fills most of the page.
    ///
    /// - Complexity: O(log + visible elements).
    public func pageEnd(along axis: Axis) -> Double {
        let (visible, pinned) = (viewport.visible, pinnedInsets)
        let isVertical = axis == .vertical
        func low(_ rect: Rect) -> Double { isVertical ? rect.minY : rect.minX }
        func high(_ rect: Rect) -> Double { isVertical ? rect.maxY : rect.maxX }
        let start = low(visible) + (isVertical ? pinned.top : pinned.leading)
        let limit = high(visible) - (isVertical ? pinned.bottom : pinned.trailing)
        let content = isVertical ? contentSize.height - pinned.bottom : contentSize.width - pinned.trailing
        guard limit < content - 0.5 else { return content }
        var elements: [LayoutAttributes] = []
        attributes(in: visible, into: &elements)
        // An element larger than a page is cut at the page's end.
        let frames = elements.filter { $0.scrollAxes.contains(Axes(axis)) }.map(\.frame)
            .filter { high($0) - low($0) <= limit - start }
        var end = limit
        while let cut = frames.filter({ low($0) < end - 0.5 && high($0) > end + 0.5 }).map(low).min() { end = cut }
        return end > start + (limit - start) / 3 ? end : limit
    }
}

extension TrackSizes {
    /// Hides all tracks outside the ranges `stretches`, which ascend; shows no hidden ones.
    fileprivate mutating func keep(_ stretches: [Range<Int>]) {
        var next = 0
        for stretch in stretches {
            let stretch = stretch.clamped(to: next..<max(next, count))
            if next < stretch.lowerBound { hide(next..<stretch.lowerBound) }
            next = max(next, stretch.upperBound)
        }
        if next < count { hide(next..<count) }
    }

    fileprivate mutating func keep(_ tracks: Range<Int>, _ frozen: FrozenEnds) {
        keep([0..<frozen.leading, tracks, count - frozen.trailing..<count])
    }
}
