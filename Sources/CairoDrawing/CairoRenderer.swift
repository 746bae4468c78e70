import CCairo
import Drawing
import Geometry

/// Replays display lists with Cairo and Pango.
///
/// Lists are in logical pixels; drawing is in device pixels, whole ones, whatever surface it goes to. Not for several
/// threads at once.
public final class CairoRenderer {
    let engine: TextEngine
    var batch = GlyphBatch()
    private var scale = 1.0

    public init(engine: TextEngine) {
        self.engine = engine
    }

    /// Draws `list` on `cr`, whose units are logical pixels, `scale` device pixels each. The state of `cr` is as before
    /// afterwards.
    ///
    /// - Complexity: O(commands + glyphs).
    public func replay(_ list: DisplayList, on cr: OpaquePointer, scale: Double) {
        self.scale = scale
        engine.lines.beginFrame()
        cairo_save(cr)
        cairo_scale(cr, 1 / scale, 1 / scale)
        // The clip that came with `cr` stays in force under every clip of the list.
        cairo_save(cr)
        list.text.withUnsafeBufferPointer { text in
            for command in list.commands { draw(command, list.styles, text, on: cr) }
        }
        batch.flush(on: cr)
        cairo_restore(cr)
        cairo_restore(cr)
    }

    private func draw(
        _ command: DrawCommand, _ styles: [TextStyle], _ text: UnsafeBufferPointer<UInt8>, on cr: OpaquePointer
    ) {
        if case .text(let command) = command {
            let range = Int(command.start)..<Int(command.start + command.length)
            draw(UnsafeBufferPointer(rebasing: text[range]), command, styles[Int(command.style)], on: cr)
            return
        }
        batch.flush(on: cr)
        switch command {
        case .clip(let rect):
            unclip(cr)
            rectangle(rect, on: cr)
            cairo_clip(cr)
        case .unclip: unclip(cr)
        case .fill(let rect, let color):
            source(color, on: cr)
            rectangle(rect, on: cr)
            cairo_fill(cr)
        case .shade(let rect, let shade): draw(shade, in: rect, on: cr)
        case .ring(let rect, let color, let width): ring(rect, color, width, on: cr)
        case .text: break
        }
    }

    /// A rectangle of a command in device pixels: whole ones, without what a third of a pixel leaves as a rounding error.
    private func devicePixels(_ rect: Rect) -> Rect {
        let grid = PixelGrid(scale: scale)
        return Rect(
            minX: grid.devicePixels(rect.minX), minY: grid.devicePixels(rect.minY), maxX: grid.devicePixels(rect.maxX),
            maxY: grid.devicePixels(rect.maxY))
    }

    private func unclip(_ cr: OpaquePointer) {
        cairo_restore(cr)
        cairo_save(cr)
    }

    func source(_ color: Color, on cr: OpaquePointer) {
        cairo_set_source_rgba(cr, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }

    private func rectangle(_ rect: Rect, on cr: OpaquePointer) {
        cairo_rectangle(cr, rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)
    }

    /// A frame inside the edges, as two rectangles of which the inner one is a hole.
    private func ring(_ rect: Rect, _ color: Color, _ width: Double, on cr: OpaquePointer) {
        source(color, on: cr)
        rectangle(rect, on: cr)
        rectangle(rect.inset(by: Insets(top: width, leading: width, bottom: width, trailing: width)), on: cr)
        cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(cr)
        cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING)
    }

    private func draw(_ shade: Shade, in rect: Rect, on cr: OpaquePointer) {
        let (x, y) = (rect.x * scale, rect.y * scale)
        let isHorizontal = shade.axis == .horizontal
        let pattern = cairo_pattern_create_linear(
            x, y, isHorizontal ? rect.maxX * scale : x, isHorizontal ? y : rect.maxY * scale)
        for (stop, color) in [(0.0, shade.from), (1.0, shade.to)] {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        }
        cairo_set_source(cr, pattern)
        cairo_pattern_destroy(pattern)
        rectangle(rect, on: cr)
        cairo_fill(cr)
    }
}

extension CairoRenderer {
    private func draw(
        _ text: UnsafeBufferPointer<UInt8>, _ command: TextCommand, _ style: TextStyle, on cr: OpaquePointer
    ) {
        let face = engine.face(style.font, scale: scale)
        var box = devicePixels(command.box)
        if command.wraps { return drawWrapped(text, box, command.alignment, style, face, on: cr) }
        if command.lead > 0 {
            // Rounded up: what is measured to fit must not get an ellipsis.
            let missing = (engine.width(of: text, face: face) + 1).rounded(.up) - box.width
            let lead = max(0, min(missing, command.lead * scale))
            if command.alignment != .right { box.x -= lead }
            box.width += lead
        }
        // Whole device pixels: a baseline between two would blur every glyph on it.
        let baseline = PixelGrid(scale: 1).snap(box.midY + (face.ascent - face.descent) / 2)
        drawLine(text, TextLine(box: box, alignment: command.alignment, baseline: baseline), style, face, on: cr)
    }

