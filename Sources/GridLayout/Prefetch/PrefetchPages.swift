import Geometry

/// The visible page of the scrolling part of a viewport, and its neighbors of the same size: page (0, 0) is the visible one,
/// (0, 1) the one below it. The prefetch order when scrolling down and to the trailing edge, two pages ahead:
///
///        │-1 │ 0 │ 1 │ 2 │
///     ───┼───┼───┼───┼───┤
///     -1 │   │ 3 │   │   │
///      0 │ 4 │ × │ 2 │ 7 │
///      1 │   │ 1 │ 6 │   │
///      2 │   │ 5 │   │   │
enum PrefetchPages {
    /// The maximum number of pages ahead, whatever the caller requests.
    static let most = 8

    /// Calls `body` with the column and the row of each page to prefetch, nearest first: `pages` ahead on the scrolling axes,
    /// including those between two such axes, and one in the opposite direction. At rest, one on each side.
    static func forEach(_ direction: ScrollDirection, pages: Int, _ body: (_ column: Int, _ row: Int) -> Void) {
        let pages = min(pages, most)
        guard pages > 0 else { return }
        let isResting = direction == .resting
        let (dx, dy) = isResting ? (1, 1) : (direction.horizontal, direction.vertical)
        for side in [1, -1] {
            if dy != 0 { body(0, side * dy) }
            if dx != 0 { body(side * dx, 0) }
        }
        guard !isResting, pages > 1 else { return }
        for distance in 2...pages {
            for x in 0...distance {
                let y = distance - x
                if (x == 0 || dx != 0) && (y == 0 || dy != 0) { body(x * dx, y * dy) }
            }
        }
    }
}

extension Interval {
    /// The interval moved by `page` times its length. The shared edges of neighbors are bit-identical.
    func page(_ page: Int) -> Interval { Interval(low: edge(page), high: edge(page + 1)) }

    private func edge(_ page: Int) -> Double {
        page <= 0 ? low + Double(page) * (high - low) : high + Double(page - 1) * (high - low)
    }
}

extension CollectionLayout {
    /// Appends the parts of the content (content space) that become visible next when the viewport shows `visible`, nearest
    /// first: `pages` viewports ahead in the direction of the scroll and one in the opposite direction; at rest one on each
    /// side. They do not overlap each other or the visible part; they lie within the content, and exclude pinned elements. The
    /// maximum for `pages` is 8.
    ///
    /// - Complexity: O(rectangles), for content of any size.
    public func prefetchRects(
        visible: Rect, direction: ScrollDirection, pages: Int = 2, into output: inout [Rect]
    ) {
        let pinned = pinnedInsets
        let shown = Region(horizontal: .scrolling, vertical: .scrolling).frame(in: visible, pinned: pinned)
        let content = Rect(
            minX: pinned.leading, minY: pinned.top, maxX: contentSize.width - pinned.trailing,
            maxY: contentSize.height - pinned.bottom)
        guard !shown.isEmpty, shown.isFinite else { return }
        PrefetchPages.forEach(direction, pages: pages) { column, row in
            let x = shown.interval(.horizontal).page(column)
            let y = shown.interval(.vertical).page(row)
            let page = Rect(
                minX: max(x.low, content.minX), minY: max(y.low, content.minY), maxX: min(x.high, content.maxX),
                maxY: min(y.high, content.maxY))
            if page.width > 0, page.height > 0 { output.append(page) }
        }
    }
}

extension Rect {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
