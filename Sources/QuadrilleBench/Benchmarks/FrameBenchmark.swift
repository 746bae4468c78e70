import BenchmarkKit
import CAllocationCounter
import Geometry

extension Benchmark {
    static let frame = Benchmark(
        name: "frame", abstract: "one frame of a scroll at 1080p and 4K: layout, cells from memory, list, replay",
        run: { _ in
            let screens = [("1080p", Size(width: 1920, height: 1080)), ("4K", Size(width: 3840, height: 2160))]
            return try screens.flatMap { name, size in
                try FrameBenchmark.all.flatMap { motion in
                    var figures = try motion.run(size: size, screen: name)
                    if name == "1080p" { figures[0] = figures[0].limited(to: .atMost(4)) }
                    return figures
                }
            }
        })
}

/// A scroll that goes on by the same step from frame to frame.
private struct FrameBenchmark {
    let name: String
    /// Logical pixels.
    let step: Point
    let frameCount: Int

    static let all = [
        FrameBenchmark(name: "7 px down", step: Point(x: 0, y: 7), frameCount: 300),
        FrameBenchmark(name: "7 px diagonally", step: Point(x: 7, y: 7), frameCount: 300),
        // All cells are new in every frame.
        FrameBenchmark(name: "page jump", step: Point(x: 0, y: 1_000_003), frameCount: 100),
    ]

    /// Gives the whole frame, then the share of its list: layout, cells, draw commands, no drawing.
    func run(size: Size, screen: String) throws -> [Figure] {
        var scene = try FrameScene(size: size)
        var (frame, list) = (Stopwatch(), Stopwatch())
        var counts = (elements: Samples(), commands: Samples(), shaped: Samples(), allocations: Samples())
        var listAllocations = Samples()
        // The first frames meet characters and buffers for the first time, as no scroll does.
        for _ in 0..<20 {
            scene.fetch(step)
            _ = scene.makeList(step)
            scene.replay()
        }
        for _ in 0..<frameCount {
            scene.fetch(step)
            let before = (callocation_count(), scene.shapedLineCount)
            let work = frame.measure {
                let work = list.measure { scene.makeList(step) }
                listAllocations.add(Double(callocation_count() - before.0))
                scene.replay()
                return work
            }
            counts.allocations.add(Double(callocation_count() - before.0))
            counts.shaped.add(Double(scene.shapedLineCount - before.1))
            counts.elements.add(Double(work.elements))
            counts.commands.add(Double(work.commands))
        }
        try scene.check()
        var whole = frame.figure("frame \(screen), \(name)", unit: "ms", nanoseconds: 1_000_000)
        whole.work = [
            ("elements", Int(counts.elements.median)), ("commands", Int(counts.commands.median)),
            ("lines shaped", Int(counts.shaped.median)), ("allocations", Int(counts.allocations.median)),
        ]
        var alone = list.figure("frame \(screen), \(name): list alone", unit: "ms", nanoseconds: 1_000_000)
        alone.work = [("allocations", Int(listAllocations.median))]
        return [whole, alone]
    }
}
