import BenchmarkKit
import CCairo
import CairoDrawing
import Drawing
import Geometry
import GridLayout
import GridUI
import Tabular

/// A generated table in an image surface, drawn by the very parts that the window draws with.
struct FrameScene {
    /// The content of the scene, and its appearance.
    struct Setting {
        var size: Size
        /// A Boolean value that indicates whether all four edges are frozen.
        var isFrozen = false
        /// A Boolean value that indicates whether rows are striped, instead of having lines between them.
        var stripesRows = false
        /// A Boolean value that indicates whether the cells hold texts of many scripts, instead of texts that need no shaping.
        var isMixed = false
    }

    private let source: GeneratedSource
    private let engine = TextEngine()
    private let renderer: CairoRenderer
    private let surface: FrameBuffer
    private(set) var model: GridModel
    private var presenter = Presenter()
    private var list = DisplayList()
    private var wanted = WantedCells()
    private(set) var update = FrameUpdate()

    init(_ setting: Setting) throws {
        source = setting.isMixed ? MixedTexts.source : GeneratedSource(rows: 10_000_000, columns: 200)
        renderer = CairoRenderer(engine: engine)
        surface = try FrameBuffer(size: setting.size, scale: 1)
        model = GridModel(table: source.snapshot)
        model.restyle(.light, measuring: engine)
        model.resize(to: setting.size, scaleFactor: 1)
        model.pointer.showsHandles = true
        source.want([CellRange(rows: 0..<1, columns: 0..<model.columnCount)])
        model.apply(source.snapshot)
        if setting.isFrozen { model.freeze(rows: 1, columns: 2, trailingRows: 1, trailingColumns: 1) }
        model.stripesRows = setting.stripesRows
    }

    /// Lines that had to be shaped since the start.
    var shapedLineCount: Int { engine.shapedLineCount }

    /// The work of the frame that was made last.
    var work: FrameWork { presenter.work }

    /// Brings the cells of the next frame into memory, which a reader's own thread does while the window draws.
    func fetch(_ change: FrameChange) {
        var next = model
        change.apply(&next)
        source.want(next.wantedCells())
    }

    /// Asks for the frame's cells, and lists what it changes.
    mutating func makeList(_ change: FrameChange) {
        change.apply(&model)
        if wanted.ask(source, for: &model) { _ = model.fitColumnsInSight(measuring: engine) }
        _ = model.fitRowsInSight(measuring: engine)
        update = presenter.update(model, theme: .light, into: &list)
    }

    /// Moves and draws what the frame changes; calls `whenMoved` between the two.
    func draw(whenMoved: () -> Void) { surface.apply(update, list, with: renderer, whenMoved: whenMoved) }

    /// Hands the picture over, to what is memory here.
    func show(on display: ImageSurface) {
        guard let cr = cairo_create(display.raw) else { return }
        surface.show(on: cr)
        cairo_destroy(cr)
    }

    /// Lays out again what the frame laid out to be drawn.
    func layOut(into elements: inout [LayoutAttributes]) {
        for damage in update.damage {
            let place = damage.logical(scale: 1)
            let origin = model.viewport.contentPoint(under: place.origin)
            elements.removeAll(keepingCapacity: true)
            model.attributes(in: Rect(origin: origin, size: place.size), into: &elements)
        }
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
            for (x, pixel) in surface.row(y).enumerated() where pixel & 0xFF_FFFF != fresh.pixel(x: x, y: y) {
                differing += 1
            }
        }
        try WrongAnswer.check("the number of pixels that differ from a fresh drawing", differing, is: 0)
    }
}

/// The change between two frames.
enum FrameChange {
    /// Logical pixels.
    case scroll(Point)
    /// The active cell is the next to the right, or the one it was before.
    case activate(Int)

    func apply(_ model: inout GridModel) {
        switch self {
        case .scroll(let step): model.scroll(to: model.scrollPosition + step)
        case .activate(let column): model.activate(CellPosition(row: 5, column: column))
        }
    }
}
