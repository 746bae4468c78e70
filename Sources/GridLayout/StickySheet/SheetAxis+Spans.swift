import Geometry

/// Neighbouring tracks at their place on one axis, as one.
struct PlacedTracks {
    var tracks: Range<Int>
    var stretch: Stretch
    /// The bands of the first track and of the last.
    var first: Region.Band
    var last: Region.Band

    var isPinned: Bool { first != .scrolling || last != .scrolling }

    /// Returns true where the span moves with the content, unchanged, when the viewport scrolls. A span across a freeze line
    /// does not, nor does one that begins before the scrolling part, which is from `start` on: its label stays there.
    func scrolls(from start: Double) -> Bool {
        !isPinned && !(stretch.start < start && start < stretch.start + stretch.length)
    }
}

extension SheetAxis {
    /// Tracks as one. Across a freeze line the span begins at the place of its pinned part and ends where its scrolling
    /// part does, but does not end before its pinned part does; at the trailing freeze line likewise.
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
            // The pinned part is exact where its end is rounded.
            let pinned =
                first == .leading ? pinnedLeading - natural.low : natural.high - (contentExtent - pinnedTrailing)
            length = max(end - start, pinned)
        }
        return PlacedTracks(tracks: span, stretch: Stretch(start: start, length: length), first: first, last: last)
    }

    /// The tracks of `band` that a span may have in it to meet `interval`. What lies across a freeze line is there even
    /// where none of its tracks are, between the bands of a viewport that is beyond the content; the tracks at the
    /// freeze lines stand for it.
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
