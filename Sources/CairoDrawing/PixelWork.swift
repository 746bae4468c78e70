import CPixels
import Geometry

/// The pending steps of a canvas of pixels, in memory that is reused from frame to frame.
///
/// The canvas draws them all at once. Where a large opaque background comes first and all the rest lies on it, it is a page,
/// drawn a few rows at a time: a large picture exceeds the caches, and every step would load and store its pixels again.
struct PixelWork {
    /// The page in device pixels, if the first step is its background.
    private(set) var page: PixelRect?
    private var steps: [cpixels_step] = []
    /// The glyphs of all steps, in order.
    var glyphs: [cpixels_glyph] = []
    /// The colors of all shades, in order.
    var colors: [UInt32] = []
    private(set) var desk: [UInt32] = []
    /// In pixels: half a megabyte, which fits a processor's own caches.
    private static let deskSize = 1 << 17
    /// Smaller backgrounds fit the caches anyway.
    static let pageArea = 1 << 17

    /// Adds a fill, which begins a page if it is the first step, large and opaque.
    mutating func fill(_ rect: PixelRect, _ color: UInt32) {
        if steps.isEmpty, rect.area >= Self.pageArea, color >> 24 == 0xFF { page = rect }
        add(CPIXELS_FILL, rect, color)
    }

    /// Adds a fill with one color per column, from `first` on.
    mutating func fillColumns(_ rect: PixelRect, from first: Int) { add(CPIXELS_FILL_COLUMNS, rect, 0, from: first) }

    /// Adds a step for the glyphs from `first` on.
    mutating func draw(_ rect: PixelRect, _ color: UInt32, from first: Int) {
        add(CPIXELS_DRAW, rect, color, from: first, count: glyphs.count - first)
    }

    private mutating func add(
        _ kind: cpixels_step_kind, _ rect: PixelRect, _ color: UInt32, from first: Int = 0, count: Int = 0
    ) {
        steps.append(
            cpixels_step(
                rect: cpixels_rect(rect), color: color, first: UInt32(first), count: UInt32(count),
                kind: UInt32(kind.rawValue)))
    }

    /// Returns true where the next step lies on the page, or there is no page.
    func isOnPage(_ rect: PixelRect) -> Bool { page?.contains(rect) ?? true }

    /// The bounds of the glyphs from `first` on.
    func ink(from first: Int, _ images: [cpixels_image]) -> cpixels_rect {
        images.withUnsafeBufferPointer { images in
            glyphs.withUnsafeBufferPointer {
                cpixels_bounds(images.baseAddress, $0.baseAddress.map { $0 + first }, $0.count - first)
            }
        }
    }

    mutating func removeGlyphs(from first: Int) { glyphs.removeLast(glyphs.count - first) }

    /// Draws all steps, clipped to `bounds`. Glyphs from `rest` on, which belong to no step yet, remain and become the first
    /// ones.
    mutating func finish(
        _ target: cpixels_target, _ bounds: PixelRect, _ images: [cpixels_image], glyphs rest: Int? = nil
    ) {
        let width = page?.width ?? 0
        if desk.count < width * 4 || desk.isEmpty && width > 0 {
            desk = [UInt32](repeating: 0, count: max(Self.deskSize, width * 4))
        }
        steps.withUnsafeBufferPointer { steps in
            images.withUnsafeBufferPointer { images in
                glyphs.withUnsafeBufferPointer { glyphs in
                    colors.withUnsafeBufferPointer { colors in
                        let work = cpixels_work(
                            steps: steps.baseAddress, count: steps.count, images: images.baseAddress,
                            glyphs: glyphs.baseAddress, colors: colors.baseAddress)
                        guard let page else { return cpixels_paint(target, cpixels_rect(bounds), work) }
                        desk.withUnsafeMutableBufferPointer {
                            let desk = cpixels_desk(pixels: $0.baseAddress, count: $0.count)
                            cpixels_paint_page(target, cpixels_rect(page), work, desk)
                        }
                    }
                }
            }
        }
        page = nil
        steps.removeAll(keepingCapacity: true)
        glyphs.removeFirst(rest ?? glyphs.count)
        colors.removeAll(keepingCapacity: true)
    }
}
