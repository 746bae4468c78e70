import Drawing
import Geometry

/// The rectangles of a text's highlighted parts, collected while the text is laid out and before it is drawn.
struct MarkPass {
    private let parts: [Range<Int>]
    /// The byte range of the line in the text; later bytes belong to an ellipsis.
    private var start = 0
    private var end = Int.max
    /// The rectangles, in device pixels.
    private(set) var rects: [Rect] = []
    /// True after a part is visible; an ellipsis in its place does not count.
    private(set) var isSeen = false

    init(_ parts: [Range<Int>]) { self.parts = parts }

    /// Begins a line of `length` bytes of the text from `start` on, plus an ellipsis.
    mutating func begin(at start: Int, length: Int) { (self.start, end) = (start, start + length) }

    /// The range in the whole text of bytes in a line; an ellipsis represents all bytes that are not displayed.
    func bytes(_ placed: Range<Int>, isSign: Bool) -> (range: Range<Int>, isSign: Bool) {
        let first = placed.lowerBound + start
        if isSign || first >= end { return (min(first, end)..<Int.max, true) }
        return (first..<placed.upperBound + start, false)
    }

    /// Adds the bytes `placed`, which a line displays from `left` to `right`.
    mutating func add(_ placed: Range<Int>, isSign: Bool, from left: Double, to right: Double, _ line: MarkedLine) {
        let (bytes, isSign) = bytes(placed, isSign: isSign)
        guard right > left, overlaps(bytes) else { return }
        // Rounded relative to the box, so that the marks of a scrolling text stay on the same pixels of it.
        let (x, box) = (line.box.x, line.box)
        let rect = Rect(
            minX: x + (left - x).rounded(), minY: line.top, maxX: x + (right - x).rounded(), maxY: line.bottom
        ).intersection(box)
        guard !rect.isEmpty else { return }
        if !isSign { isSeen = true }
        if let last = rects.last, last.minY == rect.minY, last.height == rect.height,
            last.maxX >= rect.minX, rect.maxX >= last.minX
        {
            rects[rects.count - 1] = Rect(
                minX: min(last.minX, rect.minX), minY: rect.minY, maxX: max(last.maxX, rect.maxX), maxY: rect.maxY)
        } else {
            rects.append(rect)
        }
    }

    /// Returns true where any part contains some of `bytes`. O(log parts).
    private func overlaps(_ bytes: Range<Int>) -> Bool {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].upperBound <= bytes.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < parts.count && parts[low].lowerBound < bytes.upperBound
    }
}

/// The position of a line whose marks are collected, in device pixels.
struct MarkedLine {
    var box: Rect
    var top: Double
    var bottom: Double

    init(_ line: TextLine, _ face: Face) {
        box = line.box
        top = line.baseline - face.ascent.rounded(.up)
        bottom = line.baseline + face.descent.rounded(.up)
    }
}

// Backgrounds of parts of a text: exactly behind their letters, in any direction, line and alignment.
extension CairoRenderer {
    /// Draws the backgrounds of a text's marks, or of its frame where no mark is visible.
    func draw(
        _ marks: TextMarks, of text: UnsafeBufferPointer<UInt8>, _ command: TextCommand, _ style: TextStyle,
        on canvas: inout some Canvas
    ) {
        marking = MarkPass(marks.parts)
        // Draws nothing yet: only positions the lines.
        draw(text, command, style, on: &canvas)
        let found = marking
        marking = nil
        guard let found, found.isSeen else { return canvas.fill(devicePixels(marks.frame), marks.color) }
        for rect in found.rects {
            canvas.fill(rect, marks.color)
            guard let edge = marks.edge else { continue }
            let (width, height) = (min(1, rect.width), min(1, rect.height))
            canvas.fill(Rect(x: rect.minX, y: rect.minY, width: rect.width, height: height), edge)
            canvas.fill(Rect(x: rect.minX, y: rect.maxY - height, width: rect.width, height: height), edge)
            canvas.fill(Rect(x: rect.minX, y: rect.minY, width: width, height: rect.height), edge)
            canvas.fill(Rect(x: rect.maxX - width, y: rect.minY, width: width, height: rect.height), edge)
        }
    }

    /// Collects the marks of a line of simple glyphs in `glyphs`: one per character, and possibly an ellipsis.
    func markSimple(_ text: UnsafeBufferPointer<UInt8>, _ line: TextLine, _ face: Face, isCut: Bool) {
        let place = MarkedLine(line, face)
        var scalars = Scalars(text)
        for (index, glyph) in glyphs.enumerated() {
            let start = scalars.position
            _ = scalars.next()
            marking?.add(
                start..<scalars.position, isSign: isCut && index == glyphs.count - 1, from: glyph.x,
                to: glyph.x + glyph.glyph.advance, place)
        }
    }

    /// Collects the marks of a line laid out by Pango, whose origin is at `x`.
    func mark(_ text: ShapedText, _ number: Int, _ line: TextLine, from x: Double, _ face: Face) {
        let place = MarkedLine(line, face)
        for cluster in engine.texts.clusters(of: text, line: number, face: face) {
            marking?.add(
                cluster.bytes, isSign: cluster.isSign, from: x + cluster.left, to: x + cluster.right, place)
        }
    }
}
