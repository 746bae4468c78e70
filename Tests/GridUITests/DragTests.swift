import Drawing
import Geometry
import GridUI
import SeededRandom
import Testing

@Suite struct ResizeTests {
    @Test(arguments: SheetKind.all)
    func draggingAnEdgeResizesTheColumnBeforeItWhileItMoves(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(), kind.zoom)
        model.hold(256 * zoom, 16 * zoom, at: 256 * zoom + 40, 16 * zoom)
        #expect(model.widths.prefix(3) == [100, 100 + 40 / zoom, 100])
        #expect(model.pointerShape == .resizeColumn)
        let released = model.release()
        #expect(released && model.widths[1] == 100 + 40 / zoom)
    }

    @Test(arguments: SheetKind.all)
    func draggingAnEdgeInTheGutterResizesTheRow(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(), kind.zoom)
        model.drag(20 * zoom, 60 * zoom, to: 20 * zoom, 60 * zoom + 20)
        #expect(model.sheet.rows.size(of: 0) == 28 + 20 / zoom)
        #expect(model.sheet.rows.overrideCount == 1)
    }

    @Test func escapeRestoresSizesAndPlace() {
        var model = evenSheet()
        model.hideColumn(3)
        model.hideRows(1..<2)
        model.freeze(columns: 1, trailingColumns: 2)
        model.perform(.lastColumn)
        let before = model
        let edges = [(400.0, 16.0), (601.0, 16.0), (701.0, 16.0), (154.0, 16.0), (20.0, 59.0), (20.0, 61.0)]
        for (x, y) in edges {
            guard case .edge = model.target(x, y) else { continue }
            model.hold(x, y, at: x - 70, y + 30)
            let cancelled = model.cancelDrag()
            #expect(cancelled)
            #expect(model.widths == before.widths && model.viewport == before.viewport)
            #expect((0..<9).allSatisfy { model.sheet.rows.size(of: $0) == before.sheet.rows.size(of: $0) })
            #expect(model.sheet.rows.overrideCount == before.sheet.rows.overrideCount)
            #expect(model.hiddenCounts == before.hiddenCounts)
        }
    }

    @Test func aColumnDoesNotVanishHoweverFarItIsDragged() {
        var model = evenSheet()
        model.drag(255, 16, to: -4000, 16)
        #expect(model.widths[1] == 12)
        model.drag(20, 59, to: 20, -4000)
        #expect(model.sheet.rows.size(of: 0) == 8)
    }

    @Test func aFrozenColumnAtTheEndGrowsTowardsTheBeginning() {
        var model = evenSheet()
        model.freeze(trailingColumns: 2)
        model.drag(701, 16, to: 661, 16)
        #expect(model.widths[49] == 140)
    }

    @Test func aHiddenColumnIsDraggedOpen() {
        var model = evenSheet()
        model.hideColumn(1)
        model.drag(157, 16, to: 217, 16)
        #expect(model.hiddenCounts.columns == 0 && model.widths[1] == 60)
    }

    @Test func aClickOnAnEdgeChangesNothing() {
        var model = evenSheet()
        let before = model.widths
        model.drag(255, 16, to: 256, 16)
        #expect(model.widths == before)
        #expect(model.activeCell == CellPosition(row: 0, column: 0))
    }

    @Test func aDoubleClickFitsTheColumnToItsWidestText() {
        var rows: [[String?]] = (0..<300).map { _ in ["x", "y"] }
        rows[5] = [String(repeating: "w", count: 60), "y"]
        let snapshot = table(["a", "b"], rows)
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 900, height: 600), scaleFactor: 1)
        model.apply(snapshot)
        model.resizeColumn(0, to: 100)
        let hit = model.doubleClick(at: Point(x: 155, y: 16), measuring: FixedMeasure())
        #expect(hit)
        // Wider than columns get by themselves: a person asked for it.
        #expect(model.widths[0] == (60 * 8 * 1.04 + 17).rounded(.up))
        let besides = model.doubleClick(at: Point(x: 100, y: 16), measuring: FixedMeasure())
        #expect(!besides, "no edge")
    }

    @Test func aTextAsLongAsAPageIsNotWiderThanTheWindow() {
        let snapshot = table(["a"], [[String(repeating: "w", count: 100_000)]])
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 900, height: 600), scaleFactor: 1)
        model.apply(snapshot)
        model.fitColumn(0, measuring: FixedMeasure())
        #expect(model.widths[0] == 900 - 56)
        model.fitColumn(7, measuring: FixedMeasure())
    }

    @Test func aDoubleClickOnARowsEdgeBringsTheOrdinaryHeightBack() {
        var model = evenSheet()
        model.resizeRow(1, to: 90)
        let hit = model.doubleClick(at: Point(x: 20, y: 32 + 28 + 90), measuring: FixedMeasure())
        #expect(hit && model.sheet.rows.size(of: 1) == 28)
        #expect(model.sheet.rows.overrideCount == 0)
    }

    @Test(arguments: [155.0, 157.0])
    func aDoubleClickWhereSomethingIsHiddenShowsIt(x: Double) {
        var model = evenSheet()
        model.hideColumn(1)
        model.hideColumn(2)
        model.hideColumn(7)
        let hit = model.doubleClick(at: Point(x: x, y: 16), measuring: FixedMeasure())
        #expect(hit && model.hiddenCounts.columns == 1)
        #expect(model.widths.prefix(4) == [100, 100, 100, 100])
    }
}

