import Geometry
import GridLayout
import SeededRandom
import Testing

@Suite struct MarkSheetTests {
    /// The sheet of the design's check.
    private let checked = prepared(
        MarkSheet(content: LayoutContent(sections: 20, items: 4)), Size(width: 500, height: 600))
    private let bounds = Rect(x: 0, y: 0, width: 500, height: 600)

    private static func prepared(_ layout: MarkSheet, _ viewport: Size) -> MarkSheet {
        var layout = layout
        _ = layout.prepare(viewport: viewport)
        return layout
    }

    @Test func theFramesOfTheDesignAreWhereItSays() {
        #expect(checked.contentSize == Size(width: 500, height: 1_040))
        let cell = checked.attributes(for: .cell(section: 3, item: 2), visible: bounds)
        #expect(cell?.frame == Rect(x: 300, y: 190, width: 100, height: 50))
        let separator = checked.attributes(for: .decoration(.separator, number: 3), visible: bounds)
        #expect(separator?.frame == Rect(x: 0, y: 190, width: 500, height: 1))
        #expect(separator?.z == 2)
        let column = checked.attributes(for: .supplementary(.columnHeader, item: 3), visible: bounds)
        #expect(column?.frame == Rect(x: 400, y: 0, width: 100, height: 40))
        let row = checked.attributes(for: .supplementary(.rowHeader, section: 3), visible: bounds)
        #expect(row?.frame == Rect(x: 0, y: 190, width: 100, height: 50))
        #expect(checked.attributes(for: .supplementary(.corner), visible: bounds) == nil)
    }

    @Test func headersScrollUntilTheyAreToBePinned() {
        var sheet = checked
        let visible = Rect(x: 0, y: 70, width: 500, height: 600)
        let header = Element.supplementary(.columnHeader, item: 1)
        #expect(sheet.attributes(for: header, visible: visible)?.frame.y == 0)
        #expect(sheet.pinnedInsets == .zero)
        sheet.pinsHeaders = true
        #expect(sheet.prepare(viewport: bounds.size) == .all)
        #expect(sheet.attributes(for: header, visible: visible)?.frame.y == 70)
        #expect(sheet.attributes(for: header, visible: visible)?.z == 3)
        #expect(sheet.pinnedInsets == Insets(top: 40, leading: 100))
        let corner = sheet.attributes(for: .supplementary(.corner), visible: visible)
        #expect(corner?.frame == Rect(x: 0, y: 70, width: 100, height: 40))
        #expect(corner?.z == 4)
    }

    @Test func theMinimumWidthMakesItScrollSideways() {
        let sheet = Self.prepared(
            MarkSheet(content: LayoutContent(sections: 1, items: 7)), Size(width: 500, height: 600))
        #expect(sheet.contentSize.width == 520)
        #expect(sheet.attributes(for: .cell(section: 0, item: 6), visible: bounds)?.frame.x == 460)
    }

    @Test func columnsShareEveryEdgeAndTheWholeWidth() {
        for columns in 1...40 {
            let sheet = Self.prepared(
                MarkSheet(content: LayoutContent(sections: 1, items: columns)), Size(width: 2_601, height: 600))
            var end = 100.0
            for column in 0..<columns {
                let frame = sheet.attributes(for: .cell(section: 0, item: column), visible: bounds)?.frame
                #expect(frame?.minX == end)
                end = frame?.maxX ?? 0
            }
            #expect(end == 2_601)
        }
    }

    @Test func onlyTheWidthAndTheDataInvalidate() {
        func stale(viewport: Size = Size(width: 500, height: 600), _ change: (inout MarkSheet) -> Void = { _ in })
            -> Invalidation
        {
            var sheet = checked
            change(&sheet)
            return sheet.prepare(viewport: viewport)
        }
        var first = MarkSheet()
        #expect(first.prepare(viewport: bounds.size) == .all)
        #expect(stale() == .nothing)
        #expect(stale(viewport: Size(width: 500, height: 10)) == .nothing)
        #expect(stale(viewport: Size(width: 501, height: 600)) == .sizes(fromSection: 20, fromItem: 0))
        #expect(stale { $0.content = LayoutContent(sections: 23, items: 4) } == .data(.insert(20..<23)))
        #expect(stale { $0.content = LayoutContent(sections: 20, items: 5) } == .all)
        #expect(stale { $0.parameters.rowHeight = 51 } == .all)
        #expect(stale { $0.parameters.rowHeight = 50.001 } == .nothing)
        let scrolled = bounds.offset(by: Point(x: 0, y: 9))
        #expect(checked.invalidation(from: bounds, to: scrolled) == .nothing)
        var pinned = checked
        pinned.pinsHeaders = true
        _ = pinned.prepare(viewport: bounds.size)
        #expect(pinned.invalidation(from: bounds, to: scrolled) == .pinned)
        let wider = Rect(x: 0, y: 0, width: 600, height: 600)
        #expect(checked.invalidation(from: bounds, to: wider) == .sizes(fromSection: 20, fromItem: 0))
    }

