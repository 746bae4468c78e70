import Drawing
import Geometry

/// The figures of the last frames in a corner of the grid, for developers.
public enum FrameOverlay {
    private static let size = Size(width: 220, height: 128)
    private static let margin = 12.0
    private static let barHeight = 36.0
    /// The time that a bar of full height represents, in milliseconds: a frame at 60 Hz.
    private static let deadline = 1000.0 / 60

    /// Appends the overlay for a viewport of `size`, in its right bottom corner.
    public static func paint(
        _ history: FrameHistory, _ pacing: FramePacing, size: Size, theme: Theme, into list: inout DisplayList
    ) {
        let box = Rect(
            x: max(0, size.width - Self.size.width - 2 * margin),
            y: max(0, size.height - Self.size.height - 2 * margin),
            width: Self.size.width, height: Self.size.height)
        list.clip(to: nil)
        list.fill(box, theme.background.opacity(0.9))
        list.ring(box, theme.lines.border, width: 1)
        let bars = Rect(x: box.x + 8, y: box.y + 8, width: box.width - 16, height: barHeight)
        sparkline(history.times, in: bars, theme, &list)
        var font = theme.font
        font.size = 11
        let style = list.style(TextStyle(font: font, color: theme.text))
        for (index, line) in lines(history, pacing).enumerated() {
            let row = Rect(x: bars.x, y: bars.maxY + 6 + Double(index) * 18, width: bars.width, height: 18)
            list.text(in: row, style: style, alignment: .left) { $0.append(contentsOf: line.utf8) }
        }
    }

    private static func sparkline(_ times: [Double], in box: Rect, _ theme: Theme, _ list: inout DisplayList) {
        let width = box.width / Double(FrameHistory.length)
        for (index, time) in times.enumerated() {
            let height = max(1, min(1, time / deadline) * box.height).rounded()
            let x = (box.x + Double(index) * width).rounded()
            let end = (box.x + Double(index + 1) * width).rounded()
            list.fill(
                Rect(x: x, y: box.maxY - height, width: end - x, height: height),
                time > deadline ? theme.text : theme.accent)
        }
        list.fill(Rect(x: box.x, y: box.maxY, width: box.width, height: 1), theme.lines.border)
    }

    /// Returns the text of the overlay, line by line.
    static func lines(_ history: FrameHistory, _ pacing: FramePacing) -> [String] {
        let last = history.last
        func part(_ part: FrameSpans.Part) -> String { "\(part.rawValue) \(milliseconds(last.time(of: part)))" }
        return [
            "frame \(milliseconds(last.total)) ms · cpu \(milliseconds(last.cpu)) ms",
            [part(.layout), part(.fetch), part(.list)].joined(separator: " · "),
            [part(.replay), part(.copy), "show \(milliseconds(history.handover))"].joined(separator: " · "),
            "missed \(pacing.missed) of \(pacing.frames) · \(Int(min(history.rowsPerSecond, 1e15))) rows/s",
        ]
    }

    /// Nanoseconds as milliseconds with two decimals, without a formatter.
    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        let hundredths = (nanoseconds + 5000) / 10_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
