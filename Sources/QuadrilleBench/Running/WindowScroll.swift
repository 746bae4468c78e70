import BenchmarkKit
import Glibc

/// A window with a file whose paper is dragged with real pointer events, 60 a second; the program's trace tells what each
/// frame cost it.
final class WindowScroll {
    /// Moves of one stroke of the hand, and the logical pixels of each.
    static let strokeMoves = 40
    private static let step = (x: 7, y: 9)
    private static let zoom = 2

    private let display: Display
    private let app: AppRun
    private let trace: String

    /// Opens the file at `path` and waits until the window has come to `milestone`. Edges are frozen, and the columns are
    /// wider together than the window, so that every stroke is diagonal and no part of the picture moves like another.
    init(_ path: String, until milestone: String) throws {
        display = try Display()
        trace = "/tmp/quadrille-bench-\(getpid()).trace"
        app = try AppRun(
            path, ["--zoom", "\(Self.zoom)", "--frozen-rows", "1", "--frozen-columns", "1"], on: display,
            environment: ["QUADRILLE_TRACE": trace])
        try app.wait(for: milestone)
    }

    deinit {
        app.stop()
        unlink(trace)
    }

    /// Scrolls by so many strokes down, to the right and to the left in turn, or all to the right where they are not
    /// `turning`. Before each of them does what `before` says, in the language of xdotool's scripts; the window has the
    /// keyboard.
    func run(strokes: Int, turning: Bool = true, before: (Int) -> [String] = { _ in [] }) throws -> TracedScroll {
        var lines: [String] = []
        for stroke in 0..<strokes {
            lines += before(stroke)
            lines += ["mousemove 700 600", "mousedown 2"]
            for _ in 0..<Self.strokeMoves {
                let x = stroke.isMultiple(of: 2) || !turning ? -Self.step.x : Self.step.x
                lines += ["mousemove_relative -- \(x) \(-Self.step.y)", "sleep 0.0166"]
            }
            lines.append("mouseup 2")
        }
        let (start, cpu) = (Clock.monotonic.now, try app.cpuSeconds())
        try act(lines, within: Double(3 * strokes) + 30)
        let (end, more) = (Clock.monotonic.now, try app.cpuSeconds())
        // The trace is written twice a second.
        usleep(1_200_000)
        var scroll = try TracedScroll(path: trace, from: start, to: end)
        scroll.seconds = Double(end - start) / 1e9
        scroll.backgroundSeconds = more.all - cpu.all - (more.main - cpu.main)
        if scroll.cpu.count < strokes * Self.strokeMoves / 10 {
            throw WrongAnswer(reason: "\(scroll.cpu.count) frames were drawn in \(scroll.seconds) s of scrolling")
        }
        // What moves on behind a stroke may be straight; and two moves of the hand may come in one frame.
        let way = strokes * Self.strokeMoves * Self.step.y / Self.zoom
        if scroll.diagonalWay < Double(way) * 0.8 {
            throw WrongAnswer(
                reason: """
                    \(strokes) strokes went \(way) px down and across, and frames that moved both ways \
                    \(Int(scroll.diagonalWay)) px: \(scroll.diagonalFrames) did, \(scroll.acrossFrames) moved only across, \
                    \(scroll.downFrames) only up or down
                    """)
        }
        return scroll
    }

    /// Does what the lines say, in the language of xdotool's scripts, with nothing measured.
    func act(_ lines: [String], within seconds: Double = 30) throws {
        let script = "/tmp/quadrille-bench-\(getpid()).xdotool"
        defer { unlink(script) }
        // The number of the window is the first on xdotool's list then.
        let begun = ["search --onlyvisible --name .", "windowfocus %1", "sleep 0.2"] + lines
        try write(begun.joined(separator: "\n") + "\n", to: script)
        guard let hand = Child("xdotool", [script], environment: ["DISPLAY": display.name], output: STDOUT_FILENO)
        else {
            throw Skipped(reason: "xdotool is not installed (Debian's package xdotool)")
        }
        while hand.readLine(within: seconds) != nil {}
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Skipped(reason: "\(path): \(String(cString: strerror(errno)))") }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Skipped(reason: "\(path) cannot be written") }
    }
}

/// The frames of a scroll, in milliseconds, and what went on beside them.
struct TracedScroll {
    var cpu = Samples()
    var wall = Samples()
    /// Milliseconds in which the display was given the picture, which are no part of a frame.
    var handovers = Samples()
    /// Frames that took longer than a display of 60 Hz waits.
    var missed = 0
    /// Frames in which both axes had moved.
    var diagonalFrames = 0
    /// Pixels down in those, of a table that is not enlarged.
    var diagonalWay = 0.0
    /// Frames in which just one had.
    var acrossFrames = 0
    var downFrames = 0
    var seconds = 0.0
    /// Processor time of all threads but the one that draws.
    var backgroundSeconds = 0.0

    /// Reads the frames of a trace that began between two times.
    init(path: String, from start: UInt64, to end: UInt64) throws {
        guard let file = fopen(path, "r") else { throw WrongAnswer(reason: "quadrille wrote no trace to \(path)") }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        var place: (x: Double, y: Double)?
        while getline(&line, &room, file) > 0, let text = line.map({ String(cString: $0) }) {
            guard let time = Self.number("ts", in: text), let wall = Self.number("dur", in: text) else { continue }
            guard time * 1000 >= Double(start), time * 1000 <= Double(end) else { continue }
            if text.contains("\"name\":\"handover\"") { handovers.add(wall / 1000) }
            guard text.contains("\"name\":\"frame\""), let cpu = Self.number("cpu_ns", in: text) else { continue }
            self.cpu.add(cpu / 1e6)
            self.wall.add(wall / 1000)
            if wall > 16_700 { missed += 1 }
            guard let x = Self.number("x", in: text), let y = Self.number("y", in: text) else { continue }
            let way = place.map { (across: x - $0.x, down: y - $0.y) } ?? (across: 0, down: 0)
            if way.across != 0, way.down != 0 {
                diagonalFrames += 1
                // A jump is no more than some moves of a hand.
                diagonalWay += max(0, min(way.down, 20))
            } else {
                if way.across != 0 { acrossFrames += 1 }
                if way.down != 0 { downFrames += 1 }
            }
            place = (x, y)
        }
    }

    private static func number(_ key: String, in text: String) -> Double? {
        guard let place = text.firstRange(of: "\"\(key)\":") else { return nil }
        return Double(text[place.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" })
    }

    /// Returns the time of the frames on their thread, and the longest of them, whose limit is the interval of a display of 60
    /// Hz.
    func figures(_ what: String) -> [Figure] {
        var own = Figure("\(what), a frame's own time", unit: "ms", clock: .cpu, cpu)
        own.wall = wall
        own.work = [
            ("frames", cpu.count), ("diagonal", diagonalFrames), ("missed", missed),
            ("ms at most", Int(cpu.percentile(100).rounded(.up))),
            ("% of a processor in the background", Int((100 * backgroundSeconds / max(1e-3, seconds)).rounded())),
        ]
        return [
            own,
            Figure("\(what), longest frame", unit: "ms", clock: .cpu, Samples([cpu.percentile(100)]))
                .limited(to: .atMost(16.7)),
            Figure("\(what), handing over to the display", unit: "ms", clock: .wall, handovers),
        ]
    }
}
