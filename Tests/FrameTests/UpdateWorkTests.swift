import Drawing
import Geometry
import GridLayout
import SeededRandom
import Tabular
import Testing

@testable import GridUI

/// How little is painted when little changes.
@Suite struct UpdateWorkTests {
    private let size = Size(width: 1920, height: 1080)
    /// It takes a debug build a while to make its values up, so there is one for all tests.
    private static let source = GeneratedSource(rows: 1_000_000, columns: 64)

    /// A large sheet with all cells in memory, of which a frame was painted.
    private func sheet(frozen: Bool = false) -> (model: GridModel, presenter: Presenter, list: DisplayList) {
        let source = Self.source
        var model = GridModel(table: source.snapshot)
        model.pointer.showsHandles = true
        model.resize(to: size, scaleFactor: 1)
        model.apply(source.snapshot)
        if frozen { model.freeze(rows: 1, columns: 1, trailingRows: 1, trailingColumns: 1) }
        model.scroll(to: Point(x: 3000, y: 10_000))
        source.want(model.wantedCells())
        model.apply(source.snapshot)
        var (presenter, list) = (Presenter(), DisplayList())
        _ = presenter.update(model, theme: .light, into: &list)
        return (model, presenter, list)
    }

    @Test func aFrameLikeTheOneBeforePaintsNothing() {
        var (model, presenter, list) = sheet()
        #expect(presenter.update(model, theme: .light, into: &list).isEmpty)
        #expect(list.commands.isEmpty)
        // Nor does a pointer over cells.
        _ = model.movePointer(to: Point(x: 500, y: 500))
        #expect(presenter.update(model, theme: .light, into: &list).isEmpty)
    }

    @Test(arguments: [Point(x: 0, y: 7), Point(x: 7, y: 0), Point(x: 7, y: -13)])
    func aScrollPaintsTheStripsThatItBringsIntoSight(step: Point) {
        var (model, presenter, list) = sheet()
        model.scroll(to: model.scrollPosition + step)
        let update = presenter.update(model, theme: .light, into: &list)
        let strips = Int(step.y.magnitude) * 1920 + Int(step.x.magnitude) * 1080
        #expect(update.moves.contains { $0.dx == -Int(step.x) && $0.dy == -Int(step.y) })
        #expect(update.damagedArea <= strips + 4000, "handles besides")
        #expect(update.movedArea >= 1920 * 1080 - strips - 1920 * 40 - 1080 * 100)
        // Two rows and two columns at most: 18 and 36 cells, with their headers and lines.
        #expect(presenter.work.elements < 200)
        #expect(presenter.work.commands < 200)
    }

    @Test func whatOpensBesideTheTableAndClosesAgainPaintsWhatComesIntoSightAlone() {
        var (model, presenter, list) = sheet()
        for (width, height) in [(1920.0, 1040.0), (1540, 1080), (1500, 1000)] {
            let smaller = Size(width: width, height: height)
            model.resize(to: smaller, scaleFactor: 1)
            #expect(presenter.update(model, theme: .light, into: &list).isEmpty)
            #expect(list.commands.isEmpty)
            model.resize(to: size, scaleFactor: 1)
            let update = presenter.update(model, theme: .light, into: &list)
            let shown = Int(smaller.width) * Int(smaller.height)
            #expect(update.moves.isEmpty)
            #expect(update.damagedArea >= 1920 * 1080 - shown)
            #expect(update.damagedArea <= 1920 * 1080 - shown + 500 * 100)
        }
    }

    @Test func frozenEdgesWithTheirShadowsCostStripsAlongThem() {
        var (model, presenter, list) = sheet(frozen: true)
        model.scroll(to: model.scrollPosition + Point(x: 7, y: 13))
        let update = presenter.update(model, theme: .light, into: &list)
        #expect(update.damagedArea < 1920 * 1080 / 12)
        #expect(update.damage.count <= Damage.limit)
    }

    @Test func anotherActiveCellPaintsTheTwoCellsAndTheirHeaders() {
        var (model, presenter, list) = sheet()
        let cell = CellPosition(row: 370, column: 30)
        model.activate(cell)
        _ = presenter.update(model, theme: .light, into: &list)
        model.activate(CellPosition(row: 371, column: 30))
        let update = presenter.update(model, theme: .light, into: &list)
        #expect(update.moves.isEmpty)
        #expect(update.damagedArea < 360 * 28 * 2 + 360 * 32 + 80 * 56 + 20_000)
        model.hasFocus = false
        #expect(presenter.update(model, theme: .light, into: &list).damagedArea < 30_000)
    }

