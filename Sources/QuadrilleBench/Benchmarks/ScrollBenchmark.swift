import BenchmarkKit
import Glibc

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

extension Benchmark {
    static let jsonScroll = Benchmark(
        name: "scroll-json",
        abstract: "diagonal scrolling in a window of JSON lines, of an array, and of the same rows as CSV",
        run: { context in
            let paths = try JSONGenerator.Form.allCases.filter { $0 != .features }
                .map { ($0.rawValue, try JSONFile($0, bytes: context.smallBytes).path) }
            guard let lines = paths.first?.1 else { return [] }
            let files = try paths + [("CSV", exportedCSV(of: lines, by: context.quadrille))]
            var frames = files.map { _ in Samples() }
            for _ in 0..<3 {
                for (index, file) in files.enumerated() {
                    let scroll = try WindowScroll(file.1, until: "complete").run(strokes: 8)
                    frames[index].add(scroll.cpu.median)
                }
            }
            let csv = frames[frames.count - 1]
            return zip(files, frames).flatMap { file, samples in
                let time = Figure("scroll \(file.0), a frame's own time", unit: "ms", clock: .cpu, samples)
                if file.0 == "CSV" { return [time] }
                let ratio = Figure(
                    "scroll \(file.0) : CSV, a frame's own time", unit: "×", clock: .cpu,
                    Samples([samples.median / csv.median]))
                return [time, ratio.limited(to: .atMost(1.1))]
            }
        })

    /// The path of the CSV with the rows of the JSON text at `path`, made by the program when it is not there.
    private static func exportedCSV(of path: String, by program: String?) throws -> String {
        let exported = path + ".csv"
        if access(exported, F_OK) == 0 { return exported }
        let program = try program ?? AppRun.beside("quadrille")
        let child = Child(
            program, ["export", path, "--to", "csv", "--output", exported], environment: [:], output: STDOUT_FILENO)
        guard child?.waitForEnd() == 0 else { throw Skipped(reason: "\(program) cannot export \(path)") }
        return exported
    }
}
