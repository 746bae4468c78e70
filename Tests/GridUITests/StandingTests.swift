import Geometry
import GridLayout
import Tabular
import Testing

@testable import GridUI

/// A model of a table of `rows` rows with these columns, in a small viewport.
private func model(_ names: [String], rows: Int = 200) -> GridModel {
    var table = TableSnapshot(
        description: TableDescription(format: "CSV"), columns: names.map { Column(name: $0, type: .text) },
        rowCount: .exactly(rows), phase: .complete)
    table.version = 1
    var model = GridModel(table: table)
    model.restyle(.light, measuring: FixedMeasure())
    model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
    model.apply(table)
    return model
}

/// A table read anew, standing as `old` stands.
private func anew(_ old: GridModel, _ names: [String], rows: Int = 200, byName: Bool = true) -> GridModel {
    var new = model(names, rows: rows)
    let standing = old.standing(byName: byName)
    new.restoreColumns(standing)
    new.restoreRows(standing)
    return new
}

private func titles(_ model: GridModel) -> [String] {
    (0..<model.columns.count).filter { !model.sheet.columns.isHidden($0) }
        .map { model.table.columns[model.columns.column(at: $0)].name }
}

private let names = ["a", "b", "c", "d", "e", "f", "g"]

private func standingModel() throws -> GridModel {
    var model = model(names)
    model.resizeColumn(1, to: 77)
    model.hideColumn(2)
    model.moveColumns(5..<6, to: 0)
    model.setFormat(try CellFormat("%s €"), ofColumn: 3)
    model.resizeRow(4, to: 60)
    model.hideRows(10..<13)
    model.perform(.stripeRows)
    model.activate(CellPosition(row: 100, column: 3))
    model.scroll(toOffset: Point(x: 130, y: 2501))
    return model
}

@Test func positionMovesWithItsRows() {
    var old = model(names)
    old.activate(CellPosition(row: 20, column: 2))
    old.select(.cell(CellPosition(row: 24, column: 3)), .extending)
    var standing = old.standing(byName: true)
    // Three rows before it are new, and one between.
    standing.follow([20: 23, 24: 28])
    var new = model(names)
    new.restoreColumns(standing)
    new.restoreRows(standing)
    #expect(new.activeCell?.row == 23)
    #expect(new.standing(byName: true).selectedRows == [23..<29])
    // A row that is gone moves as the others do.
    standing = old.standing(byName: true)
    standing.follow([20: 25])
    #expect(standing.selectedRows == [25..<30] && standing.lookedAt.active == 25)
}

@Test func aTableReadAnewStandsAsItStood() throws {
    let old = try standingModel()
    let new = anew(old, names)
    #expect(new.sheet.rows == old.sheet.rows && new.sheet.columns == old.sheet.columns)
    #expect(new.columns == old.columns && new.formats == old.formats)
    #expect(new.viewport == old.viewport && new.activeCell == old.activeCell && new.stripesRows)
    #expect(new.sizing.given == old.sizing.given)
    #expect(new.standing(byName: true) == old.standing(byName: true))
}

@Test func columnsAreKnownByTheirNamesWhereverTheyStandNow() throws {
    let new = anew(try standingModel(), ["new", "g", "a", "c", "d", "b", "f"])
    #expect(titles(new) == ["f", "a", "b", "d", "g", "new"])
    #expect(new.formats.keys.sorted() == [4])
    #expect(new.sizing.given == [5])
    #expect(new.columns.place(of: 5).map { new.sheet.columns.size(of: $0) } == 77)
    #expect(new.activeCell == CellPosition(row: 100, column: 4))
}

@Test func whatIsGoneIsNotMissed() throws {
    let new = anew(try standingModel(), ["a", "e"], rows: 11)
    #expect(titles(new) == ["a", "e"] && new.formats.isEmpty)
    #expect(new.sheet.rows.hiddenCount == 1 && new.sheet.rows.size(of: 4) == 60)
    #expect(new.activeCell == CellPosition(row: 10, column: 0))
    #expect(new.viewport.offset == new.clamp(new.viewport.offset))
    _ = anew(try standingModel(), ["c"], rows: 1)
    _ = anew(try standingModel(), [], rows: 0)
}

@Test func withAnotherHeaderColumnsAreKnownByTheirNumbers() throws {
    let old = try standingModel()
    let new = anew(old, ["1", "2", "3", "4", "5", "6", "7"], byName: false)
    #expect(titles(new) == ["6", "1", "2", "4", "5", "7"] && new.sizing.given == [1])
}

@Test func columnsOfOneNameAreToldApartByTheirOrder() {
    var old = model(["x", "y", "x"])
    old.hideColumn(2)
    #expect(titles(anew(old, ["y", "x", "x"])) == ["y", "x"])
    #expect(titles(anew(old, ["x", "y"])) == ["x", "y"])
}

@Test func theFirstRowInSightIsTheSameWhenRowsAboveItHaveOtherHeights() {
    var old = model(names)
    old.setWrapsText(true)
    old.scroll(toOffset: Point(x: 0, y: 2800))
    let row = old.firstCellInSight()?.row
    var new = model(names)
    let standing = old.standing(byName: true)
    new.restoreColumns(standing)
    new.resizeRow(3, to: 500)
    new.restoreRows(standing)
    #expect(new.wrapsText && new.firstCellInSight()?.row == row)
}

