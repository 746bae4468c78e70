import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct FlowTests {
    private static let parameters = FlowParameters(
        itemSize: Size(width: 100, height: 50), itemSpacing: 10, lineSpacing: 5, headerHeight: 30,
        sectionInsets: Insets(top: 4, leading: 8, bottom: 6, trailing: 12))
    private static let viewport = Size(width: 340, height: 200)
    private let bounds = Rect(origin: .zero, size: viewport)

    private func flow(
        _ counts: [Int], viewport: Size = viewport, _ change: (inout Flow) -> Void = { _ in }
    ) -> Flow {
        var layout = Flow(content: LayoutContent(SectionCounts(counts)), parameters: Self.parameters)
        change(&layout)
        _ = layout.prepare(viewport: viewport)
        return layout
    }

    private func header(_ layout: Flow, _ section: Int, y: Double = 0) -> LayoutAttributes? {
        layout.attributes(
            for: .supplementary(.sectionHeader, section: section), visible: bounds.offset(by: Point(x: 0, y: y)))
    }

    @Test func itemsFillALineAndWrap() {
        // 340 - 8 - 12 is room for three items of 100 with 10 between them, to the pixel.
        let layout = flow([4, 0, 1])
        func frame(_ section: Int, _ item: Int) -> Rect? {
            layout.attributes(for: .cell(section: section, item: item), visible: bounds)?.frame
        }
        #expect(frame(0, 0) == Rect(x: 8, y: 34, width: 100, height: 50))
        #expect(frame(0, 2) == Rect(x: 228, y: 34, width: 100, height: 50))
        #expect(frame(0, 3) == Rect(x: 8, y: 89, width: 100, height: 50))
        #expect(header(layout, 1)?.frame == Rect(x: 0, y: 145, width: 340, height: 30))
        #expect(header(layout, 2)?.frame.y == 175)
        #expect(frame(2, 0)?.y == 209)
        #expect(layout.contentSize == Size(width: 340, height: 265))
        let narrow = flow([4], viewport: Size(width: 339, height: 200))
        #expect(narrow.attributes(for: .cell(section: 0, item: 2), visible: bounds)?.frame.origin == Point(x: 8, y: 89))
        #expect(flow([4], viewport: Size(width: 1, height: 1)).contentSize == Size(width: 120, height: 255))
    }

    @Test func aPinnedHeaderStaysUntilItsSectionPushesItOut() {
        let layout = flow([4, 6]) { $0.pinsHeaders = true }
        // Section 0 ends at 145.
        let places: [(offset: Double, y: Double, axes: Axes, band: Region.Band)] = [
            (0, 0, .horizontal, .leading), (60, 60, .horizontal, .leading), (115, 115, .horizontal, .leading),
            (120, 115, .both, .leading), (400, 115, .both, .leading),
        ]
        for place in places {
            let header = header(layout, 0, y: place.offset)
            #expect(header?.frame.y == place.y)
            #expect(header?.scrollAxes == place.axes)
            #expect(header?.region == Region(horizontal: .scrolling, vertical: place.band))
            #expect(header?.z == 3)
        }
        // The next one scrolls below the pinned band, and then through it without being cut.
        #expect(header(layout, 1, y: 115)?.region == .scrolling)
        #expect(header(layout, 1, y: 120)?.region == nil)
        #expect(header(layout, 1, y: 120)?.frame.y == 145)
        #expect(header(layout, 1, y: 145)?.scrollAxes == .horizontal)
        #expect(layout.pinnedInsets == Insets(top: 30))
        let hit = layout.hitTest(Point(x: 9, y: 146), visible: bounds.offset(by: Point(x: 0, y: 120)))
        #expect(hit?.element == .supplementary(.sectionHeader, section: 1))
    }

    @Test func onlyWhatMovesAFrameInvalidates() {
        func stale(viewport: Size = Self.viewport, _ change: (inout Flow) -> Void = { _ in }) -> Invalidation {
            var layout = flow([4, 6])
            change(&layout)
            return layout.prepare(viewport: viewport)
        }
        let sizes = Invalidation.sizes(fromSection: 0, fromItem: 0)
        var first = Flow()
        #expect(first.prepare(viewport: Self.viewport) == .all)
        #expect(stale() == .nothing)
        #expect(stale(viewport: Size(width: 340, height: 9)) == .nothing)
        #expect(stale(viewport: Size(width: 341, height: 200)) == sizes)
        #expect(stale { $0.parameters.headerHeight = 0 } == .all)
        #expect(stale { $0.content = LayoutContent(SectionCounts([4, 7])) } == .data(.reload(1..<2)))
        let headless = flow([4]) { $0.parameters.headerHeight = 0 }
        let wider = Rect(x: 0, y: 0, width: 341, height: 200)
        #expect(headless.invalidation(from: bounds, to: wider) == .nothing)
        let scrolled = bounds.offset(by: Point(x: 0, y: 5))
        #expect(flow([4]).invalidation(from: bounds, to: scrolled) == .nothing)
        #expect(flow([4]) { $0.pinsHeaders = true }.invalidation(from: bounds, to: scrolled) == .pinned)
    }

    @Test func extremesAreOrdinary() {
        func elements(
            _ content: LayoutContent, _ visible: Rect, headerHeight: Double = 30
        ) -> (count: Int, visits: Int) {
            var layout = Flow(content: content, parameters: Self.parameters, pinsHeaders: true)
            layout.parameters.headerHeight = headerHeight
            _ = layout.prepare(viewport: visible.size)
            var found: [LayoutAttributes] = []
            let visits = WorkCounter.nodeVisits { layout.attributes(in: visible, visible: visible, into: &found) }
            return (found.count, visits)
        }
        #expect(elements(LayoutContent(), bounds).count == 0)
        #expect(elements(LayoutContent(sections: 1, items: 1), bounds).count == 2)
        let far = bounds.offset(by: Point(x: 0, y: 30_000_000))
        let many = elements(LayoutContent(SectionCounts((0..<1_000_000).map { $0 % 3 })), far)
        #expect(many.count > 4 && many.count < 16)
        #expect(many.visits < 50)
        #expect(elements(LayoutContent(sections: 1, items: 1_000_000_000), far).count == 13)
        let pixel = Rect(x: 0, y: 0, width: 1, height: 1)
        #expect(elements(LayoutContent(sections: 1_000_000, items: 3), pixel).count == 1)
        // A million sections without any extent lie between the first and the last.
        let none = LayoutContent(SectionCounts([1] + Array(repeating: 0, count: 1_000_000) + [1]))
        let skipped = elements(none, bounds, headerHeight: 0)
        #expect(skipped.count == 2)
        #expect(skipped.visits < 100)
    }

    @Test func aTrillionItemsAreExact() {
        let layout = flow([]) { $0.content = LayoutContent(sections: 1, items: 3_000_000_000_000) }
        #expect(layout.contentSize.height == 55_000_000_000_035)
        let visible = bounds.offset(by: Point(x: 0, y: layout.contentSize.height - 200))
        // It would not end if it looked at the lines one by one.
        for x in [-10.0, 340] {
            var found: [LayoutAttributes] = []
            layout.attributes(in: Rect(x: x, y: 0, width: 10, height: 1e14), visible: bounds, into: &found)
            #expect(found.isEmpty)
        }
        let hit = layout.hitTest(Point(x: 230, y: layout.contentSize.height - 7), visible: visible)
        #expect(hit?.element == .cell(section: 0, item: 2_999_999_999_999))
        #expect(hit?.frame.maxY == layout.contentSize.height - 6)
    }

    /// Four thousand flows, in blocks that run side by side.
    @Test(arguments: 0..<8)
    func anyFlowAgreesWithItsPlainFormulas(block: Int) {
        for seed in UInt64(block) * 500..<UInt64(block + 1) * 500 {
            var random = SplitMix64(seed: seed)
            let parameters = FlowParameters(
                itemSize: Size(width: random.pick([100, 10.5, 33]), height: random.pick([50, 10.5])),
                itemSpacing: random.pick([10, 0, 2.5]), lineSpacing: random.pick([10, 0, 2.5]),
                headerHeight: random.pick([30, 30, 7.25, 0]),
                sectionInsets: random.pick([.zero, Insets(top: 4, leading: 8, bottom: 6, trailing: 12)]))
            let slow = SlowFlow(
                counts: random.counts(most: 20), parameters: parameters, pinsHeaders: random.oneIn(2),
                viewport: random.viewport())
            let fast = flow(slow.counts, viewport: slow.viewport) {
                $0.parameters = parameters
                $0.pinsHeaders = slow.pinsHeaders
            }
            let visible = random.visibleBounds(over: slow.contentSize, viewport: slow.viewport)
            let laws = LayoutLaws(fast, all: slow.elements(visible: visible), visible: visible)
            if fast.contentSize != slow.contentSize {
                Issue.record("seed \(seed): content \(fast.contentSize), not \(slow.contentSize)")
            } else if let violation = laws.violation(&random) {
                Issue.record("seed \(seed): \(violation)")
                return
            }
        }
    }
}
