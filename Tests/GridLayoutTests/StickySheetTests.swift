import Geometry
import GridLayout
import Testing

@Suite struct StickySheetTests {
    /// The sheet of the design's check: 100 × 100 cells of 100 × 100, no headers, one frozen row and column.
    private let checked: StickySheet = {
        var sheet = StickySheet(
            rows: TrackSizes(count: 100, defaultSize: 100), columns: TrackSizes(count: 100, defaultSize: 100),
            parameters: SheetParameters(headerHeight: 0, gutterWidth: 0))
        sheet.frozenRows = 1
        sheet.frozenColumns = 1
        _ = sheet.prepare(viewport: Size(width: 800, height: 600))
        return sheet
    }()
    private let checkedBounds = Rect(x: 250, y: 130, width: 800, height: 600)

    @Test func theSizesAreThoseOfTheDesign() {
        let sheet = StickySheet(
            rows: TrackSizes(count: 3, defaultSize: SheetParameters.rowHeight),
            columns: TrackSizes(count: 2, defaultSize: SheetParameters.columnWidth))
        #expect(sheet.parameters == SheetParameters(headerHeight: 32, gutterWidth: 56, separatorThickness: 1))
        #expect(sheet.contentSize == Size(width: 56 + 240, height: 32 + 84))
        let cell = sheet.attributes(for: .cell(section: 0, item: 0), visible: .zero)
        #expect(cell?.frame == Rect(x: 56, y: 32, width: 120, height: 28))
    }

    @Test(arguments: [
        (0, 0, Point(x: 250, y: 130), 2), (0, 5, Point(x: 500, y: 130), 1), (7, 0, Point(x: 250, y: 700), 1),
        (7, 5, Point(x: 500, y: 700), 0),
    ])
    func theCellsOfTheDesignAreWhereItSays(row: Int, column: Int, origin: Point, z: Int) {
        let cell = checked.attributes(for: .cell(section: row, item: column), visible: checkedBounds)
        #expect(cell?.frame == Rect(x: origin.x, y: origin.y, width: 100, height: 100))
        #expect(cell?.z == z)
        #expect(checked.contentSize == Size(width: 10_000, height: 10_000))
        #expect(checked.isFrozen(row: row, column: column) == (z > 0))
    }

    @Test(arguments: [-1, 100, .min, .max])
    func aRowThatDoesNotExistIsNotFrozen(row: Int) {
        #expect(!checked.isFrozen(row: row, column: row))
    }

