import Geometry

/// Adjacent tracks as one, with their position on one axis.
struct PlacedTracks {
    var tracks: Range<Int>
    var stretch: Stretch
    /// The bands of the first track and of the last.
    var first: Region.Band
    var last: Region.Band

    var isPinned: Bool { first != .scrolling || last != .scrolling }

    /// Returns true where the span moves with the content, unchanged, when the viewport scrolls. A span across a freeze line
    /// does not, nor does one that begins before `start`, the start of the scrolling part, since its label stays there.
    func scrolls(from start: Double) -> Bool {
        !isPinned && !(stretch.start < start && start < stretch.start + stretch.length)
    }
}

extension SheetAxis {
    /// Positions tracks as one span. Across a freeze line it begins at its pinned part and ends with its scrolling part, but
    /// not before its pinned part ends; at the trailing freeze line likewise.
    ///
    /// - Complexity: O(log overrides).
    func placed(_ span: Range<Int>, visible: Interval) -> PlacedTracks {
        let first = band(of: span.lowerBound)
        let last = band(of: span.upperBound - 1)
        let natural = (
            low: header + tracks.offset(of: span.lowerBound), high: header + tracks.offset(of: span.upperBound)
        )
        let start: Double
        switch first {
        case .leading: start = natural.low + visible.low
        case .scrolling where last == .trailing: start = min(natural.low, visible.high - pinnedTrailing)
        case .scrolling: start = natural.low
        case .trailing: start = visible.high - (contentExtent - natural.low)
        }
        var length = natural.high - natural.low
        if first != last {
            let end = last == .trailing ? visible.high - (contentExtent - natural.high) : natural.high
            // The length of the pinned part is exact, while its end is rounded.
            let pinned =
                first == .leading ? pinnedLeading - natural.low : natural.high - (contentExtent - pinnedTrailing)
            length = max(end - start, pinned)
        }
        return PlacedTracks(tracks: span, stretch: Stretch(start: start, length: length), first: first, last: last)
    }

    /// The tracks of `band` of which a span must have one to intersect `interval`. A span across a freeze line may intersect
    /// there even without such tracks, between the bands of a viewport beyond the content; the tracks at the freeze lines
    /// represent it.
    func spanIndices(of band: Region.Band, meeting interval: Interval, visible: Interval) -> Range<Int> {
        let all = indices(of: band)
        let met = indices(of: band, meeting: interval, visible: visible)
        switch band {
        case .scrolling: return met
        case .leading: return all.isEmpty || met.isEmpty ? all.suffix(1) : met.lowerBound..<all.upperBound
        case .trailing: return all.isEmpty || met.isEmpty ? all.prefix(1) : all.lowerBound..<met.upperBound
        }
    }
}
