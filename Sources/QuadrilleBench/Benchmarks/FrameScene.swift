import BenchmarkKit
import CairoDrawing
import Drawing
import Geometry
import GridUI
import Tabular

/// A generated table with frozen rows and columns in an image surface, drawn by the very parts that the window draws with.
struct FrameScene {
    private let source = GeneratedSource(rows: 10_000_000, columns: 200)
    private let engine = TextEngine()
    private let renderer: CairoRenderer
    private let surface: ImageSurface
    private var model: GridModel
    private var presenter = Presenter()
    private var list = DisplayList()
    private var wanted: [CellRange] = []

    init(size: Size) throws {
        renderer = CairoRenderer(engine: engine)
        surface = try ImageSurface(size: size, scale: 1)
        model = GridModel(table: source.snapshot)
        model.restyle(.light, measuring: engine)
        model.resize(to: size, scaleFactor: 1)
        source.want([CellRange(rows: 0..<1, columns: 0..<model.columnCount)])
        model.apply(source.snapshot)
        model.freeze(rows: 1, columns: 2)
    }

    /// Lines that had to be shaped since the start.
    var shapedLineCount: Int { engine.shapedLineCount }

    /// Brings the cells of the next frame into memory, which a reader's own thread does while the window draws.
    func fetch(_ step: Point) {
        var next = model
        next.scroll(to: next.scrollPosition + step)
        source.want(next.wantedCells())
    }

    /// What the widget does for a frame until it draws (`GridView.draw`). If that changes, also change this.
    mutating func makeList(_ step: Point) -> FrameWork {
        model.scroll(to: model.scrollPosition + step)
        let wanted = model.wantedCells()
        if wanted != self.wanted {
            self.wanted = wanted
            source.want(wanted)
            let snapshot = source.snapshot
            if snapshot.generation > model.table.generation { model.apply(snapshot) }
            _ = model.fitColumnsInSight(measuring: engine)
        }
        _ = model.fitRowsInSight(measuring: engine)
        return presenter.present(model, theme: .light, into: &list)
    }

    func replay() {
        surface.draw(list, with: renderer)
    }

    /// Throws unless all cells in sight were in memory, and the picture is the one that is drawn with nothing left over
    /// from earlier frames.
    func check() throws {
        let missing = model.wantedCells().prefix(1).flatMap(BlockTiles.keys).filter { model.table.cells[$0] == nil }
        try WrongAnswer.check("the number of blocks in sight and not in memory", missing.count, is: 0)
        let size = Size(width: Double(surface.pixelWidth), height: Double(surface.pixelHeight))
        let fresh = try ImageSurface(size: size, scale: 1)
        var (presenter, list) = (Presenter(), DisplayList())
        presenter.present(model, theme: .light, into: &list)
        fresh.draw(list, with: CairoRenderer(engine: TextEngine()))
        var differing = 0
        for y in 0..<surface.pixelHeight {
            for x in 0..<surface.pixelWidth {
                if surface.pixel(x: x, y: y) != fresh.pixel(x: x, y: y) { differing += 1 }
            }
        }
        try WrongAnswer.check("the number of pixels that differ from a fresh drawing", differing, is: 0)
    }
}
