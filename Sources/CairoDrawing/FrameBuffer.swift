import CCairo
import CPixels
import Drawing
import Geometry
import Glibc
import Translation

/// The picture of a grid, which persists between frames.
///
/// Unlike an `ImageSurface` it scrolls almost for free: its memory is larger than the picture, and content moves as a whole
/// when the picture's start moves in memory. Fixed parts, such as headers, are copied back.
///
///     memory   ┌─────────────────────┐
///              │   ┌─────────────────┤ ← the picture begins here; the ends of its rows that do not fit
///              ├───┘                 │   are at the beginning of the memory's next rows
///              │                 ┌───┤
///              ├─────────────────┘   │
///              └─────────────────────┘
///
/// Not thread-safe.
public final class FrameBuffer {
    /// The size in device pixels.
    public private(set) var pixelWidth: Int
    public private(set) var pixelHeight: Int
    /// Device pixels per logical pixel.
    public let scale: Double
    /// The entire memory, as a surface.
    private let memory: OpaquePointer
    private let pixels: UnsafeMutablePointer<UInt32>
    /// The distance between rows, in pixels.
    private let stride: Int
    /// The start of the picture, in pixels from the memory's start, and the last position that it may have.
    private var start: Int
    private var lastStart: Int
    /// The start of the row halfway between the first and the last possible start.
    private var middle: Int
    /// The parts to copy back, by the position of their source, and the buffer for their pixels.
    private var others: [PixelMove] = []
    private var aside: [UInt32] = []

    /// Returns the number of memory rows for a picture of `pixelHeight` rows. With these, a scroll by half a row per frame
    /// copies the entire picture in less than one frame in a hundred.
    public static func memoryRows(pixelHeight: Int) -> Int {
        pixelHeight + max(64, min(pixelHeight * 5 / 4, max(1350, pixelHeight * 5 / 8)))
    }

    /// Creates a picture in memory of its own.
    ///
    /// Throws if a side is 0 or larger than 20,000 device pixels, or if memory is insufficient.
    public convenience init(size: Size, scale: Double) throws(PictureError) {
        let picture = PixelRect(covering: Rect(origin: .zero, size: size), scale: scale)
        let rows = Self.memoryRows(pixelHeight: picture.height)
        try self.init(
            adopting: cairo_image_surface_create(
                CAIRO_FORMAT_RGB24, Int32(clamping: picture.width), Int32(clamping: rows)),
            pixelHeight: picture.height, scale: scale)
    }

    /// Creates a picture of `pixelHeight` rows in the memory of an image surface, as wide as that. Takes ownership of it.
    ///
    /// Throws if it is no memory to draw in.
    public init(adopting memory: OpaquePointer?, pixelHeight: Int, scale: Double) throws(PictureError) {
        guard let memory, cairo_surface_status(memory) == CAIRO_STATUS_SUCCESS, pixelHeight > 0,
            let data = cairo_image_surface_get_data(memory), cairo_image_surface_get_width(memory) > 0,
            Int(cairo_image_surface_get_height(memory)) >= pixelHeight
        else {
            cairo_surface_destroy(memory)
            throw PictureError(description: tr("there is no memory for a picture of the window. Choose a smaller one."))
        }
        cairo_surface_set_device_scale(memory, scale, scale)
        self.memory = memory
        self.pixelHeight = pixelHeight
        self.scale = scale
        pixelWidth = Int(cairo_image_surface_get_width(memory))
        stride = Int(cairo_image_surface_get_stride(memory)) / 4
        pixels = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
        lastStart = Self.lastStart(memory, pixelHeight: pixelHeight)
        middle = lastStart / 2 / stride * stride
        start = middle
    }

    /// The last position where a picture may start. If memory rows have a gap between them, a row of the picture cannot span
    /// it, so the only possible start is the first.
    private static func lastStart(_ memory: OpaquePointer, pixelHeight: Int) -> Int {
        let stride = Int(cairo_image_surface_get_stride(memory)) / 4
        guard stride == Int(cairo_image_surface_get_width(memory)) else { return 0 }
        return (Int(cairo_image_surface_get_height(memory)) - pixelHeight) * stride
    }

