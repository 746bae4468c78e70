import Drawing
import Geometry

/// A picture of the distribution of values: bars side by side on a line, as high as their counts.
///
///     │  ▄█
///     │ ▄██▄   ▂       a bar of any count is a device pixel high at least
///     └──────────
///
/// Like a painter of elements, it only writes into a display list; unlike one, it has its own box.
public struct HistogramPainter: Sendable, Hashable {
    /// The box of all bars, in viewport space.
    public let box: Rect
    public let counts: [Int]
    /// A Boolean value that indicates whether the first bar is at the right.
    public let isReversed: Bool
    private let pixels: PixelGrid

    public init(counts: [Int], in box: Rect, pixels: PixelGrid, isReversed: Bool = false) {
        (self.counts, self.box, self.pixels, self.isReversed) = (counts, box, pixels, isReversed)
    }

    /// Returns the hit area of the bar `index`: the bar with the space above it up to the box's edge.
    public func slot(_ index: Int) -> Rect {
        let width = box.width / Double(max(1, counts.count))
        let place = isReversed ? counts.count - 1 - index : index
        let left = pixels.snap(box.minX + Double(place) * width)
        let right = pixels.snap(box.minX + Double(place + 1) * width)
        return Rect(x: left, y: box.minY, width: right - left, height: box.height)
    }

    /// Returns the bar itself; of height 0 for a count of 0.
    public func bar(_ index: Int) -> Rect {
        let slot = slot(index)
        let most = counts.max() ?? 0
        guard most > 0, counts[index] > 0 else { return Rect(x: slot.minX, y: slot.maxY, width: slot.width, height: 0) }
        let share = Double(counts[index]) / Double(most)
        let floor = pixels.snap(box.maxY - pixels.hairline)
        let top = min(pixels.snap(floor - share * (floor - box.minY)), floor - pixels.hairline)
        // A gap between bars where there is room: in slots of four device pixels, less a tolerance, so that rounding errors
        // do not toggle the gap while the header scrolls.
        let gap = slot.width > 3.5 * pixels.hairline ? pixels.hairline : 0
        return Rect(x: slot.minX, y: top, width: slot.width - gap, height: floor - top)
    }

    /// The bar under a point.
    public func index(at point: Point) -> Int? {
        guard box.contains(point) else { return nil }
        return counts.indices.first { slot($0).contains(point) }
    }

    /// The bar whose slot is nearest to `x`; nil where there is none.
    public func index(nearestTo x: Double) -> Int? {
        counts.indices.min { distance(of: $0, to: x) < distance(of: $1, to: x) }
    }

    private func distance(of index: Int, to x: Double) -> Double {
        let slot = slot(index)
        // A slot ends where the next begins.
        return x < slot.minX ? slot.minX - x : x < slot.maxX ? 0 : x - slot.maxX + 1
    }

    /// Draws the bars, those of `chosen` in the accent color, on a line.
    public func draw(chosen: Range<Int> = 0..<0, _ theme: Theme, into list: inout DisplayList) {
        for index in counts.indices {
            list.fill(bar(index), chosen.contains(index) ? theme.bars.highlighted : theme.bars.plain)
        }
        let floor = pixels.snap(box.maxY - pixels.hairline)
        list.fill(Rect(x: box.minX, y: floor, width: box.width, height: box.maxY - floor), theme.lines.border)
    }
}
