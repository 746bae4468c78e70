import Geometry
import GridLayout
import Testing

@Suite struct MergedCellTests {
    /// 100 × 100 cells of 100 × 100, no headers, two frozen rows, a frozen row and column at the other ends.
    private func sheet(_ spans: [CellSpan]) -> StickySheet {
        var sheet = StickySheet(
            rows: TrackSizes(count: 100, defaultSize: 100), columns: TrackSizes(count: 100, defaultSize: 100),
            parameters: SheetParameters(headerHeight: 0, gutterWidth: 0))
        sheet.frozenRows = 2
        sheet.frozenTrailingRows = 1
        sheet.frozenTrailingColumns = 1
        sheet.merges = Merges(spans, rowCount: 100, columnCount: 100)
        _ = sheet.prepare(viewport: Size(width: 1_000, height: 1_000))
        return sheet
    }

    private func visible(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: 1_000, height: 1_000) }

    @Test func aMergedCellIsOneElementAndThoseItCoversAreNone() {
        let sheet = sheet([CellSpan(rows: 4..<6, columns: 2..<5)])
        let cell = sheet.attributes(for: .cell(section: 4, item: 2), visible: visible(0, 0))
        #expect(cell?.frame == Rect(x: 200, y: 400, width: 300, height: 200))
        #expect(cell?.scrollAxes == .both)
        #expect(sheet.attributes(for: .cell(section: 5, item: 4), visible: visible(0, 0)) == nil)
        #expect(sheet.hitTest(Point(x: 490, y: 590), visible: visible(0, 0)) == cell)
        var found: [LayoutAttributes] = []
        sheet.attributes(in: visible(0, 0), visible: visible(0, 0), into: &found)
        let cells = found.filter { $0.element.category == .cell && $0.frame.intersects(cell?.frame ?? .zero) }
        #expect(cells.map(\.element).filter { $0.item < 99 } == [.cell(section: 4, item: 2)])
    }

    @Test func everyCellThatItCoversShowsAsIt() {
        let sheet = sheet([CellSpan(rows: 4..<6, columns: 2..<5)])
        let first = Element.cell(section: 4, item: 2)
        #expect(sheet.element(showing: .cell(section: 5, item: 4)) == first)
        #expect(sheet.element(showing: first) == first)
        for other in [
            Element.cell(section: 6, item: 4), .cell(section: 500, item: 2), .supplementary(.rowHeader, section: 5),
        ] {
            #expect(sheet.element(showing: other) == other)
        }
    }

    @Test func acrossAFreezeLineItShrinksAsItsScrollingPartSlidesUnder() {
        let sheet = sheet([CellSpan(rows: 1..<4, columns: 3..<4)])
        let places: [(offset: Double, y: Double, height: Double)] = [
            (0, 100, 300), (50, 150, 250), (200, 300, 100), (5_000, 5_100, 100), (-20, 80, 320),
        ]
        for place in places {
            let cell = sheet.attributes(for: .cell(section: 1, item: 3), visible: visible(0, place.offset))
            #expect(cell?.frame == Rect(x: 300, y: place.y, width: 100, height: place.height), "\(place.offset)")
            #expect(cell?.z == 1)
            #expect(cell?.scrollAxes == .horizontal)
            #expect(cell?.region == Region(horizontal: .scrolling, vertical: .leading, verticalEnd: .scrolling))
        }
        let hit = sheet.hitTest(Point(x: 350, y: 290), visible: visible(0, 50))
        #expect(hit?.element == .cell(section: 1, item: 3))
    }

    @Test func acrossATrailingFreezeLineItGrowsFromItsPinnedPart() {
        let sheet = sheet([CellSpan(rows: 90..<91, columns: 97..<100)])
        let places: [(offset: Double, x: Double, width: Double)] = [
            (0, 900, 100), (8_800, 9_700, 100), (8_900, 9_700, 200), (9_000, 9_700, 300),
        ]
        for place in places {
            let cell = sheet.attributes(for: .cell(section: 90, item: 97), visible: visible(place.offset, 8_500))
            #expect(cell?.frame == Rect(x: place.x, y: 9_000, width: place.width, height: 100), "\(place.offset)")
            #expect(cell?.region == Region(horizontal: .scrolling, horizontalEnd: .trailing, vertical: .scrolling))
        }
    }

    @Test func separatorsLeaveMergedCellsOut() {
        let sheet = sheet([CellSpan(rows: 4..<6, columns: 2..<5), CellSpan(rows: 3..<5, columns: 8..<9)])
        var found: [LayoutAttributes] = []
        sheet.attributes(in: visible(0, 0), visible: visible(0, 0), into: &found)
        let pieces = found.filter { $0.element.kind == .separator && $0.element.section == 4 * 3 + 1 }
        #expect(pieces.map(\.element.item) == [5, 0])
        #expect(pieces.map(\.frame.minX) == [500, 0])
        #expect(pieces.map(\.frame.maxX) == [9_900, 200])
        let third = found.filter { $0.element.kind == .separator && $0.element.section == 3 * 3 + 1 }
        #expect(third.map(\.element.item) == [9, 0])
        // Its own last line stays.
        let last = sheet.attributes(for: .decoration(.separator, number: 5 * 3 + 1), visible: visible(0, 0))
        #expect(last?.frame == Rect(x: 0, y: 599, width: 9_900, height: 1))
    }

    @Test func theLabelOfAMergedCellStaysWhereTheCellShows() {
        let sheet = sheet([CellSpan(rows: 4..<40, columns: 2..<5), CellSpan(rows: 50..<53, columns: 0..<1)])
        func label(_ row: Int, _ column: Int, _ x: Double, _ y: Double) -> Rect? {
            let cell = sheet.attributes(for: .cell(section: row, item: column), visible: visible(x, y))
            return cell?.labelFrame(
                Size(width: 80, height: 20), visible: visible(x, y), pinned: sheet.pinnedInsets)
        }
        #expect(label(4, 2, 0, 0) == Rect(x: 200, y: 400, width: 80, height: 20))
        #expect(label(4, 2, 250, 1_000) == Rect(x: 250, y: 1_200, width: 80, height: 20))
        #expect(label(4, 2, 490, 3_790) == Rect(x: 420, y: 3_980, width: 80, height: 20))
        // It has one column, whose texts all go out of sight together.
        #expect(label(50, 0, 30, 4_900) == Rect(x: 0, y: 5_100, width: 80, height: 20))
        let cell = sheet.attributes(for: .cell(section: 4, item: 2), visible: visible(250, 1_000))
        #expect(cell?.scrollAxes == [])
        #expect(
            sheet.offset(showing: .cell(section: 4, item: 2), visible: visible(250, 1_000)) == Point(x: 200, y: 200))
    }

    @Test func aMergeWithHiddenTracksShowsWhatIsLeft() {
        var sheet = sheet([CellSpan(rows: 4..<6, columns: 2..<5)])
        sheet.rows.setSize(0, for: 4)
        _ = sheet.prepare(viewport: Size(width: 1_000, height: 1_000))
        func frames() -> [Rect] {
            var found: [LayoutAttributes] = []
            sheet.attributes(in: visible(0, 0), visible: visible(0, 0), into: &found)
            return found.filter { $0.element == .cell(section: 4, item: 2) }.map(\.frame)
        }
        #expect(frames() == [Rect(x: 200, y: 400, width: 300, height: 100)])
        sheet.rows.setSize(0, for: 5)
        _ = sheet.prepare(viewport: Size(width: 1_000, height: 1_000))
        #expect(frames() == [])
    }

    @Test func rowsThatAreTakenAwayTakeTheirPartOfAMergedCell() {
        var sheet = sheet([CellSpan(rows: 40..<60, columns: 0..<1), CellSpan(rows: 80..<82, columns: 0..<2)])
        #expect(sheet.merges.refusals == [])
        sheet.rows.count = 50
        #expect(sheet.prepare(viewport: Size(width: 1_000, height: 1_000)) == .all)
        let cell = sheet.attributes(for: .cell(section: 40, item: 0), visible: visible(0, 4_000))
        #expect(cell?.frame == Rect(x: 0, y: 4_000, width: 100, height: 1_000))
        #expect(sheet.attributes(for: .cell(section: 80, item: 0), visible: visible(0, 4_000)) == nil)
    }

    @Test func mergingMakesAllStale() {
        var sheet = sheet([])
        #expect(sheet.prepare(viewport: Size(width: 1_000, height: 1_000)) == .nothing)
        sheet.merges = Merges()
        #expect(sheet.prepare(viewport: Size(width: 1_000, height: 1_000)) == .nothing)
        sheet.merges = Merges([CellSpan(rows: 0..<1, columns: 0..<2)], rowCount: 100, columnCount: 100)
        #expect(sheet.prepare(viewport: Size(width: 1_000, height: 1_000)) == .all)
    }
}
