import Drawing
import Geometry
import GridLayout
import Tabular
import Testing

@testable import GridUI

/// What lines and grounds tell: where rows are, where what is frozen ends, and where the table does.
@Suite struct LookTests {
    private func fills(_ model: GridModel, _ color: Color, theme: Theme = .light) -> [Rect] {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: theme, into: &list)
        return list.commands.compactMap { if case .fill(let rect, color) = $0 { rect } else { nil } }
    }

    @Test func stripedRowsHaveNoLinesBetweenThemButTheFreezeLine() {
        var model = evenSheet()
        func rows() -> [Rect] { fills(model, Theme.light.lines.separator).filter { $0.height == 1 && $0.width > 1 } }
        #expect(!rows().isEmpty)
        model.perform(.stripeRows)
        #expect(rows().isEmpty)
        model.freeze(rows: 2)
        #expect(fills(model, Theme.light.lines.border).contains { $0.y == 87 && $0.height == 1 && $0.width > 600 })
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func whatIsFrozenEndsWithALineAtRestAndScrolled(direction: LayoutDirection) {
        var model = evenSheet(direction: direction)
        model.freeze(rows: 1, columns: 1)
        let x = direction == .leftToRight ? 155.0 : 800 - 156
        for offset in [Point.zero, Point(x: 500, y: 700)] {
            model.scroll(toOffset: offset)
            let lines = fills(model, Theme.light.lines.border)
            #expect(lines.contains { $0.x == x && $0.width == 1 && $0.height > 500 }, "down")
            #expect(lines.contains { $0.x == x && $0.width == 1 && $0.y == 0 }, "through the header")
            #expect(lines.contains { $0.y == 59 && $0.height == 1 && $0.width > 600 }, "across")
            #expect(lines.contains { $0.y == 59 && $0.height == 1 && $0.width == 56 }, "through the gutter")
            // Nothing lies over the line across, and it is one pixel high.
            let columns = fills(model, Theme.light.lines.separator).filter { $0.width == 1 && $0.minY == 32 }
            #expect(!columns.isEmpty && columns.allSatisfy { $0.maxY == 59 })
            #expect(!lines.contains { $0.y == 60 && $0.height == 1 && $0.width > 56 })
        }
    }

    @Test func theLineIsThereAlsoWhereNothingHasToBeFrozen() {
        var model = evenSheet(rows: 5, columns: 3)
        #expect(!fills(model, Theme.light.lines.border).contains { $0.x == 155 })
        model.freeze(columns: 1)
        #expect(fills(model, Theme.light.lines.border).contains { $0.x == 155 && $0.height == 5 * 28 })
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func besideAndBelowTheTableIsAnotherGround(direction: LayoutDirection) {
        let model = evenSheet(rows: 5, columns: 3, direction: direction)
        let theme = Theme.dark
        #expect(fills(model, theme.outside, theme: theme) == [Rect(x: 0, y: 0, width: 800, height: 600)])
        let table = Rect(x: direction == .leftToRight ? 0 : 444, y: 0, width: 356, height: 172)
        #expect(fills(model, theme.background, theme: theme) == [table])
        // A table that goes on has none.
        #expect(fills(evenSheet(direction: direction), theme.outside, theme: theme).isEmpty)
    }

    @Test func inHighContrastAMissingCellIsRuled() {
        let snapshot = table(["a", "b"], [["1"]])
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 300, height: 120), scaleFactor: 1)
        model.apply(snapshot)
        let theme = Theme.light.withHighContrast()
        #expect(fills(model, theme.missing.background, theme: theme).isEmpty)
        let cell = model.shownFrame(of: CellPosition(row: 0, column: 1)) ?? .zero
        let lines = fills(model, theme.lines.separator, theme: theme).filter {
            $0.x == cell.x && $0.width == cell.width
        }
        #expect(lines.map(\.y) == [35, 39, 43, 47, 51, 55])
        #expect(lines.allSatisfy { $0.height == 1 })
    }
}

