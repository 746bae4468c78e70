import CPixels
import Drawing
import Geometry

/// A display list drawn straight into pixels: no step of it allocates, or depends on what else is drawn.
struct PixelCanvas: Canvas {
    var atlas: GlyphAtlas? { glyphs }
    private let target: cpixels_target
    private let bounds: PixelRect
    private let glyphs: GlyphAtlas
    /// What is drawn on.
    private var area: PixelRect
    /// What is left of a large fill. It goes on just ahead of what is drawn over it, which then finds its pixels in the
    /// processor's caches: those hold a few rows of a large picture, not all of it.
    private var pending: (rect: PixelRect, color: UInt32)?
    private static let pendingArea = 1 << 17
    /// Further off no glyph is seen, nor on any surface that Cairo has.
    private static let reach = Double(1 << 16)
    /// How many rows a large fill is ahead.
    private static let rowsAhead = 16
    /// Lines that were asked for one after the other and are drawn together.
    private var uprights = Uprights()
    /// The colours of a shade.
    private var columns: [UInt32] = []
    /// Glyphs on their way, for no longer than a call.
    private var line: [cpixels_glyph]

    /// A canvas over `width` × `height` pixels, 0x??RRGGBB each. `line` is what `finish` gave the last time: its memory is
    /// used again.
    init(_ target: cpixels_target, width: Int, height: Int, atlas: GlyphAtlas, line: [cpixels_glyph] = []) {
        self.target = target
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        area = bounds
        glyphs = atlas
        self.line = line
    }

    /// Draws what is still to be drawn.
    consuming func finish() -> [cpixels_glyph] {
        finishUprights()
        settle(bounds)
        return line
    }

    mutating func clip(to rect: Rect?) {
        area = rect.map { PixelRect(covering: $0, scale: 1).intersection(bounds) } ?? bounds
    }

    mutating func fill(_ rect: Rect, _ color: Color) { fill(PixelRect(covering: rect, scale: 1), color.pixel) }

    private mutating func fill(_ rect: PixelRect, _ color: UInt32) {
        let shown = rect.intersection(area)
        guard !shown.isEmpty else { return }
        if shown.width == 1, shown.height >= Uprights.height, color >> 24 == 0xFF {
            if !uprights.add(shown, color) {
                finishUprights()
                uprights.begin(with: shown, color)
            }
            return
        }
        finishUprights()
        if shown.area > Self.pendingArea, color >> 24 == 0xFF {
            settle(beside: shown)
            pending = (shown, color)
        } else {
            settle(shown)
            cpixels_fill(target, cpixels_rect(shown), color)
        }
    }

    /// Has a large fill done where `rect` is about to be drawn over it, from the nearer of its ends on.
    private mutating func settle(_ rect: PixelRect) {
        guard let pending, !pending.rect.intersection(rect).isEmpty else { return }
        var left = pending.rect
        var now = left
        if rect.maxY - left.y <= left.maxY - rect.y {
            now.height = min(rect.maxY + Self.rowsAhead, left.maxY) - left.y
            left.y = now.maxY
        } else {
            now.y = max(rect.y - Self.rowsAhead, left.y)
            now.height = left.maxY - now.y
        }
        left.height -= now.height
        cpixels_fill(target, cpixels_rect(now), pending.color)
        self.pending = left.isEmpty ? nil : (left, pending.color)
    }

    /// Has a large fill done where `rect`, which is about to be filled as well, leaves anything of it in sight.
    private mutating func settle(beside rect: PixelRect) {
        guard let pending else { return }
        pending.rect.forEachPart(outside: rect) { cpixels_fill(target, cpixels_rect($0), pending.color) }
        self.pending = nil
    }

    /// Draws the lines that wait: whatever comes next may lie over them.
    private mutating func finishUprights() {
        guard !uprights.x.isEmpty else { return }
        settle(uprights.bounds)
        uprights.x.withUnsafeBufferPointer {
            let lines = cpixels_lines(
                x: $0.baseAddress, count: $0.count, min_y: Int32(uprights.rows.lowerBound),
                max_y: Int32(uprights.rows.upperBound))
            cpixels_fill_lines(target, lines, uprights.color)
        }
        uprights.x.removeAll(keepingCapacity: true)
    }

