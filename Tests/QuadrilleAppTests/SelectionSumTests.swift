import GridUI
import QuadrilleRuntime
import Tabular
import TabularOps
import Testing

@testable import QuadrilleApp

@Suite struct SelectionSumTests {
    private func table(rows: Int, isExact: Bool = true, version: Version) -> TableSnapshot {
        var table = TableSnapshot(
            description: TableDescription(format: "CSV"),
            columns: ["a", "b"].map { Column(name: $0, type: .text) },
            rowCount: isExact ? .exactly(rows) : .atLeast(rows), phase: .complete)
        table.version = version
        return table
    }

    @Test func wholeColumnsOfATableThatGrowsAreNotSummedUpOverAndOver() {
        var model = GridModel(table: table(rows: 10, version: 1))
        model.apply(table(rows: 10, version: 1))
        model.perform(.selectColumns)
        let first = SummedSelection(of: model)
        #expect(first.isOpen)
        func step(_ summed: SummedSelection?, known: Int, isRunning: Bool) -> SummedSelection.Step {
            SummedSelection(of: model)
                .step(rows: model.table.rowCount, after: summed, known: known, isRunning: isRunning)
        }
        #expect(step(nil, known: 0, isRunning: false) == .begin)
        #expect(step(first, known: 10, isRunning: true) == .keep)
        // More rows: those that are being summed up are, whether it is known how many there are or not.
        model.apply(table(rows: 15, version: 2))
        #expect(SummedSelection(of: model) == first)
        #expect(step(first, known: 10, isRunning: true) == .keep)
        #expect(step(first, known: 10, isRunning: false) == .beginLater)
        model.apply(table(rows: 20, isExact: false, version: 3))
        #expect(step(first, known: 10, isRunning: false) == .keep)
        #expect(step(nil, known: 10, isRunning: false) == .stop)
        // Another column is another sum.
        model.activate(CellPosition(row: 3, column: 1))
        model.perform(.selectColumns)
        #expect(SummedSelection(of: model) != first)
        model.apply(table(rows: 20, version: 4))
        #expect(step(first, known: 10, isRunning: true) == .begin)
    }

    @Test func aRangeIsTheSameWhateverComesBehindIt() {
        var model = GridModel(table: table(rows: 10, version: 1))
        model.apply(table(rows: 10, version: 1))
        model.perform(.moveRight, extending: true)
        let range = SummedSelection(of: model)
        #expect(!range.isOpen)
        model.apply(table(rows: 15, version: 2))
        #expect(
            SummedSelection(of: model).step(rows: .exactly(15), after: range, known: 10, isRunning: false) == .keep)
    }
}