    @Test func emptySheetsKeepTheHeadersThatExist() {
        func kinds(_ rows: Int, _ columns: Int, _ viewport: Size = Size(width: 500, height: 600)) -> [String] {
            let sheet = Self.prepared(
                MarkSheet(content: LayoutContent(sections: rows, items: columns), pinsHeaders: true), viewport)
            var found: [LayoutAttributes] = []
            let visible = Rect(origin: .zero, size: viewport)
            sheet.attributes(in: visible, visible: visible, into: &found)
            return found.map { "\($0.element.kind)" }
        }
        #expect(kinds(0, 0) == ["corner"])
        #expect(kinds(1, 0) == ["separator", "rowHeader", "corner"])
        #expect(kinds(0, 1) == ["columnHeader", "corner"])
        #expect(kinds(1, 1) == ["cell", "separator", "rowHeader", "columnHeader", "corner"])
        #expect(kinds(1_000_000, 1_000_000, Size(width: 1, height: 1)) == ["corner"])
        #expect(kinds(1_000_000, 1_000_000, .zero).isEmpty)
    }

    @Test func aTrillionRowsAreExactAndNoMoreWork() {
        func frame(rows: Int, y: (Size) -> Double) -> [LayoutAttributes] {
            let sheet = Self.prepared(
                MarkSheet(content: LayoutContent(sections: rows, items: 30)), Size(width: 1_000, height: 600))
            let visible = Rect(x: 0, y: y(sheet.contentSize), width: 1_000, height: 600)
            var found: [LayoutAttributes] = []
            let visits = WorkCounter.nodeVisits { sheet.attributes(in: visible, visible: visible, into: &found) }
            #expect(visits == 0)
            return found
        }
        #expect(
            frame(rows: 1_000, y: { _ in 5_000 }) == frame(rows: 1_000_000_000_000, y: { _ in 5_000 }))
        let last = frame(rows: 1_000_000_000_000, y: { $0.height - 600 }).first
        #expect(last?.element == .cell(section: 999_999_999_999, item: 14))
        #expect(last?.frame == Rect(x: 940, y: 49_999_999_999_990, width: 60, height: 50))
        // It would not end if it looked at the rows one by one.
        let sheet = Self.prepared(
            MarkSheet(content: LayoutContent(sections: 1_000_000_000_000, items: 4)), Size(width: 500, height: 600))
        var found: [LayoutAttributes] = []
        sheet.attributes(in: Rect(x: 501, y: 0, width: 9, height: 1e14), visible: bounds, into: &found)
        #expect(found.isEmpty)
    }

    /// Four thousand sheets, in blocks that run side by side.
    @Test(arguments: 0..<8)
    func anySheetAgreesWithItsPlainFormulas(block: Int) {
        for seed in UInt64(block) * 500..<UInt64(block + 1) * 500 {
            var random = SplitMix64(seed: seed)
            var slow = SlowMarkSheet(counts: random.counts(most: 9), viewport: random.viewport())
            slow.pinsHeaders = random.oneIn(2)
            slow.parameters = MarkSheetParameters(
                rowHeaderWidth: random.pick([100, 100, 20.25, 0]), rowHeight: random.pick([50, 20.5, 1]),
                columnHeaderHeight: random.pick([40, 40, 7.25, 0]), separatorThickness: random.pick([1, 1, 3, 0]),
                minimumColumnWidth: random.pick([60, 10.5, 1]))
            let fast = Self.prepared(
                MarkSheet(
                    content: LayoutContent(SectionCounts(slow.counts)), parameters: slow.parameters,
                    pinsHeaders: slow.pinsHeaders), slow.viewport)
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