    /// Resizes the picture in its memory, unless that is too small for it or much too large; then returns false. Its content
    /// stays in place, and newly covered pixels are stale.
    ///
    /// Opening and closing a side panel changes the grid by a few rows or columns: new memory would cost more than drawing
    /// them all, since the system clears it first.
    ///
    /// - Complexity: O(1), or O(pixels) where the memory ends below the picture.
    public func resize(toPixelWidth width: Int, height: Int) -> Bool {
        let rows = Int(cairo_image_surface_get_height(memory))
        let columns = Int(cairo_image_surface_get_width(memory))
        let wanted = Self.memoryRows(pixelHeight: height)
        guard height > 0, rows <= wanted * 3 / 2, rows - height >= (wanted - height) * 3 / 4, width > 0,
            width <= columns, width >= columns / 2
        else { return false }
        let shown = (width: min(width, pixelWidth), height: min(height, pixelHeight))
        (pixelWidth, pixelHeight) = (width, height)
        lastStart = Self.lastStart(memory, pixelHeight: height)
        middle = lastStart / 2 / stride * stride
        guard start > lastStart else { return true }
        // The last rows would lie beyond the memory's end.
        cairo_surface_flush(memory)
        memmove(pixels + middle, pixels + start, ((shown.height - 1) * stride + shown.width) * 4)
        cairo_surface_mark_dirty(memory)
        start = middle
        return true
    }

    /// The number of rows in memory beyond the picture's, in which it can move.
    package var roomRows: Int { Int(cairo_image_surface_get_height(memory)) - pixelHeight }

    /// Copies the picture of another buffer of the same size. Returns false where sizes differ.
    ///
    /// - Complexity: O(pixels).
    public func copyPicture(of other: FrameBuffer) -> Bool {
        guard other.pixelWidth == pixelWidth, other.pixelHeight == pixelHeight else { return false }
        cairo_surface_flush(other.memory)
        cairo_surface_flush(memory)
        for y in 0..<pixelHeight {
            (pixels + start + y * stride).update(
                from: other.pixels + other.start + y * other.stride, count: pixelWidth)
        }
        cairo_surface_mark_dirty(memory)
        return true
    }

    deinit { cairo_surface_destroy(memory) }

    /// Turns the picture of a frame into that of the next: `list` is what to draw where `update` has damage. Calls
    /// `whenMoved` once, between the moves and the drawing, so that the caller can time both.
    ///
    /// - Complexity: O(pixels that move, except those of the largest part that moves as a whole, commands and pixels drawn).
    public func apply(
        _ update: FrameUpdate, _ list: DisplayList, with renderer: CairoRenderer, whenMoved: () -> Void = {}
    ) {
        // A picture redrawn entirely may start anywhere: at the start of a memory row, it is shown in one piece.
        if update.moves.isEmpty, update.damage == [PixelRect(x: 0, y: 0, width: pixelWidth, height: pixelHeight)] {
            start = middle
        }
        move(update.moves)
        whenMoved()
        if !update.damage.isEmpty { draw(list, with: renderer) }
    }

    /// Replays `list` onto the picture.
    private func draw(_ list: DisplayList, with renderer: CairoRenderer) {
        // Completes pending reads by the display.
        cairo_surface_flush(memory)
        let target = cpixels_target(pixels: pixels + start, stride: stride, x: 0, y: 0)
        renderer.replay(list, into: target, width: pixelWidth, height: pixelHeight, scale: scale)
        cairo_surface_mark_dirty(memory)
    }

    /// Draws the picture on `cr`, whose units are logical pixels, inside its clip.
    public func show(on cr: OpaquePointer) {
        let (row, column) = (start / stride, start % stride)
        cairo_save(cr)
        cairo_scale(cr, 1 / scale, 1 / scale)
        // This process itself copies into memory, whatever the source: whole rows take half the time of their parts. An X
        // server reads shared memory without a copy of ours, but only rectangles inside memory rows.
        if column > 0, cairo_surface_get_type(cairo_get_group_target(cr)) == CAIRO_SURFACE_TYPE_IMAGE {
            withWhole { show($0, x: 0, width: pixelWidth, from: (0, 0), on: cr) }
        } else {
            // The part up to the end of the memory's rows, and the rest at the beginning of the next ones.
            let first = min(pixelWidth, stride - column)
            show(memory, x: 0, width: first, from: (column, row), on: cr)
            if first < pixelWidth { show(memory, x: first, width: pixelWidth - first, from: (0, row + 1), on: cr) }
        }
        cairo_restore(cr)
    }

    /// Calls `body` with the picture as a surface of its own, valid until it returns.
    private func withWhole(_ body: (OpaquePointer?) -> Void) {
        let bytes = UnsafeMutableRawPointer(pixels + start).assumingMemoryBound(to: UInt8.self)
        let whole = cairo_image_surface_create_for_data(
            bytes, CAIRO_FORMAT_RGB24, Int32(clamping: pixelWidth), Int32(clamping: pixelHeight),
            Int32(clamping: stride * 4))
        cairo_surface_set_device_scale(whole, scale, scale)
        body(whole)
        // Gives a copy to any remaining reference.
        cairo_surface_finish(whole)
        cairo_surface_destroy(whole)
    }

