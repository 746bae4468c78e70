import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct TimelineTests {
    private static let viewport = Size(width: 480, height: 362)
    private let bounds = Rect(origin: .zero, size: viewport)

    private func timeline(
        _ weights: [[Double]], viewport: Size = viewport, _ change: (inout Timeline) -> Void = { _ in }
    ) -> Timeline {
        var layout = Timeline(
            content: LayoutContent(SectionCounts(weights.map(\.count)), weights: weights.flatMap { $0 }))
        change(&layout)
        _ = layout.prepare(viewport: viewport)
        return layout
    }

    private func frames(_ layout: Timeline, row: Int = 0, count: Int) -> [Rect?] {
        (0..<count).map { layout.attributes(for: .cell(section: row, item: $0), visible: bounds)?.frame }
    }

    @Test func theFramesOfTheDesignAreWhereItSays() {
        let layout = timeline([[4, 2, 2], [1]])
        #expect(layout.rowHeight == 50)
        #expect(
            frames(layout, count: 3) == [
                Rect(x: 82, y: 0, width: 198, height: 50), Rect(x: 282, y: 0, width: 98, height: 50),
                Rect(x: 382, y: 0, width: 98, height: 50),
            ])
        let header = layout.attributes(for: .supplementary(.sectionHeader, section: 1), visible: bounds)
        #expect(header?.frame == Rect(x: 0, y: 52, width: 80, height: 50))
        #expect(header?.z == 0)
        #expect(layout.contentSize == Size(width: 480, height: 102))
    }

    @Test(arguments: [362.0, 400, 401.25, 1_000 / 3.0])
    func sevenRowsFillTheViewportExactly(height: Double) {
        let seven = timeline(Array(repeating: [1], count: 7), viewport: Size(width: 480, height: height))
        #expect(seven.contentSize.height == height)
        let insets = timeline(Array(repeating: [1], count: 7), viewport: Size(width: 480, height: height)) {
            $0.insets = Insets(top: 5, leading: 20, bottom: 15, trailing: 10)
        }
        #expect(insets.contentSize == Size(width: 450, height: height - 20))
        #expect(insets.attributes(for: .cell(section: 0, item: 0), visible: bounds)?.frame.maxX == 450)
    }

    @Test func aLowViewportScrollsRowsOfTheLeastHeight() {
        let layout = timeline(Array(repeating: [1], count: 7), viewport: Size(width: 480, height: 100))
        #expect(layout.rowHeight == 16)
        #expect(layout.contentSize.height == 7 * 18 - 2)
    }

    @Test func aRowOfNothingShowsItsItemsAlike() {
        let layout = timeline([[0, -3, .nan, .infinity]])
        #expect(frames(layout, count: 4).map { $0?.width } == [98, 98, 98, 98])
        #expect((0..<4).map { layout.content.isMarked(section: 0, item: $0) } == [false, true, true, true])
        #expect(frames(timeline([[]]), count: 1) == [nil])
    }

    @Test func itemsTooNarrowToShowAreOneElement() {
        // 400 pixels for 800: an item is half its weight, and its divider takes two pixels of that.
        let layout = timeline([[394, 1, 2, 3, 395, 5]])
        var found: [LayoutAttributes] = []
        layout.attributes(in: bounds, visible: bounds, into: &found)
        #expect(
            found.map { "\($0.element.kind) \($0.element.item) \($0.frame.x) \($0.frame.width)" } == [
                "cell 5 479.5 0.5", "cell 4 282.0 195.5", "aggregate 1 279.0 1.0", "cell 0 82.0 195.0",
                "sectionHeader 0 0.0 80.0",
            ])
        let aggregate = Element.supplementary(.aggregate, section: 0, item: 1)
        #expect(layout.items(of: aggregate) == 1..<4)
        #expect(layout.items(of: .cell(section: 0, item: 4)) == 4..<5)
        #expect(layout.items(of: .cell(section: 0, item: 2)) == nil)
        #expect(layout.element(showing: 3, of: 0) == aggregate)
        #expect(layout.element(showing: 4, of: 0) == .cell(section: 0, item: 4))
        #expect(layout.element(showing: 9, of: 0) == nil)
        #expect(layout.attributes(for: .cell(section: 0, item: 2), visible: bounds) == nil)
        #expect(layout.hitTest(Point(x: 279.5, y: 9), visible: bounds)?.element == aggregate)
        var sharp = layout
        sharp.devicePixel = 0.5
        #expect(sharp.prepare(viewport: Self.viewport) == .all)
        #expect(sharp.element(showing: 5, of: 0) == .cell(section: 0, item: 5))
    }

    @Test func headersPinToTheLeadingEdge() {
        let layout = timeline([[1]]) { $0.pinsHeaders = true }
        let header = layout.attributes(for: .supplementary(.sectionHeader), visible: bounds)
        #expect(header?.z == 3)
        #expect(header?.scrollAxes == .vertical)
        #expect(header?.region == Region(horizontal: .leading, vertical: .scrolling))
        #expect(layout.pinnedInsets == Insets(leading: 80))
    }

    @Test func theViewportTheInsetsAndTheDataInvalidate() {
        func stale(viewport: Size = Self.viewport, _ change: (inout Timeline) -> Void = { _ in }) -> Invalidation {
            var layout = timeline([[1, 2], [3]])
            change(&layout)
            return layout.prepare(viewport: viewport)
        }
        let sizes = Invalidation.sizes(fromSection: 0, fromItem: 0)
        var first = Timeline()
        #expect(first.prepare(viewport: Self.viewport) == .all)
        #expect(stale() == .nothing)
        #expect(stale(viewport: Size(width: 481, height: 362)) == sizes)
        #expect(stale(viewport: Size(width: 480, height: 363)) == sizes)
        #expect(stale { $0.insets.top = 1 } == sizes)
        #expect(stale { $0.parameters.visibleRows = 6 } == .all)
        let grown = LayoutContent(SectionCounts([2, 1, 1]), weights: [1, 2, 3, 4])
        #expect(stale { $0.content = grown } == .data(.insert(2..<3)))
        let other = LayoutContent(SectionCounts([2, 1]), weights: [1, 9, 3])
        #expect(stale { $0.content = other } == .data(.reload(0..<1)))
        let scrolled = bounds.offset(by: Point(x: 0, y: 9))
        #expect(timeline([[1]]).invalidation(from: bounds, to: scrolled) == .nothing)
        let taller = Rect(x: 0, y: 0, width: 480, height: 400)
        #expect(timeline([[1]]).invalidation(from: bounds, to: taller) == sizes)
        let pinned = timeline([[1]]) { $0.pinsHeaders = true }
        #expect(pinned.invalidation(from: bounds, to: bounds.offset(by: Point(x: 9, y: 0))) == .pinned)
    }

    @Test func aHundredThousandItemsInARowAreNoMoreElementsThanPixels() {
        var random = SplitMix64(seed: 7)
        // One in a thousand is wide, so that there is an aggregate between any two of them.
        let weights = (0..<100_000).map { _ in random.oneIn(1_000) ? 900.0 : Double(random.int(0...2)) / 2 }
        let layout = timeline([weights], viewport: Size(width: 1_000, height: 500))
        var found: [LayoutAttributes] = []
        let visible = Rect(x: 0, y: 0, width: 1_000, height: 500)
        let visits = WorkCounter.nodeVisits { layout.attributes(in: visible, visible: visible, into: &found) }
        #expect(found.contains { $0.element.kind == .aggregate })
        #expect(found.count < 800)
        #expect(visits < 150 * found.count)
        let narrow = timeline([(0..<100_000).map { _ in 1 }])
        found = []
        let few = WorkCounter.nodeVisits { narrow.attributes(in: bounds, visible: bounds, into: &found) }
        #expect(found.map { "\($0.element.kind)" } == ["sectionHeader", "aggregate"])
        #expect(few < 150)
    }

    @Test func extremesAreOrdinary() {
        func count(_ content: LayoutContent, _ viewport: Size, y: Double = 0) -> Int {
            var layout = Timeline(content: content)
            _ = layout.prepare(viewport: viewport)
            let visible = Rect(origin: Point(x: 0, y: y), size: viewport)
            var found: [LayoutAttributes] = []
            layout.attributes(in: visible, visible: visible, into: &found)
            return found.count
        }
        #expect(count(LayoutContent(), Self.viewport) == 0)
        #expect(count(LayoutContent(sections: 1, items: 1), Self.viewport) == 2)
        #expect(count(LayoutContent(sections: 1, items: 1_000_000_000), Self.viewport) == 2)
        #expect(count(LayoutContent(sections: 1_000_000, items: 3), Self.viewport, y: 26_000_000) == 28)
        #expect(count(LayoutContent(sections: 1_000_000, items: 3), Size(width: 1, height: 1)) == 1)
        #expect(count(LayoutContent(sections: 1_000_000, items: 3), .zero) == 0)
        #expect(count(LayoutContent(sections: 9, items: 0), Self.viewport) == 7)
        // It would not end if it looked at the rows one by one.
        var tall = Timeline(content: LayoutContent(sections: 1_000_000_000_000, items: 4))
        _ = tall.prepare(viewport: Self.viewport)
        var found: [LayoutAttributes] = []
        tall.attributes(in: Rect(x: 480, y: 0, width: 9, height: 1e14), visible: bounds, into: &found)
        #expect(found.isEmpty)
    }

    @Test func aTrillionRowsAreExact() {
        var layout = Timeline(content: LayoutContent(sections: 1_000_000_000_000, items: 4))
        _ = layout.prepare(viewport: Size(width: 480, height: 400))
        let end = layout.contentSize.height
        // 400 + 2 pixels for every seven rows, of which 10^12 are one more than 142,857,142,857 times seven.
        #expect(end == 142_857_142_857 * 402 + layout.rowHeight)
        let last = layout.attributes(for: .cell(section: 999_999_999_999, item: 3), visible: bounds)
        #expect(last?.frame.maxY == end)
        #expect(last?.frame.minY == 57_428_571_428_514)
        let visible = Rect(x: 0, y: end - 400, width: 480, height: 400)
        let hit = layout.hitTest(Point(x: 470, y: end - 1.0 / 128), visible: visible)
        #expect(hit?.element == .cell(section: 999_999_999_999, item: 3))
    }

    /// Four thousand timelines, in blocks that run side by side.
    @Test(arguments: 0..<8)
    func anyTimelineAgreesWithItsPlainFormulas(block: Int) {
        var aggregates = 0
        for seed in UInt64(block) * 500..<UInt64(block + 1) * 500 {
            var random = SplitMix64(seed: seed)
            let slow = slowTimeline(&random)
            let fast = timeline(slow.weights, viewport: slow.viewport) {
                $0.parameters = slow.parameters
                $0.insets = slow.insets
                $0.pinsHeaders = slow.pinsHeaders
                $0.devicePixel = slow.devicePixel
            }
            let visible = random.visibleBounds(over: slow.contentSize, viewport: slow.viewport)
            let all = slow.elements(visible: visible)
            aggregates += all.count { $0.element.kind == .aggregate && !$0.frame.isEmpty }
            let laws = LayoutLaws(fast, all: all, visible: visible)
            if fast.contentSize != slow.contentSize {
                Issue.record("seed \(seed): content \(fast.contentSize), not \(slow.contentSize)")
            } else if let violation = laws.violation(&random) {
                Issue.record("seed \(seed): \(violation)")
                return
            }
        }
        // The law says little about timelines that the generator never makes.
        #expect(aggregates > 200)
    }

    private func slowTimeline(_ random: inout SplitMix64) -> SlowTimeline {
        let crowd = random.pick([1, 1, 4, 40])
        var slow = SlowTimeline(
            weights: random.counts(most: 9).map { count in
                (0..<count * crowd).map { _ in weight(&random) }
            }, viewport: random.viewport())
        slow.parameters = TimelineParameters(
            headerWidth: random.pick([80, 80, 20.25, 0]),
            divider: Size(width: random.pick([2, 2, 0, 0.5]), height: random.pick([2, 2, 0, 5])),
            visibleRows: random.pick([7, 7, 1, 3]), minimumRowHeight: random.pick([16, 16, 1, 40.5]))
        slow.pinsHeaders = random.oneIn(2)
        slow.devicePixel = random.pick([1, 1, 0.5, 3])
        if random.oneIn(4) { slow.insets = Insets(top: 3, leading: 10, bottom: 4.5, trailing: 20) }
        return slow
    }

    private func weight(_ random: inout SplitMix64) -> Double {
        switch random.int(0...9) {
        case 0: 0
        case 1: random.pick([-1, .nan, .infinity])
        case 2...4: Double(random.int(1...1_000)) / 10
        default: Double(random.int(1...30)) / 10
        }
    }
}
