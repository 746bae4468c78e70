import Geometry
import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

private func place(_ row: Int, _ column: Int) -> AccessiblePlace { AccessiblePlace(row: row, column: column) }

/// A table with a value of each kind, in a window of 600 × 300.
private func kinds() -> GridModel {
    var snapshot = TableSnapshot(
        description: TableDescription(format: "CSV"),
        columns: [Column(name: "a", type: .text), Column(name: "", type: .integer, groups: ["Sizes"])],
        rowCount: .exactly(400), phase: .complete)
    var builder = RowBlockBuilder(firstRow: 0, columns: 0..<2)
    let cells: [(String, CellInfo)] = [
        ("null", CellInfo(state: .value)), ("7", CellInfo(state: .value)),
        ("", CellInfo(state: .null)), ("", CellInfo(state: .value)),
        ("two\nlines\u{0}", CellInfo(state: .value)), ("", CellInfo(state: .missing)),
    ]
    for (text, info) in cells {
        builder.append(text.utf8)
        builder.endCell(info)
    }
    snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
    snapshot.version = 1
    var model = GridModel(table: snapshot)
    model.restyle(.light, measuring: FixedMeasure())
    model.resize(to: Size(width: 600, height: 300), scaleFactor: 1)
    model.apply(snapshot)
    return model
}

