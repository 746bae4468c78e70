import Drawing
import Geometry

// Text in several lines. All lines of a font are equally high, whatever fonts Pango falls back to, so that a row is as
// high as its lines are many.
extension CairoRenderer {
    /// A text from the top of its box down, in as many lines as the box has room for; the last of them ends with an
    /// ellipsis where there is more. All lengths are device pixels.
    func drawWrapped(
        _ text: UnsafeBufferPointer<UInt8>, _ box: Rect, _ alignment: TextAlignment, _ style: TextStyle, _ face: Face,
        on canvas: inout some Canvas
    ) {
        let room = Self.lineCount(in: box.height, face: face)
        var line = TextLine(box: box, alignment: alignment, baseline: PixelGrid(scale: 1).snap(box.y + face.ascent))
        // What fits is in one line at every scale and zoom, be the room for what was measured a little more.
        if engine.fitsOneLine(text, width: box.width, face: face) {
            return drawLine(text, line, style, face, on: &canvas)
        }
        let wrapped = lines(text, width: box.width, room: room, face: face)
        let count = wrapped.lineCount
        let pitch = min(face.lineHeight, box.height / Double(min(room, count)))
        // Lines that were closed up have their last a little below the box.
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

    /// The lines of a text, as it was measured, so that they fill the height that it got. At another scale or zoom
    /// these may be too many: then the slack that there was is used up.
    private func lines(_ text: UnsafeBufferPointer<UInt8>, width: Double, room: Int, face: Face) -> ShapedText {
        func lines(_ width: Double) -> ShapedText {
            engine.texts.text(text, limit: TextEngine.limit(width), wraps: true, face: face)
        }
        let measured = lines(width / TextWrapping.slack)
        return measured.lineCount > room ? lines(width) : measured
    }

    /// Returns the number of lines that fit a height. They close up a little first: at another zoom or scale the height of a
    /// line is not the same number of whole pixels, and that must not cost the last one.
    static func lineCount(in height: Double, face: Face) -> Int {
        let closest = max(1, face.lineHeight * 0.9 - 1)
        return height >= 2 * closest ? Int(min(height / closest, Double(TextWrapping.lineLimit))) : 1
    }

    /// Returns the text of the last line that there is room for: the rest up to the next line feed, and the sign that it is not
    /// all.
    private static func rest(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> [UInt8] {
        let rest = text[min(max(start, 0), text.count)...].prefix { $0 != 0x0A }
        // Where it is too long it is cut once more, where the one sign then stands.
        return Array(rest) + ellipsis
    }

    private static let ellipsis = Array("…".utf8)
}
