import CCairo
import CPixels
import Drawing
import Geometry
import Glibc
import Translation

/// The picture of a grid, kept from frame to frame.
///
/// Unlike an `ImageSurface` it scrolls almost for nothing: the picture lies in memory that is larger than itself, and what
/// moves as a whole moves by where the picture begins there. What does not move along, such as headers, is put back.
///
///     memory   ┌─────────────────────┐
///              │   ┌─────────────────┤ ← the picture begins here; what its rows have no room for
///              ├───┘                 │   stands at the beginning of the memory's next rows
///              │                 ┌───┤
///              ├─────────────────┘   │
///              └─────────────────────┘
///
/// Not for several threads at once.
public final class FrameBuffer {
    /// Device pixels.
    public private(set) var pixelWidth: Int
    public private(set) var pixelHeight: Int
    /// Device pixels per logical pixel.
    public let scale: Double
    /// All of the memory, as a surface.
    private let memory: OpaquePointer
    private let pixels: UnsafeMutablePointer<UInt32>
    /// Pixels from one row to the next.
    private let stride: Int
    /// The start of the picture, in pixels from the memory's start, and the last position that it may have.
    private var start: Int
    private var lastStart: Int
    /// The beginning of the row that is as far from the memory's beginning as from its end.
    private var middle: Int
    /// The parts to put back, by the position of their source, and their pixels on the way.
    private var others: [PixelMove] = []
    private var aside: [UInt32] = []

    /// Returns the number of memory rows for a picture of `pixelHeight` rows. With these, less than one frame in a hundred of a
    /// scroll by half a row a frame has all of it copied.
    public static func memoryRows(pixelHeight: Int) -> Int {
        pixelHeight + max(64, min(pixelHeight * 5 / 4, max(1350, pixelHeight * 5 / 8)))
    }

    /// A picture in memory of its own.
    ///
    /// Throws when it would have none or more than 20,000 device pixels on a side, or than there is memory for.
    public convenience init(size: Size, scale: Double) throws(PictureError) {
        let picture = PixelRect(covering: Rect(origin: .zero, size: size), scale: scale)
        let rows = Self.memoryRows(pixelHeight: picture.height)
        try self.init(
            adopting: cairo_image_surface_create(
                CAIRO_FORMAT_RGB24, Int32(clamping: picture.width), Int32(clamping: rows)),
            pixelHeight: picture.height, scale: scale)
    }

    /// A picture of so many rows in the memory of an image surface, which is taken over, and as wide as that.
    ///
    /// Throws when that is no memory to draw in.
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

    /// The last place where a picture may begin. Where rows have a gap between them it cannot begin within one, and so it
    /// begins at the first.
    private static func lastStart(_ memory: OpaquePointer, pixelHeight: Int) -> Int {
        let stride = Int(cairo_image_surface_get_stride(memory)) / 4
        guard stride == Int(cairo_image_surface_get_width(memory)) else { return 0 }
        return (Int(cairo_image_surface_get_height(memory)) - pixelHeight) * stride
    }

