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

    /// Every character is as wide as its font is high.
    private struct WideMeasure: TextMeasuring {
        func width(of text: UnsafeBufferPointer<UInt8>, font: Font) -> Double { font.size * Double(text.count) }
        func metrics(of font: Font) -> FontMetrics { FontMetrics(ascent: font.size, descent: 4) }
        func height(of text: UnsafeBufferPointer<UInt8>, font: Font, width: Double) -> Double { font.size }
    }
}
