import Geometry

/// Few rectangles to redraw: adjacent and nearby ones are merged.
///
/// - Complexity: O(`limit`) for each rectangle added. `removeAll` keeps the memory.
public struct Damage: Sendable, Hashable {
    /// The maximum number of rectangles.
    public static let limit = 12
    /// The number of extra device pixels whose drawing costs as much as another rectangle does (measured: about 12 µs, and
    /// 0.6 ns a pixel).
    private static let mergingCost = 20_000

    public private(set) var rects: [PixelRect] = []

    public init() {}

    public var isEmpty: Bool { rects.isEmpty }

    public mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

    /// Adds a rectangle; an empty one adds nothing.
    public mutating func add(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var added = rect
        // The grown union may be worth merging with others now.
        while let index = rects.firstIndex(where: { Self.costOfMerging(added, $0) <= 0 }) {
            added = added.union(rects.remove(at: index))
        }
        rects.append(added)
        if rects.count > Self.limit { mergeTheCheapest() }
    }

    /// Returns the cost of drawing the union of two less the cost of drawing each, in device pixels; negative where the union
    /// costs less.
    private static func costOfMerging(_ a: PixelRect, _ b: PixelRect) -> Int {
        a.union(b).area - a.area - b.area - mergingCost
    }

    private mutating func mergeTheCheapest() {
        var best = (first: 0, second: 1, cost: Int.max)
        for first in rects.indices {
            for second in rects.index(after: first)..<rects.endIndex {
                let cost = Self.costOfMerging(rects[first], rects[second])
                if cost < best.cost { best = (first, second, cost) }
            }
        }
        let merged = rects[best.first].union(rects[best.second])
        rects.remove(at: best.second)
        rects.remove(at: best.first)
        add(merged)
    }
}
