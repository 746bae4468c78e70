import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct SectionColumnsTests {
    private let viewport = Size(width: 400, height: 300)
    private let bounds = Rect(x: 0, y: 0, width: 400, height: 300)

    private func columns(
        _ counts: [Int], viewport: Size = Size(width: 400, height: 300),
        _ change: (inout SectionColumns) -> Void = { _ in }
    ) -> SectionColumns {
        var layout = SectionColumns(content: LayoutContent(SectionCounts(counts)))
        change(&layout)
        _ = layout.prepare(viewport: viewport)
        return layout
    }

    private func header(_ layout: SectionColumns, _ section: Int, x: Double = 0, y: Double = 0) -> LayoutAttributes? {
        layout.attributes(
            for: .supplementary(.sectionHeader, section: section),
            visible: bounds.offset(by: Point(x: x, y: y)))
    }

    @Test func theFramesOfTheDesignAreWhereItSays() {
        let layout = columns([8, 9, 10])
        let frames = (0..<3).map { header(layout, $0)?.frame }
        #expect(frames.map { $0?.x } == [0, 130, 320])
        #expect(frames.map { $0?.width } == [110, 170, 170])
        let item = layout.attributes(for: .cell(section: 1, item: 5), visible: bounds)
        #expect(item?.frame == Rect(x: 190, y: 120, width: 50, height: 50))
        #expect(layout.contentSize == Size(width: 490, height: 300))
    }

    @Test(arguments: [(300.0, 4), (290, 4), (289.75, 3), (110, 1), (0, 1), (10_000, 165)])
    func aColumnHasAsManyItemsAsFit(height: Double, count: Int) {
        let layout = columns([2_000], viewport: Size(width: 400, height: height))
        let second = layout.attributes(for: .cell(section: 0, item: count), visible: bounds)
        #expect(second?.frame.origin == Point(x: 60, y: 60))
        #expect(layout.contentSize.height == max(height, 110))
        let inset = columns([2_000], viewport: Size(width: 400, height: height + 30)) {
            $0.insets = Insets(top: 10, bottom: 20)
        }
        #expect(inset.contentSize == layout.contentSize)
    }

    @Test func headersCanPinToTheTop() {
        let layout = columns([8], viewport: Size(width: 400, height: 80)) { $0.pinsHeaders = true }
        let pinned = header(layout, 0, y: 20)
        #expect(pinned?.frame == Rect(x: 0, y: 20, width: 470, height: 60))
        #expect(pinned?.region == Region(horizontal: .scrolling, vertical: .leading))
        #expect(pinned?.z == 3)
        #expect(layout.pinnedInsets == Insets(top: 60))
    }

    @Test func aWideHeaderKeepsItsLabelInSightWhileItsSectionIs() {
        let layout = columns([80, 1])
        // 20 columns: from 0 to 1,190. A label of 100 is held, pushed out by the end, and gone.
        let places: [(x: Double, label: Double, axes: Axes)] = [
            (0, 0, .both), (1, 1, .vertical), (700, 700, .vertical), (1_090, 1_090, .vertical),
            (1_150, 1_090, .vertical), (1_190, 1_090, .both),
        ]
        for place in places {
            let visible = bounds.offset(by: Point(x: place.x, y: 0))
            let header = header(layout, 0, x: place.x)
            let label = header?.labelFrame(width: 100, visible: visible, pinned: .zero)
            #expect(label == Rect(x: place.label, y: 0, width: 100, height: 60))
            #expect(header?.scrollAxes == place.axes, "at \(place.x)")
            #expect(header?.frame == Rect(x: 0, y: 0, width: 1_190, height: 60))
        }
        let narrow = header(layout, 1)?.labelFrame(width: 100, visible: bounds, pinned: .zero)
        #expect(narrow == Rect(x: 1_210, y: 0, width: 50, height: 60))
        #expect(layout.invalidation(from: bounds, to: bounds.offset(by: Point(x: 9, y: 0))) == .pinned)
        #expect(layout.invalidation(from: bounds, to: bounds.offset(by: Point(x: 0, y: 9))) == .nothing)
    }

    @Test func theHeightAndTheDataInvalidate() {
        func stale(viewport: Size = Size(width: 400, height: 300), _ change: (inout SectionColumns) -> Void = { _ in })
            -> Invalidation
        {
            var layout = columns([8, 9])
            change(&layout)
            return layout.prepare(viewport: viewport)
        }
        var first = SectionColumns()
        #expect(first.prepare(viewport: viewport) == .all)
        #expect(stale() == .nothing)
        #expect(stale(viewport: Size(width: 9, height: 300)) == .nothing)
        #expect(stale(viewport: Size(width: 400, height: 280)) == .sizes(fromSection: 0, fromItem: 0))
        // As many items as before fit a column.
        #expect(stale(viewport: Size(width: 400, height: 310)) == .nothing)
        #expect(stale { $0.parameters.itemSpacing = 9 } == .all)
        #expect(stale { $0.content = LayoutContent(SectionCounts([8, 9, 1])) } == .data(.insert(2..<3)))
        let lower = Rect(x: 0, y: 0, width: 400, height: 250)
        #expect(columns([8]).invalidation(from: bounds, to: lower) == .sizes(fromSection: 0, fromItem: 0))
    }

    @Test func extremesAreOrdinary() {
        func elements(_ content: LayoutContent, _ visible: Rect) -> (count: Int, visits: Int) {
            var layout = SectionColumns(content: content)
            _ = layout.prepare(viewport: visible.size)
            var found: [LayoutAttributes] = []
            let visits = WorkCounter.nodeVisits { layout.attributes(in: visible, visible: visible, into: &found) }
            return (found.count, visits)
        }
        #expect(elements(LayoutContent(), bounds).count == 0)
        #expect(elements(LayoutContent(sections: 1, items: 1), bounds).count == 2)
        #expect(elements(LayoutContent(sections: 1, items: 0), bounds).count == 1)
        let far = bounds.offset(by: Point(x: 30_000_000, y: 0))
        let many = elements(LayoutContent(SectionCounts((0..<1_000_000).map { $0 % 3 })), far)
        #expect(many.count == 13)
        #expect(many.visits < 50)
        let one = elements(LayoutContent(sections: 1, items: 1_000_000_000), far)
        #expect(one.count == 29)
        let pixel = Rect(x: 0, y: 0, width: 1, height: 1)
        #expect(elements(LayoutContent(sections: 1_000_000, items: 3), pixel).count == 1)
    }

    @Test func aTrillionSectionsAreExact() {
        var layout = SectionColumns(content: LayoutContent(sections: 1_000_000_000_000, items: 4))
        _ = layout.prepare(viewport: viewport)
        #expect(layout.contentSize.width == 70_000_000_000_000 - 20)
        let visible = bounds.offset(by: Point(x: layout.contentSize.width - 400, y: 0))
        // It would not end if it looked at the sections one by one.
        for y in [-10.0, 300] {
            var found: [LayoutAttributes] = []
            layout.attributes(in: Rect(x: 0, y: y, width: 1e14, height: 10), visible: bounds, into: &found)
            #expect(found.isEmpty)
        }
        let last = layout.hitTest(Point(x: layout.contentSize.width - 1.0 / 64, y: 61), visible: visible)
        #expect(last?.element == .cell(section: 999_999_999_999, item: 0))
        #expect(last?.frame == Rect(x: 69_999_999_999_930, y: 60, width: 50, height: 50))
    }

    /// Four thousand layouts, in blocks that run side by side.
    @Test(arguments: 0..<8)
    func anySectionColumnsAgreeWithTheirPlainFormulas(block: Int) {
        for seed in UInt64(block) * 500..<UInt64(block + 1) * 500 {
            var random = SplitMix64(seed: seed)
            var slow = SlowSectionColumns(counts: random.counts(most: 20), viewport: random.viewport())
            slow.parameters = SectionColumnsParameters(
                headerHeight: random.pick([60, 60, 20.25, 0]),
                itemSize: Size(width: random.pick([50, 50, 10.5]), height: random.pick([50, 50, 10.5])),
                itemSpacing: random.pick([10, 10, 0, 2.5]), sectionSpacing: random.pick([20, 20, 0, 2.5]))
            slow.pinsHeaders = random.oneIn(2)
            if random.oneIn(4) { slow.insets = Insets(top: 3, bottom: 20.5) }
            let fast = columns(slow.counts, viewport: slow.viewport) {
                $0.parameters = slow.parameters
                $0.insets = slow.insets
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
