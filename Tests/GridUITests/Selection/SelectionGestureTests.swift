import Drawing
import Geometry
import GridLayout
import Tabular
import Testing

@testable import GridUI

/// What is selected by hands and keys, beside what the law says of ordinary sheets.
@Suite struct SelectionGestureTests {
    private func bands(_ model: GridModel) -> [TableSelection.Band] { model.tableSelection.bands }

    @Test func theActiveCellAloneIsSelectedAtFirst() {
        let model = evenSheet()
        #expect(model.selection.isEmpty)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<1, columns: [0])])
    }

    @Test func keysSelectOneRangeBesidesAnother() {
        var model = evenSheet()
        model.activate(CellPosition(row: 1, column: 1))
        model.perform(.moveDown, extending: true)
        model.perform(.addRange)
        for _ in 0..<3 { model.perform(.moveRight) }
        #expect(bands(model) == [TableSelection.Band(rows: 1..<3, columns: [1])], "on the way nothing is selected")
        #expect(model.activeCell == CellPosition(row: 1, column: 4))
        model.perform(.moveDown, extending: true)
        model.perform(.moveRight, extending: true)
        #expect(bands(model) == [TableSelection.Band(rows: 1..<3, columns: [1, 4, 5])])
        // A single cell, and a whole row.
        model.perform(.addRange)
        for command in [GridCommand.moveDown, .moveDown, .moveDown, .addRange, .moveDown, .selectRows] {
            model.perform(command, extending: false)
        }
        #expect(
            bands(model).map(\.rows) == [1..<3, 4..<5, 5..<6] && bands(model)[1].columns == [4]
                && bands(model)[2].columns.count == model.columnCount)
        // From here on as without it.
        model.perform(.moveDown)
        #expect(model.selection.isEmpty && model.activeCell == CellPosition(row: 6, column: 4))
    }

    @Test func aRangeThatNobodyMakesIsForgotten() {
        var model = evenSheet()
        model.perform(.addRange)
        #expect(!model.selection.isEmpty && model.canPerform(.selectCell), "the first cell is one")
        model.perform(.selectCell)
        model.perform(.moveDown)
        model.perform(.moveDown, extending: true)
        #expect(bands(model) == [TableSelection.Band(rows: 1..<3, columns: [0])])
        model.perform(.addRange)
        model.select(.cell(CellPosition(row: 5, column: 2)))
        model.perform(.moveRight)
        #expect(model.selection.isEmpty)
        // The same twice is one.
        model.perform(.addRange)
        model.perform(.addRange)
        #expect(model.selection.ranges.count == 1)
        var week = ListSource.week.model(ListSource.weekViews[2], size: Size(width: 800, height: 600))
        week.perform(.addRange)
        #expect(week.selection.isEmpty && !week.canPerform(.addRange), "there ranges are of items")
    }

    @Test(arguments: SheetKind.all)
    func aDragOverCellsSelectsThem(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(), kind.zoom)
        model.drag(100 * zoom, 46 * zoom, to: 310 * zoom, 100 * zoom)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<3, columns: [0, 1, 2])])
        #expect(model.activeCell == CellPosition(row: 0, column: 0))
    }

    @Test func aHandThatTremblesSelectsOneCell() {
        var model = evenSheet()
        model.drag(154, 58, to: 157, 61)
        #expect(model.selection.isEmpty && model.activeCell == CellPosition(row: 0, column: 0))
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func aDragPastTheEdgeScrollsOnAndSelectsToTheEnd(direction: LayoutDirection) {
        var model = evenSheet(rows: 100, columns: 20, direction: direction)
        model.hold(100, 46, at: 830, 640)
        var rounds = 0
        while model.autoscroll(elapsed: 0.05), rounds < 1000 { rounds += 1 }
        #expect(rounds > 5 && rounds < 1000)
        _ = model.release()
        #expect(bands(model) == [TableSelection.Band(rows: 0..<100, columns: Array(0..<20))])
        #expect(model.selection.ranges.first?.kind == .cells)
    }

    @Test func aDragAlongTheLastRowInSightDoesNotScroll() {
        var model = evenSheet()
        model.hold(100, 590, at: 400, 590)
        #expect(!model.isAutoscrolling)
        _ = model.movePointer(to: Point(x: 400, y: 640))
        #expect(model.isAutoscrolling, "past the edge")
    }

    @Test func escapeGivesADragUp() {
        var model = evenSheet()
        model.drag(100, 46, to: 310, 100)
        let before = model.selection
        model.hold(500, 300, at: 600, 400)
        let cancelled = model.cancelDrag()
        #expect(cancelled && model.selection == before && model.activeCell == CellPosition(row: 0, column: 0))
    }

    @Test func columnsAndRowsAreSelectedByTheirHeaders() {
        var model = evenSheet()
        model.drag(206, 16, to: 406, 20)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<1000, columns: [1, 2, 3])])
        #expect(model.order == Array(0..<50), "nothing was moved")
        model.click(700, 16, .adding)
        #expect(bands(model).first?.columns == [1, 2, 3, 6])
        model.drag(20, 46, to: 20, 100)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<3, columns: Array(0..<50))])
        model.click(10, 10)
        #expect(model.selection.ranges.first?.kind == .all)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<1000, columns: Array(0..<50))])
        model.perform(.selectCell)
        #expect(model.selection.isEmpty)
    }

    @Test func selectedColumnsAreMovedTogether() {
        var model = evenSheet(columns: 7)
        model.drag(206, 16, to: 306, 16)
        model.drag(206, 16, to: 555, 16)
        #expect(model.order == [0, 3, 4, 1, 2, 5, 6])
        #expect(bands(model).first?.columns == [1, 2], "they are still selected")
        model.click(406, 16)
        #expect(bands(model).first?.columns == [1], "a click on one of them selects that one")
    }

    @Test func keysSelectRowsAndColumnsAndEverything() {
        var model = evenSheet()
        model.activate(CellPosition(row: 4, column: 2))
        model.perform(.moveRight, extending: true)
        model.perform(.selectColumns)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<1000, columns: [2, 3])])
        model.perform(.selectRows)
        #expect(model.selection.ranges.first?.kind == .all, "both axes")
        model.perform(.moveDown)
        #expect(model.selection.isEmpty && model.activeCell == CellPosition(row: 5, column: 2))
        model.perform(.pageDown, extending: true)
        model.perform(.lastColumn, extending: true)
        let band = bands(model).first
        #expect(band?.rows.lowerBound == 5 && (band?.rows.count ?? 0) > 10 && band?.columns == Array(2..<50))
        #expect(model.activeCell == CellPosition(row: 5, column: 2))
        #expect(model.shownFrame(of: CellPosition(row: (band?.rows.upperBound ?? 1) - 1, column: 49)) != nil)
    }

    @Test func everyStrokeThatMovesExtendsWithShift() {
        for (stroke, command) in KeyBindings.standard where command.isMove && !stroke.modifiers.contains(.shift) {
            guard stroke.key != .tab, stroke.key != .enter else { continue }
            let found = KeyBindings.command(for: KeyStroke(stroke.key, stroke.modifiers.union(.shift)))
            #expect(found?.command == command && found?.extends == true)
        }
        #expect(KeyBindings.command(for: KeyStroke(.tab, .shift))?.extends == false)
    }

    @Test func whatIsHiddenIsNotAmongTheSelectedCells() {
        var model = evenSheet()
        model.hideColumn(2)
        model.hideRows(3..<5)
        model.perform(.selectAll)
        let columns = Array(0..<50).filter { $0 != 2 }
        #expect(
            bands(model) == [
                TableSelection.Band(rows: 0..<3, columns: columns),
                TableSelection.Band(rows: 5..<1000, columns: columns),
            ])
        #expect(model.tableSelection.columns == columns && model.tableSelection.rowCount == 998)
    }

    @Test func wholeRowsHaveTheirNamesFirst() {
        var model = evenSheet(rows: 20, columns: 4)
        model.setRowHeader(2)
        model.click(20, 46)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<1, columns: [2, 0, 1, 3])])
    }

    @Test func aMergedCellIsSelectedAsAWhole() {
        var model = evenSheet()
        model.merge([CellSpan(rows: 2..<5, columns: 1..<3), CellSpan(rows: 4..<8, columns: 3..<4)])
        model.drag(100, 46, to: 210, 100)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<5, columns: [0, 1, 2])])
        model.perform(.moveRight, extending: true)
        #expect(bands(model) == [TableSelection.Band(rows: 0..<8, columns: [0, 1, 2, 3])], "what it comes to meet")
        model.click(210, 100)
        #expect(model.selection.isEmpty, "one cell")
    }

    @Test func columnsGrowWithTheRowsThatArriveAndRangesDoNot() {
        var model = evenSheet(rows: 40)
        model.click(206, 16)
        model.click(500, 100, .adding)
        var snapshot = model.table
        snapshot.rowCount = .exactly(60)
        snapshot.version.advance()
        model.apply(snapshot)
        #expect(model.tableSelection.cellCount == 61)
        #expect(model.tableSelection.columns == nil, "no table of its own")
        snapshot.rowCount = .exactly(2)
        snapshot.version.advance()
        model.apply(snapshot)
        #expect(model.selection.isEmpty, "a shorter table has nothing there")
    }

    @Test func aMenuOverWhatIsSelectedLeavesIt() {
        var model = evenSheet()
        model.drag(100, 46, to: 310, 100)
        let selection = model.selection
        model.activate(.cell(CellPosition(row: 1, column: 1)))
        #expect(model.selection == selection)
        model.activate(.cell(CellPosition(row: 9, column: 1)))
        #expect(model.selection.isEmpty && model.activeCell == CellPosition(row: 9, column: 1))
        model.activate(.header(.horizontal, 3))
        #expect(model.tableSelection.columns == [3] && model.activeCell == CellPosition(row: 9, column: 3))
    }

    @Test func inOtherViewsCellsAreSelectedByWhatShowsThem() {
        var (model, source) = generated(rows: 50, columns: 6)
        model.show(ViewChoice("fit"))
        source.want(model.wantedCells())
        model.apply(source.snapshot)
        func place(_ cell: CellPosition) -> Point {
            model.shownFrame(of: cell).map { Point(x: $0.midX, y: $0.midY) } ?? .zero
        }
        func drag(_ from: CellPosition, _ to: CellPosition) {
            let (start, end) = (place(from), place(to))
            model.drag(start.x, start.y, to: end.x, end.y)
        }
        drag(CellPosition(row: 1, column: 1), CellPosition(row: 3, column: 4))
        #expect(bands(model) == [TableSelection.Band(rows: 1..<4, columns: [1, 2, 3, 4])])
        model.show(ViewChoice("cards"))
        #expect(bands(model) == [TableSelection.Band(rows: 1..<4, columns: [1, 2, 3, 4])], "the same in every view")
        drag(CellPosition(row: 0, column: 2), CellPosition(row: 0, column: 4))
        #expect(bands(model) == [TableSelection.Band(rows: 0..<1, columns: [2, 3, 4])])
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func theOutlineIsWhereItIsDrawn(direction: LayoutDirection) {
        var model = evenSheet(direction: direction)
        #expect(!model.isOnOutline(model.point(56, 33)), "one cell has none")
        model.drag(106, 46, to: 206, 100)
        for (x, y, isOn) in [
            (57.0, 70.0, true), (254, 70, true), (150, 33, true), (150, 115, true), (150, 70, false), (156, 70, false),
            (258, 70, false), (150, 118, false),
        ] { #expect(model.isOnOutline(model.point(x, y)) == isOn, "\(x), \(y)") }
    }

    @Test func anEmptyTableHasNothingToSelect() {
        var (model, _) = generated(rows: 0, columns: 0)
        for command in [GridCommand.selectAll, .selectRows, .selectColumns, .selectCell] { model.perform(command) }
        model.perform(.moveDown, extending: true)
        model.click(10, 10)
        #expect(model.tableSelection.isEmpty && model.selection.isEmpty)
    }

    @Test(arguments: [Theme.light, .dark, Theme.light.withHighContrast(), Theme.dark.withHighContrast()])
    func textsOnWhatIsSelectedKeepTheirContrast(theme: Theme) {
        for ground in [theme.background, theme.frozenBackground] {
            let tinted = ground.mixed(with: theme.accent, theme.selection.layer.alpha)
            for text in [theme.text, theme.selection.quietText] { #expect(text.contrast(to: tinted) >= 4.5) }
            #expect(tinted.contrast(to: ground) > 1.05, "and it can be seen")
            #expect(theme.selection.edge.contrast(to: ground) >= 3)
        }
        let header = theme.headers.background.mixed(with: theme.accent, theme.headers.selection.alpha)
        #expect(theme.headers.text.contrast(to: header) >= 4.5)
    }
}
