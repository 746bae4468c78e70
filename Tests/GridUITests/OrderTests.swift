import Geometry
import GridLayout
import QuadrilleRuntime
import Tabular
import Testing

@testable import GridUI

/// A table of ten rows, and the same with some of them in an order of their own, which is in force as `orderVersion`.
private func plain(version: Version = 1) -> TableSnapshot {
    var snapshot = table(["a", "b"], (0..<10).map { ["\($0)", "x"] })
    snapshot.version = version
    return snapshot
}

private func ordered(_ rows: [UInt32], orderVersion: Version, version: Version, later: Int = 0) -> TableSnapshot {
    var snapshot = table(["a", "b"], rows.map { ["\($0)", "x"] })
    snapshot.version = version
    var shown = ShownOrder(version: orderVersion, RowOrder(rows: rows, sourceRowCount: 10))
    shown.note(rows.map { Int($0) }, at: 0)
    shown.laterRows = later
    snapshot.order = shown
    return snapshot
}

private func model() -> GridModel {
    var model = GridModel(table: plain())
    model.resize(to: Size(width: 300, height: 120), scaleFactor: 1)
    model.apply(plain())
    return model
}

@Test func rowsInAnOrderKeepTheNumbersOfTheFile() {
    var model = model()
    model.activate(CellPosition(row: 7, column: 1))
    model.reorder(with: ordered([9, 7, 2], orderVersion: 1, version: 2), activeRow: 1, firstRow: 0)
    #expect(model.rowCount == 3)
    #expect(model.activeCell == CellPosition(row: 1, column: 1))
    #expect((0..<3).map { model.sourceRow(at: $0) } == [9, 7, 2])
    // The gutter has room for the file's numbers.
    #expect(model.table.sourceRowCount == 10)
    model.reorder(with: plain(version: 3), activeRow: 7, firstRow: 4)
    #expect(model.rowCount == 10 && model.sourceRow(at: 7) == 7)
    #expect(model.activeCell == CellPosition(row: 7, column: 1))
}

@Test func heightsHiddenRowsAndMergesComeBackWithTheFilesOrder() {
    var model = model()
    model.hideRows(2..<4)
    model.setMergedRuns([5..<8], ofColumn: 0)
    let (rows, merges) = (model.sheet.rows.hiddenCount, model.sheet.merges.isEmpty)
    #expect(rows == 2 && !merges)
    model.reorder(with: ordered([3, 2, 9], orderVersion: 1, version: 2), activeRow: 0, firstRow: 0)
    #expect(model.sheet.rows.hiddenCount == 0 && model.sheet.merges.isEmpty)
    #expect(!model.isMerged(column: 0))
    // What is kept of a table that is read anew is that of the file's order.
    #expect(model.standing(byName: true).hiddenRows == [2..<4])
    #expect(model.standing(byName: true).activeRow == 3)
    // Another order on top of that forgets nothing.
    model.reorder(with: ordered([4], orderVersion: 2, version: 3), activeRow: 0, firstRow: 0)
    model.reorder(with: plain(version: 4), activeRow: 0, firstRow: 0)
    #expect(model.sheet.rows.hiddenCount == 2 && model.isMerged(column: 0) && !model.sheet.merges.isEmpty)
}

@Test func cellsThatAreMergedWhileRowsStandInAnotherOrderAreThoseOfTheTable() {
    var model = model()
    model.reorder(with: ordered([3, 2, 9], orderVersion: 1, version: 2), activeRow: 0, firstRow: 0)
    let refused = model.merge([CellSpan(rows: 5..<8, columns: 0..<1), CellSpan(rows: 8..<11, columns: 0..<1)])
    #expect(refused.map(\.index) == [1])
    #expect(model.sheet.merges.isEmpty && model.merged.isEmpty)
    #expect(model.standing(byName: true).merges == [CellSpan(rows: 5..<8, columns: 0..<1)])
    model.reorder(with: plain(version: 3), activeRow: 0, firstRow: 0)
    #expect(model.merged.spans == [CellSpan(rows: 5..<8, columns: 0..<1)] && !model.sheet.merges.isEmpty)
}

@Test func anOrderOfNoRowsHasNoActiveCell() {
    var model = model()
    model.reorder(with: ordered([], orderVersion: 1, version: 2), activeRow: 0, firstRow: 0)
    #expect(model.activeCell == nil && model.rowCount == 0)
    model.reorder(with: plain(version: 3), activeRow: 4, firstRow: 3)
    #expect(model.activeCell?.row == 4)
}

