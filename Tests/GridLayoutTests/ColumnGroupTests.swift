import Geometry
import GridLayout
import Testing

@Suite struct ColumnGroupTests {
    private let viewport = Size(width: 500, height: 400)

    /// 100 rows and 30 columns of 100 × 20, a gutter of 40, column headers of 30, group headers of 25, a frozen column.
    private func sheet(_ levels: [[Range<Int>]], columns: Int = 30) -> StickySheet {
        var sheet = StickySheet(
            rows: TrackSizes(count: 100, defaultSize: 20), columns: TrackSizes(count: columns, defaultSize: 100),
            parameters: SheetParameters(headerHeight: 30, gutterWidth: 40, groupHeaderHeight: 25))
        sheet.frozenColumns = 1
        sheet.columnGroups = ColumnGroups(levels, columnCount: columns)
        _ = sheet.prepare(viewport: viewport)
        return sheet
    }

    private func header(_ sheet: StickySheet, _ level: Int, _ group: Int, x: Double) -> LayoutAttributes? {
        sheet.attributes(
            for: .supplementary(.groupHeader, section: level, item: group),
            visible: Rect(origin: Point(x: x, y: 50), size: viewport))
    }

    @Test func eachLevelIsARowOfHeadersOverTheColumnHeaders() {
        let sheet = sheet([[2..<8], [2..<4, 5..<8]])
        #expect(header(sheet, 0, 0, x: 0)?.frame == Rect(x: 240, y: 50, width: 600, height: 25))
        #expect(header(sheet, 1, 1, x: 0)?.frame == Rect(x: 540, y: 75, width: 300, height: 25))
        #expect(header(sheet, 1, 1, x: 0)?.z == 3)
        #expect(header(sheet, 1, 2, x: 0) == nil)
        #expect(header(sheet, 2, 0, x: 0) == nil)
        #expect(sheet.pinnedInsets == Insets(top: 80, leading: 140))
        #expect(sheet.headerInsets == Insets(top: 80, leading: 40))
        #expect(sheet.contentSize.height == 2_080)
        let visible = Rect(origin: Point(x: 0, y: 50), size: viewport)
        let cell = sheet.attributes(for: .cell(section: 0, item: 0), visible: visible)
        #expect(cell?.frame == Rect(x: 40, y: 80, width: 100, height: 20))
        let columnHeader = sheet.attributes(for: .supplementary(.columnHeader, item: 1), visible: visible)
        #expect(columnHeader?.frame == Rect(x: 140, y: 100, width: 100, height: 30))
        let corner = sheet.attributes(for: .supplementary(.corner), visible: visible)
        #expect(corner?.frame == Rect(x: 0, y: 50, width: 40, height: 80))
        // Column 4 is in no group of level 1, and there is nothing over it.
        #expect(sheet.hitTest(Point(x: 460, y: 80), visible: visible) == nil)
        #expect(sheet.hitTest(Point(x: 460, y: 60), visible: visible)?.element == .supplementary(.groupHeader))
    }

    @Test func itsTextStaysInSightWhileAnyOfItsColumnsIs() {
        let sheet = sheet([[0..<3, 3..<6]])
        func label(_ group: Int, x: Double) -> Double? {
            let visible = Rect(origin: Point(x: x, y: 50), size: viewport)
            return header(sheet, 0, group, x: x)?
                .labelFrame(width: 80, visible: visible, pinned: sheet.pinnedInsets).minX
        }
        // The first lies across the freeze line and keeps its start.
        #expect([0, 100, 900].map { label(0, x: $0) } == [40, 140, 940])
        #expect(header(sheet, 0, 0, x: 100)?.frame == Rect(x: 140, y: 50, width: 200, height: 25))
        #expect(header(sheet, 0, 0, x: 900)?.frame == Rect(x: 940, y: 50, width: 100, height: 25))
        // The other one is pushed out by its end.
        #expect([0, 200, 300, 460, 500, 520].map { label(1, x: $0) } == [340, 340, 440, 560, 560, 560])
        #expect(header(sheet, 0, 1, x: 200)?.scrollAxes == .horizontal)
        #expect(header(sheet, 0, 1, x: 300)?.scrollAxes == [])
    }

    @Test func whatIsNoGroupIsRefusedAndTheRestIsKept() {
        let groups = ColumnGroups(
            [[0..<2, 2..<2, 1..<3, 4..<6, 3..<4, 8..<11, -1..<9], [0..<10]], columnCount: 10)
        #expect(groups.levels == [[0..<2, 4..<6], [0..<10]])
        #expect(groups.refusals.map(\.index) == [1, 2, 4, 5, 6])
        #expect(
            groups.refusals.map(\.reason) == [.empty, .outOfOrder, .outOfOrder, .outsideTable, .outsideTable])
        #expect(groups.groups(level: 0, meeting: 1..<5) == 0..<2)
        #expect(groups.groups(level: 0, meeting: 2..<4).isEmpty)
    }

    @Test func groupingMakesAllStaleAndColumnsThatGoTakeTheirPart() {
        var sheet = sheet([[0..<3, 20..<30, 30..<40]], columns: 40)
        #expect(sheet.prepare(viewport: viewport) == .nothing)
        sheet.columns.count = 25
        _ = sheet.prepare(viewport: viewport)
        #expect(header(sheet, 0, 1, x: 2_000)?.frame.width == 500)
        #expect(header(sheet, 0, 2, x: 2_000) == nil)
        sheet.columnGroups = ColumnGroups()
        #expect(sheet.prepare(viewport: viewport) == .all)
        #expect(sheet.pinnedInsets.top == 30)
    }

    @Test func aMillionGroupsCostALookAtAFew() {
        let sheet = sheet([(0..<1_000_000).map { $0 * 2..<$0 * 2 + 2 }], columns: 2_000_000)
        let visible = Rect(origin: Point(x: 100_000_000, y: 0), size: viewport)
        var found: [LayoutAttributes] = []
        let visits = WorkCounter.nodeVisits { sheet.attributes(in: visible, visible: visible, into: &found) }
        // Four scroll; the first lies across the freeze line.
        #expect(found.count { $0.element.kind == .groupHeader } == 5)
        #expect(visits < 500)
    }
}
