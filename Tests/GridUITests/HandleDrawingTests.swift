import Drawing
import Geometry
import GridUI
import Testing

/// What is drawn of handles, marks and drags.
@Suite struct HandleDrawingTests {
    private func commands(_ model: GridModel) -> [DrawCommand] {
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        return list.commands
    }

    /// What is drawn in `model` and not in `other`.
    private func added(_ model: GridModel, to other: GridModel) -> [DrawCommand] {
        var old = commands(other)
        return commands(model).filter { command in
            guard let known = old.firstIndex(of: command) else { return true }
            old.remove(at: known)
            return false
        }
    }

    private func fills(_ commands: [DrawCommand], _ color: Color) -> [Rect] {
        commands.compactMap { if case .fill(let rect, color) = $0 { rect } else { nil } }
    }

    @Test func aPictureHasNoHandlesAndAGridHasTwoInItsCornerWhileThePointerIsThere() {
        var model = evenSheet()
        var picture = model
        picture.pointer.showsHandles = false
        #expect(commands(model) == commands(picture), "the pointer is elsewhere")
        _ = model.movePointer(to: Point(x: 10, y: 10))
        _ = picture.movePointer(to: Point(x: 10, y: 10))
        let handles = fills(added(model, to: picture), Theme.light.secondaryText.opacity(0.55))
        #expect(handles.contains(Rect(x: 51, y: 8, width: 3, height: 16)))
        #expect(handles.contains(Rect(x: 20, y: 27, width: 16, height: 3)))
        #expect(handles.count == 6, "two bars of three parts, for their round ends")
        #expect(added(picture, to: model).isEmpty)
    }

    @Test func theHandleUnderThePointerIsInTheAccent() {
        var model = evenSheet()
        _ = model.movePointer(to: Point(x: 53, y: 8))
        #expect(fills(commands(model), Theme.light.accent).contains(Rect(x: 51, y: 8, width: 3, height: 16)))
    }

    @Test func aHandleOfWhatIsFrozenHasTheFreezeLineInItsMiddle() {
        var model = evenSheet()
        model.freeze(rows: 2, columns: 1, trailingRows: 1, trailingColumns: 1)
        let before = model
        // Of two, the one at the end that is nearer to the pointer.
        for (x, bar) in [(300.0, 154.0), (500, 698)] {
            _ = model.movePointer(to: Point(x: x, y: 16))
            let across = fills(added(model, to: before), Theme.light.secondaryText.opacity(0.55))
            #expect(across.filter { $0.height == 16 }.map(\.x) == [bar], "of lines at 155 and at 699")
        }
        for (y, bar) in [(200.0, 86.0), (400, 570)] {
            _ = model.movePointer(to: Point(x: 20, y: y))
            let down = fills(added(model, to: before), Theme.light.secondaryText.opacity(0.55))
            #expect(Set(down.filter { $0.height == 3 }.map(\.y)) == [bar])
        }
        _ = model.movePointer(to: Point(x: 300, y: 300))
        #expect(commands(model) == commands(before), "over cells there are none")
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func aDragShowsALineWhereItWouldFreeze(direction: LayoutDirection) {
        var model = evenSheet(direction: direction)
        model.hold(53, 8, at: 250, 300)
        let line = fills(commands(model), Theme.light.accent).filter { $0.height == 600 }
        #expect(line == [Rect(x: direction == .leftToRight ? 255 : 800 - 257, y: 0, width: 2, height: 600)])
        _ = model.release()
        #expect(fills(commands(model), Theme.light.accent).allSatisfy { $0.height != 600 })
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func aColumnThatIsMovedFollowsThePointer(direction: LayoutDirection) {
        var model = evenSheet(direction: direction)
        model.click(300, 16)
        model.hold(300, 16, at: 400, 20)
        let rings = commands(model).compactMap { command -> Rect? in
            if case .ring(let rect, _, 1) = command { rect } else { nil }
        }
        #expect(rings == [Rect(x: direction == .leftToRight ? 356 : 800 - 456, y: 0, width: 100, height: 32)])
    }

    @Test func twoLinesMarkWhereSomethingIsHidden() {
        var model = evenSheet()
        model.hideColumn(1)
        model.hideRows(1..<4)
        let marks = fills(commands(model), Theme.light.secondaryText.opacity(0.6))
        #expect(
            marks.filter { $0.width == 1 } == [152.0, 155].reversed().map { Rect(x: $0, y: 0, width: 1, height: 32) })
        #expect(marks.filter { $0.height == 1 } == [59.0, 56].map { Rect(x: 0, y: $0, width: 56, height: 1) })
        model.perform(.showAll)
        #expect(fills(commands(model), Theme.light.secondaryText.opacity(0.6)).isEmpty)
    }

    @Test func whatIsHiddenAtTheBeginningIsMarkedThere() {
        var model = evenSheet()
        model.hideColumn(0)
        let marks = fills(commands(model), Theme.light.secondaryText.opacity(0.6))
        #expect(marks.map(\.x).sorted() == [56, 59])
        model.setDirection(.rightToLeft)
        #expect(fills(commands(model), Theme.light.secondaryText.opacity(0.6)).map(\.x).sorted() == [740, 743])
    }

    @Test func theHeaderUnderThePointerIsTinted() {
        var model = evenSheet()
        let before = model
        _ = model.movePointer(to: Point(x: 300, y: 16))
        let tints = added(model, to: before).compactMap { command -> Rect? in
            if case .fill(let rect, Theme.light.background.opacity(0.7)) = command { rect } else { nil }
        }
        #expect(tints == [Rect(x: 256, y: 0, width: 100, height: 32)])
        _ = model.movePointer(to: Point(x: 20, y: 70))
        #expect(!added(model, to: before).isEmpty)
        _ = model.pointerLeft()
        #expect(commands(model) == commands(before))
    }

    @Test(arguments: [(0.0, 0.0), (1.0, 1.0), (60.0, 40.0), (10.0, 500.0)])
    func aWindowOfAnySizeDrawsAndIsHeld(width: Double, height: Double) {
        var model = evenSheet()
        model.resize(to: Size(width: width, height: height), scaleFactor: 2)
        model.freeze(rows: 2, columns: 2, trailingRows: 2, trailingColumns: 2)
        for x in stride(from: 0.0, to: max(width, 1), by: 3) {
            model.hold(x, min(8, height), at: x + 30, 20)
            _ = commands(model)
            _ = model.autoscroll(elapsed: 1)
            _ = model.release()
        }
    }
}

@Suite struct FreezeShadowTests {
    /// Each shadow is darkest where the frozen cells are, on all four sides and in both directions.
    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func aShadowIsDarkAtTheFrozenCells(direction: LayoutDirection) {
        var model = evenSheet(direction: direction)
        model.freeze(rows: 1, columns: 1, trailingRows: 1, trailingColumns: 1)
        model.scroll(toOffset: Point(x: 500, y: 500))
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        let isLeftToRight = direction == .leftToRight
        var dark: [Axis: [Double]] = [:]
        for case .shade(let rect, let shade) in list.commands {
            let isFirst = shade.from.alpha > shade.to.alpha
            let edge = shade.axis == .horizontal ? (isFirst ? rect.minX : rect.maxX) : (isFirst ? rect.minY : rect.maxY)
            dark[shade.axis, default: []].append(edge)
        }
        #expect(dark[.vertical]?.sorted() == [60, 572])
        #expect(dark[.horizontal]?.sorted() == (isLeftToRight ? [156, 700] : [100, 644]))
    }
}
