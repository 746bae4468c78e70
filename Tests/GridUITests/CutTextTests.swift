import Drawing
import Geometry
import GridUI
import SeededRandom
import Tabular
import TabularOps
import Testing

@Suite struct CutTextTests {
    /// Columns 100 wide, in which 84 are for texts: ten characters of 8.
    private func sheet(wraps: Bool = false, zoom: Double = 1, direction: LayoutDirection = .leftToRight) -> GridModel {
        let long = String(repeating: "long ", count: 400)
        let snapshot = table(
            ["short", "a longer title"],
            [["ten chars.", "eleven char"], ["two\nlines", nil], ["", long], ["a\u{1}b", "tab\tbed, and long"]])
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 800, height: 600), scaleFactor: 1)
        model.apply(snapshot)
        for column in 0..<2 { model.resizeColumn(column, to: 100) }
        model.setDirection(direction)
        model.setWrapsText(wraps)
        model.zoom(to: zoom)
        return model
    }

    @Test func headersTellDeclaredTypesAndTimes() throws {
        var snapshot = table(["at", "b"], types: [.integer, .text], [["1709208000", "x"]])
        snapshot.columns[0].declaredType = "INTEGER"
        snapshot.columns[0].isGenerated = true
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 800, height: 600), scaleFactor: 1)
        model.apply(snapshot)
        func tip(_ column: Int) throws -> String? {
            let element = try #require(model.element(showing: CellPosition(row: 0, column: column)))
            let frame = try #require(model.attributes(for: element)).frame
            return model.cutText(at: Point(x: frame.midX, y: 10), measuring: FixedMeasure())?.text
        }
        #expect(try tip(0) == "Number · INTEGER · generated")
        #expect(try tip(1) == nil)
        model.setFormat(try CellFormat("%{unix}"), ofColumn: 0)
        #expect(try tip(0) == "Number · INTEGER · generated\nShown as time: Unix seconds (UTC)")
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        #expect(list.dump().contains("at · UTC") && list.dump().contains("2024-02-29 12:00:00"))
    }

    @Test func whatIsTooNarrowToBeSeenSaysHowManyItIsAndIsFoundByAClick() throws {
        let rows = (0..<3_000).map { [["Rome", "Oslo", "Lima"][$0 % 3], "\($0)"] }
        let source = ListSource(["city", "number"], rows)
        var model = source.model(ViewChoice("timeline", columns: [.group: 0]), size: Size(width: 800, height: 600))
        let block = try #require(model.element(showing: CellPosition(row: 4, column: 0)))
        let frame = try #require(model.attributes(for: block)).frame
        let middle = Point(x: frame.midX, y: frame.midY)
        let tip = try #require(model.cutText(at: middle, measuring: FixedMeasure()))
        #expect(tip.text == "1,000 rows, each too narrow to be seen" && tip.frame == frame)
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        #expect(list.dump().contains("1,000 rows, each too narrow to be seen"))
        let cell = CellPosition(row: 1_501, column: 0)
        #expect(model.pointerTarget(at: middle) == .cell(cell))
        // Where rows cannot be filtered there is nowhere to go.
        #expect(!model.doubleClick(at: middle, measuring: FixedMeasure()) && model.takeAskedAction() == nil)

        model.offers.filtering = true
        let group = GridAction.showGroupInSheet(cell, Condition(column: 0, .equals, ["Oslo"]))
        #expect(model.menu(for: .cell(cell)).joined().map(\.action) == [.showInSheet(cell), group])
        #expect(model.cutText(at: middle, measuring: FixedMeasure())?.text.hasPrefix(tip.text + "\n") == true)
        #expect(model.doubleClick(at: middle, measuring: FixedMeasure()) && model.takeAskedAction() == group)
        // Its header is none of them.
        let header = Point(x: 10, y: frame.midY)
        #expect(!model.doubleClick(at: header, measuring: FixedMeasure()) && model.takeAskedAction() == nil)
    }

    @Test func aGroupIsOfOneTextAndMayBeEmpty() throws {
        let source = ListSource(["city", "number"], [["", "1"], ["Rome", "2"]])
        var model = source.model(ViewChoice("timeline", columns: [.group: 0]), size: Size(width: 800, height: 600))
        model.offers.filtering = true
        let cell = CellPosition(row: 0, column: 1)
        #expect(
            model.menu(for: .cell(cell)).joined().map(\.action) == [
                .showInSheet(cell), .showGroupInSheet(cell, Condition(column: 0, .empty)),
            ])
        model.show(ViewChoice("cards"))
        #expect(model.menu(for: .cell(cell)).joined().map(\.action) == [.showInSheet(cell)])

        // Numbers that are equal are written in two ways, which are two groups.
        let numbers = ListSource(["size"], types: [.decimal], [["1.5"], ["1.50"]])
        var sizes = numbers.model(ViewChoice("timeline", columns: [.group: 0]), size: Size(width: 800, height: 600))
        sizes.offers.filtering = true
        let size = CellPosition(row: 1, column: 0)
        var condition = Condition(column: 0, .isIn, ["1.50"])
        condition.isLiteral = true
        #expect(sizes.menu(for: .cell(size)).joined().map(\.action).contains(.showGroupInSheet(size, condition)))
    }

    @Test func aGroupWhoseTextIsNotValidIsNotFilteredBy() {
        let source = ListSource(["city", "number"], bytes: [[[0x4F, 0xE9], [0x31]], [Array("Rome".utf8), [0x32]]])
        var model = source.model(ViewChoice("timeline", columns: [.group: 0]), size: Size(width: 800, height: 600))
        model.offers.filtering = true
        let (invalid, valid) = (CellPosition(row: 0, column: 0), CellPosition(row: 1, column: 0))
        #expect(model.menu(for: .cell(invalid)).joined().map(\.action) == [.showInSheet(invalid)])
        let group = GridAction.showGroupInSheet(valid, Condition(column: 0, .equals, ["Rome"]))
        #expect(model.menu(for: .cell(valid)).joined().map(\.action) == [.showInSheet(valid), group])
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft], 0..<6 as Range<UInt64>)
    func theActiveRowOfThoseThatAreTooNarrowIsWhereAClickFindsIt(direction: LayoutDirection, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rows = (0..<2_000).map { _ in ["Rome", "\(random.int(1...9))"] }
        let source = ListSource(["city", "hours"], rows)
        var model = source.model(
            ViewChoice("timeline", columns: [.group: 0, .weight: 1]), size: Size(width: 800, height: 600))
        model.setDirection(direction)
        let block = try #require(model.element(showing: CellPosition(row: 0, column: 0)))
        let frame = try #require(model.attributes(for: block)).frame
        let theme = Theme.light
        var (list, presenter) = (DisplayList(), Presenter())
        for _ in 0..<20 {
            // One item is less than half a pixel wide.
            let across = Double(random.int(0...Int(frame.width) - 1)) + 0.5
            let x = direction == .leftToRight ? frame.x + across : 800 - frame.x - across
            let point = Point(x: x, y: frame.midY)
            guard case .cell(let cell) = model.pointerTarget(at: point) else {
                Issue.record("no cell at \(point)")
                continue
            }
            model.activate(cell)
            let place = try #require(model.activePlace(inAggregate: block)) * frame.width
            #expect(place <= across && place > across - 2)
            presenter.present(model, theme: theme, into: &list)
            let lines = list.commands.compactMap { command -> Rect? in
                guard case .fill(let rect, let color) = command, color == theme.accent, rect.width == 2 else {
                    return nil
                }
                return rect
            }
            #expect(lines.count == 1)
            #expect(abs(try #require(lines.first).midX - x) <= 3, "at \(x)")
            // The next one, to the right and back to the left.
            let next = cell.row + (direction == .leftToRight ? 1 : -1)
            guard rows.indices.contains(next) else { continue }
            model.perform(.moveRight)
            #expect(model.activeCell?.row == next)
            model.perform(.moveLeft)
            #expect(model.activeCell?.row == cell.row)
        }
    }

    @Test func keysLeadFromOneOfManyToWhatLiesAboveAndBelowIt() throws {
        let rows = (0..<6_000).map { [["Rome", "Oslo", "Lima"][$0 % 3], "\($0)"] }
        let source = ListSource(["city", "number"], rows)
        var model = source.model(ViewChoice("timeline", columns: [.group: 0]), size: Size(width: 800, height: 600))
        // The 500th of Rome.
        model.activate(CellPosition(row: 1_500, column: 0))
        model.perform(.moveDown)
        #expect(abs(try #require(model.activeCell).row - 1_501) <= 6, "Oslo's there, by the nearest half pixel")
        #expect(try #require(model.activeCell).row % 3 == 1)
        model.perform(.moveUp)
        #expect(abs(try #require(model.activeCell).row - 1_500) <= 6)
        // From the end of a block into the next thing, and not within.
        model.activate(CellPosition(row: 5_997, column: 0))
        model.perform(.moveRight)
        #expect(model.activeCell?.row == 1)
    }

    private func cut(_ row: Int, _ column: Int, _ model: GridModel) -> String? {
        model.cutText(of: CellPosition(row: row, column: column), measuring: FixedMeasure())?.text
    }

    @Test(arguments: SheetKind.all)
    func whatHasNoRoomIsToldAtItsPlaceAndWhatHasIsNot(kind: SheetKind) throws {
        let (model, zoom) = (sheet(zoom: kind.zoom, direction: kind.direction), kind.zoom)
        func cut(_ x: Double, _ y: Double) -> CutText? {
            model.cutText(at: model.point(x * zoom, y * zoom), measuring: FixedMeasure())
        }
        #expect(cut(100, 46) == nil, "ten characters have room")
        #expect(cut(200, 46)?.text == "eleven char")
        #expect(try #require(cut(200, 46)).frame.contains(model.point(200 * zoom, 46 * zoom)))
        #expect(cut(100, 16) == nil)
        #expect(cut(200, 16)?.text == "a longer title")
        #expect(cut(20, 46) == nil && cut(600, 500) == nil)
    }

    @Test func whatStandsOnSeveralLinesIsToldWithThem() {
        #expect(cut(1, 0, sheet()) == "two\nlines")
        #expect(cut(1, 0, sheet(wraps: true)) == nil, "where text wraps all of it is seen")
        #expect(cut(1, 1, sheet()) == nil && cut(2, 0, sheet()) == nil)
    }

    @Test func controlsAreToldByTheirSignsAndOfALongTextTheBeginning() throws {
        #expect(cut(3, 0, sheet()) == nil)
        #expect(cut(3, 1, sheet()) == "tab⇥bed, and long")
        let long = try #require(cut(2, 1, sheet()))
        #expect(long.hasSuffix("…") && long.utf8.count == 1_003)
    }

    @Test(arguments: SheetKind.all)
    func aTitleThatTheSortMarkCutsIsTold(kind: SheetKind) {
        var (model, zoom) = (sheet(zoom: kind.zoom, direction: kind.direction), kind.zoom)
        func cut() -> String? {
            model.cutText(at: model.point(100 * zoom, 16 * zoom), measuring: FixedMeasure())?.text
        }
        // 40 of 84, of which 14 more are the mark's.
        for (width, isCut) in [(100.0, false), (70, false), (69, true), (56, true)] {
            model.resizeColumn(0, to: width)
            model.sortedColumns = []
            #expect(cut() == nil)
            model.sortedColumns = [SortedColumn(column: 0)]
            #expect((cut() == "short") == isCut, "\(width)")
        }
    }

    @Test func aValueIsMeasuredAndToldAsItsColumnShowsIt() throws {
        var model = sheet()
        model.setFormat(try CellFormat("%s pieces"), ofColumn: 0)
        #expect(cut(0, 0, model) == "ten chars. pieces")
        #expect(cut(1, 0, model) == "two\nlines pieces")
        let snapshot = table(["a"], types: [.decimal], [["1234.567891234"], ["no number at all"]])
        model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 800, height: 600), scaleFactor: 1)
        model.apply(snapshot)
        model.resizeColumn(0, to: 100)
        #expect(cut(0, 0, model) == "1234.567891234")
        model.setFormat(try CellFormat("%.0f"), ofColumn: 0)
        #expect(cut(0, 0, model) == nil)
        #expect(cut(1, 0, model) == "no number at all")
    }

    @Test func aValueOfWhichOnlyTheBeginningIsThereIsToldAsThat() {
        var snapshot = table(["a"], [["x"]])
        var builder = RowBlockBuilder(firstRow: 0, columns: 0..<1)
        builder.append("beginning".utf8)
        builder.endCell(CellInfo(state: .value, isCut: true), length: 10_000)
        snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
        var model = GridModel(table: snapshot)
        model.resize(to: Size(width: 800, height: 600), scaleFactor: 1)
        model.resizeColumn(0, to: 300)
        #expect(cut(0, 0, model) == "beginning…")
    }
}
