import Geometry
import GridUI
import SeededRandom
import Testing

@Suite struct PointerTargetTests {
    @Test(arguments: SheetKind.all)
    func thePointerFindsWhatLiesUnderIt(kind: SheetKind) {
        let (model, zoom) = (kind.sheet(), kind.zoom)
        #expect(model.target(106 * zoom, 16 * zoom) == .header(.horizontal, 0))
        #expect(model.target(20 * zoom, 46 * zoom) == .header(.vertical, 0))
        #expect(model.target(206 * zoom, 74 * zoom) == .cell(CellPosition(row: 1, column: 1)))
        #expect(model.target(20 * zoom, 10 * zoom) == .corner)
        #expect(model.target(-1, 10) == nil && model.target(10, 601) == nil)
    }

    @Test(arguments: SheetKind.all)
    func anEdgeReachesFourPixelsToEachSideAtAnyZoom(kind: SheetKind) {
        let (model, zoom) = (kind.sheet(), kind.zoom)
        let edge = 156 * zoom
        for distance in [-4.0, -1, 0.5, 3.5] {
            #expect(model.target(edge + distance, 16 * zoom) == .edge(.horizontal, 0), "\(distance)")
        }
        #expect(model.target(edge - 5, 16 * zoom) == .header(.horizontal, 0))
        #expect(model.target(edge + 5, 16 * zoom) == .header(.horizontal, 1))
        #expect(model.target(edge, 40 * zoom) == .cell(CellPosition(row: 0, column: 1)), "below the header are cells")
        let line = 60 * zoom
        #expect(model.target(20 * zoom, line - 3) == .edge(.vertical, 0))
        #expect(model.target(20 * zoom, line + 3) == .edge(.vertical, 0))
    }

    @Test func aNarrowColumnCanStillBeClicked() {
        var model = evenSheet()
        model.resizeColumn(1, to: 12)
        #expect(model.target(162, 16) == .header(.horizontal, 1))
    }

    @Test func onTheFarSideOfAnEdgeTheHiddenNeighbourIsMeant() {
        var model = evenSheet()
        model.hideColumn(1)
        model.hideColumn(2)
        model.hideRows(0..<2)
        #expect(model.target(155, 16) == .edge(.horizontal, 0))
        #expect(model.target(157, 16) == .edge(.horizontal, 2))
        #expect(model.target(20, 33) == .edge(.vertical, 1), "before the first row that shows")
    }

    @Test func whatLiesUnderAFrozenPartHasNoEdgeThere() {
        var model = evenSheet()
        model.pointer.showsHandles = false
        model.freeze(columns: 1)
        model.scroll(to: Point(x: 50, y: 0))
        // Column 1 begins 50 px under column 0, which is frozen, and ends 50 px behind it.
        #expect(model.target(155, 16) == .edge(.horizontal, 0))
        #expect(model.target(160, 16) == .header(.horizontal, 1))
        #expect(model.target(205, 16) == .edge(.horizontal, 1))
    }

    @Test func aColumnThatIsFrozenAtTheEndIsHeldAtItsBeginning() {
        var model = evenSheet()
        model.pointer.showsHandles = false
        model.freeze(trailingColumns: 2)
        #expect(model.target(601, 16) == .edge(.horizontal, 48))
        #expect(model.target(699, 16) == .edge(.horizontal, 49))
        #expect(model.target(701, 16) == .edge(.horizontal, 49))
        #expect(model.target(798, 16) == .header(.horizontal, 49), "its end is the window's")
    }

    @Test(arguments: SheetKind.all)
    func theHandlesAreInTheCornerUntilSomethingIsFrozen(kind: SheetKind) {
        var (model, zoom) = (kind.sheet(), kind.zoom)
        #expect(model.target(56 * zoom - 3, 8 * zoom) == .freezeHandle(.horizontal, .leading))
        #expect(model.target(20 * zoom, 32 * zoom - 3) == .freezeHandle(.vertical, .leading))
        #expect(model.target(800 - 22, 16 * zoom) == .freezeHandle(.horizontal, .trailing))
        #expect(model.target(20 * zoom, 600 - 22) == .freezeHandle(.vertical, .trailing))
        model.freeze(rows: 2, columns: 1, trailingRows: 1, trailingColumns: 1)
        #expect(model.target(56 * zoom - 3, 8 * zoom) == .corner)
        #expect(model.target(156 * zoom + 3, 16 * zoom) == .freezeHandle(.horizontal, .leading))
        #expect(model.target(156 * zoom - 3, 16 * zoom) == .edge(.horizontal, 0))
        #expect(model.target(20 * zoom, 88 * zoom + 3) == .freezeHandle(.vertical, .leading))
        #expect(model.target(800 - 100 * zoom - 3, 16 * zoom) == .freezeHandle(.horizontal, .trailing))
        #expect(model.target(20 * zoom, 600 - 28 * zoom - 3) == .freezeHandle(.vertical, .trailing))
    }

    @Test func whereEverythingFitsThereIsNothingToFreeze() {
        let model = evenSheet(rows: 3, columns: 2)
        for x in stride(from: 0.5, to: 800, by: 1) {
            if case .freezeHandle = model.target(x, 16) { Issue.record("a handle at \(x)") }
        }
    }

    @Test func aPictureHasNoHandles() {
        var model = evenSheet()
        model.pointer.showsHandles = false
        #expect(model.target(53, 8) == .corner)
    }

    /// Whatever is hidden, frozen, scrolled and zoomed: what the pointer finds in the header band is what the layout shows.
    @Test func inAnySheetTheHeadersAndEdgesAreWhereTheLayoutHasThem() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<16 {
            var model = evenSheet(rows: 40, columns: 30, zoom: [0.5, 1, 1.5, 2].randomElement(using: &random) ?? 1)
            model.setDirection(Bool.random(using: &random) ? .leftToRight : .rightToLeft)
            model.pointer.showsHandles = false
            for column in 0..<30 { model.resizeColumn(column, to: Double.random(in: 12...200, using: &random)) }
            for column in 0..<30 where Int.random(in: 0..<4, using: &random) == 0 { model.hideColumn(column) }
            model.freeze(
                columns: Int.random(in: 0...3, using: &random), trailingColumns: Int.random(in: 0...3, using: &random))
            model.scroll(to: Point(x: Double.random(in: 0...3000, using: &random), y: 0))
            check(model)
        }
    }

    private func check(_ model: GridModel) {
        let (visible, zoom) = (model.viewport.visible, model.viewport.zoom)
        for x in stride(from: 56 * zoom + 0.25, to: 800, by: 1.5) {
            let found = model.hitTest(model.point(x, 8))
            switch model.target(x, 8) {
            case .header(.horizontal, let place): #expect(found?.element.item == place)
            case .edge(.horizontal, let place):
                guard
                    let header = model.sheet.attributes(
                        for: .supplementary(.columnHeader, item: place), visible: visible)
                else { continue }
                let edges = [header.frame.minX, header.frame.maxX].map { ($0 - visible.minX) * zoom }
                // Beside a freeze line, where a handle has its place, they reach further.
                #expect(edges.contains { abs($0 - x) <= 6.01 }, "\(x): an edge of column \(place)")
            case let other: #expect(other == nil && found == nil, "\(x): \(String(describing: other))")
            }
        }
    }
}