/// Rows with little air.
@Suite struct CompactTests {
    @Test func compactRowsAre24HighAndOrdinaryOnes28() {
        var model = evenSheet()
        model.perform(.compactRows)
        #expect(model.isCompact && model.sheet.rows.size(of: 3) == 24)
        model.restyle(.dark, measuring: FixedMeasure())
        #expect(model.isCompact && model.sheet.rows.size(of: 3) == 24, "another theme changes nothing")
        model.perform(.compactRows)
        #expect(!model.isCompact && model.sheet.rows.size(of: 3) == 28)
    }

    @Test func whatIsInSightStaysAndHeightsOfOnesOwnToo() {
        var model = evenSheet()
        model.resizeRow(2, to: 60)
        model.scroll(toOffset: Point(x: 0, y: 500 * 28))
        model.activate(CellPosition(row: 505, column: 1))
        let before = model.shownFrame(of: CellPosition(row: 505, column: 1))
        model.perform(.compactRows)
        #expect(model.shownFrame(of: CellPosition(row: 505, column: 1))?.y == before?.y)
        #expect(model.sheet.rows.size(of: 2) == 60)
    }

    @Test func aTableReadAnewIsAsCompact() {
        var model = evenSheet()
        model.perform(.compactRows)
        var other = evenSheet()
        other.restoreColumns(model.standing(byName: true))
        #expect(other.isCompact)
    }
}

/// What is left of a window goes to the columns that are cut.
@Suite struct SpareWidthTests {
    private func model(_ columns: [Int], width: Double) -> GridModel {
        let names = columns.indices.map { "c\($0)" }
        return model(table(names, [columns.map { String(repeating: "x", count: $0) }]), width)
    }

