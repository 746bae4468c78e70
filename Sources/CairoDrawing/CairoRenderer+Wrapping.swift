import Drawing
import Geometry

// Text in several lines. All lines of a font have the same height, whatever fonts Pango falls back to, so that a row's height
// is a multiple of it.
extension CairoRenderer {
    /// Draws a text from the top of its box down, in as many lines as fit the box; the last one ends with an ellipsis where
    /// text is left. All lengths are device pixels.
    func drawWrapped(
        _ text: UnsafeBufferPointer<UInt8>, _ box: Rect, _ alignment: TextAlignment, _ style: TextStyle, _ face: Face,
        on canvas: inout some Canvas
    ) {
        let room = Self.lineCount(in: box.height, face: face)
        var line = TextLine(box: box, alignment: alignment, baseline: PixelGrid(scale: 1).snap(box.y + face.ascent))
        // A text that fits one line does so at every scale and zoom, even if it was measured for a little more width.
        if engine.fitsOneLine(text, width: box.width, face: face) {
            return drawLine(text, line, style, face, on: &canvas)
        }
        let wrapped = lines(text, width: box.width, room: room, face: face)
        let count = wrapped.lineCount
        let pitch = min(face.lineHeight, box.height / Double(min(room, count)))
        // The last of compressed lines ends slightly below the box.
        if Double(min(room, count) - 1) * pitch + face.lineHeight > box.height + 1 { line.clip = line.rowOfBox }
        for number in 0..<min(room, count) {
            line.baseline = PixelGrid(scale: 1).snap(box.y + Double(number) * pitch + face.ascent)
            guard number < wrapped.lines.count else { break }
            if number == room - 1, count > room {
                let rest = Self.rest(of: text, from: wrapped.lines[number].start)
                marking?.begin(at: wrapped.lines[number].start, length: rest.count - Self.ellipsis.count)
                rest.withUnsafeBufferPointer { drawLine($0, line, style, face, on: &canvas) }
            } else {
                draw(wrapped, number, line, style.color, face, on: &canvas)
            }
        }
    }

    /// The lines of a text as it was measured, so that they fill its height. At another scale or zoom these may be too many:
    /// then the lines use up the slack.
    private func lines(_ text: UnsafeBufferPointer<UInt8>, width: Double, room: Int, face: Face) -> ShapedText {
        func lines(_ width: Double) -> ShapedText {
            engine.texts.text(text, limit: TextEngine.limit(width), wraps: true, face: face)
        }
        let measured = lines(width / TextWrapping.slack)
        return measured.lineCount > room ? lines(width) : measured
    }

    /// Returns the number of lines that fit a height, slightly compressed if necessary: at another zoom or scale a line's
    /// height is rounded to other pixels, which must not cost the last line.
    static func lineCount(in height: Double, face: Face) -> Int {
        let closest = max(1, face.lineHeight * 0.9 - 1)
        return height >= 2 * closest ? Int(min(height / closest, Double(TextWrapping.lineLimit))) : 1
    }

    /// Returns the text of the last line that fits: the rest up to the next line feed, and an ellipsis.
    private static func rest(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> [UInt8] {
        let rest = text[min(max(start, 0), text.count)...].prefix { $0 != 0x0A }
        // If it is too long, drawing cuts it again and adds the only visible ellipsis there.
        return Array(rest) + ellipsis
    }

    private static let ellipsis = Array("…".utf8)
}
