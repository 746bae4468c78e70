import Geometry
import GridLayout
import GridUI
import Tabular
import TestSources
import Testing

@testable import QuadrilleApp

/// The layout that a file itself declares.
@Suite struct DeclaredViewTests {
    private static let layout: DeclaredLayout = {
        var layout = DeclaredLayout()
        (layout.frozenColumns, layout.headerRows) = (1, 2)
        layout.widths = [1: 20, 90: 4, 3: .infinity]
        layout.merges = [DeclaredLayout.Merge(rows: 4..<6, columns: 3..<5)]
        (layout.hiddenRows, layout.hiddenColumns) = ([8..<10], [6..<7, 400..<900])
        layout.activeCell = (row: 2, column: 3)
        layout.rowLabels = .counted(first: 3)
        layout.isRightToLeft = true
        return layout
    }()

    private func grid(_ layout: DeclaredLayout, _ settings: ViewSettings = ViewSettings()) throws -> GridModel {
        let source = TypedSource(rows: 50, columns: 12, layout: layout)
        var grid = try OffscreenGrid(source, size: Size(width: 900, height: 600), scale: 1)
        try grid.stand(settings)
        #expect(grid.notes.isEmpty)
        return grid.model
    }

    @Test func viewBeginsWithIt() throws {
        let model = try grid(Self.layout)
        let plain = try grid(DeclaredLayout())
        #expect((model.sheet.frozenRows, model.sheet.frozenColumns) == (2, 1))
        #expect(model.viewport.direction == .rightToLeft)
        #expect(model.hiddenCounts == (2, 1) && model.sheet.columns.isHidden(6) && model.sheet.rows.isHidden(8))
        #expect(model.activeCell == CellPosition(row: 2, column: 3))
        #expect(model.sheet.merges.span(containing: 5, column: 4) != nil)
        #expect(model.sheet.columns.size(of: 1) > plain.sheet.columns.size(of: 1))
        #expect(model.sheet.columns.size(of: 3) == plain.sheet.columns.size(of: 3))
        #expect(plain.viewport.direction == .leftToRight && plain.hiddenCounts == (0, 0))
    }

    @Test func requestsTakeItsPlace() throws {
        var asked = ViewSettings()
        (asked.frozenRows, asked.frozenColumns, asked.zoom) = (3, 2, 1.5)
        asked.place = CellPosition(row: 20, column: 1)
        let model = try grid(Self.layout, asked)
        #expect((model.sheet.frozenRows, model.sheet.frozenColumns) == (3, 2))
        #expect(model.viewport.zoom == 1.5 && model.activeCell == CellPosition(row: 20, column: 1))
        #expect(model.hiddenCounts == (2, 1))
    }

    @Test func onlyNewPartsAreAppliedAsMoreOfItIsRead() throws {
        let model = try grid(DeclaredLayout())
        var table = model.table
        var declared = DeclaredBeginning()
        #expect(declared.next(in: model) == nil)
        func next(_ layout: DeclaredLayout) -> ViewSettings? {
            table.declaredLayout = layout
            table.version.advance()
            var model = model
            model.apply(table)
            return declared.next(in: model)
        }
        var layout = Self.layout
        (layout.merges, layout.isComplete) = ([], false)
        let begun = next(layout)
        let first = try #require(begun)
        #expect(first.frozenRows == 2 && first.hasStandingColumns && first.merges.isEmpty && first.isRightToLeft)
        #expect(next(layout) == nil)
        let added = next(Self.layout)
        let second = try #require(added)
        #expect(second.merges == [CellSpan(rows: 4..<6, columns: 3..<5)])
        #expect(second.standing == nil && !second.isRightToLeft && !second.hasStandingColumns)
        // A table that is read again has less of it for a while.
        #expect(next(layout) == nil && next(Self.layout) == nil)
        layout = Self.layout
        layout.frozenRows = 5
        #expect(next(layout)?.frozenRows == 5)
    }

    @Test func rememberedViewHasItsDirectionAlone() throws {
        var model = try grid(DeclaredLayout())
        var table = model.table
        table.declaredLayout = Self.layout
        table.version.advance()
        model.apply(table)
        model.freeze(rows: 7)
        var declared = DeclaredBeginning()
        declared.isRemembered = true
        let next = declared.next(in: model)
        let settings = try #require(next)
        #expect(settings.isRightToLeft && settings.merges.isEmpty && settings.standing == nil)
        #expect(settings.frozenRows == 7 && declared.next(in: model) == nil)
    }

    @Test(
        arguments: [
            ("3", GoToTarget.cell(row: 0, column: nil), "Goes to row 3"),
            ("1,001", .cell(row: 12, column: nil), "Goes to row 1,001"),
            ("B1001", .cell(row: 12, column: 1), "Goes to row 1,001, column 'c1'"),
            ("2", .wrong("There is no row 2."), nil), ("15", .wrong("There is no row 15."), nil),
            ("1040", .wrong("There is no row 1,040."), nil),
        ] as [(String, GoToTarget, String?)])
    func rowsAreFoundByTheirLabels(_ text: String, _ target: GoToTarget, _ words: String?) throws {
        var layout = DeclaredLayout()
        layout.rowLabels = .stretches([RowLabels.Stretch(row: 0, label: 3), RowLabels.Stretch(row: 12, label: 1_001)])
        let table = try grid(layout).table
        #expect(GoToTarget(text, in: GoToTable(table)) == target)
        if let words { #expect(target.words(in: GoToTable(table)) == words) }
        #expect(StatusText.place(of: CellPosition(row: 12, column: 1), in: table) == "Row 1,001 · c1")
        #expect(OpeningPlace(row: 1_000, counting: .label).resolved(in: table).row == 12)
        #expect(OpeningPlace(row: 10).resolved(in: table).row == 10)
    }
}