    @Test func aSelectionThatGrowsPaintsWhatItGrewBy() {
        var (model, presenter, list) = sheet()
        model.activate(CellPosition(row: 370, column: 30))
        model.perform(.moveRight, extending: true)
        _ = presenter.update(model, theme: .light, into: &list)
        model.perform(.moveDown, extending: true)
        let update = presenter.update(model, theme: .light, into: &list)
        #expect(update.moves.isEmpty && !update.isEmpty)
        // Two rows of two cells, of at most 360 pixels each, and the headers of the new row.
        #expect(update.damagedArea < 2 * 2 * 360 * 28 + 80 * 28 + 20_000)
        #expect(presenter.update(model, theme: .light, into: &list).isEmpty)
        // While all of it is selected a scroll still paints strips.
        model.perform(.selectAll)
        _ = presenter.update(model, theme: .light, into: &list)
        model.scroll(to: model.scrollPosition + Point(x: 0, y: 7))
        #expect(presenter.update(model, theme: .light, into: &list).damagedArea < 1920 * 7 + 4000)
    }

    @Test func rowsThatArrivePaintTheirRowsAlone() {
        var (model, presenter, list) = sheet()
        var snapshot = model.table
        let far = BlockTiles.Key(row: 1, column: 0)
        snapshot.cells[far] = nil
        snapshot.version.advance()
        model.apply(snapshot)
        #expect(presenter.update(model, theme: .light, into: &list).isEmpty, "out of sight")
        // Rows 357 to 393 or so are in sight; 384 begins a tile.
        let near = BlockTiles.Key(row: 3, column: 0)
        snapshot.cells[near] = nil
        snapshot.version.advance()
        model.apply(snapshot)
        let update = presenter.update(model, theme: .light, into: &list)
        #expect(!update.isEmpty && update.damagedArea < 1920 * 1080 / 2)
    }

    @Test func rowsThatAreAppendedPaintTheirPlaceAlone() {
        var (model, presenter, list) = sheet()
        func append(upTo count: Int) -> FrameUpdate {
            var snapshot = model.table
            snapshot.version.advance()
            snapshot.rowCount = .atLeast(count)
            model.apply(snapshot)
            return presenter.update(model, theme: .light, into: &list)
        }
        // Fewer rows are another table.
        _ = append(upTo: 100_000)
        model.scroll(to: Point(x: 3000, y: 10_000))
        _ = presenter.update(model, theme: .light, into: &list)
        #expect(append(upTo: 200_000).isEmpty, "out of sight")
        model.scroll(to: Point(x: 3000, y: 1e9))
        _ = presenter.update(model, theme: .light, into: &list)
        // Below what is in sight: but what was the last row has a line below it now.
        let line = append(upTo: 200_003)
        #expect(line.moves.isEmpty && line.damage == [PixelRect(x: 0, y: 1079, width: 1920, height: 1)])
        #expect(append(upTo: 200_006).isEmpty, "below what is in sight")
        // A screen with room for more.
        _ = append(upTo: 20)
        let update = append(upTo: 21)
        #expect(update.moves.isEmpty)
        #expect(update.damagedArea < 1920 * (1080 - 20 * 28))
        #expect(!update.isEmpty && append(upTo: 21).isEmpty)
    }

    @Test func aPainterOfOnesOwnHasAllPaintedThatItMayLookAt() {
        var (model, presenter, list) = sheet()
        presenter.painters[.cell] = Painter { _, _, _ in }
        _ = presenter.update(model, theme: .light, into: &list)
        model.hasFocus.toggle()
        #expect(presenter.update(model, theme: .light, into: &list).damagedArea == 1920 * 1080)
        model.scroll(to: model.scrollPosition + Point(x: 0, y: 7))
        #expect(!presenter.update(model, theme: .light, into: &list).moves.isEmpty)
    }
}

@Suite struct DamageTests {
    @Test func damageCoversAllThatWasAddedInFewRectangles() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            var damage = Damage()
            var added: [PixelRect] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let rect = PixelRect(
                    x: .random(in: 0...3000, using: &random), y: .random(in: 0...2000, using: &random),
                    width: .random(in: 0...900, using: &random), height: .random(in: 0...900, using: &random))
                added.append(rect)
                damage.add(rect)
            }
            #expect(damage.rects.count <= Damage.limit)
            for rect in added where !rect.isEmpty {
                // Each is inside a single one: unions only grow.
                #expect(damage.rects.contains { $0.contains(rect) })
            }
        }
    }
}