    /// One line of text: from the table of simple glyphs where every character is in it, else by Pango.
    func drawLine(
        _ text: UnsafeBufferPointer<UInt8>, _ line: TextLine, _ style: TextStyle, _ face: Face, on cr: OpaquePointer
    ) {
        var line = line
        if line.box.width < face.ellipsis.advance {
            line.clip = line.box
        } else if line.box.height < face.lineHeight, line.clip == nil {
            line.clip = line.rowOfBox
        }
        batch.begin(face, style.color, baseline: line.baseline, clip: line.clip, on: cr)
        if !appendSimple(text, face, line.box, line.alignment) {
            batch.flush(on: cr)
            drawShaped(text, face, line, style.color, on: cr)
        }
    }

    /// Puts the line's glyphs into the batch, or nothing when one of its characters is not simple.
    private func appendSimple(
        _ text: UnsafeBufferPointer<UInt8>, _ face: Face, _ box: Rect, _ alignment: TextAlignment
    ) -> Bool {
        let start = batch.count
        var x = box.x
        // Where the text is cut if it turns out too long: the last place at which an ellipsis still fits.
        let ellipsis = face.ellipsis
        var cut = (count: start, x: box.x)
        var scalars = SimpleScalars(text)
        while let scalar = scalars.next() {
            let glyph = face.glyph(scalar)
            guard glyph.state == .simple else {
                batch.cut(to: start)
                return false
            }
            if x + ellipsis.advance <= box.maxX { cut = (batch.count, x) }
            batch.append(glyph.index, x: x)
            x += glyph.advance
            if x > box.maxX {
                guard ellipsis.state == .simple else {
                    batch.cut(to: start)
                    return false
                }
                batch.cut(to: cut.count)
                batch.append(ellipsis.index, x: cut.x)
                return true
            }
        }
        let slack = box.maxX - x
        switch alignment {
        case .left: break
        case .center: batch.shift(from: start, by: PixelGrid(scale: 1).snap(slack / 2))
        case .right: batch.shift(from: start, by: slack)
        }
        return true
    }

    private func drawShaped(
        _ text: UnsafeBufferPointer<UInt8>, _ face: Face, _ place: TextLine, _ color: Color, on cr: OpaquePointer
    ) {
        var line = engine.lines.line(text, limit: -1, face: face)
        if line.width > place.box.width {
            line = engine.lines.line(text, limit: Int32(clamping: Int(place.box.width)), face: face)
        }
        let origin = Point(x: place.start(ofWidth: line.width) - line.left, y: place.baseline - line.baseline)
        source(color, on: cr)
        clipped(to: place.clip(ofInk: line.ink.offset(by: origin)), on: cr) {
            cairo_move_to(cr, origin.x, origin.y)
            pango_cairo_show_layout(cr, line.layout)
        }
    }

    /// Draws inside `clip`, where one is given.
    func clipped(to clip: Rect?, on cr: OpaquePointer, _ draw: () -> Void) {
        guard let clip else { return draw() }
        cairo_save(cr)
        cairo_rectangle(cr, clip.x, clip.y, clip.width, clip.height)
        cairo_clip(cr)
        draw()
        cairo_restore(cr)
    }
}

/// Where a line of text goes, in device pixels.
struct TextLine {
    var box: Rect
    var alignment: TextAlignment
    var baseline: Double
    /// What it must not leave, where it may.
    var clip: Rect?

    /// The box and what is beside it: a line of simple glyphs leaves it up or down alone.
    var rowOfBox: Rect { Rect(x: -1, y: box.y, width: 65_536, height: box.height) }

    /// The clip for ink that may leave the box, such as that of marks upon marks: no text may reach into another's place,
    /// where a scroll that copies would leave half of it.
    func clip(ofInk ink: Rect) -> Rect? {
        let isInside =
            ink.minX >= box.minX - 1 && ink.maxX <= box.maxX + 1 && ink.minY >= box.minY - 1
            && ink.maxY <= box.maxY + 1
        return isInside ? clip : clip?.intersection(box) ?? box
    }

    /// Where ink of that width begins.
    func start(ofWidth width: Double) -> Double {
        let slack = max(0, box.width - width)
        return switch alignment {
        case .left: box.x
        case .center: box.x + PixelGrid(scale: 1).snap(slack / 2)
        case .right: box.x + slack
        }
    }
}
