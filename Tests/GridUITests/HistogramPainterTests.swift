import Drawing
import Geometry
import SeededRandom
import Testing

@testable import GridUI

@Suite struct HistogramPainterTests {
    @Test func barsAreAsHighAsTheirCounts() {
        let painter = HistogramPainter(
            counts: [2, 0, 4, 1], in: Rect(x: 10, y: 5, width: 40, height: 21), pixels: PixelGrid(scale: 1))
        var list = DisplayList()
        painter.draw(chosen: 2..<3, .light, into: &list)
        let accent = Theme.light.accent
        let fills = list.commands.compactMap { command -> (Rect, Color)? in
            if case .fill(let rect, let color) = command { (rect, color) } else { nil }
        }
        #expect(
            fills.map(\.0) == [
                Rect(x: 10, y: 15, width: 9, height: 10), Rect(x: 30, y: 5, width: 9, height: 20),
                Rect(x: 40, y: 20, width: 9, height: 5), Rect(x: 10, y: 25, width: 40, height: 1),
            ])
        #expect(fills.map { $0.1 == accent } == [false, true, false, false])
    }

    @Test func barsStayAsWideWhereverTheirHeaderScrolls() {
        let pixels = PixelGrid(scale: 3)
        let widths = (0..<3000).map { pixel in
            let box = Rect(minX: Double(pixel) / 3, minY: 0, maxX: Double(pixel + 20) / 3, maxY: 20)
            let painter = HistogramPainter(counts: [1, 2, 3, 4, 5], in: box, pixels: pixels)
            return (0..<5).map { (painter.bar($0).width * 3).rounded() }
        }
        #expect(Set(widths) == [[3, 3, 3, 3, 3]])
    }

    @Test(arguments: 0..<20)
    func barsStandSideBySideInTheirBox(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let box = Rect(
            x: Double(random.int(0...90)), y: Double(random.int(0...90)), width: Double(random.int(1...300)),
            height: Double(random.int(2...90)))
        let counts = (0..<random.int(0...60)).map { _ in random.oneIn(4) ? 0 : random.int(1...1_000_000) }
        let painter = HistogramPainter(
            counts: counts, in: box, pixels: PixelGrid(scale: random.pick([1, 1.25, 1.5, 2])))
        for index in counts.indices {
            let (slot, bar) = (painter.slot(index), painter.bar(index))
            #expect(bar.minX >= slot.minX && bar.maxX <= slot.maxX && bar.minY >= box.minY - 1 && bar.maxY <= box.maxY)
            #expect((bar.height > 0) == (counts[index] > 0))
            if index > 0 { #expect(painter.slot(index - 1).maxX == slot.minX) }
            for other in counts.indices where counts[other] > counts[index] {
                #expect(painter.bar(other).height >= bar.height)
            }
            let middle = Point(x: (slot.minX + slot.maxX) / 2, y: box.minY + 1)
            if slot.width > 0 && box.contains(middle) { #expect(painter.index(at: middle) == index) }
        }
        #expect(painter.index(at: Point(x: box.minX - 1, y: box.minY)) == nil)
    }
}
