import Drawing
import Geometry
import GridLayout
import Tabular
import TabularOps
import Testing

@testable import GridUI

@Suite struct TypeMenuTests {
    /// Two columns, the first of numbers with decimal commas, of which some do not fit where it is chosen.
    private func model(chosen choice: TypeChoice? = nil, misfits: Int = 0) -> GridModel {
        var snapshot = table(["a", "b"], [["1,5", "x"], ["abc", "y"]])
        var form = ValueForm(.decimal)
        (form.decimalMark, form.evidence, form.isChosen) = (.comma, .columns, choice != nil)
        snapshot.columns[0].form = form
        if misfits > 0 { snapshot.fit.misfits[0] = misfits }
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 600, height: 300), scaleFactor: 1)
        model.apply(snapshot)
        (model.typing.isOffered, model.offers.filtering) = (true, true)
        var choices = TypeChoices()
        choices.set(choice, for: 0, in: snapshot.columns)
        model.typing.set(choices, of: snapshot)
        return model
    }

    private func types(_ model: GridModel) -> [MenuEntry] {
        let entries = model.menu(for: .header(.horizontal, 0)).joined()
        return entries.first { $0.action == .types(0) }?.submenu.flatMap { $0 } ?? []
    }

    @Test func headersMenuNamesTheDetectedType() {
        let entries = types(model())
        #expect(entries.filter { $0.isOn == true }.map(\.label) == ["_Automatic (Number, decimal comma)"])
        #expect(entries.first?.action == .chooseType(0, nil) && entries.count == 11)
        let letters = entries.compactMap { entry in
            entry.label.split(separator: "_", omittingEmptySubsequences: false).dropFirst().first?.first?.lowercased()
        }
        #expect(Set(letters).count == entries.count)
    }

    @Test(arguments: TypeMenu.sections().joined().compactMap(\.choice))
    func chosenTypeIsOnInTheMenu(choice: TypeChoice) {
        let entries = types(model(chosen: choice))
        #expect(entries.filter { $0.isOn == true }.map(\.action) == [.chooseType(0, choice)])
        #expect(entries.first?.label == "_Automatic")
    }

    @Test func tableThatCannotBeReadOtherwiseOffersNoTypes() {
        var model = model()
        model.typing.isOffered = false
        #expect(types(model).isEmpty)
    }

    @Test func membersOfObjectsHaveNoTypesToChoose() {
        var model = model()
        model.typing.readCount = 0
        #expect(types(model).isEmpty)
        model.typing.readCount = 1
        #expect(!types(model).isEmpty)
    }

    @Test func valuesThatDoNotFitAreOffered() {
        let show = GridAction.filterRows([Condition(column: 0, .misfit)])
        let entries = model(chosen: .number(nil), misfits: 1).menu(for: .header(.horizontal, 0)).joined()
        #expect(entries.first { $0.action == show }?.label == "Show the 1 _Value That Does Not Fit")
        #expect(GridModel.misfitTitle(12) == "Show the 12 _Values That Do Not Fit")
        #expect(!model().menu(for: .header(.horizontal, 0)).joined().map(\.action).contains(show))
    }

    @Test func headersTipSaysTheTypeAndItsReading() throws {
        var model = model(chosen: .number(nil), misfits: 1)
        let frame = try #require(model.shownFrame(of: CellPosition(row: 0, column: 0)))
        let point = Point(x: frame.midX, y: 5)
        #expect(
            model.cutText(at: point, measuring: FixedMeasure())?.text
                == "Number · chosen · decimal comma (by other columns)\n1 value does not fit")
        model.typing.isOffered = false
        #expect(model.cutText(at: point, measuring: FixedMeasure()) == nil)
    }

    @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
    func valueThatDoesNotFitBearsAMarkAtItsStart(direction: LayoutDirection) throws {
        func marks(_ model: GridModel) -> [Rect] {
            var (list, presenter) = (DisplayList(), Presenter())
            presenter.present(model, theme: .light, into: &list)
            return list.commands.compactMap { command in
                if case .fill(let rect, let color) = command, color == Theme.light.warning { rect } else { nil }
            }
        }
        var chosen = model(chosen: .number(nil), misfits: 1)
        chosen.setDirection(direction)
        let found = marks(chosen)
        #expect(found.count == 7, "a corner of seven lines of one pixel")
        let frame = try #require(chosen.shownFrame(of: CellPosition(row: 1, column: 0)))
        #expect(found.allSatisfy { frame.contains(Point(x: $0.midX, y: $0.midY)) })
        let isLeftToRight = direction == .leftToRight
        #expect(found.allSatisfy { isLeftToRight ? $0.minX == frame.minX : $0.maxX > frame.maxX - 2 })
        #expect(marks(model()).isEmpty, "a detected type has no mark")
    }

    @Test func screenReaderHearsThatAValueDoesNotFit() {
        let table = AccessibleTable(model(chosen: .number(nil), misfits: 1))
        #expect(table.description(of: AccessiblePlace(row: 0, column: 0)).isEmpty)
        #expect(table.description(of: AccessiblePlace(row: 1, column: 0)) == "does not fit the column's type")
        #expect(
            table.description(of: AccessiblePlace(row: -1, column: 0))
                == "decimal, chosen, decimal comma (by other columns)")
    }

    @Test func changeOfTypesIsOneOfItsOwn() {
        let model = model()
        let before = ViewState(grid: model.arrangement, rows: RowArrangement())
        var after = before
        after.types.columns = ["a": .text]
        #expect(before.change(to: after) == .type && after.change(to: before) == .type)
        after.rows.keys = [SortKey(column: 0)]
        #expect(before.change(to: after) == .type)
    }
}

@Suite struct FormTextTests {
    private static func form(
        _ type: ColumnType, _ evidence: ValueForm.Evidence = .values, _ change: (inout ValueForm) -> Void = { _ in }
    ) -> ValueForm {
        var form = ValueForm(type)
        form.evidence = evidence
        change(&form)
        return form
    }

    @Test(
        arguments: [
            (form(.integer), "Number", "Number"), (form(.text), "Text", "Text"), (form(.boolean), "Yes/No", "Yes/No"),
            (
                form(.decimal, .columns) { $0.decimalMark = .comma }, "Number · decimal comma (by other columns)",
                "Number, decimal comma"
            ),
            (form(.decimal, .assumed), "Number · decimal point (assumed)", "Number"),
            (form(.decimal) { $0.unit = .percent }, "Number · %", "Number, %"),
            (form(.date, .locale) { $0.dateOrder = .dayFirst }, "Date · day first (by the locale)", "Date, day first"),
            (
                form(.dateTime, .chosen) { ($0.dateOrder, $0.isChosen) = (.monthFirst, true) },
                "Date and time · chosen · month first", "Date and time, month first"
            ),
            (form(.code) { $0.isChosen = true }, "Code · chosen", "Code"),
        ] as [(ValueForm, String, String)])
    func formIsSaidWithItsReason(form: ValueForm, words: String, brief: String) {
        #expect(FormText(form).words == words && FormText(form).brief == brief)
    }
}