    private func model(_ snapshot: TableSnapshot, _ width: Double) -> GridModel {
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: width, height: 300), scaleFactor: 1)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        return model
    }

    @Test func columnsThatAreCutShareItAndTakeNoMoreThanTheyAskFor() {
        // Gutter 56; 48 for the short one; 60 letters ask for 517, 500 for far more.
        let model = model([2, 60, 150], width: 56 + 48 + 360 + 360 + 100)
        #expect(model.widths == [48, 410, 410])
        let wide = self.model([2, 60, 150], width: 56 + 48 + 360 + 360 + 500)
        #expect(wide.widths == [48, 517, 703])
        #expect(wide.contentSize.width == wide.viewport.size.width)
        #expect(self.model([2, 60, 61], width: 3000).widths == [48, 517, 525], "and no more than that")
    }

    @Test func aNarrowerWindowTakesItBack() {
        var model = model([2, 60, 150], width: 1400)
        model.resize(to: Size(width: 500, height: 300), scaleFactor: 1)
        #expect(model.widths == [48, 360, 360])
        model.resize(to: Size(width: 1400, height: 300), scaleFactor: 1)
        model.zoom(to: 4)
        #expect(model.widths == [48, 360, 360])
    }

    @Test func aWidthThatAPersonGaveStays() {
        var model = model([2, 60, 150], width: 500)
        model.resizeColumn(1, to: 200)
        model.resize(to: Size(width: 1400, height: 300), scaleFactor: 1)
        #expect(model.widths[1] == 200)
        #expect(model.widths[2] == 1400 - 56 - 48 - 200)
    }

    @Test func aColumnThatWasHiddenMeanwhileTakesItBackToo() {
        var model = model([2, 60, 150], width: 1400)
        let shared = model.widths
        model.hideColumn(2)
        model.resize(to: Size(width: 500, height: 300), scaleFactor: 1)
        model.showColumns(2..<3)
        #expect(model.widths == [48, 360, 360])
        model.hideColumn(2)
        model.resize(to: Size(width: 1400, height: 300), scaleFactor: 1)
        model.showAll()
        #expect(model.widths == shared)
    }

    /// 128 rows; behind those that are looked at for the widths all columns hold longer texts.
    private func late(width: Double) -> GridModel {
        let rows = (0..<128).map {
            $0 < 105 ? ["short", "short", "ä"] : ["a long text", "a longer text", "ääääääääääää"]
        }
        return model(table(["a", "b", "c"], rows), width)
    }

    @Test func textsThatComeLaterGetTheRoomThatIsLeft() {
        var model = late(width: 1000)
        let first = model.widths
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.widths == first && first[0] == first[1])
        model.scroll(toOffset: Point(x: 0, y: 3_000))
        let grew = model.fitColumnsInSight(measuring: FixedMeasure())
        // 8 for each character; what takes shaping is left.
        #expect(model.widths[0] >= 8 * 11 + 16 && model.widths[1] >= 8 * 13 + 16 && model.widths[2] == first[2])
        let grown = model.widths
        let grewAgain = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(grew && !grewAgain)
        // They never shrink by themselves, and another size leads to the same.
        model.scroll(toOffset: .zero)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.widths == grown)
        model.scroll(toOffset: Point(x: 0, y: 3_000))
        for zoom in [1.5, 1] {
            model.zoom(to: zoom)
            _ = model.fitColumnsInSight(measuring: FixedMeasure())
        }
        #expect(model.widths == grown)
    }

    @Test func aTableReadAnewBeginsWithTheWidthsBeforeTextsCameThatTookTheRoom() {
        var old = late(width: 1000)
        let first = old.widths
        old.scroll(toOffset: Point(x: 0, y: 3_000))
        _ = old.fitColumnsInSight(measuring: FixedMeasure())
        #expect(old.widths != first)
        var new = late(width: 1000)
        new.restoreColumns(old.standing(byName: true))
        #expect(new.widths == first)
        // One that a person has had a hand in stays as it is.
        old.resizeColumn(1, to: 150)
        new.restoreColumns(old.standing(byName: true))
        #expect(new.widths[1] == 150 && new.widths[0] == first[0])
    }

    @Test func aTableReadAnewWithTextsNoLongerThanBeforeKeepsItsWidths() {
        var old = late(width: 1000)
        _ = old.fitColumnsInSight(measuring: FixedMeasure())
        var new = late(width: 1000)
        new.restoreColumns(old.standing(byName: true))
        // Letters of another file may be wider.
        _ = new.fitColumnsInSight(measuring: FixedMeasure(letter: 9))
        #expect(new.widths == old.widths)
    }

    @Test func textsThatComeLaterMakeTheTableNoWiderThanItsWindow() {
        let narrow = late(width: 260)
        let (first, rest) = (narrow.widths, 260 - narrow.contentSize.width)
        #expect(rest > 20 && rest < 60)
        var model = narrow
        model.scroll(toOffset: Point(x: 0, y: 3_000))
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(model.contentSize.width == 260 && model.widths != first)
        var full = late(width: 200)
        let before = full.widths
        full.scroll(toOffset: Point(x: 0, y: 3_000))
        _ = full.fitColumnsInSight(measuring: FixedMeasure())
        #expect(full.widths == before)
        // A width that a person gave is one.
        var given = late(width: 1000)
        given.resizeColumn(0, to: 60)
        given.scroll(toOffset: Point(x: 0, y: 3_000))
        _ = given.fitColumnsInSight(measuring: FixedMeasure())
        #expect(given.widths[0] == 60 && given.widths[1] > first[1])
    }

    @Test func aTableReadAnewSharesAsBefore() {
        let old = model([2, 60, 150], width: 1000)
        var new = model([2, 60, 150], width: 1000)
        new.restoreColumns(old.standing(byName: true))
        #expect(new.widths == old.widths)
        new.resize(to: Size(width: 500, height: 300), scaleFactor: 1)
        #expect(new.widths == [48, 360, 360])
    }
}
