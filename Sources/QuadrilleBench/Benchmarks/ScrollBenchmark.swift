import BenchmarkKit

extension Benchmark {
    static let scroll = Benchmark(
        name: "scroll", abstract: "ten seconds of diagonal scrolling in a window while its file is being read",
        run: { context in
            // Where the disk has no room for that much, the smaller file stands in, and the figures say so.
            let large = try? OrderFile(bytes: 10_000_000_000)
            let file = try large ?? OrderFile(bytes: context.largeBytes)
            let name = large == nil ? context.largeName : "10 GB"
            let window = try WindowScroll(file.path, until: "painted")
            // Each stroke is somewhere else in what was read so far.
            let scroll = try window.run(strokes: 15) { stroke in
                ["key ctrl+g", "sleep 0.1", "type \(1 + stroke * 400_003)", "key Return", "sleep 0.1"]
            }
            return scroll.figures("scroll \(name) while it is read")
        })
}
