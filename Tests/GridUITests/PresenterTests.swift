import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular
import Testing

@Suite struct PresenterTests {
    private func present(_ model: GridModel) -> DisplayList {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        return list
    }

    private func small(direction: LayoutDirection = .leftToRight) -> GridModel {
        let snapshot = table(
            ["id", "name"], types: [.integer, .text], [["007", "a\nb"], ["12"], ["3", "\u{202E}x"]])
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 200, height: 120), scaleFactor: 1)
        model.setDirection(direction)
        model.apply(snapshot)
        _ = model.fitColumnsInSight(measuring: FixedMeasure())
        return model
    }

    private func texts(_ list: DisplayList) -> [String] {
        list.commands.compactMap { if case .text(let command) = $0 { list.string(of: command) } else { nil } }
    }

    @Test func aSmallTableIsDrawnAsItsGoldenListSays() {
        #expect(present(small()).dump() == Golden.small)
    }

    @Test func aPainterOfOnesOwnMayCallTheOneThatItTakesThePlaceOf() {
        let (ground, model) = (Color(hex: 0x123456), small())
        var presenter = Presenter()
        let standard = presenter.painters[.cell]
        presenter.painters[.cell] = Painter { run, context, list in
            for attributes in run { list.fill(context.frame(attributes), ground) }
            standard?.paint(run, context, &list)
        }
        var list = DisplayList()
        presenter.present(model, theme: .light, into: &list)
        let own = list.commands.filter { if case .fill(_, ground) = $0 { true } else { false } }
        #expect(own.count == 6)
        #expect(list.commands.filter { !own.contains($0) } == present(model).commands)
        // A painter may be taken away, too, or write values in its own way.
        presenter.painters[.cell] = Painter { run, context, list in
            var values = CellValues()
            for attributes in run {
                guard let cell = context.cell(of: attributes.element), cell.column == 0 else { continue }
                values.paint(cell, in: context.frame(attributes), context, &list)
            }
        }
        presenter.painters[.rowHeader] = nil
        presenter.present(model, theme: .light, into: &list)
        #expect(Set(texts(list)) == ["007", "12", "3", "id", "name"])
    }

    /// A sheet has a shade where a record ended before a cell, nothing where a value is empty, and a word for a null; so have
    /// merged cells and cards. In the mark sheet an empty field is a mark that is missing.
    @Test(arguments: ["sheet", "merged", "cards", "fit"], [Theme.light, Theme.dark, Theme.light.withHighContrast()])
    func nullEmptyAndMissingAreToldApart(view: String, theme: Theme) {
        let lists = [CellState.null, .value, .missing].map { state in
            var snapshot = table(["a", "b"], [["x", ""], ["y", "z"]])
            var builder = RowBlockBuilder(firstRow: 0, columns: 0..<2)
            let cells: [(String, CellState)] = [("x", .value), ("", state), ("y", .value), ("z", .value)]
            for (text, state) in cells {
                builder.append(text.utf8)
                builder.endCell(CellInfo(state: state))
            }
            snapshot.cells[BlockTiles.Key(row: 0, column: 0)] = builder.build()
            var model = GridModel(table: snapshot)
            model.restyle(theme, measuring: FixedMeasure())
            model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
            model.apply(snapshot)
            if view == "merged" {
                model.merge([CellSpan(rows: 0..<2, columns: 1..<2)])
            } else if view != "sheet" {
                model.show(ViewChoice(view))
            }
            var list = DisplayList()
            var presenter = Presenter()
            presenter.present(model, theme: theme, into: &list)
            return list
        }
        #expect(Set(lists).count == (view == "fit" ? 2 : 3))
        #expect(lists[0] != lists[1] && (lists[1] == lists[2]) == (view == "fit"))
        #expect(texts(lists[0]).contains("null"))
    }

    @Test func controlCharactersShowAsSignsAndBytesAreKept() {
        let all = texts(present(small()))
        #expect(all.contains("a⏎b"))
        #expect(all.contains("007"))
    }

    @Test func numbersStandAtTheRightAndTextAtItsStartInBothDirections() {
        for direction in [LayoutDirection.leftToRight, .rightToLeft] {
            let list = present(small(direction: direction))
            for case .text(let command) in list.commands {
                switch list.string(of: command) {
                case "007", "id", "1": #expect(command.alignment == .right)
                case "a⏎b", "name": #expect(command.alignment == (direction == .leftToRight ? .left : .right))
                default: break
                }
            }
        }
    }

    @Test func rightToLeftIsTheMirrorImageOfLeftToRight() {
        let left = present(small()).commands
        let right = present(small(direction: .rightToLeft)).commands
        #expect(left.count == right.count)
        for case (.text(let a), .text(let b)) in zip(left, right) {
            #expect(a.box.width == b.box.width && a.box.y == b.box.y)
            #expect(a.box.minX == 200 - b.box.maxX)
        }
    }

    @Test func whatIsNotReadYetIsAPlaceholderAndNoText() {
        var (model, _) = generated(rows: 1_000_000, columns: 5)
        model.scroll(to: Point(x: 0, y: 10_000_000))
        let list = present(model)
        #expect(texts(list).allSatisfy { Int($0) != nil || model.table.columns.map(\.name).contains($0) })
    }

    @Test func theWorkOfAFrameIsTheSameAtAThousandRowsAndAtATrillion() {
        var works: [FrameWork] = []
        for rows in [1000, 1_000_000_000_000] {
            var (model, source) = generated(rows: rows, columns: 6, size: Size(width: 1920, height: 1080))
            model.freeze(rows: 2, columns: 1)
            model.scroll(to: Point(x: 0, y: 280 * 28))
            source.want(model.wantedCells())
            model.apply(source.snapshot)
            var list = DisplayList()
            var presenter = Presenter()
            works.append(presenter.present(model, theme: .light, into: &list))
        }
        #expect(works[0].elements == works[1].elements)
        #expect((200..<400).contains(works[0].elements))
    }

    @Test func theRingOfACellOutOfSightIsNotDrawn() {
        var (model, _) = generated(rows: 1_000_000_000, columns: 5)
        func rings() -> Int { present(model).commands.count { if case .ring = $0 { true } else { false } } }
        #expect(rings() == 1)
        // 2^24 pixels further Cairo's coordinates come round again.
        model.scroll(to: Point(x: 0, y: 16_777_216))
        #expect(rings() == 0)
    }

    @Test func aHairlineIsOneDevicePixelAtAnyScaleAndZoom() {
        for (scale, zoom) in [(1.0, 1.0), (2.0, 1.0), (2.0, 0.25), (1.0, 4.0)] {
            var model = small()
            model.resize(to: Size(width: 300, height: 200), scaleFactor: scale)
            model.zoom(to: zoom)
            let lines = present(model).commands.compactMap { command -> Double? in
                if case .fill(let rect, Theme.light.lines.separator) = command {
                    min(rect.width, rect.height)
                } else {
                    nil
                }
            }
            #expect(!lines.isEmpty && lines.allSatisfy { abs($0 - 1 / scale) < 1e-9 })
        }
    }

    @Test(arguments: [(0.0, 0.0), (1.0, 1.0), (10.0, 500.0)])
    func aWindowOfAnySizeDraws(width: Double, height: Double) {
        var model = small()
        model.resize(to: Size(width: width, height: height), scaleFactor: 2)
        model.perform(.freezeBoth)
        _ = present(model)
    }
}
