import Geometry
import GridLayout
import SeededRandom
import Testing

extension ElementKind {
    /// The part of a step that is under the next one: a kind that the module does not know.
    fileprivate static let riser = ElementKind("riser")
}

/// A layout of somebody else's: items go down like stairs, each to the right of and below the one before, each with a
/// riser behind it, under a landing that stays at the top.
///
///     ├──────────── landing ────────────┤
///     ┌───┐
///     │ 0 │
///     └───┼───┐
///     │   │ 1 │
///         └───┼───┐
///         │   │ 2 │
struct Staircase: PlannedLayout {
    var count: Int
    var plan: Plan?

    static let step = 40.0

    init(count: Int) { self.count = count }

    func makePlan(viewport: Size, reusing old: Plan?) -> Plan { Plan(count: count) }

    // The landing is held at the top of the viewport; nothing depends on the viewport's size.
    func invalidation(from old: Rect, to new: Rect) -> Invalidation { old.minY == new.minY ? .nothing : .pinned }

    struct Plan: LayoutPlan {
        let count: Int

        var contentSize: Size {
            let extent = Double(count) * step
            return Size(width: extent, height: step + extent)
        }

        var pinnedInsets: Insets { Insets(top: step) }

        func invalidation(from old: Plan) -> Invalidation { count == old.count ? .nothing : .all }

        func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
            // The steps between the two edges of the rectangle, on the axis where there are fewer.
            let low = max(0, min(Double(count), max(rect.minX, rect.minY - 2 * step) / step - 1))
            let high = max(0, min(Double(count), min(rect.maxX, rect.maxY) / step + 1))
            let steps = low < high ? Int(low)..<Int(high) : 0..<0
            for step in steps.reversed() { add(.cell(section: 0, item: step), rect, visible, &output) }
            for step in steps.reversed() { add(.decoration(.riser, number: step), rect, visible, &output) }
            add(.supplementary(.sectionHeader), rect, visible, &output)
        }

        private func add(_ element: Element, _ rect: Rect, _ visible: Rect, _ output: inout [LayoutAttributes]) {
            guard let attributes = attributes(for: element, visible: visible) else { return }
            if attributes.frame.intersects(rect) { output.append(attributes) }
        }

        func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
            let scrolling = Region(horizontal: .scrolling, vertical: .scrolling)
            switch (element.category, element.kind) {
            case (.cell, .cell):
                guard element.section == 0, element.item >= 0, element.item < count else { return nil }
                let x = Double(element.item) * step
                return LayoutAttributes(
                    element: element, frame: Rect(x: x, y: x + step, width: step, height: step), z: 0,
                    scrollAxes: .both, region: scrolling)
            case (.decoration, .riser):
                guard element.item == 0, element.section >= 0, element.section < count - 1 else { return nil }
                let x = Double(element.section) * step
                return LayoutAttributes(
                    element: element, frame: Rect(x: x, y: x + 2 * step, width: 2, height: step), z: 0,
                    scrollAxes: .both, region: scrolling)
            case (.supplementary, .sectionHeader):
                guard element.section == 0, element.item == 0 else { return nil }
                return LayoutAttributes(
                    element: element,
                    frame: Rect(x: 0, y: visible.minY, width: contentSize.width, height: step), z: 3,
                    scrollAxes: .horizontal, region: Region(horizontal: .scrolling, vertical: .leading))
            default:
                return nil
            }
        }
    }
}

@Suite struct OutsideLayoutTests {
    @Test func aKindOfOnesOwnHasItsName() {
        #expect(ElementKind.riser.name == "riser")
        #expect(ElementKind.riser == ElementKind("riser"))
        #expect(![ElementKind.cell, .sectionHeader, .aggregate].contains(.riser))
    }

    @Test func aLayoutOfAnotherModuleKeepsTheLaws() {
        for seed in UInt64(0)..<1_000 {
            var random = SplitMix64(seed: seed)
            var layout = Staircase(count: random.int(0...20))
            let viewport = random.viewport()
            #expect(layout.prepare(viewport: viewport) == .all)
            #expect(layout.prepare(viewport: viewport) == .nothing)
            let visible = random.visibleBounds(over: layout.contentSize, viewport: viewport)
            let elements =
                (0..<layout.count).map { Element.cell(section: 0, item: $0) }
                + (0..<max(0, layout.count - 1)).map { Element.decoration(.riser, number: $0) }
                + [Element.supplementary(.sectionHeader)]
            let all = elements.compactMap { layout.attributes(for: $0, visible: visible) }
            let laws = LayoutLaws(layout, all: all, visible: visible, kinds: [.riser])
            #expect(all.count == elements.count)
            if let violation = laws.violation(&random) {
                Issue.record("seed \(seed): \(violation)")
                return
            }
        }
    }

    @Test func whatEveryLayoutCanDoComesWithTheSeam() {
        var layout = Staircase(count: 100)
        _ = layout.prepare(viewport: Size(width: 200, height: 200))
        let visible = Rect(x: 0, y: 0, width: 200, height: 200)
        #expect(layout.hitTest(Point(x: 50, y: 90), visible: visible)?.element == .cell(section: 0, item: 1))
        #expect(layout.offset(showing: .cell(section: 0, item: 50), visible: visible) == Point(x: 1_840, y: 1_880))
    }
}
