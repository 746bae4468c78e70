import Geometry
import GridLayout
import Testing

@Suite struct StickySheetWorkTests {
    private static let viewport = Size(width: 3_840, height: 2_160)

    /// A sheet with some rows and columns of their own size near its start, and two frozen rows and columns.
    private func sheet(rows count: Int) -> StickySheet {
        var rows = TrackSizes(count: count, defaultSize: 28)
        for index in stride(from: 1, to: 900, by: 9) { rows.setSize(Double(20 + index % 7), for: index) }
        var columns = TrackSizes(count: 500, defaultSize: 80)
        columns.setSizes((0..<100).map { Double(60 + $0 % 40) }, from: 20)
        var sheet = StickySheet(rows: rows, columns: columns)
        sheet.frozenRows = 2
        sheet.frozenColumns = 2
        _ = sheet.prepare(viewport: Self.viewport)
        return sheet
    }

    private func frame(_ sheet: StickySheet, y: Double) -> (elements: Int, visits: Int) {
        var found: [LayoutAttributes] = []
        let visible = Rect(origin: Point(x: 900, y: y), size: Self.viewport)
        let visits = WorkCounter.nodeVisits { sheet.attributes(in: visible, visible: visible, into: &found) }
        return (found.count, visits)
    }

    @Test func aFrameOfABillionTimesTheRowsIsTheSameWork() {
        let small = frame(sheet(rows: 1_000), y: 10_000)
        let large = frame(sheet(rows: 1_000_000_000_000), y: 10_000)
        #expect(small.elements == large.elements)
        #expect(small.visits == large.visits)
        #expect(small.elements == 4_610)
        #if DEBUG
            #expect(small.visits > 0 && small.visits < 1_000)
        #endif
    }

    /// The benchmark counts every allocation; here is what depends on nothing but the sheet.
    @Test func aSteadyScrollKeepsItsBuffer() {
        var sheet = sheet(rows: 1_000_000)
        let runs = stride(from: 0, to: 20_000, by: 5).map { $0..<$0 + 4 }
        sheet.merges = Merges(runs: [3: runs, 25: runs, 26: runs], rowCount: 1_000_000, columnCount: 500)
        sheet.itemCounts = SectionCounts((0..<2_000).map { $0 % 90 })
        sheet.columnGroups = ColumnGroups([(0..<100).map { $0 * 5..<$0 * 5 + 5 }], columnCount: 500)
        _ = sheet.prepare(viewport: Self.viewport)
        var found: [LayoutAttributes] = []
        func frame(_ step: Int) -> Int {
            let visible = Rect(origin: Point(x: Double(900 + step * 7), y: Double(step * 90)), size: Self.viewport)
            found.removeAll(keepingCapacity: true)
            sheet.attributes(in: visible, visible: visible, into: &found)
            return found.capacity
        }
        for step in 0..<20 { _ = frame(step) }
        let capacity = frame(20)
        #expect((21..<80).allSatisfy { frame($0) == capacity })
        #expect(found.contains { $0.element.kind == .groupHeader } && found.contains { $0.frame.height > 90 })
    }

    @Test func aStripBesideTheContentIsNoWorkHoweverTall() {
        let sheet = sheet(rows: 1_000_000_000_000)
        var found: [LayoutAttributes] = []
        let beside = Rect(x: sheet.contentSize.width + 10, y: 0, width: 10, height: sheet.contentSize.height)
        // It would not end if it looked at the rows one by one.
        sheet.attributes(in: beside, visible: Rect(origin: .zero, size: Self.viewport), into: &found)
        #expect(found.isEmpty)
    }

    @Test func aHitTouchesAHandfulOfNodes() {
        let sheet = sheet(rows: 1_000_000_000_000)
        let visible = Rect(origin: Point(x: 900, y: 10_000), size: Self.viewport)
        let visits = WorkCounter.nodeVisits { _ = sheet.hitTest(Point(x: 3_000, y: 11_000), visible: visible) }
        #expect(visits < 200)
    }

    @Test func theLastOfATrillionRowsIsExact() {
        var sheet = StickySheet(
            rows: TrackSizes(count: 1_000_000_000_000, defaultSize: 28),
            columns: TrackSizes(count: 3, defaultSize: 120))
        sheet.rows.setSize(28.015625, for: 0)
        sheet.frozenRows = 1
        _ = sheet.prepare(viewport: Size(width: 400, height: 300))
        #expect(sheet.contentSize.height == 28_000_000_000_032.015625)
        let end = sheet.clamp(Point(x: 0, y: .infinity), viewport: Size(width: 400, height: 300))
        let visible = Rect(origin: end, size: Size(width: 400, height: 300))
        let last = sheet.attributes(for: .cell(section: 999_999_999_999, item: 2), visible: visible)
        #expect(last?.frame == Rect(x: 296, y: 28_000_000_000_004.015625, width: 120, height: 28))
        #expect(sheet.visibleTracks(in: visible).rows == 999_999_999_991..<1_000_000_000_000)
        #expect(sheet.row(containing: visible.maxY - 28, visible: visible) == 999_999_999_999)
        #expect(sheet.row(containing: visible.maxY - 28.0078125, visible: visible) == 999_999_999_998)
        let hit = sheet.hitTest(Point(x: 300, y: visible.maxY - 0.0078125), visible: visible)
        #expect(hit?.element == .cell(section: 999_999_999_999, item: 2))
        // Every row from the frozen one to the last is there, each where the one before it ends.
        var found: [LayoutAttributes] = []
        sheet.attributes(in: visible, visible: visible, into: &found)
        let headers = found.filter { $0.element.kind == .rowHeader && $0.scrollAxes == .vertical }.reversed()
        for (header, next) in zip(headers, headers.dropFirst()) {
            #expect(header.frame.maxY == next.frame.minY)
            #expect(header.element.section + 1 == next.element.section)
        }
    }

    @Test(arguments: [1.0 / 64, 0.5])
    func rowsThinnerThanAPixelAreNoMoreElementsThanPixels(height: Double) {
        var sheet = StickySheet(
            rows: TrackSizes(count: 1_000_000_000, defaultSize: height), columns: TrackSizes(count: 3, defaultSize: 9))
        // A row that can be told from the others, and those between it and the next.
        for index in 0..<100 { sheet.rows.setSize(2, for: 1_000 * index) }
        _ = sheet.prepare(viewport: Size(width: 400, height: 1_000))
        let visible = Rect(x: 0, y: 0, width: 400, height: 1_000)
        var found: [LayoutAttributes] = []
        let visits = WorkCounter.nodeVisits { sheet.attributes(in: visible, visible: visible, into: &found) }
        #expect(found.count < 1_000)
        #expect(visits < 10_000)
        #expect(found.count { $0.element.kind == .aggregate } > 2)
    }
}
