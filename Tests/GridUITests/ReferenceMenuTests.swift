import Geometry
import GridUI
import Tabular
import Testing

@Suite struct ReferenceMenuTests {
    private func model(_ references: [TableSchema.Reference]) -> GridModel {
        var snapshot = table(
            ["artist_id", "disc", "number", "other"],
            [
                ["17", "1", "2", "x"], [nil, "1", nil, "x"], ["a_b\u{1}", "3", "4", "x"],
                [String(repeating: "9", count: 60)],
            ])
        var schema = TableSchema()
        schema.references = references
        snapshot.description.schema = schema
        var model = GridModel(table: snapshot)
        model.restyle(.light, measuring: FixedMeasure())
        model.resize(to: Size(width: 800, height: 600), scaleFactor: 1)
        model.apply(snapshot)
        model.offers.references = true
        return model
    }

    private let artists = TableSchema.Reference(columns: ["artist_id"], table: "all_artists", targetColumns: ["id"])
    private let tracks = TableSchema.Reference(
        columns: ["disc", "number"], table: "tracks", targetColumns: ["d", "n"])

    private func entries(_ model: GridModel, _ row: Int, _ column: Int) -> [String] {
        model.menu(for: .cell(CellPosition(row: row, column: column))).joined()
            .filter { if case .takeValue(.follow, _) = $0.action { true } else { false } }.map(\.label)
    }

    @Test func aReferenceNamesItsRow() {
        let model = model([artists, tracks])
        #expect(entries(model, 0, 0) == ["Go to all__artists 17"])
        #expect(entries(model, 0, 1) == ["Go to tracks 1, 2"])
        #expect(entries(model, 0, 2) == ["Go to tracks 1, 2"])
        #expect(entries(model, 0, 3).isEmpty)
        #expect(entries(model, 2, 0) == ["Go to all__artists a__b\u{2401}"])
        #expect(entries(model, 3, 0) == ["Go to Its Row in all__artists"])
    }

    @Test func nullLeadsNowhere() {
        let model = model([artists, tracks])
        #expect(entries(model, 1, 0).isEmpty)
        #expect(entries(model, 1, 1).isEmpty, "a part of the key is null")
    }

    @Test func columnsMayHaveSeveralReferences() {
        let other = TableSchema.Reference(columns: ["artist_id"], table: "people", targetColumns: ["id"])
        let model = model([artists, other])
        #expect(entries(model, 0, 0) == ["Go to all__artists 17", "Go to people 17"])
    }

    @Test func nothingIsOfferedWhereNoTableCanBeShown() {
        var model = model([artists])
        model.offers.references = false
        #expect(entries(model, 0, 0).isEmpty)
    }
}