@Suite struct ShowingTests {
    @Test func whatAppearsAtTheStartIsSeen() {
        var model = evenSheet()
        model.hideColumn(0)
        model.hideRows(0..<1)
        model.perform(.showAll)
        #expect(model.viewport.offset == .zero)
    }

    @Test func whatAppearsBeforeWhatIsInSightDoesNotPushIt() {
        var model = evenSheet()
        model.hideColumn(1)
        model.hideRows(3..<9)
        model.activate(CellPosition(row: 0, column: 0))
        model.scroll(to: Point(x: 1010, y: 2820))
        let shown = model.shownFrame(of: CellPosition(row: 110, column: 15))
        model.perform(.showAll)
        #expect(shown != nil && model.shownFrame(of: CellPosition(row: 110, column: 15)) == shown)
    }
}

@Suite struct ReorderTests {
    @Test(arguments: SheetKind.all)
    func aHeaderIsDroppedAtTheBoundaryNearestToThePointer(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(columns: 6), kind.zoom)
        model.resizeColumn(1, to: 130)
        model.lift(220 * zoom, 16 * zoom, to: min(470 * zoom, 799), 16 * zoom)
        #expect(model.order == [0, 2, 3, 1, 4, 5])
        #expect(model.widths[3] == 130, "it keeps its width")
    }

    @Test func itMovesBetweenFrozenPartsAndOthers() {
        var model = evenSheet(columns: 12)
        model.freeze(columns: 2, trailingColumns: 2)
        model.lift(400, 16, to: 60, 16)
        #expect(model.order.prefix(4) == [3, 0, 1, 2])
        model.lift(100, 16, to: 790, 16)
        #expect(model.order == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 3])
        #expect(model.sheet.frozenColumns == 2 && model.sheet.frozenTrailingColumns == 2)
    }

    @Test func aDropNextToItselfMovesNothing() {
        var model = evenSheet(columns: 8)
        model.hideColumn(3)
        for target in [220.0, 300, 340, 390] { model.lift(306, 16, to: target, 16) }
        #expect(model.order == Array(0..<8))
    }

    @Test func aSmallMovementIsAClickAndKeepsTheRow() {
        var model = evenSheet()
        model.activate(CellPosition(row: 500, column: 0))
        model.scroll(to: .zero)
        model.drag(300, 16, to: 303, 18)
        #expect(model.order == Array(0..<50))
        #expect(model.activeCell == CellPosition(row: 500, column: 2))
        #expect(model.viewport.offset == .zero, "a header is in sight: nothing scrolls")
        model.drag(20, 100, to: 20, 100)
        #expect(model.activeCell == CellPosition(row: 2, column: 2))
    }

    @Test func escapeLeavesEverythingWhereItWas() {
        var model = evenSheet()
        model.click(300, 16)
        model.hold(300, 16, at: 700, 16)
        #expect(model.pointerShape == .grabbing)
        let cancelled = model.cancelDrag()
        #expect(cancelled && model.order == Array(0..<50))
        #expect(model.activeCell == CellPosition(row: 0, column: 2))
        let again = model.cancelDrag()
        #expect(!again)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func nearAnEdgeTheGridScrollsAndTheDropIsWhereItScrolledTo(direction: LayoutDirection) {
        var model = evenSheet(direction: direction)
        model.click(300, 16)
        model.hold(300, 16, at: 795, 16)
        var rounds = 0
        while model.autoscroll(elapsed: 0.05), rounds < 1000 { rounds += 1 }
        #expect(rounds > 5 && rounds < 1000)
        #expect(model.viewport.offset.x == model.contentSize.width - 800)
        _ = model.release()
        #expect(model.order.last == 2)
        model.click(330, 16)
        model.hold(330, 16, at: 2, 16)
        while model.autoscroll(elapsed: 0.05), rounds < 2000 { rounds += 1 }
        #expect(model.viewport.offset.x == 0 && rounds < 2000)
        let cancelled = model.cancelDrag()
        #expect(cancelled && !model.isAutoscrolling)
    }

    @Test func inTheMiddleNothingScrolls() {
        var model = evenSheet()
        model.click(300, 16)
        model.hold(300, 16, at: 500, 16)
        #expect(!model.isAutoscrolling)
        let scrolled = model.autoscroll(elapsed: 1)
        #expect(!scrolled)
    }

    /// Any drop in any sheet is a removal and an insertion.
    @Test func anyDropIsARemovalAndAnInsertion() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<60 {
            var model = evenSheet(rows: 5, columns: 7)
            for column in 0..<7 { model.resizeColumn(column, to: Double(Int.random(in: 40...90, using: &random))) }
            let starts = model.widths.reduce(into: [56.0]) { $0.append(($0.last ?? 0) + $1) }
            let from = Int.random(in: 0..<7, using: &random)
            let x = Double.random(in: 0..<800, using: &random)
            let destination = starts.indices.min { abs(starts[$0] - x) < abs(starts[$1] - x) } ?? 0
            var order = Array(0..<7)
            order.remove(at: from)
            order.insert(from, at: destination > from ? destination - 1 : destination)
            let middle = (starts[from] + starts[from + 1]) / 2
            guard abs(middle - x) >= 6 else { continue }
            model.lift(middle, 16, to: x, 16)
            #expect(model.order == order, "column \(from) to \(x)")
        }
    }
}

