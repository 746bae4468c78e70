import CairoDrawing
import Drawing
import Geometry
import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

@Suite struct ViewSettingsTests {
    private func model(_ rows: RowCount, columns: Int = 5) -> GridModel {
        let table = TableSnapshot(
            description: TableDescription(format: "CSV"),
            columns: (0..<columns).map { Column(name: "c\($0)", type: .text) }, rowCount: rows)
        let engine = TextEngine()
        var model = GridModel(table: table)
        model.restyle(.light, measuring: engine)
        model.resize(to: Size(width: 400, height: 300), scaleFactor: 1)
        model.apply(table)
        return model
    }

    private let all = ViewSettings(frozenRows: 2, frozenColumns: 1, place: CellPosition(row: 50, column: 2), zoom: 2)

    @Test func nothingHappensBeforeThereAreRowsAndColumns() {
        #expect(all.nextStep(for: model(.atLeast(0))) == nil)
        #expect(all.nextStep(for: model(.exactly(10), columns: 0)) == nil)
        #expect(ViewSettings().nextStep(for: model(.exactly(10))) == nil)
    }

    @Test func freezingAndZoomComeFirstAndOnce() throws {
        var model = model(.exactly(100))
        let step = try #require(all.nextStep(for: model))
        step.change(&model)
        #expect(model.viewport.zoom == 2)
        #expect(step.rest.frozenRows == 0 && step.rest.frozenColumns == 0 && step.rest.zoom == 1)
        #expect(step.rest.place == all.place)
    }

    @Test func thePlaceWaitsForItsRow() throws {
        let settings = ViewSettings(place: CellPosition(row: 50, column: 2))
        #expect(settings.nextStep(for: model(.atLeast(50))) == nil)
        var model = model(.atLeast(51))
        let step = try #require(settings.nextStep(for: model))
        step.change(&model)
        #expect(model.activeCell == CellPosition(row: 50, column: 2))
        #expect(step.rest.nextStep(for: model) == nil)
    }

    @Test func aPlaceBeyondTheEndIsTheNearestCellOnceTheEndIsKnown() throws {
        let settings = ViewSettings(place: CellPosition(row: .max - 1, column: .max - 1))
        #expect(settings.nextStep(for: model(.atLeast(1000))) == nil)
        var model = model(.exactly(1000))
        try #require(settings.nextStep(for: model)).change(&model)
        #expect(model.activeCell == CellPosition(row: 999, column: 4))
    }
}
