import CCairo
import CairoDrawing
import Drawing
import Geometry
import SeededRandom
import Testing

/// A picture that scrolls by where it begins in memory is one whose parts are copied, however far it goes.
@Suite struct FrameBufferTests {
    /// The obvious picture: a colour for each pixel, none where it is not known what it is.
    private struct Twin {
        let width: Int
        var pixels: [UInt32?]

        mutating func fill(_ rect: PixelRect, _ color: UInt32) {
            for y in rect.y..<rect.maxY {
                for x in rect.x..<rect.maxX { pixels[y * width + x] = color }
            }
        }

        /// What no part holds, or moved to, is not known.
        mutating func move(_ moves: [PixelMove]) {
            guard moves.contains(where: \.isMoving) else { return }
            var moved = [UInt32?](repeating: nil, count: pixels.count)
            for move in moves {
                let target = move.target
                for y in target.y..<target.maxY {
                    for x in target.x..<target.maxX {
                        moved[y * width + x] = pixels[(y - move.dy) * width + x - move.dx]
                    }
                }
            }
            pixels = moved
        }
    }

    @Test func aBarThatOpensAndClosesAgainTakesNoNewMemory() throws {
        let picture = try FrameBuffer(size: Size(width: 300, height: 800), scale: 1)
        for height in [760, 800, 740, 720, 830, 800] {
            #expect(picture.resize(toPixelWidth: 300, height: height))
            #expect(picture.pixelHeight == height)
        }
        // Where another window's memory would be wasted, or its picture be copied with every step.
        for height in [0, 300, 1300, 1799, 1800, 5000] {
            #expect(!picture.resize(toPixelWidth: 300, height: height))
        }
        #expect(picture.pixelHeight == 800)
        // Nor does a panel beside it.
        for width in [180, 300, 150, 299] {
            #expect(picture.resize(toPixelWidth: width, height: 800))
            #expect(picture.pixelWidth == width)
        }
        for width in [0, 149, 301] { #expect(!picture.resize(toPixelWidth: width, height: 800)) }
        #expect(picture.pixelWidth == 299)
    }

    @Test func aPictureOfAnotherSizeShowsWhatItShowed() throws {
        let renderer = CairoRenderer(engine: TextEngine())
        let picture = try FrameBuffer(size: Size(width: 60, height: 200), scale: 1)
        var random = SplitMix64(seed: 7)
        var (list, moved) = (DisplayList(), 0)
        for step in 0..<300 {
            let (width, height) = (picture.pixelWidth, picture.pixelHeight)
            let whole = PixelRect(x: 0, y: 0, width: width, height: height)
            // As far as a scroll moves it through its memory, to the end of that and back.
            let move = PixelMove(part: whole, dx: random.int(-3...3), dy: random.int(-29...8))
            list.removeAll()
            for y in 0..<height {
                for x in stride(from: 0, to: width, by: 5) {
                    let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
                    list.fill(Rect(x: Double(x), y: Double(y), width: 5, height: 1), Color(hex: color))
                }
            }
            picture.apply(
                FrameUpdate(moves: move.isMoving ? [move] : [], damage: [whole]), list, with: renderer)
            let before = (0..<height).map { Array(picture.row($0)) }
            #expect(try shown(picture, isRecorded: false) == before.joined().map { $0 & 0xFF_FFFF }, "step \(step)")
            let size = (width: random.int(30...60), height: random.int(150...230))
            guard picture.resize(toPixelWidth: size.width, height: size.height) else { continue }
            moved += 1
            for y in 0..<min(height, size.height) {
                let shared = min(width, size.width)
                guard picture.row(y).prefix(shared).elementsEqual(before[y].prefix(shared)) else {
                    Issue.record("step \(step): row \(y) after \(width) × \(height) became \(size)")
                    return
                }
            }
        }
        #expect(moved > 100)
    }

    @Test(arguments: [(1.0, 90, 70), (2, 64, 40), (1, 33, 150)])
    func movesPutEachPartWhereACopyWould(scale: Double, width: Int, height: Int) throws {
        let renderer = CairoRenderer(engine: TextEngine())
        let size = Size(width: Double(width) / scale, height: Double(height) / scale)
        var picture = try FrameBuffer(size: size, scale: scale)
        var twin = Twin(width: width, pixels: Array(repeating: nil, count: width * height))
        var random = SplitMix64(seed: UInt64(width))
        var list = DisplayList()
        for step in 0..<500 {
            list.removeAll()
            let isAnew = step % 50 == 0
            // A picture that is drawn as a whole moves nothing.
            let moves = isAnew ? [] : moves(width, height, &random)
            twin.move(moves)
            var damage: [PixelRect] = []
            for number in 0..<8 {
                let x = Int.random(in: 0..<width, using: &random)
                let y = Int.random(in: 0..<height, using: &random)
                var rect = PixelRect(
                    minX: x, minY: y, maxX: .random(in: x...width, using: &random),
                    maxY: .random(in: y...height, using: &random))
                if isAnew, number == 0 { rect = PixelRect(x: 0, y: 0, width: width, height: height) }
                let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
                list.fill(rect.logical(scale: scale), Color(hex: color))
                twin.fill(rect, color)
                if !isAnew || number == 0 { damage.append(rect) }
            }
            if step % 37 == 36 {
                let other = try FrameBuffer(size: size, scale: scale)
                #expect(other.copyPicture(of: picture))
                picture = other
            }
            var calls = 0
            picture.apply(FrameUpdate(moves: moves, damage: damage), list, with: renderer) { calls += 1 }
            #expect(calls == 1)
            let rows = (0..<height).flatMap { Array(picture.row($0)) }
            let isRight = zip(rows, twin.pixels).allSatisfy { $1 == nil || $0 & 0xFF_FFFF == $1 }
            guard isRight else {
                Issue.record("step \(step): \(moves)")
                return
            }
            guard step % 10 == 0 else { continue }
            for isRecorded in [false, true] {
                #expect(try shown(picture, isRecorded: isRecorded) == rows.map { $0 & 0xFF_FFFF }, "step \(step)")
            }
        }
    }

    /// Nine parts, of which the outer ones are narrow mostly, and scroll as those of a grid do.
    private func moves(_ width: Int, _ height: Int, _ random: inout SplitMix64) -> [PixelMove] {
        func edges(_ length: Int) -> [Int] {
            let part = Int.random(in: 0..<4, using: &random) == 0 ? length / 2 : length / 8
            let low = Int.random(in: 0...part, using: &random)
            return [0, low, .random(in: max(low, length - part)...length, using: &random), length]
        }
        let (xs, ys) = (edges(width), edges(height))
        let reach = Int.random(in: 0..<8, using: &random) == 0 ? 60 : 6
        let dx = Int.random(in: -reach...reach, using: &random)
        // Down mostly, so that the memory's end is met.
        let dy = Int.random(in: -reach...reach / 2, using: &random)
        var moves: [PixelMove] = []
        for row in 0..<3 {
            for column in 0..<3 {
                let part = PixelRect(minX: xs[column], minY: ys[row], maxX: xs[column + 1], maxY: ys[row + 1])
                let move = PixelMove(part: part, dx: column == 1 ? dx : 0, dy: row == 1 ? dy : 0)
                if !move.target.isEmpty { moves.append(move) }
            }
        }
        return moves
    }

    /// What a display gets to see: one whose pictures are in memory, or one that is told what to draw.
    private func shown(_ picture: FrameBuffer, isRecorded: Bool) throws -> [UInt32] {
        let size = Size(
            width: Double(picture.pixelWidth) / picture.scale, height: Double(picture.pixelHeight) / picture.scale)
        let screen = try ImageSurface(size: size, scale: picture.scale)
        let cr = try #require(cairo_create(screen.raw))
        if isRecorded {
            let record = cairo_recording_surface_create(CAIRO_CONTENT_COLOR, nil)
            let recorder = try #require(cairo_create(record))
            picture.show(on: recorder)
            cairo_destroy(recorder)
            cairo_set_source_surface(cr, record, 0, 0)
            cairo_paint(cr)
            cairo_surface_destroy(record)
        } else {
            picture.show(on: cr)
        }
        cairo_destroy(cr)
        cairo_surface_flush(screen.raw)
        return (0..<picture.pixelHeight).flatMap { y in (0..<picture.pixelWidth).map { screen.pixel(x: $0, y: y) } }
    }
}