@Suite struct FreezeHandleTests {
    @Test(arguments: SheetKind.all)
    func aHandleFreezesUpToTheNearestBoundaryAndComesBack(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(), kind.zoom)
        model.drag(56 * zoom - 3, 8 * zoom, to: 140 * zoom, 300)
        #expect(model.sheet.frozenColumns == 1)
        model.drag(156 * zoom + 3, 8 * zoom, to: 20, 300)
        #expect(model.sheet.frozenColumns == 0)
        model.drag(20 * zoom, 32 * zoom - 3, to: 300, 85 * zoom)
        #expect(model.sheet.frozenRows == 2)
        model.drag(20 * zoom, 88 * zoom + 3, to: 300, 33 * zoom)
        #expect(model.sheet.frozenRows == 0)
    }

    @Test(arguments: SheetKind.all)
    func aTrailingHandleFreezesTheLastOnes(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(), kind.zoom)
        model.drag(778, 8 * zoom, to: 800 - 90 * zoom, 300)
        #expect(model.sheet.frozenTrailingColumns == 1)
        model.drag(800 - 100 * zoom - 3, 8 * zoom, to: 799, 300)
        #expect(model.sheet.frozenTrailingColumns == 0)
        model.drag(20 * zoom, 578, to: 300, 600 - 60 * zoom)
        #expect(model.sheet.frozenTrailingRows == 2)
        model.drag(20 * zoom, 600 - 56 * zoom - 3, to: 300, 599)
        #expect(model.sheet.frozenTrailingRows == 0)
    }

    @Test func whatIsScrolledAwayIsFrozenWithIt() {
        var model = evenSheet()
        model.scroll(to: Point(x: 150, y: 0))
        model.drag(53, 8, to: 210, 300)
        // Column 2 ends at 56 + 300 − 150 = 206.
        #expect(model.sheet.frozenColumns == 3)
    }

    @Test func atTheEdgeOfAFrozenPartNothingChanges() {
        var model = evenSheet()
        model.freeze(columns: 2)
        model.scroll(to: Point(x: 530, y: 0))
        model.drag(259, 8, to: 262, 300)
        #expect(model.sheet.frozenColumns == 2)
    }

    @Test func aClickOnAHandleAndEscapeChangeNothing() {
        var model = evenSheet()
        model.drag(53, 8, to: 54, 8)
        model.hold(53, 8, at: 300, 300)
        #expect(model.pointerShape == .grabbing)
        let cancelled = model.cancelDrag()
        #expect(cancelled && model.sheet.frozenColumns == 0)
    }
}

@Suite struct HoverTests {
    @Test func thePictureChangesOnlyWhenAnotherHeaderIsUnderThePointer() {
        var model = evenSheet()
        let entered = model.movePointer(to: Point(x: 300, y: 16))
        let within = model.movePointer(to: Point(x: 310, y: 20))
        let beside = model.movePointer(to: Point(x: 400, y: 16))
        let overCells = model.movePointer(to: Point(x: 400, y: 100))
        let stillCells = model.movePointer(to: Point(x: 500, y: 300))
        #expect([entered, within, beside, overCells, stillCells] == [true, false, true, true, false])
        let back = model.movePointer(to: Point(x: 300, y: 16))
        let left = model.pointerLeft()
        let leftAgain = model.pointerLeft()
        #expect([back, left, leftAgain] == [true, true, false])
    }

    @Test func thePointerSaysWhatItCouldDo() {
        var model = evenSheet()
        func shape(_ x: Double, _ y: Double) -> PointerShape {
            _ = model.movePointer(to: Point(x: x, y: y))
            return model.pointerShape
        }
        #expect(shape(256, 16) == .resizeColumn)
        #expect(shape(20, 60) == .resizeRow)
        #expect(shape(300, 16) == .ordinary && model.pointerHint == nil)
        #expect(shape(53, 8) == .grab && model.pointerHint == "Drag to freeze columns")
        #expect(shape(20, 29) == .grab && model.pointerHint == "Drag to freeze rows")
        #expect(shape(300, 300) == .ordinary)
    }

    @Test func anEmptyTableHasNothingToHold() {
        var (model, _) = generated(rows: 0, columns: 0)
        model.pointer.showsHandles = true
        for x in stride(from: 0.0, to: 800, by: 7) {
            for y in [4.0, 20, 30, 33, 300] {
                model.drag(x, y, to: x + 50, y + 50)
                #expect(model.menu(for: model.target(x, y) ?? .corner).isEmpty)
            }
        }
        #expect(model.activeCell == nil)
    }
}