    /// Resizes the picture in the memory that it has, where that is neither too small for it nor much too large; returns false
    /// elsewhere. Its content stays in place, and pixels that it had no room for before are stale.
    ///
    /// A panel that opens beside a grid, and closes again, takes a few rows or columns from it: new memory would cost more than
    /// drawing them all, since the system clears it first.
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
        // Its last rows would be behind the memory's end.
        cairo_surface_flush(memory)
        memmove(pixels + middle, pixels + start, ((shown.height - 1) * stride + shown.width) * 4)
        cairo_surface_mark_dirty(memory)
        start = middle
        return true
    }

    /// Rows of memory that the picture does not fill, and can move in.
    package var roomRows: Int { Int(cairo_image_surface_get_height(memory)) - pixelHeight }

    /// Shows what another one shows, which is as wide and as high; whether it does.
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

    /// Turns the picture of a frame into that of the next: `list` is what to draw where `update` has damage. `whenMoved` is
    /// called once, between the moves and the drawing, for whoever wants to know what each took.
    ///
    /// - Complexity: O(pixels that move, but for the largest part that moves as a whole, commands and pixels drawn).
    public func apply(
        _ update: FrameUpdate, _ list: DisplayList, with renderer: CairoRenderer, whenMoved: () -> Void = {}
    ) {
        // What is drawn anew as a whole may begin anywhere: at the start of a row it is shown in one piece.
        if update.moves.isEmpty, update.damage == [PixelRect(x: 0, y: 0, width: pixelWidth, height: pixelHeight)] {
            start = middle
        }
        move(update.moves)
        whenMoved()
        if !update.damage.isEmpty { draw(list, with: renderer) }
    }

    /// Replays `list` onto the picture.
    private func draw(_ list: DisplayList, with renderer: CairoRenderer) {
        // A display that still reads from here does not any more.
        cairo_surface_flush(memory)
        let target = cpixels_target(pixels: pixels + start, stride: stride, x: 0, y: 0)
        renderer.replay(list, into: target, width: pixelWidth, height: pixelHeight, scale: scale)
        cairo_surface_mark_dirty(memory)
    }

    /// Shows the picture on `cr`, whose units are logical pixels, where its clip leaves it.
    public func show(on cr: OpaquePointer) {
        let (row, column) = (start / stride, start % stride)
        cairo_save(cr)
        cairo_scale(cr, 1 / scale, 1 / scale)
        // Into memory this process copies by itself, whatever from: whole rows in half the time that their parts take. An X
        // server takes what it shares without a copy of ours, but of that it can only name what begins with a row.
        if column > 0, cairo_surface_get_type(cairo_get_group_target(cr)) == CAIRO_SURFACE_TYPE_IMAGE {
            withWhole { show($0, x: 0, width: pixelWidth, from: (0, 0), on: cr) }
        } else {
            // Up to where the memory's rows end, and what stands at the beginning of its next ones.
            let first = min(pixelWidth, stride - column)
            show(memory, x: 0, width: first, from: (column, row), on: cr)
            if first < pixelWidth { show(memory, x: first, width: pixelWidth - first, from: (0, row + 1), on: cr) }
        }
        cairo_restore(cr)
    }

    /// Calls `body` with the picture as a surface of its own, which is valid until then.
    private func withWhole(_ body: (OpaquePointer?) -> Void) {
        let bytes = UnsafeMutableRawPointer(pixels + start).assumingMemoryBound(to: UInt8.self)
        let whole = cairo_image_surface_create_for_data(
            bytes, CAIRO_FORMAT_RGB24, Int32(clamping: pixelWidth), Int32(clamping: pixelHeight),
            Int32(clamping: stride * 4))
        cairo_surface_set_device_scale(whole, scale, scale)
        body(whole)
        // Whoever still refers to it gets a copy now.
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

    /// The pixels of a row, 0x??RRGGBB each; what the first byte is is not said. Valid until the next change.
    public func row(_ y: Int) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: pixels + start + y * stride, count: pixelWidth)
    }
}

// Moving what only moved.
extension FrameBuffer {
    /// Moves what `moves` says. What they do not name, as is the case with strips that come into sight, is stale.
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

    /// Moves everything like the largest part, by where the picture begins, and puts the other parts where they belong.
    ///
    /// In memory they go forward or back. Those that go one way need no place in between, where the last of them goes
    /// first: none is written to before it was read. Those that go the other way, forward ones or not, are put aside.
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

    /// Returns true where a part goes to larger addresses when the picture begins where it moves like `most`.
    private func isForward(_ move: PixelMove, _ most: PixelMove) -> Bool {
        (move.dy - most.dy) * stride + move.dx - most.dx > 0
    }

    /// Moves the start of the picture in memory; returns the position at which its pixels still are. Where it would begin
    /// outside, copies all of it to the memory's other end first, farthest from the next such copy.
    private func begin(movedBy distance: Int) -> Int {
        if !(0...lastStart).contains(start + distance) {
            let end = distance < 0 ? lastStart : 0
            cpixels_move(pixels + end, pixels + start, (pixelHeight - 1) * stride + pixelWidth)
            start = end
        }
        defer { start += distance }
        return start
    }

    /// Copies within the picture.
    private func copy(_ move: PixelMove) {
        let (target, source) = (move.target, move.source)
        // In an order in which no row is written before it is read; within a row memmove sees to that.
        for index in 0..<max(0, target.height) where target.width > 0 {
            let row = move.dy > 0 ? target.height - 1 - index : index
            memmove(
                pixels + start + (target.y + row) * stride + target.x,
                pixels + start + (source.y + row) * stride + source.x, target.width * 4)
        }
    }
}

extension PixelMove {
    /// Returns true where it moves as far as `other`.
    fileprivate func isLike(_ other: PixelMove) -> Bool { dx == other.dx && dy == other.dy }
}
