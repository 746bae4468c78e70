import CPixels
import SeededRandom
import Testing

/// What is drawn on a desk, a few rows after the other, has the bytes of what is drawn in its place.
@Suite struct PixelPageTests {
    private static let (width, height) = (61, 47)

    /// Glyphs of all kinds: two of each, in shares or colours that no one chose.
    private static let shares: [UInt8] = (0..<64 * 64 * 4).map { UInt8(truncatingIfNeeded: $0 * $0 / 8) }

    private func images(_ pixels: UnsafeRawBufferPointer) -> [cpixels_image] {
        var images: [cpixels_image] = []
        for kind in [CPIXELS_GRAY, CPIXELS_COMPONENTS, CPIXELS_COLORED] {
            for (width, stride, height) in [(5, 8, 9), (11, 12, 13)] as [(UInt16, UInt16, UInt16)] {
                images.append(
                    cpixels_image(
                        pixels: pixels.baseAddress, left: -1, top: -8, width: width, height: height, stride: stride,
                        kind: UInt8(kind.rawValue)))
            }
        }
        return images
    }

    /// A ground, and things over it, some of them on many rows.
    private func steps(on page: cpixels_rect, _ random: inout SplitMix64) -> [cpixels_step] {
        let ground = cpixels_step(
            rect: page, color: 0xFFF0_F1F2, first: 0, count: 0, kind: UInt32(CPIXELS_FILL.rawValue))
        return [ground]
            + (0..<random.int(0...40)).map { _ in
                let x = Int32(random.int(Int(page.min_x)...Int(page.max_x) - 1))
                let y = Int32(random.int(Int(page.min_y)...Int(page.max_y) - 1))
                let rect = cpixels_rect(
                    min_x: x, min_y: y, max_x: Int32(random.int(Int(x) + 1...Int(page.max_x))),
                    max_y: Int32(random.int(Int(y) + 1...Int(page.max_y))))
                let kind = [CPIXELS_FILL, CPIXELS_FILL_COLUMNS, CPIXELS_DRAW][random.int(0...2)]
                let color = UInt32(truncatingIfNeeded: random.next()) | (random.int(0...1) == 0 ? 0xFF00_0000 : 0)
                let first = random.int(0...20)
                return cpixels_step(
                    rect: rect, color: color, first: UInt32(first), count: 19, kind: UInt32(kind.rawValue))
            }
    }

    @Test(arguments: [1, 3, 7, 1000]) func aPageIsTheSameInWhateverBandsItIsDrawn(rows: Int) {
        var random = SplitMix64(seed: UInt64(rows))
        for _ in 0..<200 {
            let (x, y) = (random.int(0...20), random.int(0...20))
            let page = cpixels_rect(
                min_x: Int32(x), min_y: Int32(y), max_x: Int32(random.int(x + 1...Self.width)),
                max_y: Int32(random.int(y + 1...Self.height)))
            let steps = steps(on: page, &random)
            let glyphs = (0..<40).map { _ in
                cpixels_glyph(
                    image: UInt32(random.int(0...5)), x: Int32(random.int(-9...Self.width + 9)),
                    y: Int32(random.int(-9...Self.height + 9)))
            }
            let colors = (0..<100).map { _ in UInt32(truncatingIfNeeded: random.next()) }
            let ground = (0..<Self.width * Self.height).map { _ in UInt32(truncatingIfNeeded: random.next()) }
            // What the desk has on it from the time before is of no matter.
            var desk = [UInt32](repeating: 0x1234_5678, count: Int(page.max_x - page.min_x) * rows)
            func drawn(_ draw: (cpixels_target, cpixels_work) -> Void) -> [UInt32] {
                var pixels = ground
                Self.shares.withUnsafeBytes { shares in
                    let images = images(shares)
                    pixels.withUnsafeMutableBufferPointer { pixels in
                        let target = cpixels_target(pixels: pixels.baseAddress, stride: Self.width, x: 0, y: 0)
                        withWork(steps, images, glyphs, colors) { draw(target, $0) }
                    }
                }
                return pixels
            }
            let inPlace = drawn { cpixels_paint_anywhere($0, page, $1) }
            let inBands = drawn { target, work in
                desk.withUnsafeMutableBufferPointer {
                    let desk = cpixels_desk(pixels: $0.baseAddress, count: $0.count)
                    cpixels_paint_page(target, page, work, desk)
                }
            }
            #expect(inPlace == inBands)
        }
    }

    /// Smaller and larger ones go different ways.
    @Test(arguments: [0, 1, 7, 100_000, 5_000_000], [-4_999_999, -5000, -3, 0, 1, 4095, 70_001])
    func pixelsAreCopiedOverEachOther(count: Int, distance: Int) {
        let source = max(0, -distance)
        var pixels = (0..<count + abs(distance)).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) }
        let original = Array(pixels[source..<source + count])
        pixels.withUnsafeMutableBufferPointer {
            guard let start = $0.baseAddress else { return }
            cpixels_move(start + source + distance, start + source, count)
        }
        #expect(pixels[(source + distance)..<(source + distance + count)].elementsEqual(original))
    }
}

/// Calls `body` with steps and what they are drawn with.
func withWork(
    _ steps: [cpixels_step], _ images: [cpixels_image], _ glyphs: [cpixels_glyph], _ colors: [UInt32],
    _ body: (cpixels_work) -> Void
) {
    steps.withUnsafeBufferPointer { steps in
        images.withUnsafeBufferPointer { images in
            glyphs.withUnsafeBufferPointer { glyphs in
                colors.withUnsafeBufferPointer { colors in
                    body(
                        cpixels_work(
                            steps: steps.baseAddress, count: steps.count, images: images.baseAddress,
                            glyphs: glyphs.baseAddress, colors: colors.baseAddress))
                }
            }
        }
    }
}