    mutating func shade(_ rect: Rect, _ shade: Shade) {
        let rect = PixelRect(covering: rect, scale: 1)
        let isHorizontal = shade.axis == .horizontal
        let count = isHorizontal ? rect.width : rect.height
        func color(_ number: Int) -> UInt32 {
            shade.from.mixed(with: shade.to, (Float(number) + 0.5) / Float(count)).pixel
        }
        guard isHorizontal else {
            for number in 0..<count {
                fill(PixelRect(x: rect.x, y: rect.y + number, width: rect.width, height: 1), color(number))
            }
            return
        }
        let shown = rect.intersection(area)
        guard !shown.isEmpty else { return }
        finishUprights()
        settle(shown)
        columns.removeAll(keepingCapacity: true)
        for x in shown.x..<shown.maxX { columns.append(color(x - rect.x)) }
        cpixels_fill_columns(target, cpixels_rect(shown), columns)
    }

    mutating func draw(_ glyphs: [LineGlyph], _ face: Face, baseline: Double, _ color: Color, clip: Rect?) {
        line.removeAll(keepingCapacity: true)
        line.reserveCapacity(glyphs.count)
        for glyph in glyphs { place(glyph.glyph.image, x: glyph.x, y: baseline) }
        drawLine(color, clip)
    }

    mutating func draw(
        _ text: ShapedText, line number: Int, at origin: Point, _ face: Face, _ color: Color, clip: Rect?
    ) {
        line.removeAll(keepingCapacity: true)
        text.forEachImage(ofLine: number, in: glyphs) { image, x, y in
            place(image, x: origin.x + x, y: origin.y + y)
        }
        drawLine(color, clip)
    }

    /// Takes a glyph into the line, unless it stands where none that is seen can: in a cell as wide as a merge may be,
    /// that is so far off that no 32 bits have it.
    private mutating func place(_ image: UInt32, x: Double, y: Double) {
        guard abs(x) < Self.reach, abs(y) < Self.reach else { return }
        // To the nearest, without the call that rounding is on processors that are not the newest.
        func whole(_ value: Double) -> Int32 { Int32(value + (Self.reach + 0.5)) - Int32(Self.reach) }
        line.append(cpixels_glyph(image: image, x: whole(x), y: whole(y)))
    }

    private mutating func drawLine(_ color: Color, _ clip: Rect?) {
        let shown = clip.map { PixelRect(covering: $0, scale: 1).intersection(area) } ?? area
        glyphs.images.withUnsafeBufferPointer { images in
            line.withUnsafeBufferPointer { line in
                let ink = cpixels_bounds(images.baseAddress, line.baseAddress, line.count)
                let drawn = PixelRect(ink).intersection(shown)
                guard !drawn.isEmpty else { return }
                finishUprights()
                settle(drawn)
                cpixels_draw(target, cpixels_rect(shown), images.baseAddress, line.baseAddress, line.count, color.pixel)
            }
        }
    }
}

extension PixelRect {
    fileprivate init(_ rect: cpixels_rect) {
        self.init(minX: Int(rect.min_x), minY: Int(rect.min_y), maxX: Int(rect.max_x), maxY: Int(rect.max_y))
    }
}

extension cpixels_rect {
    init(_ rect: PixelRect) {
        self.init(
            min_x: Int32(rect.x), min_y: Int32(rect.y), max_x: Int32(rect.maxX), max_y: Int32(rect.maxY))
    }
}

extension Color {
    /// 0xAARRGGBB, not premultiplied.
    fileprivate var pixel: UInt32 {
        func part(_ value: Float) -> UInt32 { UInt32(min(max(value, 0), 1) * 255 + 0.5) }
        return part(alpha) << 24 | part(red) << 16 | part(green) << 8 | part(blue)
    }
}