    @Test func aFrameComesInPaintOrder() {
        var sheet = StickySheet(
            rows: TrackSizes(count: 4, defaultSize: 100), columns: TrackSizes(count: 4, defaultSize: 100),
            parameters: SheetParameters(headerHeight: 20, gutterWidth: 30))
        sheet.frozenRows = 1
        sheet.frozenColumns = 1
        _ = sheet.prepare(viewport: Size(width: 320, height: 310))
        let visible = Rect(x: 50, y: 60, width: 320, height: 310)
        var found: [LayoutAttributes] = []
        // The place where row 1 and column 1 slide under the frozen cell.
        sheet.attributes(in: Rect(x: 130, y: 170, width: 55, height: 15), visible: visible, into: &found)
        #expect(
            found.map { "\($0.z) \($0.element.kind) \($0.element.section), \($0.element.item)" } == [
                "0 cell 1, 1", "1 cell 1, 0", "1 cell 0, 1", "1 separator 1, 0", "1 columnSeparator 1, 0",
                "2 cell 0, 0", "2 separator 0, 0", "2 columnSeparator 0, 0", "3 freezeShadow 1, 0",
                "3 freezeShadow 0, 0",
            ])
    }

    @Test func whatScrollsIsClippedToItsRegion() {
        var found: [LayoutAttributes] = []
        // Cell (1, 1) lies wholly under the frozen ones, is still laid out there, and is not what a click hits.
        let place = Rect(x: 250, y: 130, width: 10, height: 10)
        checked.attributes(in: place, visible: checkedBounds, into: &found)
        #expect(found.map(\.element).filter { $0.kind == .cell }.count == 4)
        let hit = checked.hitTest(Point(x: 255, y: 135), visible: checkedBounds)
        #expect(hit?.element == .cell(section: 0, item: 0))
        #expect(hit?.region == Region(horizontal: .leading, vertical: .leading))
        #expect(hit?.scrollAxes == [])
    }

    @Test func separatorsLieOnTheLastPixelOfTheirTrackAndCountByBand() {
        let line = checked.attributes(for: .decoration(.separator, number: 7 * 3 + 1), visible: checkedBounds)
        #expect(line?.frame == Rect(x: 100, y: 799, width: 9_900, height: 1))
        #expect(line?.z == 0)
        let frozen = checked.attributes(for: .decoration(.separator, number: 7 * 3), visible: checkedBounds)
        #expect(frozen?.frame == Rect(x: 250, y: 799, width: 100, height: 1))
        #expect(frozen?.z == 1)
        #expect(checked.attributes(for: .decoration(.separator, number: 7 * 3 + 2), visible: checkedBounds) == nil)
        let column = checked.attributes(for: .decoration(.columnSeparator, number: 5 * 3 + 1), visible: checkedBounds)
        #expect(column?.frame == Rect(x: 599, y: 100, width: 1, height: 9_900))
    }

    @Test func separatorsLieOverEverythingWhereNothingIsFrozen() {
        var sheet = checked
        sheet.frozenRows = 0
        sheet.frozenColumns = 0
        let line = sheet.attributes(for: .decoration(.separator, number: 7 * 3 + 1), visible: checkedBounds)
        #expect(line?.frame == Rect(x: 0, y: 799, width: 10_000, height: 1))
        #expect(line?.z == 2)
    }

    @Test func aShadowMarksAFreezeLineWhileContentLiesUnderIt() {
        let top = Element.decoration(.freezeShadow, number: 0)
        let shadow = checked.attributes(for: top, visible: checkedBounds)
        #expect(shadow?.frame == Rect(x: 250, y: 230, width: 800, height: 6))
        #expect(shadow?.z == 3)
        #expect(checked.attributes(for: top, visible: Rect(x: 250, y: 0, width: 800, height: 600)) == nil)
        var trailing = checked
        trailing.frozenTrailingRows = 1
        let bottom = Element.decoration(.freezeShadow, number: 2)
        #expect(
            trailing.attributes(for: bottom, visible: checkedBounds)?.frame
                == Rect(x: 250, y: 624, width: 800, height: 6))
        #expect(trailing.attributes(for: bottom, visible: Rect(x: 0, y: 9_400, width: 800, height: 600)) == nil)
    }

    @Test func aTrailingFrozenRowKeepsItsDistanceFromTheEnd() {
        var sheet = checked
        sheet.frozenTrailingRows = 2
        let row = sheet.attributes(for: .cell(section: 98, item: 5), visible: checkedBounds)
        #expect(row?.frame == Rect(x: 500, y: 530, width: 100, height: 100))
        #expect(row?.region == Region(horizontal: .scrolling, vertical: .trailing))
        #expect(sheet.pinnedInsets == Insets(top: 100, leading: 100, bottom: 200))
        #expect(sheet.row(containing: 540, visible: checkedBounds) == 98)
        #expect(sheet.row(containing: 140, visible: checkedBounds) == 0)
        #expect(sheet.row(containing: 240, visible: checkedBounds) == 2)
        #expect(sheet.row(containing: 730, visible: checkedBounds) == nil)
        let shown = sheet.visibleTracks(in: checkedBounds)
        #expect(shown.frozenRows == 0..<1)
        #expect(shown.rows == 2..<6)
        #expect(shown.frozenTrailingRows == 98..<100)
        #expect(shown.columns == 3..<11)
    }

    @Test func whatARowLacksIsAnEmptyPlaceWithItsLines() {
        var sheet = checked
        sheet.itemCounts = SectionCounts([4, 0, 200, 5])
        #expect(sheet.prepare(viewport: Size(width: 800, height: 600)) == .all)
        var found: [LayoutAttributes] = []
        let visible = Rect(x: 0, y: 0, width: 800, height: 600)
        sheet.attributes(in: visible, visible: visible, into: &found)
        let counts = (0..<6).map { row in
            found.count { $0.element.category == .cell && $0.element.section == row }
        }
        #expect(counts == [4, 0, 8, 5, 8, 8])
        #expect(sheet.attributes(for: .cell(section: 3, item: 4), visible: visible)?.frame.x == 400)
        #expect(sheet.attributes(for: .cell(section: 3, item: 5), visible: visible) == nil)
        #expect(sheet.hitTest(Point(x: 550, y: 350), visible: visible) == nil)
        #expect(found.contains { $0.element == .decoration(.separator, number: 1 * 3 + 1) })
        #expect(sheet.contentSize == Size(width: 10_000, height: 10_000))
    }

    @Test func contentThatFitsFreezesNothing() {
        var sheet = checked
        sheet.rows.count = 6
        #expect(sheet.prepare(viewport: Size(width: 800, height: 600)) == .all)
        #expect(sheet.frozenRows == 1)
        #expect(sheet.frozenRowsInForce == FrozenEnds())
        #expect(sheet.frozenColumnsInForce == FrozenEnds(leading: 1))
        #expect(sheet.reducedFreezes == [])
    }

    @Test func aSmallViewportThawsFromTheInsideOutAndSaysSo() {
        var sheet = checked
        sheet.frozenRows = 3
        sheet.frozenTrailingRows = 2
        let counts: [(height: Double, leading: Int, trailing: Int)] = [
            (750, 3, 2), (749, 3, 1), (600, 3, 1), (599, 3, 0), (450, 3, 0), (449, 2, 0), (300, 2, 0), (299, 1, 0),
            (199, 0, 0), (0, 0, 0),
        ]
        for (height, leading, trailing) in counts {
            _ = sheet.prepare(viewport: Size(width: 800, height: height))
            #expect(sheet.frozenRowsInForce == FrozenEnds(leading: leading, trailing: trailing), "height \(height)")
            #expect(sheet.reducedFreezes == (leading + trailing == 5 ? [] : .vertical), "height \(height)")
            #expect(sheet.frozenRows == 3)
        }
    }

    @Test func emptySheetsKeepTheHeadersThatExist() {
        let visible = Rect(x: 0, y: 0, width: 200, height: 100)
        func kinds(rows: Int, columns: Int) -> [String] {
            var sheet = StickySheet(
                rows: TrackSizes(count: rows, defaultSize: 28), columns: TrackSizes(count: columns, defaultSize: 500))
            sheet.frozenRows = 2
            sheet.frozenColumns = 2
            _ = sheet.prepare(viewport: visible.size)
            var found: [LayoutAttributes] = []
            sheet.attributes(in: visible, visible: visible, into: &found)
            return found.filter { $0.element.category != .decoration }.map { "\($0.element.kind)" }
        }
        #expect(kinds(rows: 0, columns: 0) == ["corner"])
        #expect(kinds(rows: 1, columns: 0) == ["rowHeader", "corner"])
        #expect(kinds(rows: 0, columns: 1) == ["columnHeader", "corner"])
        #expect(kinds(rows: 1, columns: 1) == ["cell", "rowHeader", "columnHeader", "corner"])
    }

    @Test func aViewportSmallerThanItsHeadersTrapsNothing() {
        var sheet = StickySheet(
            rows: TrackSizes(count: 9, defaultSize: 28), columns: TrackSizes(count: 9, defaultSize: 120))
        sheet.frozenRows = 3
        for size in [Size.zero, Size(width: 10, height: 10), Size(width: 0, height: 400)] {
            _ = sheet.prepare(viewport: size)
            let visible = Rect(origin: .zero, size: size)
            var found: [LayoutAttributes] = []
            sheet.attributes(in: visible, visible: visible, into: &found)
            #expect(found.count == (visible.isEmpty ? 0 : 1))
            #expect(sheet.visibleTracks(in: visible).columns == 0..<0)
            #expect(sheet.row(containing: 5, visible: visible) == nil)
        }
    }

    @Test func rowsThinnerThanAPixelShowTogether() {
        var rows = TrackSizes(count: 10, defaultSize: 20)
        rows.setSize(0.25, for: 2..<7)
        rows.hide(2..<4)
        var sheet = StickySheet(rows: rows, columns: TrackSizes(count: 2, defaultSize: 50))
        _ = sheet.prepare(viewport: Size(width: 300, height: 300))
        let visible = Rect(x: 0, y: 0, width: 300, height: 300)
        let aggregate = Element.supplementary(.aggregate, section: 4, item: 1)
        #expect(sheet.element(showing: .cell(section: 5, item: 1)) == aggregate)
        #expect(sheet.cells(of: aggregate) == TrackBlock(rows: 4..<7, columns: 1..<2))
        #expect(
            sheet.attributes(for: aggregate, visible: visible)?.frame == Rect(x: 106, y: 72, width: 50, height: 0.75))
        for hidden in [Element.cell(section: 4, item: 1), .supplementary(.rowHeader, section: 5)] {
            #expect(sheet.attributes(for: hidden, visible: visible) == nil)
            #expect(sheet.cells(of: hidden) == nil)
        }
        #expect(sheet.element(showing: .cell(section: 7, item: 1)) == .cell(section: 7, item: 1))
        #expect(sheet.element(showing: .cell(section: 10, item: 0)) == .cell(section: 10, item: 0))
        #expect(sheet.cells(of: .cell(section: 10, item: 0)) == nil)
        // What is merged of thin rows alone is part of the aggregate; with a thick one, it lies over that.
        func merge(_ rows: Range<Int>) {
            sheet.merges = Merges([CellSpan(rows: rows, columns: 0..<2)], rowCount: 10, columnCount: 2)
        }
        merge(4..<6)
        #expect(sheet.element(showing: .cell(section: 5, item: 1)) == aggregate)
        merge(5..<8)
        #expect(sheet.element(showing: .cell(section: 6, item: 1)) == .cell(section: 5, item: 0))
        #expect(sheet.cells(of: .cell(section: 5, item: 0)) == TrackBlock(rows: 5..<8, columns: 0..<2))
        #expect(
            sheet.attributes(for: .cell(section: 5, item: 0), visible: visible)?.frame
                == Rect(x: 56, y: 72.25, width: 100, height: 20.5))
        #expect(sheet.attributes(for: aggregate, visible: visible) != nil)
        merge(1..<9)
        #expect(sheet.attributes(for: aggregate, visible: visible) == nil)
        sheet.merges = Merges()
        // Twice as fine a screen, and smaller pixels at that zoom.
        sheet.devicePixel = 0.25
        #expect(sheet.prepare(viewport: Size(width: 300, height: 300)) == .all)
        #expect(sheet.element(showing: .cell(section: 5, item: 1)) == .cell(section: 5, item: 1))
    }
}