@Test func theRowThatWasFirstInSightStaysSo() {
    var model = model()
    model.activate(CellPosition(row: 9, column: 0))
    model.scroll(toOffset: Point(x: 0, y: 30))
    model.reorder(
        with: ordered([9, 8, 7, 6, 5, 4, 3, 2, 1, 0], orderVersion: 1, version: 2), activeRow: 6, firstRow: 3)
    #expect(model.rowsInSight?.contains(3) == true && model.rowsInSight?.contains(6) == true)
    #expect(model.viewport.offset.y > 0)
}

@Test func aDragOverRowsThatStandElsewhereNowIsOver() {
    var model = model()
    model.hold(100, 60, at: 100, 100)
    #expect(model.pointer.drag != nil && !model.selection.isEmpty)
    model.reorder(with: ordered([9, 7], orderVersion: 1, version: 2), activeRow: 1, firstRow: 0)
    let isCancelled = model.cancelDrag()
    #expect(!isCancelled && model.activeCell?.row == 1 && model.selection.isEmpty)
    // The same where rows are gone, and where the table is read otherwise.
    model.hold(100, 45, at: 100, 70)
    var fewer = ordered([9], orderVersion: 1, version: 3)
    fewer.order = model.table.order
    model.apply(fewer)
    #expect(model.pointer.drag == nil)
    model.hold(100, 45, at: 100, 50)
    var anew = plain(version: 4)
    anew.reading = 1
    model.apply(anew)
    #expect(model.pointer.drag == nil)
}

@Test func aRowThatCameLaterIsToldFromOneThatIsLeftOut() {
    var model = model()
    #expect(!model.isLater(sourceRow: 12))
    model.reorder(with: ordered([9, 7], orderVersion: 1, version: 2, later: 5), activeRow: 0, firstRow: 0)
    #expect(!model.isLater(sourceRow: 3) && model.isLater(sourceRow: 10))
}

@Test func aJumpShowsTheColumnThatItLeadsTo() {
    var model = model()
    model.hideColumn(1)
    #expect(model.hiddenCounts.columns == 1)
    model.jump(toRow: 3)
    #expect(model.hiddenCounts.columns == 1)
    model.jump(toRow: 3, column: 1)
    #expect(model.hiddenCounts.columns == 0 && model.activeCell == CellPosition(row: 3, column: 1))
    model.hideColumn(1)
    model.jump(toRow: nil, column: 1)
    #expect(model.hiddenCounts.columns == 0 && model.activeCell == CellPosition(row: 0, column: 1))
}

@Test func aRecordsNumberBesideTheThumbIsThatOfTheFile() {
    var model = model()
    model.show(ViewChoice("cards"))
    #expect(model.startInSight(on: .vertical) == "Record 1")
    model.reorder(with: ordered([9, 7], orderVersion: 1, version: 2), activeRow: 0, firstRow: 0)
    #expect(model.startInSight(on: .vertical) == "Record 10")
}

@Test func rowsThatAreHiddenInAnOrderAreRowsOfTheTableInWhateverOrder() {
    var model = model()
    model.reorder(with: ordered([9, 7, 5, 2], orderVersion: 1, version: 2), activeRow: 0, firstRow: 0)
    let before = model.arrangement
    model.hideRows(1..<3)
    let hidden = model.arrangement
    #expect(model.hiddenSourceRows == [5, 7] && model.standing(byName: true).hiddenRows == [5..<6, 7..<8])
    // Row 5 is left out, and row 7 stands elsewhere; the active one may have come to be hidden.
    model.reorder(
        with: ordered([2, 3, 7], orderVersion: 2, version: 3), activeRow: 2, firstRow: 0, hidden: [2: 7])
    #expect((0..<3).map { model.sheet.rows.isHidden($0) } == [false, false, true])
    #expect(model.activeCell?.row == 1)
    // Undone there, and done again.
    model.restore(before)
    #expect(model.hiddenSourceRows.isEmpty)
    model.hide(inOrder: [:])
    #expect(model.hiddenCounts.rows == 0)
    model.restore(hidden)
    model.hide(inOrder: [2: 7])
    #expect(model.sheet.rows.isHidden(2) && model.hiddenSourceRows == [5, 7])
    // Shown there, it is so everywhere.
    model.showRows(0..<3)
    #expect(model.hiddenSourceRows == [5])
    model.reorder(with: plain(version: 4), activeRow: 0, firstRow: 0)
    #expect(model.sheet.rows.isHidden(5) && model.hiddenCounts.rows == 1)
    // Of an order with nothing else in it all are shown.
    model.reorder(with: ordered([5], orderVersion: 3, version: 5), activeRow: 0, firstRow: 0, hidden: [0: 5])
    #expect(model.hiddenCounts.rows == 0)
    model.showAll()
    #expect(model.hiddenSourceRows.isEmpty)
}
