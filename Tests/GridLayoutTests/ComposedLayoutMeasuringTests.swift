import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct ComposedLayoutMeasuringTests {
    private let bounds = Rect(x: 0, y: 0, width: 300, height: 200)

    private func list(_ content: LayoutContent, estimate: Double = 40) -> ComposedLayout {
        let row = LayoutPart.item(width: .fractional(1), height: .estimated(estimate))
        var layout = ComposedLayout(
            content: content, declaration: LayoutDeclaration(section: LayoutSection(of: row, spacing: 10)))
        _ = layout.prepare(viewport: bounds.size)
        return layout
    }

    private func frame(_ layout: ComposedLayout, _ item: Int, of section: Int = 0) -> Rect? {
        layout.attributes(for: .cell(section: section, item: item), visible: bounds)?.frame
    }

    @Test func whatIsMeasuredMovesWhatIsBehindIt() {
        var layout = list(LayoutContent(sections: 1, items: 100))
        #expect(layout.contentSize.height == 100 * 50 - 10)
        let first = layout.unmeasured(in: bounds)
        #expect(first == (0..<4).map { .cell(section: 0, item: $0) })
        let moved = layout.setMeasured([(first[0], 100), (first[2], 7.25)], visible: bounds)
        #expect(moved == 0)
        #expect(frame(layout, 0) == Rect(x: 0, y: 0, width: 300, height: 100))
        #expect(frame(layout, 1) == Rect(x: 0, y: 110, width: 300, height: 40))
        #expect(frame(layout, 2) == Rect(x: 0, y: 160, width: 300, height: 7.25))
        #expect(frame(layout, 3)?.y == 177.25)
        #expect(layout.contentSize.height == 5_017.25)
        #expect(layout.unmeasured(in: bounds) == [first[1], first[3]])
        #expect(layout.prepare(viewport: bounds.size) == .sizes(fromSection: 0, fromItem: 0))
        #expect(layout.prepare(viewport: bounds.size) == .nothing)
        // The same again changes nothing.
        layout.setMeasured([(first[0], 100)], visible: bounds)
        #expect(layout.prepare(viewport: bounds.size) == .nothing)
    }

    @Test func whatIsFirstInSightStaysWhereItIs() {
        var layout = list(LayoutContent(sections: 1, items: 100))
        let visible = bounds.offset(by: Point(x: 0, y: 1_020))
        // Item 20 is cut by the top of the viewport; it keeps its own top, and what is measured above it moves it.
        let cells = [3, 20, 21].map { Element.cell(section: 0, item: $0) }
        let moved = layout.setMeasured([(cells[0], 100), (cells[1], 90), (cells[2], 90)], visible: visible)
        #expect(moved == 60)
        #expect(frame(layout, 20)?.y == 1_060)
    }

    @Test func aLineIsAsLongAsItsLongestItem() {
        let line = LayoutPart.horizontal(3, of: .item(width: .absolute(80), height: .estimated(40)), spacing: 5)
        var layout = ComposedLayout(
            content: LayoutContent(sections: 2, items: 5),
            declaration: LayoutDeclaration(section: LayoutSection(of: line)))
        _ = layout.prepare(viewport: bounds.size)
        func measure(_ item: Int, _ height: Double) {
            layout.setMeasured([(.cell(section: 0, item: item), height)], visible: bounds)
        }
        measure(1, 60)
        #expect(frame(layout, 0) == Rect(x: 0, y: 0, width: 80, height: 60))
        #expect(frame(layout, 3)?.y == 60)
        measure(1, 20)
        #expect(frame(layout, 0)?.height == 40)
        measure(0, 10)
        measure(2, 15)
        #expect(frame(layout, 0)?.height == 20)
        // Of the last line of a section only the items that exist count.
        measure(3, 5)
        measure(4, 6)
        #expect(frame(layout, 3) == Rect(x: 0, y: 20, width: 80, height: 6))
        #expect(frame(layout, 0, of: 1)?.y == 26)
    }

    @Test func measuredLengthsOutliveChangesElsewhere() {
        var layout = list(LayoutContent(SectionCounts([2, 3])))
        layout.setMeasured([(.cell(section: 1, item: 0), 5)], visible: bounds)
        #expect(frame(layout, 0, of: 1)?.y == 90)
        layout.content = LayoutContent(SectionCounts([7, 2, 3]))
        _ = layout.prepare(viewport: bounds.size)
        #expect(frame(layout, 0, of: 2) == Rect(x: 0, y: 430, width: 300, height: 5))
        layout.content = LayoutContent(SectionCounts([7, 2, 9]))
        _ = layout.prepare(viewport: Size(width: 300, height: 50))
        #expect(frame(layout, 0, of: 2)?.height == 5)
        layout.content = LayoutContent(SectionCounts([9]))
        _ = layout.prepare(viewport: bounds.size)
        #expect(frame(layout, 0)?.height == 5)
        layout.forgetMeasured(sections: 0..<1)
        #expect(frame(layout, 0)?.height == 40)
        layout.setMeasured([(.cell(section: 0, item: 1), 5)], visible: bounds)
        _ = layout.prepare(viewport: Size(width: 200, height: 200))
        #expect(frame(layout, 1) == Rect(x: 0, y: 50, width: 200, height: 40))
    }

    @Test func whatIsNoEstimatedCellIsPassedOver() {
        var layout = list(LayoutContent(sections: 1, items: 3))
        let others: [Element] = [
            .cell(section: 0, item: 3), .cell(section: -1, item: 0), .supplementary(.sectionHeader),
            .decoration(.separator, number: 0),
        ]
        layout.setMeasured(others.map { ($0, 5) }, visible: bounds)
        #expect(layout.contentSize.height == 140)
        layout.setMeasured([(.cell(section: 0, item: 0), .nan), (.cell(section: 0, item: 1), -4)], visible: bounds)
        #expect(layout.contentSize.height == 60)
        #expect(layout.unmeasured(in: bounds) == [.cell(section: 0, item: 2)])
    }

    @Test func aBillionRowsAreMeasuredAsTheyComeIntoSight() {
        var layout = list(LayoutContent(sections: 1, items: 1_000_000_000))
        var visible = bounds
        var visits = 0
        for step in 0..<20 {
            visible.y = Double(step) * 2_500_000_001
            visits += WorkCounter.nodeVisits {
                let cells = layout.unmeasured(in: visible)
                #expect((4...5).contains(cells.count))
                visible.y += layout.setMeasured(cells.map { ($0, 17) }, visible: visible)
                _ = layout.prepare(viewport: visible.size)
            }
        }
        #expect(visits < 20 * 400)
    }

    @Test func lengthsThatCannotBeEstimatedAreRefused() async {
        await #expect(processExitsWith: .failure) {
            let part = LayoutPart.item(width: .estimated(5), height: .absolute(5))
            var layout = ComposedLayout(declaration: LayoutDeclaration(section: LayoutSection(of: part)))
            _ = layout.prepare(viewport: .zero)
        }
        await #expect(processExitsWith: .failure) {
            let part = LayoutPart.vertical(2, of: .item(width: .absolute(5), height: .estimated(5)))
            var layout = ComposedLayout(declaration: LayoutDeclaration(section: LayoutSection(of: part)))
            _ = layout.prepare(viewport: .zero)
        }
    }

    @Test(arguments: 0..<4)
    func anyMeasuringAgreesWithItsPlainRules(block: Int) {
        for seed in UInt64(block) * 100..<UInt64(block + 1) * 100 {
            var random = SplitMix64(seed: seed)
            var slow = SlowEstimates(
                axis: random.pick(Axis.allCases), lengths: [nil], estimate: random.pick([30, 12.5]),
                insets: random.oneIn(2) ? Insets(top: 2, leading: 3.5, bottom: 4, trailing: 1) : .zero,
                spacing: random.pick([0, 5, 1.25]), header: random.pick([0, 20]), counts: random.counts(most: 12))
            slow.lengths += (0..<random.int(0...2)).map { _ in random.oneIn(2) ? nil : 20 }
            var fast = ComposedLayout(
                content: LayoutContent(SectionCounts(slow.counts)), declaration: slow.declared)
            let viewport = Size(width: 200, height: 150)
            for _ in 0..<4 {
                _ = fast.prepare(viewport: viewport)
                let (size, elements) = slow.layOut()
                let visible = random.visibleBounds(over: size, viewport: viewport)
                guard fast.contentSize == size else {
                    Issue.record("seed \(seed): \(fast.contentSize), not \(size)")
                    return
                }
                let headers = slow.counts.indices.compactMap { section in
                    fast.attributes(for: .supplementary(.sectionHeader, section: section), visible: visible)
                }
                let kinds = [ElementKind("line")]
                let laws = LayoutLaws(fast, all: elements + headers, visible: visible, kinds: kinds)
                if let violation = laws.violation(&random) {
                    Issue.record("seed \(seed): \(violation)")
                    return
                }
                let cells = elements.filter { element in
                    element.element.category == .cell && element.frame.intersects(visible)
                        && slow.lengths[element.element.item % slow.lengths.count] == nil
                        && slow.measured[[element.element.section, element.element.item]] == nil
                }.map(\.element)
                #expect(fast.unmeasured(in: visible) == cells, "seed \(seed)")
                let all = elements.map(\.element).filter { $0.category == .cell }
                let batch = (0..<6).compactMap { _ in
                    all.isEmpty ? nil : (random.pick(all), random.pick([5, 40.25, 90]))
                }
                for (cell, extent) in batch { slow.measured[[cell.section, cell.item]] = extent }
                let edge = visible.interval(slow.axis) + fast.pinnedInsets.start(slow.axis)
                let first = elements.first {
                    $0.element.category == .decoration && $0.frame.interval(slow.axis) + $0.frame.size[slow.axis] > edge
                }
                let moved = fast.setMeasured(batch.map { ($0.0, $0.1) }, visible: visible)
                if let first, let now = fast.attributes(for: first.element, visible: visible) {
                    #expect(now.frame.interval(slow.axis) - first.frame.interval(slow.axis) == moved, "seed \(seed)")
                }
            }
        }
    }
}

extension Rect {
    fileprivate func interval(_ axis: Axis) -> Double { axis == .horizontal ? x : y }
}

extension Insets {
    fileprivate func start(_ axis: Axis) -> Double { axis == .horizontal ? leading : top }
}
