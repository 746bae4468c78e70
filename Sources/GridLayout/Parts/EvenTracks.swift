import Geometry

/// Consecutive tracks of one size, computed by arithmetic: no memory per track.
///
///     origin
///     ├────────┬───┬────────┬───┬────────┬───┬────────┬───┬───
///     │ size   │gap│ size   │gap│ size   │gap│ size   │gap│
///     ├───────────── span ───────────────┤      here 3 tracksPerSpan
///
/// `tracksPerSpan` tracks, including their gaps, are exactly `span` long, which may not be divisible: seven rows fill a
/// viewport to its last pixel, and 10^12 of them are as exact, since only positions within one span are rounded.
struct EvenTracks: Sendable, Equatable {
    var count = 0
    var origin = 0.0
    var span = 0.0
    var tracksPerSpan = 1
    var gap = 0.0

    /// Returns the start of track `index`; for `count`, that of a further one.
    func start(of index: Int) -> Double {
        if tracksPerSpan == 1 { return origin + Double(index) * span }
        let (spans, rest) = index.quotientAndRemainder(dividingBy: tracksPerSpan)
        return origin + (Double(spans) * span + (Double(rest) * span / Double(tracksPerSpan)).onEdgeGrid)
    }

    func size(of index: Int) -> Double { max(0, start(of: index + 1) - gap - start(of: index)) }

    func end(of index: Int) -> Double { start(of: index) + size(of: index) }

    /// The distance from the first start to the last end.
    var extent: Double { count > 0 ? end(of: count - 1) - origin : 0 }

    /// Returns true where the two differ in their counts at most.
    func hasSamePlaces(as other: EvenTracks) -> Bool {
        var resized = other
        resized.count = count
        return self == resized
    }

    /// The tracks that share a point with `interval`, by half-open edges.
    func indices(meeting interval: Interval) -> Range<Int> {
        guard count > 0, size(of: 0) > 0, interval.low < interval.high, interval.high > origin else { return 0..<0 }
        let end = start(of: count)
        guard interval.low < end else { return 0..<0 }
        var first = index(startingBy: max(interval.low, origin))
        if self.end(of: first) <= interval.low { first += 1 }
        var last = count
        if interval.high < end {
            last = index(startingBy: interval.high)
            if start(of: last) < interval.high { last += 1 }
        }
        return first..<max(first, last)
    }

    /// The last track that begins at or before `position`, which lies between the origin and the end.
    private func index(startingBy position: Double) -> Int {
        var index = min(count - 1, Int((position - origin) / span * Double(tracksPerSpan)))
        // The quotient is rounded, and so are positions within a span: a step or two correct it.
        while index > 0, start(of: index) > position { index -= 1 }
        while index + 1 < count, start(of: index + 1) <= position { index += 1 }
        return index
    }
}

/// The distance from one track to the next: `span / count`, which may not be representable as a `Double`.
struct EvenStep: Sendable, Equatable {
    var span: Double
    var count = 1
}

extension EvenTracks {
    init(count: Int, origin: Double = 0, step: EvenStep, gap: Double) {
        self.init(count: count, origin: origin, span: step.span, tracksPerSpan: step.count, gap: gap)
    }
}

extension Double {
    /// The nearest multiple of 2^-20, a millionth of a pixel: edges that result from a division are rounded to it. On such a
    /// grid `start + (end - start)` is exactly `end`, so that adjacent edges coincide.
    ///
    /// Numbers from 2^31 on are unchanged: adjacent edges are so close to one another there, relative to their magnitude, that
    /// their difference is exact anyway.
    var onEdgeGrid: Double {
        guard magnitude < 2_147_483_648 else { return self }
        // Adding 1.5 · 2^32 removes all bits below 2^-20; a call to libm for every edge would slow down a frame.
        let rounder = 6_442_450_944.0
        return (self + rounder) - rounder
    }
}
