import Geometry
import SeededRandom
import Testing

@Suite struct PixelRectTests {
    /// Every pixel of a rectangle is in one part, or inside the other rectangle.
    @Test func whatIsOutsideAnotherIsThereOnce() {
        var random = SplitMix64(seed: 5)
        func rect() -> PixelRect {
            let (x, y) = (random.int(0...9), random.int(0...9))
            return PixelRect(x: x, y: y, width: random.int(0...10 - x), height: random.int(0...10 - y))
        }
        for _ in 0..<2000 {
            let (rect, other) = (rect(), rect())
            var parts: [PixelRect] = []
            rect.forEachPart(outside: other) { parts.append($0) }
            #expect(parts.count <= 4 && !parts.contains(where: \.isEmpty))
            for y in 0..<10 {
                for x in 0..<10 {
                    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                    let isOutside = rect.contains(pixel) && !other.contains(pixel)
                    #expect(parts.count { $0.contains(pixel) } == (isOutside ? 1 : 0), "\(rect) without \(other)")
                }
            }
        }
    }
}
