import Geometry

/// A row whose items share its width by their weights. It divides its items into runs: each wide item is a run, and so are all
/// adjacent narrow ones together.
struct WeightedRow {
    let section: Int
    private let frame: Rect
    private let divider: Double
    private let shares: SectionShares
    /// The minimum share of an item that is at least a device pixel wide.
    private let wideShare: Double

    /// `divider`: the free space before an item, taken from its share.
    init(section: Int, frame: Rect, divider: Double, devicePixel: Double, shares: SectionShares) {
        (self.section, self.frame, self.divider, self.shares) = (section, frame, divider, shares)
        wideShare = (divider + devicePixel) / frame.width
    }

    /// Returns the start of item `item`, including its divider; for the count, the end of the row.
    private func edge(_ item: Int) -> Double { frame.x + (frame.width * shares.before(item)).onEdgeGrid }

    private var items: Range<Int> { 0..<shares.count }

    /// Returns the run that contains `item`. O(log items).
    func run(around item: Int) -> Range<Int> {
        run(endingWith: item, end: shares.first(in: item..<shares.count, atLeast: wideShare) ?? shares.count)
    }

    /// Returns the run whose last item is `item`, or that continues to `end` if the item is narrow.
    private func run(endingWith item: Int, end: Int) -> Range<Int> {
        let wide = shares.last(in: 0..<item + 1, atLeast: wideShare)
        if wide == item { return item..<item + 1 }
        return (wide ?? -1) + 1..<end
    }

    func attributes(_ run: Range<Int>) -> LayoutAttributes {
        let low = edge(run.lowerBound)
        let high = edge(run.upperBound)
        return LayoutAttributes(
            element: run.count == 1
                ? .cell(section: section, item: run.lowerBound)
                : .supplementary(.aggregate, section: section, item: run.lowerBound),
            frame: Rect(x: low + divider, y: frame.y, width: max(0, high - low - divider), height: frame.height), z: 0,
            scrollAxes: .both, region: Region(horizontal: .scrolling, vertical: .scrolling))
    }

    /// Returns the attributes of `element`, a cell or an aggregate of the row; nil where the row has no such element.
    func attributes(for element: Element) -> LayoutAttributes? {
        guard items.contains(element.item) else { return nil }
        let found = attributes(run(around: element.item))
        return found.element == element ? found : nil
    }

    /// Calls `body` with each run that may intersect `interval`, last to first. O(log items · runs).
    func forEachReversed(meeting interval: Interval, _ body: (LayoutAttributes) -> Void) {
        var item = partitionPoint(in: items) { edge($0) < interval.high } - 1
        guard item >= 0 else { return }
        var run = run(around: item)
        while true {
            body(attributes(run))
            item = run.lowerBound - 1
            guard item >= 0, edge(item + 1) > interval.low else { return }
            run = self.run(endingWith: item, end: run.lowerBound)
        }
    }
}
