import Drawing
import Geometry
import GridLayout
import GridUI
import Testing

@Suite struct MergedPaintTests {
    @Test func theActiveCellHasItsRingAndComesIntoSightWhereItIsPartOfAMergedOne() throws {
        var (model, _) = generated(rows: 500, columns: 3, size: Size(width: 600, height: 300))
        model.merge([CellSpan(rows: 200..<203, columns: 1..<2)])
        model.activate(CellPosition(row: 202, column: 0))
        model.scroll(to: .zero)
        model.perform(.moveRight)
        #expect(model.activeCell == CellPosition(row: 202, column: 1))
        let frame = try #require(model.shownFrame(of: CellPosition(row: 200, column: 1)))
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        let rings = list.commands.compactMap { if case .ring(let rect, _, _) = $0 { rect } else { nil } }
        #expect(rings == [frame] && frame.height == 84)
    }

    @Test func theGroundOfACellMergedAcrossAFreezeLineCoversNoOther() throws {
        var (model, _) = generated(rows: 50, columns: 3, size: Size(width: 600, height: 300))
        model.freeze(rows: 1)
        model.merge([CellSpan(rows: 0..<3, columns: 1..<2)])
        var list = DisplayList()
        var presenter = Presenter()
        presenter.present(model, theme: .light, into: &list)
        let grounds = list.commands.compactMap { command -> Rect? in
            guard case .fill(let rect, let color) = command, color == Theme.light.frozenBackground else { return nil }
            return rect
        }
        #expect(grounds.count == 3)
        for element in [Element.cell(section: 1, item: 0), .cell(section: 2, item: 2), .cell(section: 3, item: 1)] {
            let cell = try #require(model.attributes(for: element)).frame
            #expect(!grounds.contains { $0.intersects(cell) })
        }
    }
}
