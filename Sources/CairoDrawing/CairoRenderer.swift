import CCairo
import CPixels
import Drawing
import Geometry

/// Replays display lists: directly into pixels, or with Cairo onto any of its targets.
///
/// Lists are in logical pixels; drawing is on whole device pixels, for any target. Not thread-safe.
public final class CairoRenderer {
    let engine: TextEngine
    private(set) var scale = 1.0
    /// Memory that is reused from frame to frame.
    var glyphs: [LineGlyph] = []
    /// The highlights being collected for a text, whose lines are then only laid out; nil while drawing.
    var marking: MarkPass?

    public init(engine: TextEngine) {
        self.engine = engine
    }

    /// Draws `list` on `cr`, whose units are logical pixels, `scale` device pixels each. Restores the state of `cr`. It does
    /// not count as a frame: caches keep the entries of pixel frames.
    ///
    /// - Complexity: O(commands + glyphs).
    public func replay(_ list: DisplayList, on cr: OpaquePointer, scale: Double) {
        cairo_save(cr)
        cairo_scale(cr, 1 / scale, 1 / scale)
        var canvas = CairoCanvas(cr)
        replay(list, on: &canvas, scale: scale)
        canvas.finish()
        cairo_restore(cr)
    }

    /// Draws `list` into pixels, as one frame: the same list gives the same bytes, in whatever parts it is drawn.
    ///
    /// - Complexity: O(commands + glyphs + pixels). Allocates nothing where the glyphs were drawn before.
    func replay(_ list: DisplayList, into target: cpixels_target, width: Int, height: Int, scale: Double) {
        engine.beginFrame()
        var work = PixelWork()
        swap(&work, &engine.work)
        var canvas = PixelCanvas(target, width: width, height: height, atlas: engine.atlas, work: work)
        // Without a second reference its arrays are not copied.
        work = PixelWork()
        replay(list, on: &canvas, scale: scale)
        engine.work = canvas.finish()
    }

    private func replay(_ list: DisplayList, on canvas: inout some Canvas, scale: Double) {
        self.scale = scale
        list.text.withUnsafeBufferPointer { text in
            for command in list.commands {
                switch command {
                case .clip(let rect): canvas.clip(to: devicePixels(rect))
                case .unclip: canvas.clip(to: nil)
                case .fill(let rect, let color): canvas.fill(devicePixels(rect), color)
                case .shade(let rect, let shade): canvas.shade(devicePixels(rect), shade)
                case .ring(let rect, let color, let width): ring(rect, color, width, on: &canvas)
                case .text(let command):
                    let range = Int(command.start)..<Int(command.start + command.length)
                    let style = list.styles[Int(command.style)]
                    let bytes = UnsafeBufferPointer(rebasing: text[range])
                    if let marks = list.marks(of: command) { draw(marks, of: bytes, command, style, on: &canvas) }
                    draw(bytes, command, style, on: &canvas)
                }
            }
        }
    }

    /// A rectangle of a command in device pixels, rounded to whole ones to remove rounding errors of fractional scales.
    func devicePixels(_ rect: Rect) -> Rect {
        let grid = PixelGrid(scale: scale)
        return Rect(
            minX: grid.devicePixels(rect.minX), minY: grid.devicePixels(rect.minY), maxX: grid.devicePixels(rect.maxX),
            maxY: grid.devicePixels(rect.maxY))
    }

    /// Draws a frame inside the edges.
    private func ring(_ rect: Rect, _ color: Color, _ width: Double, on canvas: inout some Canvas) {
        let outer = devicePixels(rect)
        let inner = devicePixels(rect.inset(by: Insets(top: width, leading: width, bottom: width, trailing: width)))
        guard !inner.isEmpty else { return canvas.fill(outer, color) }
        for side in [
            Rect(minX: outer.minX, minY: outer.minY, maxX: outer.maxX, maxY: inner.minY),
            Rect(minX: outer.minX, minY: inner.maxY, maxX: outer.maxX, maxY: outer.maxY),
            Rect(minX: outer.minX, minY: inner.minY, maxX: inner.minX, maxY: inner.maxY),
            Rect(minX: inner.maxX, minY: inner.minY, maxX: outer.maxX, maxY: inner.maxY),
        ] { canvas.fill(side, color) }
    }
}

extension CairoRenderer {
    func draw(
        _ text: UnsafeBufferPointer<UInt8>, _ command: TextCommand, _ style: TextStyle, on canvas: inout some Canvas
    ) {
        let face = engine.face(style.font, scale: scale)
        var box = devicePixels(command.box)
        if command.wraps { return drawWrapped(text, box, command.alignment, style, face, on: &canvas) }
        if command.lead > 0 {
            // Rounded up: a text measured to fit must not get an ellipsis.
            let missing = (engine.width(of: text, face: face) + 1).rounded(.up) - box.width
            let lead = max(0, min(missing, command.lead * scale))
            if command.alignment != .right { box.x -= lead }
            box.width += lead
        }
        // On whole device pixels: a baseline between two would blur every glyph.
        let baseline = PixelGrid(scale: 1).snap(box.midY + (face.ascent - face.descent) / 2)
        drawLine(text, TextLine(box: box, alignment: command.alignment, baseline: baseline), style, face, on: &canvas)
    }

