import Geometry
import GridUI
import Testing

@Suite struct MenuTests {
    private func labels(_ model: GridModel, _ target: PointerTarget) -> [String] {
        model.menu(for: target).joined().map { $0.label.filter { $0 != "_" } }
    }

    @Test func aColumnsMenuOffersWhatCanBeDoneWithIt() {
        var model = evenSheet()
        #expect(
            labels(model, .header(.horizontal, 2)) == [
                "Fit Column Width", "Hide Column", "Use as Row Names", "Merge Equal Neighbours",
                "Freeze Columns Up to Here", "Freeze Columns to End",
            ])
        model.hideColumn(4)
        model.setRowHeader(0)
        model.freeze(columns: 1)
        #expect(
            labels(model, .edge(.horizontal, 2)) == [
                "Fit Column Width", "Hide Column", "Show Hidden Columns", "Use as Row Names", "Show Row Numbers",
                "Merge Equal Neighbours", "Freeze Columns Up to Here", "Freeze Columns to End",
                "Unfreeze Columns",
            ])
    }

    @Test func aRowsMenuOffersWhatCanBeDoneWithIt() {
        var model = evenSheet()
        model.hideRows(4..<5)
        #expect(
            labels(model, .header(.vertical, 2)) == [
                "Hide Row", "Show Hidden Rows", "Default Row Height", "Freeze Rows Up to Here",
                "Freeze Rows to End",
            ])
    }

    @Test func everyMenuIsReachableByOneLetterAnEntry() {
        var model = evenSheet()
        model.hideRows(4..<5)
        model.hideColumn(4)
        model.setRowHeader(0)
        model.freeze(rows: 1, columns: 1)
        (model.offers.copying, model.offers.filtering, model.offers.sorting, model.offers.saving) = (
            true, true, true, true
        )
        model.sortedColumns = [SortedColumn(column: 1)]
        let targets: [PointerTarget] = [
            .header(.horizontal, 2), .header(.vertical, 2), .cell(CellPosition(row: 2, column: 2)), .corner,
        ]
        for target in targets {
            let letters = model.menu(for: target).joined().map { entry in
                entry.label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?
                    .lowercased()
            }
            #expect(!letters.isEmpty && !letters.contains(nil))
            #expect(Set(letters).count == letters.count, "\(target): \(letters)")
        }
    }

    @Test func aCellsMenuLeadsToItsValueAndItsRecordInEveryView() {
        var model = evenSheet()
        let cell = CellPosition(row: 2, column: 2)
        #expect(!model.menu(for: .cell(cell)).joined().map(\.action).contains(.lookAtValue(cell)))
        model.offers.looking = true
        model.offers.copying = true
        for view in ["sheet", "fit", "cards"] {
            model.show(ViewChoice(view))
            let entries = Array(model.menu(for: .cell(cell)).joined())
            #expect(entries.map(\.action).contains(.lookAtValue(cell)))
            #expect(entries.map(\.action).contains(.lookAtRecord(cell)))
            #expect(entries.map(\.action).contains(.lookAtColumn(cell)))
            let letters = entries.compactMap { entry in
                entry.label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?
                    .lowercased()
            }
            #expect(letters.count > 2 && Set(letters).count == letters.count, "\(letters)")
        }
    }

    @Test func aHeadersMenuLeadsToWhatItsColumnHolds() {
        var model = evenSheet()
        model.activate(CellPosition(row: 7, column: 0))
        let look = GridAction.lookAtColumn(CellPosition(row: 7, column: 2))
        #expect(!model.menu(for: .header(.horizontal, 2)).joined().map(\.action).contains(look))
        model.offers.looking = true
        #expect(model.menu(for: .header(.horizontal, 2)).joined().map(\.action).contains(look))
        #expect(!model.menu(for: .header(.vertical, 2)).joined().map(\.label).contains("Column Facts"))
    }

    @Test func aHeadersMenuAsksHowItsValuesAreShownWhereSomebodyCanBeAsked() {
        var model = evenSheet()
        #expect(!model.menu(for: .header(.horizontal, 2)).joined().map(\.action).contains(.request(.format, column: 2)))
        (model.offers.formatting, model.offers.filtering, model.offers.looking) = (true, true, true)
        (model.offers.sorting, model.offers.copying) = (true, true)
        let entries = Array(model.menu(for: .header(.horizontal, 2)).joined())
        #expect(entries.map(\.action).contains(.request(.format, column: 2)))
        let letters = entries.compactMap { entry in
            entry.label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?.lowercased()
        }
        #expect(Set(letters).count == letters.count, "\(letters)")
    }

    @Test func aCellsMenuHasAllOfItsRowAndItsColumn() {
        let model = evenSheet()
        let actions = model.menu(for: .cell(CellPosition(row: 3, column: 2))).joined().map(\.action)
        #expect(actions.contains(.hideRow(3)) && actions.contains(.hideColumn(2)) && actions.contains(.fitColumn(2)))
        #expect(actions.contains(.freeze(.vertical, .leading, boundary: 4)))
        #expect(actions.contains(.freeze(.horizontal, .trailing, boundary: 2)))
    }

    @Test func headersAndCellsOfferToFilterByTheirColumn() {
        var model = evenSheet()
        model.offers.filtering = true
        #expect(labels(model, .header(.horizontal, 2)).contains("Filter…"))
        #expect(labels(model, .cell(CellPosition(row: 3, column: 2))).contains("Filter…"))
        let header = model.shownFrame(ofHeaderOfColumn: 2)
        #expect(header.map { $0.maxX } == model.shownFrame(of: CellPosition(row: 0, column: 2))?.maxX)
        model.hideColumn(2)
        #expect(model.shownFrame(ofHeaderOfColumn: 2) == nil && model.shownFrame(ofHeaderOfColumn: 99) == nil)
        model.show(ViewChoice("cards"))
        #expect(model.shownFrame(ofHeaderOfColumn: 1) == nil)
    }

    @Test func aCommandThatWouldDoNothingCannotBeDone() throws {
        var model = evenSheet()
        let always: Set<GridCommand> = [
            .selectAll, .selectColumns, .selectRows, .copy, .freezeRows, .freezeColumns, .freezeBoth,
            .freezeTrailingRows, .freezeTrailingColumns, .hideRow, .hideColumn, .wrapText, .stripeRows, .compactRows,
            .headerPictures, .zoomIn, .zoomOut, .widenColumn, .narrowColumn, .raiseRow, .lowerRow, .addRange,
        ]
        func doable() -> Set<GridCommand> { Set(GridCommand.allCases.filter { !$0.isMove && model.canPerform($0) }) }
        #expect(doable() == always)
        let undoing: [(GridCommand, becomes: GridCommand)] = [
            (.freezeRows, .unfreeze), (.hideRow, .showAll), (.hideColumn, .showAll), (.zoomIn, .zoomReset),
            (.selectColumns, .selectCell),
        ]
        for (command, other) in undoing {
            model.perform(command)
            #expect(doable() == always.union([other]), "after \(command)")
            model.perform(other)
            #expect(doable() == always, "after \(other)")
        }
        let column = try #require(model.activeCell?.column)
        let width = model.sheet.columns.size(of: column)
        for (command, change) in [(GridCommand.widenColumn, 16.0), (.narrowColumn, 0)] {
            model.perform(command)
            #expect(model.sheet.columns.size(of: column) == width + change)
        }
        for _ in 0..<20 { model.perform(.narrowColumn) }
        #expect(model.sheet.columns.size(of: column) == 12 && !model.canPerform(.narrowColumn))
        let row = try #require(model.activeCell?.row)
        let height = model.sheet.rows.size(of: row)
        for (command, change) in [(GridCommand.raiseRow, 8.0), (.lowerRow, 0)] {
            model.perform(command)
            #expect(model.sheet.rows.size(of: row) == height + change && model.sheet.rows.size(of: row + 1) == height)
        }
        for _ in 0..<20 { model.perform(.lowerRow) }
        #expect(model.sheet.rows.size(of: row) == 8 && !model.canPerform(.lowerRow))
        for _ in GridModel.zoomSteps { model.perform(.zoomOut) }
        #expect(!model.canPerform(.zoomOut) && model.canPerform(.zoomIn))
        model.show(ViewChoice("fit"))
        #expect(!model.canPerform(.freezeRows) && !model.canPerform(.hideColumn) && model.canPerform(.copy))
        for command in [GridCommand.widenColumn, .narrowColumn, .raiseRow, .lowerRow] {
            #expect(!model.canPerform(command))
        }
        let nothing = generated(rows: 0, columns: 0).0
        #expect(GridCommand.allCases.allSatisfy { !nothing.canPerform($0) })
    }

    @Test func entriesDoWhatTheySay() {
        var model = evenSheet()
        func perform(_ action: GridAction) { model.perform(action, measuring: FixedMeasure()) }
        perform(.freeze(.horizontal, .leading, boundary: 3))
        perform(.freeze(.horizontal, .trailing, boundary: 48))
        perform(.freeze(.vertical, .leading, boundary: 2))
        perform(.freeze(.vertical, .trailing, boundary: 999))
        #expect(model.sheet.frozenColumns == 3 && model.sheet.frozenTrailingColumns == 2)
        #expect(model.sheet.frozenRows == 2 && model.sheet.frozenTrailingRows == 1)
        perform(.unfreeze(.horizontal))
        perform(.unfreeze(.vertical))
        #expect(model.sheet.frozenColumns == 0 && model.sheet.frozenTrailingColumns == 0)
        #expect(model.sheet.frozenRows == 0 && model.sheet.frozenTrailingRows == 0)
        perform(.hideRow(3))
        perform(.hideColumn(3))
        #expect(model.hiddenCounts == (1, 1))
        perform(.showRows)
        #expect(model.hiddenCounts == (0, 1))
        perform(.showColumns)
        #expect(model.hiddenCounts == (0, 0))
        model.resizeRow(5, to: 99)
        perform(.resetRow(5))
        #expect(model.sheet.rows.size(of: 5) == 28)
        perform(.useAsRowNames(1))
        #expect(model.columns.rowHeader == 1)
        perform(.showRowNumbers)
        #expect(model.columns.rowHeader == nil)
        perform(.fitColumn(0))
        #expect(model.widths[0] != 100)
    }

    @Test func whatIsClickedAtBecomesActive() {
        var model = evenSheet()
        model.activate(.header(.horizontal, 3))
        #expect(model.activeCell == CellPosition(row: 0, column: 3))
        model.activate(.header(.vertical, 7))
        #expect(model.activeCell == CellPosition(row: 7, column: 3))
        model.activate(.corner)
        #expect(model.activeCell == CellPosition(row: 7, column: 3))
    }

    @Test func otherViewsOfferNothing() {
        var model = evenSheet()
        model.show(ViewChoice("fit"))
        #expect(model.menu(for: .header(.horizontal, 0)).isEmpty)
        #expect(model.target(56, 16) != .edge(.horizontal, 0))
        model.drag(400, 10, to: 401, 10)
        #expect(model.activeCell?.column != nil)
    }
}