@Suite struct AccessibleTableTests {
    @Test func aWordForAStateIsToldFromAValueOfTheSameLetters() {
        let table = AccessibleTable(kinds())
        let said = (0..<3).flatMap { row in (0..<2).map { place(row, $0) } }
            .map { [table.name(of: $0), table.description(of: $0)] }
        #expect(
            said == [
                ["null", ""], ["7", ""],
                ["null", "no value: the file says so"], ["empty", "a value without characters"],
                ["two\nlines␀", ""], ["missing", "no value: the record ends before it"],
            ])
        #expect(table.name(of: place(300, 0)) == "loading" && table.description(of: place(300, 0)) == "not read yet")
        #expect(table.missingCell(of: place(300, 1)) == CellPosition(row: 300, column: 1))
        #expect(table.missingCell(of: place(2, 1)) == nil)
        #expect(table.name(of: place(400, 0)).isEmpty && table.missingCell(of: place(400, 0)) == nil)
    }

    @Test func headersAndTheTableSayHowItIsArranged() {
        var model = kinds()
        model.sortedColumns = [SortedColumn(column: 1, isDescending: true), SortedColumn(column: 0)]
        model.freeze(rows: 1)
        let table = AccessibleTable(model, title: "a.csv")
        #expect(table.name(of: place(-1, 1)) == "B")
        #expect(table.description(of: place(-1, 1)) == "integer, sorted descending, key 1 of 2, in Sizes")
        #expect(table.attributes(of: place(-1, 0)).map(\.value) == ["1", "ascending"])
        #expect(table.name(of: place(4, -1)) == "5" && table.name(of: place(-1, -1)) == "Row")
        #expect(
            table.description
                == "400 rows × 2 columns, first row frozen, sorted by B descending, then by a")
        model.setRowHeader(0)
        let named = AccessibleTable(model)
        #expect(named.columnCount == 1 && named.name(of: place(0, -1)) == "null")
        #expect(named.name(of: place(-1, -1)) == "a" && named.description(of: place(2, -1)) == "row 3")
    }

    @Test func aTableOfATrillionRowsSaysItsTrueNumbersAndCountsAsFarAsItCan() {
        let (model, _) = generated(rows: 1_000_000_000_000, columns: 100)
        let table = AccessibleTable(model)
        #expect(table.attributes.map(\.value) == ["1000000000000", "100"])
        #expect(table.childCount == AccessibleTable.childLimit)
        let last = place(999_999_999_999, 99)
        #expect(table.number(of: last) == nil && table.contains(last))
        #expect(table.attributes(of: last).map(\.value) == ["1000000000000", "1000000000000", "100"])
        let far = place(20_000_000, 99)
        #expect(table.number(of: far).flatMap(table.child) == far)
        #expect(table.child(-1) == nil)
    }

    @Test(arguments: ListSource.weekViews)
    func inEveryViewEachPlaceHasItsNumberItsHeadersAndItsPlaceOnTheScreen(_ choice: ViewChoice) throws {
        let model = ListSource.week.model(choice, size: Size(width: 700, height: 500))
        let table = AccessibleTable(model)
        #expect(table.childCount == (table.rowCount + 1) * (table.columnCount + 1))
        for number in 0..<table.childCount {
            let place = try #require(table.child(number))
            #expect(table.number(of: place) == number)
            #expect(!table.name(of: place).isEmpty)
            guard let cell = table.cell(at: place), let frame = table.frame(of: place) else { continue }
            #expect(table.place(at: Point(x: frame.midX, y: frame.midY)) == place)
            #expect(table.place(of: cell) == place && table.standing(of: place).contains([.showing, .visible]))
            let block = try #require(ListSource.week.snapshot.cells.block(row: cell.row, column: cell.column))
            #expect(table.name(of: place) == block.text(row: cell.row, column: cell.column))
        }
        #expect(table.frame(of: place(0, 0)) != nil)
        if model.groups != nil {
            #expect(table.columnCount == 1 && table.name(of: place(1, -1)) == "Tue")
            #expect(table.name(of: place(-1, 0)) == "Task" && table.description(of: place(1, -1)) == "row 2")
            #expect(table.frame(of: place(1, -1)) != nil)
            #expect(table.description(of: place(1, 0)) == (choice.name == "timeline" ? "Hours: 4" : ""))
        }
    }

    @Test func aMergedCellIsOneWhereverItIsAskedFor() {
        var model = kinds()
        model.merge([CellSpan(rows: 0..<3, columns: 0..<2)])
        let table = AccessibleTable(model)
        let span = table.span(of: place(2, 1))
        #expect(span.first == place(0, 0) && span.rows == 3 && span.columns == 2)
        model.activate(CellPosition(row: 1, column: 1))
        #expect(AccessibleTable(model).active == place(0, 0))
    }

    @Test func whatIsSelectedIsWhatALookAtEachCellSays() {
        var random = SplitMix64(seed: 47)
        for _ in 0..<60 {
            let view = [ViewChoice("sheet"), ViewChoice("cards")].randomElement(using: &random) ?? ViewChoice()
            var model = ListSource.week.model(view, size: Size(width: 700, height: 500))
            if Bool.random(using: &random) { model.setRowHeader(Int.random(in: 0..<3, using: &random)) }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let table = AccessibleTable(model)
                let target = table.child(Int.random(in: 0..<table.childCount, using: &random)).flatMap(table.target)
                let mode = [SelectionMode.replacing, .adding, .extending].randomElement(using: &random) ?? .adding
                if let target { model.select(target, mode) }
            }
            let table = AccessibleTable(model)
            let cells = (0..<table.rowCount).flatMap { row in (0..<table.columnCount).map { place(row, $0) } }
            let selected = cells.filter(table.isSelected)
            #expect(table.selectedCount == selected.count)
            #expect((0..<selected.count + 1).compactMap(table.selected) == selected)
            for cell in cells where !model.selection.isEmpty {
                guard let column = table.cell(at: cell)?.column, let at = model.columns.place(of: column) else {
                    continue
                }
                #expect(table.isSelected(cell) == model.selection.contains(row: cell.row, place: at))
            }
            for row in table.selectedRows(limit: 10) {
                #expect(cells.allSatisfy { $0.row != row || table.isSelected($0) })
                #expect(table.isSelected(place(row, -1)))
            }
            for column in table.selectedColumns(limit: 10) {
                #expect(cells.allSatisfy { $0.column != column || table.isSelected($0) })
                #expect(table.isSelected(place(-1, column)))
            }
        }
    }

    @Test func whatIsTakenOutIsSelectedNoMoreAndTheRestStays() throws {
        var model = kinds()
        model.select(.header(.vertical, 3))
        model.select(.header(.vertical, 5), .adding)
        model.deselect(.header(.vertical, 3))
        let table = AccessibleTable(model)
        #expect(table.selectedRows(limit: 9) == [5] && !table.isSelected(place(3, 0)))
        #expect(table.selectedRows(limit: 0).isEmpty)
    }

    @Test func listenersAreToldOfWhatChangedAndOfNothingElse() {
        var model = kinds()
        var telling = AccessibleTelling(AccessibleTable(model))
        #expect(telling.news(AccessibleTable(model)).isEmpty)
        model.perform(.moveDown)
        #expect(telling.news(AccessibleTable(model)) == [.activeMoved(place(1, 0)), .selectionChanged])
        model.perform(.moveRight, extending: true)
        #expect(telling.news(AccessibleTable(model)) == [.selectionChanged])
        model.scroll(to: Point(x: 0, y: 500))
        #expect(telling.news(AccessibleTable(model)).isEmpty)
        // Rows that are being found are told of at the end.
        var snapshot = model.table
        for (count, told) in [
            (RowCount.atLeast(500), []), (.atLeast(600), []),
            (.exactly(700), [AccessibleNews.rows(first: 400, count: 300), .described]),
        ] as [(RowCount, [AccessibleNews])] {
            snapshot.version.advance()
            snapshot.rowCount = count
            model.apply(snapshot)
            #expect(telling.news(AccessibleTable(model)) == told)
        }
        model.moveColumn(0, toLine: 2)
        #expect(
            telling.news(AccessibleTable(model)) == [.replaced, .activeMoved(place(1, 1)), .selectionChanged])
        snapshot.version.advance()
        snapshot.rowCount = .exactly(3)
        model.apply(snapshot)
        let news = telling.news(AccessibleTable(model))
        #expect(news.first == .rows(first: 3, count: -697) && news.last == .described)
    }

    @Test func whatIsListenedToIsWantedBehindAllThatIsInSight() {
        var (model, _) = generated(rows: 1_000_000, columns: 3)
        let (seen, state) = (model.wantedCells(), model.wantedState)
        let cells = (1...10).map { CellPosition(row: $0 * 50_000, column: 2) }
        for cell in cells {
            let isNew = model.listen(to: cell)
            #expect(isNew)
        }
        for cell in [CellPosition(row: 500_001, column: 1), CellPosition(row: 1_000_000, column: 0)] {
            let isNew = model.listen(to: cell)
            #expect(!isNew, "its tile is wanted already, or there is none")
        }
        let wanted = model.wantedCells()
        #expect(wanted.prefix(seen.count) == seen[...] && state != model.wantedState)
        #expect(wanted.dropFirst(seen.count).map(\.rows.lowerBound) == cells.dropFirst(2).map(\.row))
    }
}
