import CPixels
import Drawing
import Geometry

/// A canvas that draws directly into pixels: no step allocates, or depends on the other commands.
struct PixelCanvas: Canvas {
    var atlas: GlyphAtlas? { glyphs }
    private let target: cpixels_target
    private let bounds: PixelRect
    private let glyphs: GlyphAtlas
    /// The area to draw on.
    private var area: PixelRect
    private var work: PixelWork
    /// The largest coordinate of a glyph; none is visible beyond, on any Cairo surface.
    private static let reach = Double(1 << 16)

    /// A canvas over `width` × `height` pixels, 0x??RRGGBB each. `work` is the last result of `finish`, whose memory is
    /// reused.
    init(_ target: cpixels_target, width: Int, height: Int, atlas: GlyphAtlas, work: PixelWork = PixelWork()) {
        self.target = target
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        area = bounds
        glyphs = atlas
        self.work = work
    }

    /// Draws everything pending, and returns the memory for reuse. Call it last.
    mutating func finish() -> PixelWork {
        work.finish(target, bounds, glyphs.images)
        // Swapped, not copied: with two references, the next change would copy its arrays.
        var done = PixelWork()
        swap(&done, &work)
        return done
    }

    mutating func clip(to rect: Rect?) {
        area = rect.map { PixelRect(covering: $0, scale: 1).intersection(bounds) } ?? bounds
    }

    mutating func fill(_ rect: Rect, _ color: Color) { fill(PixelRect(covering: rect, scale: 1), color.pixel) }

    private mutating func fill(_ rect: PixelRect, _ color: UInt32) {
        let shown = rect.intersection(area)
        guard !shown.isEmpty else { return }
        // A large background begins a page only if nothing pending is below it.
        if work.page == nil, shown.area >= PixelWork.pageArea { work.finish(target, bounds, glyphs.images) }
        leavePage(for: shown)
        work.fill(shown, color)
    }

    /// Draws the current page if `rect` does not lie on it.
    private mutating func leavePage(for rect: PixelRect) {
        if !work.isOnPage(rect) { work.finish(target, bounds, glyphs.images) }
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
        leavePage(for: shown)
        let first = work.colors.count
        for x in shown.x..<shown.maxX { work.colors.append(color(x - rect.x)) }
        work.fillColumns(shown, from: first)
    }

    mutating func draw(_ glyphs: [LineGlyph], _ face: Face, baseline: Double, _ color: Color, clip: Rect?) {
        let first = work.glyphs.count
        for glyph in glyphs { place(glyph.glyph.image, x: glyph.x, y: baseline) }
        drawLine(from: first, color, clip)
    }

    mutating func draw(
        _ text: ShapedText, line number: Int, at origin: Point, _ face: Face, _ color: Color, clip: Rect?
    ) {
        let first = work.glyphs.count
        text.forEachImage(ofLine: number, in: glyphs) { image, x, y in
            place(image, x: origin.x + x, y: origin.y + y)
        }
        drawLine(from: first, color, clip)
    }

    /// Adds a glyph, unless it is far outside any visible area: in a cell as wide as a merge may be, its coordinates may
    /// exceed 32 bits.
    private mutating func place(_ image: UInt32, x: Double, y: Double) {
        guard abs(x) < Self.reach, abs(y) < Self.reach else { return }
        // Rounds to the nearest, without the function call that `rounded` is on older processors.
        func whole(_ value: Double) -> Int32 { Int32(value + (Self.reach + 0.5)) - Int32(Self.reach) }
        work.glyphs.append(cpixels_glyph(image: image, x: whole(x), y: whole(y)))
    }

    /// Draws the glyphs from `first` on, which were just added.
    private mutating func drawLine(from first: Int, _ color: Color, _ clip: Rect?) {
        let shown = clip.map { PixelRect(covering: $0, scale: 1).intersection(area) } ?? area
        let drawn = PixelRect(work.ink(from: first, glyphs.images)).intersection(shown)
        guard !drawn.isEmpty else { return work.removeGlyphs(from: first) }
        var first = first
        if !work.isOnPage(drawn) {
            work.finish(target, bounds, glyphs.images, glyphs: first)
            first = 0
        }
        // As wide as possible: the empty pixels at the ends of glyph pictures cost less than a narrower clip.
        let rows = PixelRect(minX: shown.x, minY: drawn.y, maxX: shown.maxX, maxY: drawn.maxY)
        work.draw(rows, color.pixel, from: first)
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
