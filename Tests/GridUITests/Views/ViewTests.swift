import Drawing
import Geometry
import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

@Suite struct ViewTests {
    private let size = Size(width: 420, height: 240)

    private func present(_ model: GridModel, _ transition: FrameTransition? = nil) -> DisplayList {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, transition: transition, into: &list)
        return list
    }

    @Test(arguments: ListSource.weekViews)
    func aViewIsDrawnAsItsGoldenListSays(_ choice: ViewChoice) {
        #expect(present(ListSource.week.model(choice, size: size)).dump() == Golden.views[choice.name])
    }

    @Test(arguments: ListSource.weekViews)
    func rightToLeftIsTheMirrorImageOfLeftToRight(_ choice: ViewChoice) {
        let left = present(ListSource.week.model(choice, size: size)).commands
        let right = present(ListSource.week.model(choice, size: size, direction: .rightToLeft)).commands
        #expect(left.count == right.count)
        for (a, b) in zip(left, right) {
            switch (a, b) {
            case (.text(let a), .text(let b)): #expect(a.box.mirrored(in: size.width) == b.box)
            case (.fill(let a, _), .fill(let b, _)): #expect(a.mirrored(in: size.width) == b)
            case (.clip(let a), .clip(let b)): #expect(a.mirrored(in: size.width) == b)
            case (.ring(let a, _, _), .ring(let b, _, _)): #expect(a.mirrored(in: size.width) == b)
            default: #expect(a == b)
            }
        }
    }

    @Test func groupsStandInTheOrderOfFirstAppearanceWithAllRowsOfTheirKey() throws {
        let groups = try #require(ListSource.week.grouped(RowGrouping(group: 0, weight: 2)))
        #expect((0..<3).map(groups.key) == ["Mon", "Tue", "Wed"])
        #expect((0..<2).map { groups.row(group: 0, item: $0) } == [0, 2])
        #expect(groups.place(of: 3).map { [$0.group, $0.item] } == [1, 1])
        // "x" is no number: it takes no width and is marked.
        #expect(groups.content.share(section: 1, item: 1) == 0)
        #expect(groups.content.isMarked(section: 1, item: 1))
    }

    @Test func aCardKeepsTheValueThatNamesItsRowAndBeginsWithIt() {
        var model = ListSource.week.model(ViewChoice("cards"), size: size)
        model.activate(CellPosition(row: 2, column: 1))
        model.setRowHeader(1)
        #expect((0..<3).map { model.cell(of: .cell(section: 0, item: 6 + $0))?.column } == [1, 0, 2])
        #expect(model.activeCell == CellPosition(row: 2, column: 1))
        #expect(model.element(showing: CellPosition(row: 2, column: 1)) == .cell(section: 0, item: 6))
        model.perform(.lastColumn)
        #expect(model.activeCell == CellPosition(row: 2, column: 2))
        model.perform(.firstColumn)
        #expect(model.activeCell == CellPosition(row: 2, column: 1))
    }

    @Test func aViewOfGroupsIsNotShownWithoutThem() {
        var model = ListSource.week.model(size: size)
        let shown = model.show(ViewChoice("timeline", columns: [.group: 0]))
        #expect(!shown && model.isSheet)
        let isKnown = model.show(ViewChoice("no such view"))
        #expect(!isKnown)
    }

    @Test func everyElementOfAViewLeadsToItsCellAndBack() throws {
        for choice in ListSource.weekViews {
            let model = ListSource.week.model(choice, size: size)
            var elements: [LayoutAttributes] = []
            model.attributes(in: model.viewport.visible, into: &elements)
            let cells = elements.filter { $0.element.category == .cell }
            #expect(!cells.isEmpty)
            for cell in cells {
                let place = try #require(model.cell(of: cell.element))
                #expect(model.element(showing: place) == cell.element)
            }
        }
    }

    @Test func aViewOfATrillionRowsIsThereAtOnce() {
        let source = GeneratedSource(rows: 1_000_000_000_000, columns: 9)
        var model = GridModel(table: source.snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 1200, height: 800), scaleFactor: 1)
        model.apply(source.snapshot)
        let cell = CellPosition(row: 700_000_000_000, column: 4)
        model.activate(cell)
        for name in ["fit", "cards", "sheet", "cards", "fit"] {
            model.show(ViewChoice(name))
            #expect(model.isInSight(cell), "\(name)")
            #expect(present(model).commands.count < 2000, "\(name)")
        }
    }

    @Test func anotherViewKeepsTheActiveCellInSight() {
        var random = SplitMix64(seed: 11)
        let rows = (0..<300).map { ["g\($0 * 7 % 23)", "label \($0)", "\($0 % 9 + 1)", "note"] }
        let source = ListSource(["a", "b", "c", "d"], types: [.text, .text, .integer, .text], rows)
        let groups = source.grouped(RowGrouping(group: 0, weight: 2))
        let unweighted = source.grouped(RowGrouping(group: 0))
        let choices = [
            ViewChoice("sheet"), ViewChoice("fit"), ViewChoice("cards"),
            ViewChoice("timeline", columns: [.group: 0, .label: 1, .weight: 2]),
            ViewChoice("columns", columns: [.group: 0, .label: 1]),
        ]
        var model = source.model(size: Size(width: 700, height: 400))
        for _ in 0..<200 {
            let cell = CellPosition(row: Int.random(in: 0..<300, using: &random), column: 1)
            model.activate(cell)
            guard let choice = choices.randomElement(using: &random) else { continue }
            let isShown = model.show(choice, groups: choice.name == "columns" ? unweighted : groups)
            #expect(isShown)
            #expect(model.activeCell == cell)
            #expect(model.isInSight(cell), "row \(cell.row) in \(choice.name)")
        }
    }

    @Test(arguments: ListSource.weekViews)
    func anyKeysLeadFromCellToCell(_ choice: ViewChoice) throws {
        var random = SplitMix64(seed: 5)
        var model = ListSource.week.model(choice, size: Size(width: 300, height: 120))
        for _ in 0..<500 {
            let command = try #require(GridCommand.allCases.randomElement(using: &random))
            guard ![.hideRow, .hideColumn, .showAll, .zoomIn, .zoomOut].contains(command) else { continue }
            model.perform(command)
            let cell = try #require(model.activeCell)
            #expect(cell.row >= 0 && cell.row < 5 && cell.column >= 0 && cell.column < 3)
            #expect(model.element(showing: cell).flatMap(model.attributes) != nil, "\(command) in \(choice.name)")
        }
    }

    @Test func keysReachEveryItemOfAView() throws {
        for choice in ListSource.weekViews where choice.name != "sheet" && choice.name != "fit" {
            var model = ListSource.week.model(choice, size: Size(width: 420, height: 240))
            model.perform(.tableStart)
            var rows: Set<Int> = []
            for _ in 0..<40 {
                rows.insert(try #require(model.activeCell).row)
                model.perform(choice.name == "timeline" ? .moveRight : .moveDown)
            }
            // In a timeline the end of a row is followed by the next one.
            #expect(rows == [0, 1, 2, 3, 4], "\(choice.name)")
        }
    }

    @Test func aWheelTurnsSidewaysWhereNothingScrollsUpOrDown() {
        var model = ListSource.week.model(
            ViewChoice("columns", columns: [.group: 0, .label: 1]), size: Size(width: 120, height: 240))
        model.scroll(notches: 1, axis: .vertical)
        #expect(model.viewport.offset.x > 0 && model.viewport.offset.y == 0)
    }

    @Test func aTransitionBeginsWhereThingsWereAndEndsWhereTheyAre() {
        var model = ListSource.week.model(size: size)
        let before = present(model)
        var transition = FrameTransition(from: model)
        #expect(present(model, transition).texts == before.texts)
        model.show(ViewChoice("fit"))
        let old = box(of: "draw", in: before)
        let start = box(of: "draw", in: present(model, transition))
        #expect(start?.y == old?.y)
        let goesOn = transition.advance(to: FrameTransition.duration / 2)
        let middle = box(of: "draw", in: present(model, transition))
        let isOver = !transition.advance(to: FrameTransition.duration)
        #expect(goesOn && isOver)
        let end = box(of: "draw", in: present(model, transition))
        #expect(end == box(of: "draw", in: present(model)))
        #expect((old?.y ?? 0) < (middle?.y ?? 0) && (middle?.y ?? 0) < (end?.y ?? 0))
    }

    private func box(of text: String, in list: DisplayList) -> Rect? {
        for case .text(let command) in list.commands where list.string(of: command) == text { return command.box }
        return nil
    }

    @Test func theLabelOfASectionIsPushedByItsEnd() throws {
        let choice = ViewChoice("columns", columns: [.group: 0, .label: 1], parameters: [.itemWidth: 300])
        var model = ListSource.week.model(choice, size: Size(width: 200, height: 240))
        model.scroll(to: Point(x: 280, y: 0))
        let list = present(model)
        for case .text(let command) in list.commands where list.string(of: command) == "Mon" {
            // 20 px of the section are in sight, less the air at its sides.
            #expect(command.box.minX >= 0 && command.lead > 200)
            return
        }
        Issue.record("the header of the section in sight has no text")
    }
}

extension Rect {
    func mirrored(in width: Double) -> Rect { Rect(x: width - maxX, y: y, width: self.width, height: height) }
}

extension DisplayList {
    var texts: [String] {
        commands.compactMap { if case .text(let command) = $0 { string(of: command) } else { nil } }
    }
}