@Test func rowsThatWereSortedInTheMeantimeStayAsTheyAre() {
    var old = model(names)
    old.hideRows(20..<30)
    old.resizeRow(3, to: 500)
    old.activate(CellPosition(row: 150, column: 1))
    let standing = old.standing(byName: true)
    var new = model(names)
    new.restoreColumns(standing)
    var sorted = new.table
    sorted.version.advance()
    sorted.order = ShownOrder(version: 1, RowOrder(rows: Array((0..<200).reversed()), sourceRowCount: 200))
    new.reorder(with: sorted, activeRow: 5, firstRow: 0)
    new.restoreRows(standing)
    #expect(new.sheet.rows.hiddenCount == 0 && new.sheet.rows.size(of: 3) < 100)
    #expect(new.activeCell?.row == 5)
}

@Test func whatIsSelectedStaysSoFarAsItIsThere() {
    var old = model(names)
    old.activate(CellPosition(row: 20, column: 1))
    old.select(.cell(CellPosition(row: 22, column: 3)), .extending)
    old.select(.header(.vertical, 40), .adding)
    old.select(.header(.horizontal, 6), .adding)
    #expect(anew(old, names).selection == old.selection)
    #expect(anew(old, names).activeCell == old.activeCell)
    // A column of the range has moved, one is gone, and so are rows.
    let new = anew(old, ["b", "x", "d", "a"], rows: 22)
    #expect(new.selection.ranges.map(\.rows) == [20..<22, 20..<22])
    #expect(new.selection.ranges.map(\.places) == [0..<1, 2..<3])
    // Nothing is made of what is not there at all.
    #expect(anew(old, ["x"], rows: 10).selection.isEmpty)
    #expect(anew(old, names, rows: 0).selection.isEmpty)
    // What was taken out is out.
    var other = model(names)
    other.select(.header(.vertical, 10))
    other.select(.header(.vertical, 12), .extending)
    other.select(.header(.vertical, 11), .adding)
    let left = anew(other, names).selection
    #expect((9..<14).map { left.contains(row: $0, place: 2) } == [false, true, false, true, false])
}

@Test func whatIsSelectedOfRowsInAnOrderWaitsForWhereTheyStand() throws {
    var old = model(names)
    var sorted = old.table
    sorted.version.advance()
    sorted.order = ShownOrder(version: 1, RowOrder(rows: Array((0..<200).reversed()), sourceRowCount: 200))
    old.reorder(with: sorted, activeRow: 5, firstRow: 0)
    old.activate(CellPosition(row: 20, column: 1))
    old.select(.cell(CellPosition(row: 22, column: 3)), .extending)
    old.select(.header(.horizontal, 6), .adding)
    let standing = old.standing(byName: true)
    #expect(standing.hasSelection && standing.selectedRows == [20..<23])
    #expect(standing.lastRow < 200)
    var new = model(names)
    new.restoreRows(standing)
    #expect(new.selection.isEmpty, "other rows stand there")
    new.restoreSelection(standing, at: [20..<23: [3..<4, 7..<9]])
    #expect(new.selection.ranges.map(\.rows) == [3..<4, 7..<9, SelectedRange.everything])
    #expect(new.selection.ranges.map(\.places) == [1..<4, 1..<4, 6..<7])
    // Rows that are not shown any more are not selected.
    new.restoreSelection(standing, at: [20..<23: []])
    #expect(new.selection.ranges.map(\.kind) == [.columns])
    // As they were where they stand as they did, from the same end.
    new.restoreSelection(standing, at: [20..<23: [20..<23]])
    #expect(new.selection == old.selection)
}

@Test func aColumnIsKnownAgainByItsNameAndWhichOfThatNameItIs() {
    func columns(_ names: [String]) -> [Column] { names.map { Column(name: $0, type: .text) } }
    let old = columns(["a", "name", "name", "", ""])
    func index(of column: Int, in names: [String]) -> Int? {
        GridStanding.ColumnKey(of: column, in: old).index(in: columns(names))
    }
    for column in old.indices { #expect(index(of: column, in: old.map(\.name)) == column) }
    #expect(index(of: 2, in: ["name", "b", "a", "name"]) == 3)
    #expect(index(of: 2, in: ["name", "a"]) == nil)
    #expect(index(of: 0, in: ["B", "C"]) == nil, "no letters, as of a spreadsheet")
    #expect(index(of: 4, in: ["", "x", ""]) == 2)
}

@Test(arguments: [(333, 999), (334, 0)])
func moreRangesThanCanBeDrawnAreNotSelectedAgain(stretches: Int, selected: Int) {
    var old = model(names, rows: 2000)
    old.activate(CellPosition(row: 0, column: 0))
    old.select(.cell(CellPosition(row: 700, column: 6)), .extending)
    // Every second column is between two others now: three ranges for each stretch of rows.
    var new = model(["a", "x", "b", "y", "c", "z"], rows: 2000)
    let standing = old.standing(byName: true)
    let rows = (0..<stretches).map { 3 * $0..<3 * $0 + 2 }
    new.restoreSelection(standing, at: Dictionary(uniqueKeysWithValues: standing.selectedRows.map { ($0, rows) }))
    #expect(new.selection.ranges.count == selected)
}
