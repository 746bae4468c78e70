import BenchmarkKit
import CAllocationCounter
import Geometry
import GridLayout

extension Benchmark {
    static let frame = Benchmark(
        name: "frame",
        abstract: "one frame at 1080p and 4K, in parts, and against a whole one, cached PangoLayouts, and a mere fill",
        run: { _ in
            try FrameScreen.all.flatMap { screen in
                try FrameBenchmark.all.flatMap { try $0.run(on: screen) }
            }
        })
}

/// A display, and the place of its limits among those of a benchmark.
private struct FrameScreen {
    let name: String
    let size: Size
    let column: Int

    static let all = [
        FrameScreen(name: "1080p", size: Size(width: 1920, height: 1080), column: 0),
        FrameScreen(name: "4K", size: Size(width: 3840, height: 2160), column: 1),
    ]
}

/// A change that goes on from frame to frame.
private struct FrameBenchmark {
    let name: String
    var isFrozen = false
    var stripesRows = false
    var isMixed = false
    /// The change of a frame, by its number.
    let change: @Sendable (Int) -> FrameChange
    /// Milliseconds: the median and the 99th percentile that each screen must keep to.
    let limits: [(median: Double, p99: Double)]
    /// The allocations of a frame, where it is one of a steady scroll.
    var allocationLimit: Double?

    private static let frameCount = 240
    private static let warmUp = 40
    /// The rivals paint so seldom, since they take longer by far.
    private static let rivalInterval = 6

    static let all = [
        FrameBenchmark(
            name: "scroll down", change: { .scroll(Point(x: 0, y: $0 % 2 == 0 ? 7 : 13)) },
            limits: [(0.3, 0.6), (1.6, 3)], allocationLimit: 50),
        FrameBenchmark(
            name: "scroll across", change: { .scroll(Point(x: $0 % 2 == 0 ? 7 : 13, y: 0)) },
            limits: [(0.3, 0.6), (1.6, 3)], allocationLimit: 50),
        FrameBenchmark(
            name: "diagonal, all edges frozen, lines", isFrozen: true, change: { _ in .scroll(Point(x: 7, y: 13)) },
            limits: [(0.6, 1.5), (2.5, 6.9)], allocationLimit: 50),
        FrameBenchmark(
            name: "diagonal, all edges frozen, stripes", isFrozen: true, stripesRows: true,
            change: { _ in .scroll(Point(x: 7, y: 13)) }, limits: [(0.6, 1.5), (2.5, 6.9)], allocationLimit: 50),
        // All cells are new in every frame.
        FrameBenchmark(
            name: "page jump", change: { _ in .scroll(Point(x: 0, y: 1_000_003)) }, limits: [(1.5, 3), (6.5, 11)]),
        FrameBenchmark(
            name: "page jump, mixed scripts", isMixed: true, change: { _ in .scroll(Point(x: 0, y: 1_000_003)) },
            limits: [(5, 9), (20, 30)]),
        FrameBenchmark(
            name: "one cell", change: { .activate(3 + $0 % 2) }, limits: [(0.05, 0.2), (0.1, 0.4)], allocationLimit: 50),
    ]

    func run(on screen: FrameScreen) throws -> [Figure] {
        var scene = try FrameScene(
            FrameScene.Setting(size: screen.size, isFrozen: isFrozen, stripesRows: stripesRows, isMixed: isMixed))
        let rivals = try FrameRivals(size: screen.size)
        var watches = FrameWatches()
        // The first frames meet characters and buffers for the first time, as no scroll does.
        for number in 0..<Self.warmUp + Self.frameCount {
            let change = change(number)
            scene.fetch(change)
            if number < Self.warmUp {
                var unused = FrameWatches()
                unused.frame(&scene, change)
                if number % Self.rivalInterval == 0 { unused.rivals(rivals, scene) }
                continue
            }
            watches.frame(&scene, change)
            if number % Self.rivalInterval == 0 { watches.rivals(rivals, scene) }
        }
        try scene.check()
        return watches.figures(
            "\(screen.name), \(name)", limits: limits[screen.column], allocationLimit: allocationLimit)
    }
}

/// The measurements of a run of frames.
private struct FrameWatches {
    private var whole = Stopwatch()
    private var list = Stopwatch()
    private var copy = Stopwatch()
    private var replay = Stopwatch()
    private var layout = Stopwatch()
    private var allocations = Samples()
    private var elements = Samples()
    private var commands = Samples()
    private var shaped = Samples()
    private var repaint = Stopwatch()
    private var layouts = Stopwatch()
    private var fill = Stopwatch()
    private var handover = Stopwatch()
    /// Our frames beside those of the rivals.
    private var beside = Samples()

    mutating func frame(_ scene: inout FrameScene, _ change: FrameChange) {
        let before = (callocation_count(), scene.shapedLineCount)
        list.measure { scene.makeList(change) }
        copy.start()
        scene.draw {
            copy.stop()
            replay.start()
        }
        replay.stop()
        whole.addLast(of: list, copy, replay)
        allocations.add(Double(callocation_count() - before.0))
        shaped.add(Double(scene.shapedLineCount - before.1))
        elements.add(Double(scene.work.elements))
        commands.add(Double(scene.work.commands))
        var found: [LayoutAttributes] = []
        found.reserveCapacity(8192)
        layout.measure { scene.layOut(into: &found) }
    }

    mutating func rivals(_ rivals: FrameRivals, _ scene: FrameScene) {
        beside.add(whole.cpu.values.last ?? 0)
        repaint.measure { rivals.paintWhole(scene.model) }
        layouts.measure { rivals.paintLayouts() }
        fill.measure { rivals.fill() }
        handover.measure { rivals.show(scene) }
    }

    func figures(_ name: String, limits: (median: Double, p99: Double), allocationLimit: Double?) -> [Figure] {
        func figure(_ watch: Stopwatch, _ part: String) -> Figure {
            watch.figure("frame \(name)\(part)", unit: "ms", nanoseconds: 1_000_000)
        }
        func ratio(_ rival: Stopwatch, _ what: String) -> Figure {
            Figure("frame \(name) : \(what)", unit: "×", clock: .cpu, beside.divided(by: rival.cpu))
        }
        var frame = figure(whole, "").limited(to: .atMost(limits.median))
        frame.work = [
            ("elements", Int(elements.median)), ("commands", Int(commands.median)),
            ("lines shaped", Int(shaped.median)),
        ]
        let tail = Samples([whole.cpu.percentile(99) / 1_000_000])
        var counted = Figure("frame \(name): allocations", unit: "", clock: .none, allocations)
        var most = Figure(
            "frame \(name): allocations, most", unit: "", clock: .none, Samples([allocations.percentile(100)]))
        if let allocationLimit {
            counted = counted.limited(to: .atMost(allocationLimit))
            most = most.limited(to: .atMost(allocationLimit))
        }
        return [
            frame,
            Figure("frame \(name), 99th percentile", unit: "ms", clock: .cpu, tail).limited(to: .atMost(limits.p99)),
            figure(layout, ": layout"), figure(list, ": layout and list"), figure(copy, ": copy"),
            figure(replay, ": replay"), figure(handover, ": handing over to memory"), counted, most,
            ratio(repaint, "a whole repaint"), ratio(layouts, "cached PangoLayouts"),
            ratio(fill, "every pixel filled once"),
        ]
    }
}
