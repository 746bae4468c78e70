import BenchmarkKit
import CAllocationCounter
import CairoDrawing
import Drawing
import Geometry
import GridUI
import Tabular

extension Benchmark {
    static let frame = Benchmark(
        name: "frame", abstract: "one frame of a scroll at 1080p and 4K: layout, cells from memory, list, replay",
        run: { _ in
            let screens = [("1080p", Size(width: 1920, height: 1080)), ("4K", Size(width: 3840, height: 2160))]
            return try screens.flatMap { name, size in
                try Motion.all.map { motion in
                    var benchmark = try FrameBenchmark(size: size)
                    let figure = try benchmark.run("frame \(name), \(motion.name)", motion)
                    return name == "1080p" ? figure.limited(to: .atMost(4)) : figure
                }
            }
        })
}

/// How the content moves from one frame to the next.
private struct Motion {
    let name: String
    let step: Point
    let frameCount: Int

    static let all = [
        Motion(name: "7 px down", step: Point(x: 0, y: 7), frameCount: 300),
        Motion(name: "7 px diagonally", step: Point(x: 7, y: 7), frameCount: 300),
        // All cells are new in every frame.
        Motion(name: "page jump", step: Point(x: 0, y: 1_000_003), frameCount: 100),
    ]
}

/// Scrolls a generated table in an image surface, with the very parts that the window draws with.
private struct FrameBenchmark {
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
        model.apply(source.snapshot, measuring: engine)
        model.freeze(rows: 1, columns: 2)
    }

    mutating func run(_ name: String, _ motion: Motion) throws -> Figure {
        var watch = Stopwatch()
        var counts = (elements: Samples(), commands: Samples(), shaped: Samples(), allocations: Samples())
        // The first frames meet characters and buffers for the first time, as no scroll does.
        for frame in -20..<motion.frameCount {
            fetch(motion.step)
            let before = (callocation_count(), engine.shapedLineCount)
            var trial = watch
            let work = trial.measure { draw(motion.step) }
            let allocations = callocation_count() - before.0
            guard frame >= 0 else { continue }
            watch = trial
            counts.elements.add(Double(work.elements))
            counts.commands.add(Double(work.commands))
            counts.shaped.add(Double(engine.shapedLineCount - before.1))
            counts.allocations.add(Double(allocations))
        }
        try checkPicture()
        var figure = watch.figure(name, unit: "ms", nanoseconds: 1_000_000)
        figure.work = [
            ("elements", Int(counts.elements.median)), ("commands", Int(counts.commands.median)),
            ("lines shaped", Int(counts.shaped.median)), ("allocations", Int(counts.allocations.median)),
        ]
        return figure
    }

    /// Brings the cells of the next frame into memory, which a reader's own thread does while the window draws.
    private func fetch(_ step: Point) {
        var next = model
        next.scroll(to: next.scrollPosition + step)
        source.want(next.wantedCells())
    }

    /// What the widget does for a frame.
    private mutating func draw(_ step: Point) -> FrameWork {
        model.scroll(to: model.scrollPosition + step)
        let wanted = model.wantedCells()
        if wanted != self.wanted {
            self.wanted = wanted
            source.want(wanted)
            let snapshot = source.snapshot
            if snapshot.generation > model.table.generation { model.apply(snapshot, measuring: engine) }
            _ = model.widenNumbersInSight()
        }
        let work = presenter.present(model, theme: .light, into: &list)
        surface.draw(list, with: renderer)
        return work
    }

    /// What was drawn with everything that earlier frames left in caches and buffers must be what is drawn without.
    private func checkPicture() throws {
        let missing = model.wantedCells().prefix(1).flatMap(BlockTiles.keys).filter { model.table.cells[$0] == nil }
        try WrongAnswer.check("the number of blocks in sight and not in memory", missing.count, is: 0)
        let fresh = try ImageSurface(
            size: Size(width: Double(surface.pixelWidth), height: Double(surface.pixelHeight)), scale: 1)
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