    /// Draws one line of text: from the table of simple glyphs if it has every character, else by Pango.
    func drawLine(
        _ text: UnsafeBufferPointer<UInt8>, _ line: TextLine, _ style: TextStyle, _ face: Face,
        on canvas: inout some Canvas
    ) {
        var line = line
        if line.box.width < face.ellipsis.advance {
            line.clip = line.box
        } else if line.box.height < face.lineHeight, line.clip == nil {
            line.clip = line.rowOfBox
        }
        if let placed = placeSimple(text, face, line, canvas.atlas) {
            if marking != nil { return markSimple(text, line, face, isCut: placed.isCut) }
            if placed.isTall, line.clip == nil { line.clip = line.rowOfBox }
            canvas.draw(glyphs, face, baseline: line.baseline, style.color, clip: line.clip)
            return
        }
        var shaped = engine.texts.text(text, limit: -1, face: face)
        if shaped.width > line.box.width {
            shaped = engine.texts.text(text, limit: Int32(clamping: Int(line.box.width)), face: face)
        }
        draw(shaped, 0, line, style.color, face, on: &canvas)
    }

    /// Positions the line's glyphs. Returns whether any of them is tall, and whether the text was cut and ends with an
    /// ellipsis; nil when a character is not simple.
    private func placeSimple(
        _ text: UnsafeBufferPointer<UInt8>, _ face: Face, _ line: TextLine, _ atlas: GlyphAtlas?
    ) -> (isTall: Bool, isCut: Bool)? {
        // Moved out of the object, whose every access would be checked for exclusivity.
        var placed: [LineGlyph] = []
        swap(&placed, &glyphs)
        defer { swap(&placed, &glyphs) }
        placed.removeAll(keepingCapacity: true)
        face.follow(atlas)
        let box = line.box
        var x = box.x
        var isTall = false
        // The position of the cut if the text turns out too long: the last one where an ellipsis still fits.
        let ellipsis = face.ellipsis
        var cut = (count: 0, x: box.x)
        var scalars = Scalars(text)
        while let scalar = scalars.next() {
            var glyph = face.table[scalar]
            if !glyph.isReady(for: atlas) {
                glyph = face.glyph(scalar, from: atlas)
                guard glyph.state == .simple else { return nil }
            }
            if x + ellipsis.advance <= box.maxX { cut = (placed.count, x) }
            placed.append(LineGlyph(glyph: glyph, x: x))
            if glyph.isTall { isTall = true }
            x += glyph.advance
            if x > box.maxX {
                guard ellipsis.state == .simple else { return nil }
                placed.removeLast(placed.count - cut.count)
                placed.append(LineGlyph(glyph: face.glyph(SimpleGlyph.ellipsis, from: atlas), x: cut.x))
                return (isTall, true)
            }
        }
        let shift = line.start(ofWidth: x - box.x) - box.x
        if shift != 0 {
            for index in placed.indices { placed[index].x += shift }
        }
        return (isTall, false)
    }

    /// Draws a line of a text laid out by Pango.
    func draw(
        _ text: ShapedText, _ number: Int, _ place: TextLine, _ color: Color, _ face: Face,
        on canvas: inout some Canvas
    ) {
        guard number < text.lines.count else { return }
        let line = text.lines[number]
        let origin = Point(x: place.start(ofWidth: line.width) - line.left, y: place.baseline)
        if marking != nil { return mark(text, number, place, from: origin.x, face) }
        let clip = place.clip(ofInk: line.ink.offset(by: origin))
        canvas.draw(text, line: number, at: origin, face, color, clip: clip)
    }
}

/// The position of a line of text, in device pixels.
struct TextLine {
    var box: Rect
    var alignment: TextAlignment
    var baseline: Double
    /// The clip of the line, if any.
    var clip: Rect?

    /// The box, extended sideways: the ink of simple glyphs can leave the box only up or down.
    var rowOfBox: Rect { Rect(x: -1, y: box.y, width: 65_536, height: box.height) }

    /// The clip for ink that may leave the box, such as that of stacked marks: no text may overlap another's box, where a
    /// blit would copy only half of the ink.
    func clip(ofInk ink: Rect) -> Rect? {
        let isInside =
            ink.minX >= box.minX - 1 && ink.maxX <= box.maxX + 1 && ink.minY >= box.minY - 1
            && ink.maxY <= box.maxY + 1
        return isInside ? clip : clip?.intersection(box) ?? box
    }

    /// Returns the start of ink of that width.
    func start(ofWidth width: Double) -> Double {
        let slack = max(0, box.width - width)
        return switch alignment {
        case .left: box.x
        case .center: box.x + PixelGrid(scale: 1).snap(slack / 2)
        case .right: box.x + slack
        }
    }
}
