import Drawing
import Geometry
import GridUI
import Testing

/// Where a grid stands after it was shown in another view.
@Suite struct ViewChangeTests {
    @Test func aViewAtItsBeginningIsStillThere() {
        for name in ["fit", "cards", "sheet"] {
            var (model, _) = generated(rows: 100, columns: 20)
            model.show(ViewChoice(name, parameters: [.rowHeight: 90], pinsHeaders: false))
            #expect(model.viewport.offset == .zero, "\(name)")
        }
    }

    @Test func theActiveCellIsShownEvenIfTheBeginningIsNot() throws {
        var (model, _) = generated(rows: 100, columns: 20)
        model.activate(CellPosition(row: 15, column: 0))
        #expect(model.viewport.offset == .zero)
        model.show(ViewChoice("fit", pinsHeaders: false))
        let element = try #require(model.element(showing: CellPosition(row: 15, column: 0)))
        let frame = try #require(model.attributes(for: element)).frame
        #expect(model.viewport.visible.intersection(frame) == frame)
        #expect(model.viewport.offset.y > 0)
    }

    @Test func aGivenWidthTakesThePlaceOfThoseThatWereFound() {
        var (model, _) = generated(rows: 100, columns: 20)
        model.resizeColumn(3, to: 77)
        model.show(ViewChoice("sheet", parameters: [.columnWidth: 50]))
        #expect((0..<20).map { model.sheet.columns.size(of: $0) } == (0..<20).map { $0 == 3 ? 77 : 50 })
        var changed = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(!changed)
        model.show(ViewChoice("sheet"))
        changed = model.fitColumnsInSight(measuring: FixedMeasure())
        #expect(changed)
        #expect(model.sheet.columns.size(of: 0) != 50)
    }

    @Test func anotherFontFitsTheColumnsAnewThatNobodyGaveAWidth() {
        var (model, _) = generated(rows: 100, columns: 20)
        model.resizeColumn(3, to: 77)
        let narrow = model.sheet.columns.size(of: 0)
        model.restyle(Theme.light.zoomed(by: 2), measuring: WideMeasure())
        let changed = model.fitColumnsInSight(measuring: WideMeasure())
        #expect(changed && model.sheet.columns.size(of: 0) > narrow && model.sheet.columns.size(of: 3) == 77)
    }

    @Test(arguments: ["sheet", "cards"])
    func anotherFontLeavesWhatIsInSightThere(view: String) throws {
        var (model, _) = generated(rows: 100_000, columns: 20)
        model.show(ViewChoice(view))
        let cell = CellPosition(row: 60_000, column: 3)
        model.activate(cell)
        func top(of cell: CellPosition) throws -> Double {
            let element = try #require(model.element(showing: cell))
            return try #require(model.attributes(for: element)).frame.y - model.viewport.visible.y
        }
        let place = try top(of: cell)
        for zoom in [2.0, 1] {
            model.restyle(Theme.light.zoomed(by: zoom), measuring: WideMeasure())
            _ = model.fitColumnsInSight(measuring: WideMeasure())
            #expect(abs(try top(of: cell) - place) < 60, "\(zoom)")
        }
        // Where the active cell is elsewhere, what is first in sight is.
        model.scroll(toOffset: model.viewport.offset + Point(x: 0, y: 5_000))
        let first = try #require(model.firstCellInSight())
        #expect(first.row > 60_000)
        model.restyle(Theme.light.zoomed(by: 1.5), measuring: WideMeasure())
        #expect(model.firstCellInSight()?.row == first.row)
    }

    /// Every character is as wide as its font is high.
    private struct WideMeasure: TextMeasuring {
        func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double { font.size * Double(text.count) }
        func metrics(of font: Font) -> FontMetrics { FontMetrics(ascent: font.size, descent: 4) }
        func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double { font.size }
    }
}
