import CairoDrawing
import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct ViewSettingsTests {
    private func table(_ rows: RowCount, columns: Int = 5, _ phase: ReadingPhase = .indexing) -> TableSnapshot {
        TableSnapshot(
            description: TableDescription(format: "CSV"),
            columns: (0..<columns).map { Column(name: "c\($0)", type: .text) }, rowCount: rows, phase: phase)
    }

    private func model(_ table: TableSnapshot) -> GridModel {
        let engine = TextEngine()
        var model = GridModel(table: table)
        model.restyle(.light, measuring: engine)
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        model.apply(table)
        return model
    }

    private func model(_ rows: RowCount, columns: Int = 5) -> GridModel { model(table(rows, columns: columns)) }

    /// Takes all the steps that can be taken now. Gives what is left, and the steps by name.
    private func take(_ settings: ViewSettings, _ model: inout GridModel) -> (rest: ViewSettings, steps: [String]) {
        var settings = settings
        var steps: [String] = []
        while let (step, rest) = settings.nextStep(for: model), steps.count < 20 {
            settings = rest
            switch step {
            case .change(let change):
                steps.append("change")
                change(&model)
            case .show(let choice):
                steps.append("show \(choice.name)")
                model.show(choice)
            case .merge(let spans): steps.append("merge \(spans.count)")
            case .mergeNeighbours(let column): steps.append("neighbours \(column)")
            case .note(let text): steps.append("note: \(text)")
            case .failure(let text): steps.append("failure: \(text)")
            }
        }
        return (settings, steps)
    }

    private let all = ViewSettings(
        frozenRows: 2, frozenColumns: 1, zoom: 2, place: CellPosition(row: 50, column: 2))

    @Test func nothingHappensBeforeThereAreRowsAndColumns() {
        #expect(all.nextStep(for: model(.atLeast(0))) == nil)
        #expect(all.nextStep(for: model(.exactly(10), columns: 0)) == nil)
        #expect(ViewSettings().nextStep(for: model(.exactly(10))) == nil)
    }

    @Test func aTableThatTurnsOutEmptyIsShownInTheViewAllTheSame() {
        var model = model(table(.exactly(0), columns: 0, .complete))
        #expect(take(ViewSettings(layout: "fit"), &model).steps == ["show fit"])
        #expect(model.view.name == "fit")
    }

    @Test func aTableReadAnewIsKnownByItsNamesAndWhatIsGoneIsNotMissed() {
        var old = model(table(.exactly(100), columns: 5, .complete))
        old.setRowHeader(3)
        old.merge([CellSpan(rows: 4..<6, columns: 0..<1)])
        old.setMergedRuns([0..<2], ofColumn: 1)
        let settings = ViewSettings(of: old, byName: true)
        var turned = table(.exactly(100), columns: 5, .complete)
        turned.columns.reverse()
        var anew = model(turned)
        let taken = take(settings, &anew)
        #expect(taken.steps == ["change", "change", "change", "neighbours 3", "change"])
        #expect(anew.columns.rowHeader == 1 && taken.rest.isDone)
        // Without those columns there is nothing to say.
        var other = table(.exactly(100), columns: 2, .complete)
        other.columns[0].name = "else"
        other.columns[1].name = "more"
        var without = model(other)
        let left = take(settings, &without)
        #expect(!left.steps.contains { $0.hasPrefix("failure") || $0.hasPrefix("note") } && left.rest.isDone)
        #expect(without.columns.rowHeader == nil)
    }

    @Test func aTableThatIsReadAnewStandsAsItDid() {
        var model = model(table(.exactly(100), columns: 5, .complete))
        model.setDirection(.rightToLeft)
        model.zoom(to: 2)
        model.freeze(rows: 2, trailingColumns: 1)
        model.setRowHeader(3)
        model.show(ViewChoice("fit", parameters: [.rowHeight: 60, .cardWidth: 3], pinsHeaders: false))
        var renamed = table(.exactly(101), columns: 5, .complete)
        for column in 0..<5 { renamed.columns[column].name = "" }
        var anew = self.model(renamed)
        #expect(take(ViewSettings(of: model), &anew).steps == ["change", "change", "change", "show fit", "change"])
        #expect(anew.viewChoice == ViewChoice("fit", parameters: [.rowHeight: 60], pinsHeaders: false))
        #expect(anew.columns.rowHeader == 3 && anew.viewport.zoom == 2 && anew.viewport.direction == .rightToLeft)
        #expect(anew.sheet.frozenRows == 2 && anew.sheet.frozenTrailingColumns == 1)
    }

    @Test func whatIsOnItsWayCountsAsThereWhenATableIsReadAnew() {
        let old = model(table(.exactly(100), columns: 5, .complete))
        let grouped = ViewChoice("columns", columns: [.group: 2], parameters: [.rowHeight: 30])
        let settings = ViewSettings(of: old, view: grouped, merging: [1], byName: true)
        #expect(settings.layout == "columns" && settings.roles == [.group: ColumnName("c2")])
        #expect(settings.mergedColumns == [ColumnName("c1")])
    }

    @Test func whatWasNotInForceYetComesBehindHowTheTableStood() {
        // The end is not found yet when the table is read anew.
        var old = model(table(.atLeast(100)))
        let asked = ViewSettings(
            layout: "fit", mergedColumns: [ColumnName("c1")], frozenTrailingRows: 1,
            place: CellPosition(row: 500, column: 2))
        var pending = SettingsQueue(asked)
        func takeAll(_ queue: inout SettingsQueue, _ model: inout GridModel) -> [String] {
            var steps: [String] = []
            while let (step, rest) = queue.nextStep(for: model), steps.count < 20 {
                queue = rest
                switch step {
                case .change(let change): change(&model)
                case .show(let choice):
                    steps.append("show \(choice.name)")
                    model.show(choice)
                case .mergeNeighbours(let column): steps.append("neighbours \(column)")
                case .merge, .note, .failure: Issue.record("\(step)")
                }
            }
            return steps
        }
        #expect(takeAll(&pending, &old) == ["show fit"] && !pending.isDone)
        var queue = SettingsQueue(ViewSettings(of: old, byName: true)).followed(by: pending)
        var anew = model(table(.exactly(1000), columns: 5, .complete))
        #expect(takeAll(&queue, &anew) == ["show fit", "neighbours 1"])
        #expect(queue.isDone && anew.activeCell == CellPosition(row: 500, column: 2))
        #expect(anew.sheet.frozenTrailingRows == 1 && anew.view.name == "fit")
    }

    @Test func mergesWaitForTheirColumnsToo() {
        let settings = ViewSettings(merges: [CellSpan(rows: 0..<2, columns: 4..<7)])
        #expect(settings.nextStep(for: model(.exactly(10))) == nil)
        var model = model(.exactly(10), columns: 7)
        #expect(take(settings, &model).steps == ["merge 1"])
    }

    @Test func freezingAndZoomComeFirstAndOnce() throws {
        var model = model(.exactly(100))
        let (step, rest) = try #require(all.nextStep(for: model))
        guard case .change(let change) = step else { throw Unexpected() }
        change(&model)
        #expect(model.viewport.zoom == 2)
        #expect(rest == ViewSettings(place: all.place))
        #expect(take(rest, &model).steps == ["change"])
    }

    @Test func thePlaceWaitsForItsRow() throws {
        let settings = ViewSettings(place: CellPosition(row: 50, column: 2))
        #expect(settings.nextStep(for: model(.atLeast(50))) == nil)
        var model = model(.atLeast(51))
        #expect(take(settings, &model).rest == ViewSettings())
        #expect(model.activeCell == CellPosition(row: 50, column: 2))
    }

    @Test func aPlaceBeyondTheEndIsTheNearestCellOnceTheEndIsKnown() throws {
        let settings = ViewSettings(place: CellPosition(row: .max - 1, column: .max - 1))
        #expect(settings.nextStep(for: model(.atLeast(1000))) == nil)
        var model = model(.exactly(1000))
        #expect(take(settings, &model).steps == ["change"])
        #expect(model.activeCell == CellPosition(row: 999, column: 4))
    }

    @Test func theOffsetBeatsThePlaceAndWaitsForItsContent() {
        let settings = ViewSettings(place: CellPosition(row: 0, column: 1), offset: Point(x: 0, y: 1000))
        var short = model(.atLeast(30))
        #expect(take(settings, &short).rest == ViewSettings(offset: Point(x: 0, y: 1000)))
        var model = model(.exactly(100))
        #expect(take(settings, &model).rest == ViewSettings())
        #expect(model.viewport.offset == Point(x: 0, y: 1000))
        #expect(model.activeCell == CellPosition(row: 0, column: 1))
    }

    @Test func trailingRowsWaitForTheEndAndThePlaceDoesNotWaitForThem() {
        let settings = ViewSettings(frozenTrailingRows: 2, place: CellPosition(row: 5, column: 0))
        var model = model(.atLeast(100))
        #expect(take(settings, &model).rest == ViewSettings(frozenTrailingRows: 2))
        model.apply(table(.exactly(100)))
        #expect(take(ViewSettings(frozenTrailingRows: 2), &model).rest == ViewSettings())
        #expect(model.sheet.frozenTrailingRows == 2)
    }

    @Test func aNameThatIsNoColumnIsToldOfOnceNoMoreCanCome() {
        var settings = ViewSettings(layout: "timeline", rowHeader: ColumnName("c9"), zoom: 2)
        settings.roles = [.group: ColumnName("c8")]
        var early = model(.atLeast(10))
        #expect(take(settings, &early).steps == ["change"])
        var late = model(table(.exactly(10), .complete))
        let names = "Did you mean 'c0', 'c1' or 'c2'?"
        let (rest, steps) = take(settings, &late)
        #expect(
            steps == [
                "change", "failure: --row-header 'c9': there is no such column. \(names)",
                "failure: --group 'c8': there is no such column. \(names)",
            ])
        #expect(rest == ViewSettings())
        #expect(late.view.isSheet)
    }

    @Test func namedColumnsAreFoundAndAViewWithoutGroupsIsShown() throws {
        var settings = ViewSettings(layout: "fit", rowHeader: ColumnName("c0"), mergedColumns: [ColumnName("C")])
        settings.formats = [try FormatArgument(argument: "2=%.1f")]
        settings.merges = [CellSpan(rows: 0..<2, columns: 0..<1)]
        var model = model(.exactly(10))
        let (rest, steps) = take(settings, &model)
        #expect(steps == ["change", "change", "show fit", "merge 1", "neighbours 2"])
        #expect(rest == ViewSettings())
        #expect(model.columns.rowHeader == 0)
        #expect(model.formats[1]?.template == "%.1f")
    }

    @Test func optionsThatTheViewHasNoUseForAreToldOf() {
        var settings = ViewSettings(layout: "cards", roles: [.weight: ColumnName("c1"), .group: ColumnName("none")])
        settings.parameters = [.visibleRows: 3, .cardWidth: 200]
        var cards = model(.exactly(10))
        let note = "has no use for --group, --visible-rows, --weight."
        #expect(take(settings, &cards).steps == ["show cards", "note: --layout cards \(note)"])
        settings.layout = "sheet"
        var sheet = model(.exactly(10))
        #expect(
            take(settings, &sheet).steps == [
                "show sheet", "note: --layout sheet has no use for --card-width, --group, --visible-rows, --weight.",
            ])
    }

    @Test func groupsAreGuessedOnceTheRowsAreKnownAndElseTheFirstColumnIsTaken() {
        var settings = ViewSettings(layout: "columns")
        var early = model(.atLeast(10))
        #expect(take(settings, &early).steps == [])
        var model = model(table(.exactly(10), .complete))
        #expect(
            take(settings, &model).steps == [
                "show columns", "note: No column looks like groups; 'c0' is taken. Name another with --group.",
            ])
        settings.roles = [.group: ColumnName("c3")]
        let step = settings.nextStep(for: model)?.step
        guard case .show(let choice) = step else { return #expect(Bool(false), "\(String(describing: step))") }
        #expect(choice.columns[.group] == 3)
    }
}

private struct Unexpected: Error {}
