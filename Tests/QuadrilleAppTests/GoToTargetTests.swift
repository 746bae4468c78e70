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
        #expect(GoToTarget(text, in: table) == target)
        if let words { #expect(target.words(in: table) == words) }
    }

    @Test func oneGoesBackAndForwardAsInABrowser() {
        func cell(_ row: Int) -> CellPosition { CellPosition(row: row, column: 0) }
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
}
