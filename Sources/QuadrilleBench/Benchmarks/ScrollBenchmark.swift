import BenchmarkKit
import Glibc

extension Benchmark {
    static let scroll = Benchmark(
        name: "scroll", abstract: "ten seconds of diagonal scrolling in a window while its file is being read",
        run: { try ScrollBenchmark($0).run() })
}

/// Drags the paper of a window with real pointer events, 60 a second, and reads from the program's trace what each frame
/// cost it.
private struct ScrollBenchmark {
    private static let wanted = 10_000_000_000
    private static let seconds = 10
    /// Moves of one stroke of the hand, and the logical pixels of each.
    private static let stroke = 40
    private static let step = (x: -7, y: -9)

    private let file: OrderFile
    private let name: String

    init(_ context: BenchContext) throws {
        // Where the disk has no room for that much, the smaller file stands in, and the figures say so.
        if let large = try? OrderFile(bytes: Self.wanted) {
            (file, name) = (large, "10 GB")
        } else {
            (file, name) = (try OrderFile(bytes: context.largeBytes), context.largeName)
        }
    }

    func run() throws -> [Figure] {
        let display = try Display()
        let trace = "/tmp/quadrille-bench-\(getpid()).trace"
        let script = "/tmp/quadrille-bench-\(getpid()).xdotool"
        defer { for path in [trace, script] { unlink(path) } }
        try write(Self.script, to: script)
        let app = try AppRun(file.path, on: display, environment: ["QUADRILLE_TRACE": trace])
        defer { app.stop() }
        _ = try app.wait(for: "painted")
        let start = Clock.monotonic.now
        guard let hand = Child("xdotool", [script], environment: ["DISPLAY": display.name], output: STDOUT_FILENO)
        else {
            throw Skipped(reason: "xdotool is not installed (Debian's package xdotool)")
        }
        while hand.readLine(within: Double(3 * Self.seconds)) != nil {}
        let end = Clock.monotonic.now
        // The trace is written twice a second.
        usleep(1_200_000)
        let frames = try TracedFrames(path: trace, from: start, to: end)
        return try figures(frames, seconds: Double(end - start) / 1e9)
    }

    private func figures(_ frames: TracedFrames, seconds: Double) throws -> [Figure] {
        guard frames.cpu.count >= 60 else {
            throw WrongAnswer(reason: "\(frames.cpu.count) frames were drawn in \(seconds) s of scrolling")
        }
        var cpu = Figure("scroll \(name) while it is read, a frame's own time", unit: "ms", clock: .cpu, frames.cpu)
        cpu.wall = frames.wall
        cpu.work = [
            ("frames", frames.cpu.count), ("missed", frames.missed),
            ("ms at most", Int(frames.cpu.percentile(100).rounded(.up))),
        ]
        return [
            cpu,
            Figure(
                "scroll \(name) while it is read, longest frame", unit: "ms", clock: .cpu,
                Samples([frames.cpu.percentile(100)])
            ).limited(to: .atMost(16.7)),
        ]
    }

    /// Strokes with the middle button, one after another.
    private static var script: String {
        var lines: [String] = []
        for _ in 0..<(seconds * 60 / stroke) {
            lines += ["mousemove 700 600", "mousedown 2"]
            for _ in 0..<stroke { lines += ["mousemove_relative -- \(step.x) \(step.y)", "sleep 0.0166"] }
            lines.append("mouseup 2")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Skipped(reason: "\(path): \(String(cString: strerror(errno)))") }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Skipped(reason: "\(path) cannot be written") }
    }
}

/// The frames of a trace that began within a time, in milliseconds.
private struct TracedFrames {
    var cpu = Samples()
    var wall = Samples()
    /// Frames that took longer than a display of 60 Hz waits.
    var missed = 0

    init(path: String, from start: UInt64, to end: UInt64) throws {
        guard let file = fopen(path, "r") else { throw WrongAnswer(reason: "quadrille wrote no trace to \(path)") }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while getline(&line, &room, file) > 0, let text = line.map({ String(cString: $0) }) {
            guard text.contains("\"name\":\"frame\""), let time = Self.number("ts", in: text),
                let cpu = Self.number("cpu_ns", in: text), let wall = Self.number("dur", in: text)
            else { continue }
            guard time * 1000 >= Double(start), time * 1000 <= Double(end) else { continue }
            self.cpu.add(cpu / 1e6)
            self.wall.add(wall / 1000)
            if wall > 16_700 { missed += 1 }
        }
    }

    private static func number(_ key: String, in text: String) -> Double? {
        guard let place = text.firstRange(of: "\"\(key)\":") else { return nil }
        return Double(text[place.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" })
    }
}
