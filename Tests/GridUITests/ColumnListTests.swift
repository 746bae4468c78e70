import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// What a list of all columns does with them.
@Suite struct ColumnListTests {
    @Test func columnsAreHiddenAndShownOneByOneButTheLastStays() {
        var model = evenSheet(columns: 4)
        model.setShown(false, column: 1)
        #expect((0..<4).map { model.isShown(column: $0) } == [true, false, true, true])
        model.setShown(true, column: 1)
        #expect(model.isShown(column: 1) && model.hiddenCounts.columns == 0)
        for column in 0..<4 { model.setShown(false, column: column) }
        #expect((0..<4).map { model.isShown(column: $0) } == [false, false, false, true])
        model.hideRows(3..<5)
        model.showAllColumns()
        #expect(model.hiddenCounts.columns == 0 && model.hiddenCounts.rows == 2, "rows stay hidden")
    }

    @Test func allColumnsButOneAreHidden() {
        var model = evenSheet(columns: 100_000)
        model.hideColumns(but: 70_000)
        #expect(model.hiddenCounts.columns == 99_999 && model.isShown(column: 70_000))
        #expect(model.activeCell?.column == 70_000)
        model.hideColumns(but: 3)
        #expect(model.isShown(column: 3) && !model.isShown(column: 70_000), "one that was hidden is shown")
    }

    @Test func theColumnOfTheRowHeadersStandsFirstAndStays() {
        var model = evenSheet(columns: 5)
        model.setRowHeader(2)
        #expect(model.isShown(column: 2))
        model.setShown(false, column: 2)
        model.moveColumn(2, toLine: 4)
        model.hideColumns(but: 2)
        #expect(model.columns.rowHeader == 2 && model.order == [0, 1, 3, 4] && model.hiddenCounts.columns == 0)
        model.moveColumn(4, toLine: 1)
        #expect(model.order == [4, 0, 1, 3], "before the first that can move")
        model.moveColumn(4, toLine: 0)
        #expect(model.order == [4, 0, 1, 3])
    }

    @Test(arguments: 0..<10)
    func aLineThatIsMovedStandsBeforeTheOneItWasMovedTo(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var model = evenSheet(columns: 9)
        if random.oneIn(2) { model.setRowHeader(random.int(0...8)) }
        for _ in 0..<20 {
            var lines = (0..<9).map { model.columns.field(at: $0) }
            let (column, target) = (random.int(0...8), random.int(0...9))
            let before = target < 9 ? lines[target] : nil
            model.moveColumn(column, toLine: target)
            // The same, line by line.
            let fixed = model.columns.rowHeader
            if column != fixed, before != column {
                lines.removeAll { $0 == column }
                let place = before.flatMap { lines.firstIndex(of: $0) } ?? lines.count
                lines.insert(column, at: max(place, fixed == nil ? 0 : 1))
            }
            #expect((0..<9).map { model.columns.field(at: $0) } == lines)
        }
    }

    @Test func otherViewsLeaveColumnsAsTheyAre() {
        var model = evenSheet(columns: 5)
        model.show(ViewChoice("cards"))
        model.setShown(false, column: 1)
        model.hideColumns(but: 2)
        model.moveColumn(0, toLine: 4)
        #expect(!model.canArrangeColumns && model.order == [0, 1, 2, 3, 4] && model.hiddenCounts.columns == 0)
    }
}
