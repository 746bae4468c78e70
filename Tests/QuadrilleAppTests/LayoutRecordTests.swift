import Geometry
import GridLayout
import GridUI
import Tabular
import Testing

@testable import QuadrilleApp

/// What `layout` makes of a model, without a program around it.
@Suite struct LayoutRecordTests {
    private func model(rows: Int, columns: Int, _ size: Size = Size(width: 300, height: 200)) -> GridModel {
        let source = GeneratedSource(rows: rows, columns: columns)
        var model = GridModel(table: source.snapshot)
        model.resize(to: size, scaleFactor: 1)
        model.apply(source.snapshot)
        return model
    }

    private func records(_ model: GridModel, _ kind: String) -> [LayoutRecord] {
        LayoutRecord.frame(of: model).filter { $0.kind == kind }
    }

    @Test func theLengthsAreTheEnginesOwn() {
        let records = LayoutRecord.frame(of: model(rows: 1, columns: 1))
        let frames = Dictionary(uniqueKeysWithValues: records.map { ("\($0.kind) \($0.frame.height)", $0.frame) })
        #expect(frames["cell 28.0"] == Rect(x: 56, y: 32, width: 120, height: 28))
        #expect(frames["rowHeader 28.0"] == Rect(x: 0, y: 32, width: 56, height: 28))
        #expect(frames["columnHeader 32.0"] == Rect(x: 56, y: 0, width: 120, height: 32))
        #expect(frames["corner 32.0"] == Rect(x: 0, y: 0, width: 56, height: 32))
    }

    @Test func separatorsGoByTheRowOrTheColumnThatTheyEnd() {
        let lines = records(model(rows: 3, columns: 2), "separator")
        #expect(lines.map(\.row) == [2, 1, 0, 0, 0])
        #expect(lines.map(\.column) == [0, 0, 0, 1, 0])
        #expect(lines[3].frame == Rect(x: 295, y: 32, width: 1, height: 84))
    }

    @Test func theNumbersOfSeparatorsAreThoseOfTheirTracksAlsoAmongFrozenOnes() {
        var model = model(rows: 50, columns: 50)
        model.freeze(rows: 1, columns: 1, trailingColumns: 1)
        let lines = records(model, "separator")
        #expect(Set(lines.filter { $0.frame.height == 1 }.map(\.row)) == [0, 1, 2, 3, 4, 5])
        #expect(Set(lines.filter { $0.frame.width == 1 }.map(\.column)).isSubset(of: [0, 1, 49]))
    }

    @Test func theShadowOfAFreezeLineHasItsNumber() {
        var model = model(rows: 50, columns: 50)
        model.freeze(rows: 1, columns: 0)
        model.scroll(toOffset: Point(x: 0, y: 100))
        #expect(records(model, "freezeShadow").map(\.row) == [0])
    }

    @Test func framesAreZoomedAndNotSnapped() throws {
        var model = model(rows: 50, columns: 50)
        model.zoom(to: 1.5)
        model.scroll(toOffset: Point(x: 10.25, y: 3.125))
        let cell = try #require(records(model, "cell").first { $0.row == 2 && $0.column == 1 })
        #expect(
            cell.frame == Rect(x: 248.625, y: 127.3125, width: 180, height: 42))
    }

    @Test func theDirectionChangesNothingSinceXCountsFromTheLeadingEdge() {
        var model = model(rows: 50, columns: 50)
        let records = LayoutRecord.frame(of: model)
        model.setDirection(.rightToLeft)
        #expect(LayoutRecord.frame(of: model) == records)
    }

    @Test func inCardsTheRowIsTheRecordAndTheColumnTheField() {
        var model = model(rows: 5, columns: 3, Size(width: 700, height: 200))
        model.show(ViewChoice("cards"))
        let cells = records(model, "cell")
        #expect(Set(cells.map(\.row)) == [0, 1, 2, 3])
        #expect(cells.allSatisfy { (0..<3).contains($0.column) })
        let cards = records(model, "card")
        #expect(cards.map(\.row) == [3, 2, 1, 0])
        #expect(cards.allSatisfy { $0.column == 0 })
    }

    @Test func aGridOfNoSizeHasNoElements() {
        #expect(LayoutRecord.frame(of: model(rows: 5, columns: 3, .zero)) == [])
    }

    @Test func theTextIsATable() {
        let records = [
            LayoutRecord(kind: "cell", row: 1234, column: 0, frame: Rect(x: 1.5, y: -2, width: 100, height: 20), z: 0),
            LayoutRecord(kind: "corner", row: 0, column: 0, frame: Rect(x: 0, y: 0, width: 0.25, height: 20), z: 4),
        ]
        #expect(
            LayoutRecord.text(records) == """
                kind     row  column    x   y  width  height  z
                cell    1234       0  1.5  -2    100      20  0
                corner     0       0    0   0   0.25      20  4

                """)
    }

    @Test func theJSONHasALineForEach() {
        let record = LayoutRecord(
            kind: "cell", row: 3, column: 2, frame: Rect(x: 300, y: 190, width: 100, height: 50), z: 0)
        #expect(
            LayoutRecord.json([record]) == """
                [
                  {"kind": "cell", "row": 3, "column": 2, "frame": {"x": 300, "y": 190, "width": 100, "height": 50}, "z": 0}
                ]

                """)
        #expect(LayoutRecord.json([]) == "[]\n")
    }
}
