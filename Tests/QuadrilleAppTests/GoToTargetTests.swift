import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct GoToTargetTests {
    private var table: TableSnapshot {
        TableSnapshot(
            description: TableDescription(format: "CSV"),
            columns: ["id", "total", "Unit price", "7"].map { Column(name: $0, type: .text) },
            rowCount: .exactly(20_000),
            phase: .complete)
    }

    @Test(
        arguments: [
            ("", GoToTarget.nothing, "A row, a column, “row, column”, or @byte"),
            ("1234", .cell(row: 1233, column: nil), "Goes to row 1,234"),
            (" 12,345 ", .cell(row: 12_344, column: nil), "Goes to row 12,345"),
            ("12 345", .cell(row: 12_344, column: nil), "Goes to row 12,345"),
            ("12'345, total", .cell(row: 12_344, column: 1), "Goes to row 12,345, column 'total'"),
            ("5,2", .cell(row: 4, column: 1), "Goes to row 5, column 'total'"),
            ("1,234,2", .cell(row: 1233, column: 1), "Goes to row 1,234, column 'total'"),
            ("unit", .cell(row: nil, column: 2), "Goes to column 'Unit price'"),
            ("C", .cell(row: nil, column: 2), "Goes to column 'Unit price'"),
            ("@1,000", .byte(1000), "Goes to the row of byte 1,000"),
            ("byte 12", .byte(12), "Goes to the row of byte 12"),
            ("0", .wrong("Rows count from 1."), "Rows count from 1."),
            ("20001", .wrong("There are 20,000 rows."), "There are 20,000 rows."),
            ("totl", .wrong("There is no column 'totl'. Did you mean 'total'?"), nil),
            ("5, nothing", .wrong("There is no column 'nothing'."), nil),
            ("@x", .wrong("Write a byte as a number from 0, such as @12,345."), nil),
            ("99999999999999999999", .wrong("There is no column '99999999999999999999'."), nil),
        ] as [(String, GoToTarget, String?)])
    func aTextLeadsToAPlace(_ text: String, _ target: GoToTarget, _ words: String?) {
        #expect(GoToTarget(text, in: GoToTable(table)) == target)
        if let words { #expect(target.words(in: GoToTable(table)) == words) }
    }

    @Test func sharedLastNameLeadsNowhere() {
        let columns = [["b", "total"], ["d", "total"]].map { path in
            var column = Column(name: path.last ?? "", type: .text)
            column.path = path
            return column
        }
        let table = TableSnapshot(
            description: TableDescription(format: "JSON"), columns: columns, rowCount: .exactly(2), phase: .complete)
        #expect(
            GoToTarget("total", in: GoToTable(table))
                == .wrong(
                    "More than one column has the name 'total'. Did you mean 'b.total' or 'd.total'?"))
        #expect(GoToTarget("d.total", in: GoToTable(table)) == .cell(row: nil, column: 1))
    }

    @Test(
        arguments: [
            ("B17", .cell(row: 16, column: 1)), ("b 17", .wrong("There is no column 'b 17'.")),
            ("Orders.csv", .table(1, row: nil, column: nil)), ("d/people.csv", .table(0, row: nil, column: nil)),
            ("people.csv!D17", .table(0, row: 16, column: "D")), ("'an''s'!7", .table(2, row: 6, column: nil)),
            ("orders.csv!2, name", .table(1, row: 1, column: "name")),
            ("orders.csv!name", .table(1, row: nil, column: "name")),
            ("orders.csv!0", .wrong("Rows count from 1.")), ("x!1", .wrong("There is no table 'x' in this file.")),
            // A column of that name is nearer.
            ("total", .cell(row: nil, column: 1)),
        ] as [(String, GoToTarget)])
    func tableOfAFileIsNamed(_ text: String, _ target: GoToTarget) {
        let tables = ["d/people.csv", "orders.csv", "an's", "total"]
        #expect(GoToTarget(text, in: GoToTable(table, tables: tables)) == target)
    }

    @Test func missingRowOfAnotherTableIsNamedWithTheNumberOfRows() {
        let table = GoToTable(self.table)
        #expect(
            GoToTarget(row: 20_001, column: "total", in: table)
                == .wrong("There is no row 20,001. There are 20,000 rows."))
        #expect(GoToTarget(row: 20_000, column: "B", in: table) == .cell(row: 19_999, column: 1))
        #expect(GoToTarget(row: nil, column: "total", in: table) == .cell(row: nil, column: 1))
        #expect(GoToTarget(row: 1, column: "zzz", in: table) == .wrong("There is no column 'zzz'."))
    }

    @Test func rowsAreThoseOfTheFileWhateverIsShownOfThem() {
        var table = self.table
        var order = ShownOrder(version: 1, RowOrder(rows: [7, 9], sourceRowCount: 19_990))
        order.laterRows = 10
        (table.order, table.rowCount) = (order, .exactly(2))
        #expect(GoToTarget("5000", in: GoToTable(table)) == .cell(row: 4999, column: nil))
        #expect(GoToTarget("20000, total", in: GoToTable(table)) == .cell(row: 19_999, column: 1))
        #expect(GoToTarget("20001", in: GoToTable(table)) == .wrong("There are 20,000 rows."))
    }

    @Test func aColumnIsFoundByItsNameAsItIsShown() {
        var table = self.table
        table.columns[2].name = "tab\tand\u{202E}sign"
        #expect(GoToTarget(table.columns[2].name.visible, in: GoToTable(table)) == .cell(row: nil, column: 2))
        #expect(GoToTarget("3, " + table.columns[2].name.visible, in: GoToTable(table)) == .cell(row: 2, column: 2))
    }

    @Test func whyARowIsNotShownIsSaid() {
        var model = GridModel(table: self.table)
        var table = self.table
        let order = ShownOrder(version: 1, RowOrder(rows: [7, 9], sourceRowCount: 19_000))
        (table.order, table.rowCount, table.version) = (order, .exactly(2), 1)
        model.apply(table)
        #expect(StatusText.notShown(1233, in: model) == "Row 1,234 is filtered out.")
        #expect(
            StatusText.notShown(19_000, in: model)
                == "Row 19,001 came after the rows were put in order. Sort or filter again to see it.")
    }

    @MainActor @Test func rowsInSightAreNamedByNumbersThatTheyBear() {
        var model = GridModel(table: self.table)
        #expect(ExportChooser.inSight(0..<1_030, of: model) == "In sight: 1 to 1,030")
        var table = self.table
        (table.order, table.rowCount, table.version) = (
            ShownOrder(version: 1, RowOrder(rows: [7, 9], sourceRowCount: 9_000)), .exactly(2), 1
        )
        model.apply(table)
        #expect(ExportChooser.inSight(0..<2, of: model) == "In sight: 2 rows")
    }

    @Test func oneGoesBackAndForwardAsInABrowser() {
        func cell(_ row: Int) -> PlaceHistory.Place {
            PlaceHistory.Place(cell: CellPosition(row: row, column: 0))
        }
        var places = PlaceHistory()
        #expect(places.goBack(from: cell(0)) == nil)
        places.leave(cell(0))
        places.leave(cell(5))
        #expect(places.goBack(from: cell(9)) == cell(5))
        #expect(places.goBack(from: cell(5)) == cell(0))
        #expect(places.goBack(from: cell(0)) == nil)
        #expect(places.goForward(from: cell(0)) == cell(5))
        #expect(places.goForward(from: cell(5)) == cell(9))
        #expect(places.goForward(from: cell(9)) == nil)
        #expect(places.goBack(from: cell(9)) == cell(5))
        places.leave(cell(7))
        #expect(places.goForward(from: cell(1)) == nil)
        // Where one stands already is nowhere to go.
        #expect(places.goBack(from: cell(7)) == cell(0))
    }

    @Test func historyLeadsThroughTables() {
        func cell(_ row: Int, _ table: String) -> PlaceHistory.Place {
            PlaceHistory.Place(table: table, cell: CellPosition(row: row, column: 0))
        }
        var places = PlaceHistory()
        places.leave(cell(3, "tracks"))
        #expect(places.goBack(from: cell(3, "artists")) == cell(3, "tracks"), "the same cell of another table")
        #expect(places.goForward(from: cell(3, "tracks")) == cell(3, "artists"))
        #expect(places.goBack(from: nil) == cell(3, "tracks"), "from a table without rows")
        #expect(places.goForward(from: cell(3, "tracks")) == nil)
    }
}
