import Geometry
import GridUI
import Tabular
import Testing

@Suite struct GridModelTests {
    @Test func theActiveCellOfANewTableIsItsFirst() {
        let (model, _) = generated(rows: 10, columns: 3)
        #expect(model.activeCell == CellPosition(row: 0, column: 0))
    }

    @Test func aNewModelKnowsItsTableBeforeAnythingIsApplied() {
        var model = GridModel(table: table(["a", "b"], [["1", "2"], ["3", "4"]]))
        model.scrollToStart(CellPosition(row: 1, column: 1))
        #expect(model.sheet.rows.count == 2 && model.sheet.columns.count == 2)
    }

    @Test func anEmptyTableHasNoActiveCellAndKeysDoNothing() {
        var (model, _) = generated(rows: 0, columns: 0)
        for command in GridCommand.allCases { model.perform(command) }
        #expect(model.activeCell == nil)
        #expect(model.viewport.offset == .zero)
    }

    @Test(arguments: [
        (GridCommand.moveDown, 1, 0), (.moveRight, 0, 1), (.moveUp, 0, 0), (.lastColumn, 0, 49), (.lastRow, 999, 0),
        (.tableEnd, 999, 49),
    ])
    func aKeyMovesTheActiveCellAndScrollsItIntoSight(command: GridCommand, row: Int, column: Int) throws {
        var (model, _) = generated(rows: 1000, columns: 50)
        model.perform(command)
        #expect(model.activeCell == CellPosition(row: row, column: column))
        let visible = model.viewport.visible
        let attributes = try #require(
            model.sheet.attributes(for: .cell(section: row, item: column), visible: visible))
        let body = visible.inset(by: model.sheet.pinnedInsets)
        #expect(attributes.frame.intersection(body) == attributes.frame)
    }

    @Test func pageDownMovesByAPageLessOneRowAndPageUpComesBack() {
        var (model, _) = generated(rows: 1000, columns: 5)
        model.perform(.pageDown)
        let row = model.activeCell?.row ?? 0
        // (600 − 32 of header − 28 kept) / 28 rows of the page.
        #expect(row == 19)
        model.perform(.pageUp)
        #expect(model.activeCell?.row == 0)
        #expect(model.viewport.offset == .zero)
    }

    @Test func pageDownReachesTheLastRowOfATrillion() {
        var (model, _) = generated(rows: 1_000_000_000_000, columns: 5)
        model.perform(.lastRow)
        model.perform(.pageDown)
        #expect(model.activeCell?.row == 999_999_999_999)
        model.perform(.pageUp)
        #expect(model.activeCell?.row == 999_999_999_980)
    }

    @Test func aWheelNotchIsThreeRows() {
        var (model, _) = generated(rows: 1000, columns: 5)
        model.scroll(notches: 2, axis: .vertical)
        #expect(model.viewport.offset.y == 6 * model.sheet.rows.defaultSize)
        model.scroll(notches: -100, axis: .vertical)
        #expect(model.viewport.offset.y == 0)
    }

    @Test func freezingKeepsTheContentWhereItIsAndUnfreezingToo() {
        var (model, _) = generated(rows: 1000, columns: 50)
        model.perform(.moveDown)
        model.perform(.moveRight)
        model.scroll(to: Point(x: 300, y: 400))
        let offset = model.viewport.offset
        model.perform(.freezeBoth)
        #expect(model.viewport.offset == offset)
        #expect(model.sheet.frozenRowsInForce.leading == 2)
        #expect(model.sheet.frozenColumnsInForce.leading == 2)
        model.perform(.unfreeze)
        #expect(model.viewport.offset == offset)
        #expect(model.sheet.frozenRows == 0 && model.sheet.frozenColumns == 0)
    }

    @Test(arguments: [0.25, 0.5, 1.1, 2.0, 4.0])
    func zoomingKeepsTheContentUnderThePointer(zoom: Double) {
        var (model, _) = generated(rows: 100_000, columns: 200)
        model.scroll(to: Point(x: 5000, y: 70_000))
        let pointer = Point(x: 400, y: 300)
        let before = model.viewport.contentPoint(under: pointer)
        model.zoom(to: zoom, anchor: pointer)
        let after = model.viewport.contentPoint(under: pointer)
        #expect(abs(before.x - after.x) <= 2 / zoom && abs(before.y - after.y) <= 2 / zoom)
    }

    @Test func zoomStepsEndAtTheirLimitsAndResetComesHome() {
        var (model, _) = generated(rows: 10, columns: 3)
        for _ in 0..<40 { model.perform(.zoomIn) }
        #expect(model.viewport.zoom == 4)
        for _ in 0..<40 { model.perform(.zoomOut) }
        #expect(model.viewport.zoom == 0.25)
        model.perform(.zoomReset)
        #expect(model.viewport.zoom == 1)
    }

    @Test func aClickActivatesTheCellUnderItAndAHeaderNone() {
        var (model, _) = generated(rows: 100, columns: 5)
        let hit = model.activate(at: Point(x: 60, y: 32 + 28 * 3 + 5))
        #expect(hit)
        #expect(model.activeCell == CellPosition(row: 3, column: 0))
        let hitHeader = model.activate(at: Point(x: 60, y: 10))
        #expect(!hitHeader)
        #expect(model.activeCell == CellPosition(row: 3, column: 0))
    }

    @Test func rightToLeftMirrorsClicksAndArrows() {
        var (model, _) = generated(rows: 100, columns: 5)
        model.setDirection(.rightToLeft)
        let hit = model.activate(at: Point(x: 800 - 60, y: 40))
        #expect(hit)
        #expect(model.activeCell == CellPosition(row: 0, column: 0))
        model.perform(.moveLeft)
        #expect(model.activeCell?.column == 1)
    }

    @Test func columnsAreAsWideAsTheirTitleAndFirstRows() {
        var model = GridModel(table: table([], []))
        model.restyle(.light, measuring: FixedMeasure())
        let long = String(repeating: "x", count: 500)
        model.resize(to: Size(width: 500, height: 600), scaleFactor: 1)
        model.apply(table(["id", "name", "note"], [["1", "Ada Lovelace", long]]))
        let changed = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(changed)
        // 8 px a character and 4 % for rounding, 8 px of padding on both sides, 1 px of line.
        #expect(model.sheet.columns.size(of: 0) == 48)
        #expect(model.sheet.columns.size(of: 1) == (12 * 8 * 1.04 + 17).rounded(.up))
        #expect(model.sheet.columns.size(of: 2) == 360)
    }

    @Test func aNumberInSightIsNeverCutAndTextColumnsStayAsTheyWereWhereThereIsNoRoomLeft() {
        var rows: [[String?]] = (0..<120).map { ["\($0)", "x"] }
        rows[110] = ["12345678901234567890", String(repeating: "long ", count: 20)]
        let snapshot = table(["id", "text"], types: [.integer, .text], rows)
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 150, height: 300), scaleFactor: 1)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.contentSize.width > 150)
        let widths = [0, 1].map { model.sheet.columns.size(of: $0) }
        let grewAtOnce = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(!grewAtOnce)
        model.perform(.lastRow)
        let grew = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(grew)
        #expect(model.sheet.columns.size(of: 0) >= 20 * 8 + 16)
        #expect(model.sheet.columns.size(of: 1) == widths[1])
        let grewAgain = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(!grewAgain)
    }

    @Test func columnsFarOutAreSizedWhenTheyComeIntoSightAndNothingMovesAside() throws {
        var (model, source) = generated(rows: 1000, columns: 500)
        model.activate(CellPosition(row: 0, column: 300))
        let before = model.sheet.columns.offset(of: 300) - model.viewport.offset.x
        #expect(model.sheet.columns.size(of: 300) == 120)
        source.want(model.wantedCells())
        model.apply(source.snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        let after = model.sheet.columns.offset(of: 300) - model.viewport.offset.x
        let changed = (256..<320).count { model.sheet.columns.size(of: $0) != 120 }
        #expect(changed > 40)
        // The column that was activated is still in sight, in a viewport of 800.
        #expect((0...800).contains(after) && (0...800).contains(before))
        #expect(model.sheet.columns.size(of: 100) == 120)
    }

    @Test(arguments: [(999, 56.0), (1_000_000, 75.0), (1_000_000_000_000, 125.0)])
    func theGutterIsWideEnoughForTheLargestRowNumber(rows: Int, width: Double) {
        let (model, _) = generated(rows: rows, columns: 2)
        #expect(model.sheet.parameters.gutterWidth == width)
    }

    @Test func theGutterHasRoomForTheRowsThatAreExpectedAndKeepsIt() {
        var (model, source) = generated(rows: 999, columns: 2)
        var snapshot = source.snapshot
        snapshot.expectedRowCount = 1_000_000
        (snapshot.rowCount, snapshot.version) = (.atLeast(100), snapshot.version.next)
        model.apply(snapshot)
        #expect(model.sheet.parameters.gutterWidth == 75)
        (snapshot.rowCount, snapshot.version) = (.exactly(999_000), snapshot.version.next)
        model.apply(snapshot)
        #expect(model.sheet.parameters.gutterWidth == 75)
        // Far fewer than were expected, and more.
        (snapshot.rowCount, snapshot.version) = (.exactly(999), snapshot.version.next)
        model.apply(snapshot)
        #expect(model.sheet.parameters.gutterWidth == 56)
        (snapshot.rowCount, snapshot.version) = (.exactly(1_000_000_000_000), snapshot.version.next)
        model.apply(snapshot)
        #expect(model.sheet.parameters.gutterWidth == 125)
    }

    @Test func aSnapshotThatIsOlderThanTheShownOneIsIgnored() {
        var model = GridModel(table: table(["a"], [["1"], ["2"]]))
        model.apply(TableSnapshot(version: 0, description: TableDescription(format: "CSV")))
        #expect(model.rowCount == 2)
    }

    @Test func whatIsWantedFirstIsWhatIsInSight() throws {
        var (model, _) = generated(rows: 100_000, columns: 500)
        model.freeze(rows: 1, columns: 1)
        model.scroll(to: Point(x: 9000, y: 1_000_000))
        let wanted = model.wantedCells()
        let first = try #require(wanted.first)
        #expect(first.rows.contains(35_720))
        #expect(wanted.contains { $0.rows == 0..<1 && $0.columns == 0..<1 })
        // A page ahead and one behind, and nothing that grows with the table.
        #expect(wanted.reduce(0) { $0 + $1.rows.count * $1.columns.count } < 2000)
    }

    @Test func aBillionHiddenRowsInSightAreNotWanted() throws {
        var (model, source) = generated(rows: 1_000_000_000, columns: 3)
        model.hideRows(2..<999_999_998)
        let wanted = model.wantedCells()
        #expect(wanted.reduce(0) { $0 + $1.rows.count * $1.columns.count } < 200)
        #expect(wanted.contains { $0.rows.contains(999_999_999) } && wanted.contains { $0.rows.contains(1) })
        source.want(wanted)
        model.apply(source.snapshot)
        // It would not end if it looked at the hidden ones.
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
    }
}