    private func show(
        _ surface: OpaquePointer?, x: Int, width: Int, from place: (column: Int, row: Int), on cr: OpaquePointer
    ) {
        // The surface's own device scale is that of the picture.
        cairo_save(cr)
        cairo_rectangle(cr, Double(x), 0, Double(width), Double(pixelHeight))
        cairo_clip(cr)
        cairo_scale(cr, scale, scale)
        cairo_set_source_surface(
            cr, surface, Double(x - place.column) / scale, -Double(place.row) / scale)
        cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST)
        cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE)
        cairo_paint(cr)
        cairo_restore(cr)
    }

    /// The pixels of a row, 0x??RRGGBB each; the top byte is undefined. Valid until the next change.
    public func row(_ y: Int) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: pixels + start + y * stride, count: pixelWidth)
    }
}

// Scroll copies.
extension FrameBuffer {
    /// Performs `moves`. Areas that they do not name, such as exposed strips, are stale.
    private func move(_ moves: [PixelMove]) {
        var largest: PixelMove?
        for move in moves where move.isMoving && move.target.area >= largest?.target.area ?? 0 { largest = move }
        guard let most = largest else { return }
        cairo_surface_flush(memory)
        defer { cairo_surface_mark_dirty(memory) }
        others.removeAll(keepingCapacity: true)
        var (once, twice, moving) = (0, 0, 0)
        for move in moves {
            let area = move.target.area
            if move.isMoving { moving += area }
            guard area > 0, !move.isLike(most) else { continue }
            others.append(move)
            if isForward(move, most) { once += area } else { twice += area }
        }
        let distance = (most.dy * stride + most.dx).magnitude
        if distance <= lastStart / 2, min(2 * once + twice, once + 2 * twice) < moving {
            shift(by: most, puttingAside: once < twice)
        } else {
            for move in moves where move.isMoving { copy(move) }
        }
    }

    /// Moves everything like the largest part, by moving the picture's start, and copies the other parts to their targets.
    ///
    /// In memory these go forward or backward. Parts of one direction need no buffer if they are copied in the order that
    /// reads every pixel before it is overwritten. Parts of the other direction are buffered: the forward ones if
    /// `isAsideForward`.
    private func shift(by most: PixelMove, puttingAside isAsideForward: Bool) {
        let old = begin(movedBy: -(most.dy * stride + most.dx))
        others.sort { ($0.source.x, $0.source.y) < ($1.source.x, $1.source.y) }
        aside.removeAll(keepingCapacity: true)
        for move in others where isForward(move, most) == isAsideForward {
            let source = move.source
            for y in source.y..<source.maxY {
                let row = UnsafeBufferPointer(start: pixels + old + y * stride + source.x, count: source.width)
                aside.append(contentsOf: row)
            }
        }
        for index in 0..<pixelHeight {
            let y = isAsideForward ? index : pixelHeight - 1 - index
            for number in others.indices {
                let move = others[isAsideForward ? number : others.count - 1 - number]
                let source = move.source
                guard isForward(move, most) != isAsideForward, y >= source.y, y < source.maxY else { continue }
                memmove(
                    pixels + start + (y + move.dy) * stride + source.x + move.dx, pixels + old + y * stride + source.x,
                    source.width * 4)
            }
        }
        aside.withUnsafeBufferPointer { aside in
            guard var next = aside.baseAddress else { return }
            for move in others where isForward(move, most) == isAsideForward {
                let target = move.target
                for y in target.y..<target.maxY {
                    (pixels + start + y * stride + target.x).update(from: next, count: target.width)
                    next += target.width
                }
            }
        }
    }

    /// Returns true where a part moves to larger addresses when the picture's start moves with `most`.
    private func isForward(_ move: PixelMove, _ most: PixelMove) -> Bool {
        (move.dy - most.dy) * stride + move.dx - most.dx > 0
    }

    /// Moves the picture's start in memory; returns the old start of its pixels. If the new start would be out of range,
    /// first copies the picture to the memory's other end, farthest from the next such copy.
    private func begin(movedBy distance: Int) -> Int {
        if !(0...lastStart).contains(start + distance) {
            let end = distance < 0 ? lastStart : 0
            cpixels_move(pixels + end, pixels + start, (pixelHeight - 1) * stride + pixelWidth)
            start = end
        }
        defer { start += distance }
        return start
    }

    /// Copies a part within the picture.
    private func copy(_ move: PixelMove) {
        let (target, source) = (move.target, move.source)
        // In an order that reads each row before it is overwritten; memmove does so within a row.
        for index in 0..<max(0, target.height) where target.width > 0 {
            let row = move.dy > 0 ? target.height - 1 - index : index
            memmove(
                pixels + start + (target.y + row) * stride + target.x,
                pixels + start + (source.y + row) * stride + source.x, target.width * 4)
        }
    }
}

extension PixelMove {
    /// Returns true where it moves by the same distance as `other`.
    fileprivate func isLike(_ other: PixelMove) -> Bool { dx == other.dx && dy == other.dy }
}
