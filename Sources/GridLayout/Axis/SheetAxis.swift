import Geometry

/// Counts of frozen tracks at the two ends of an axis.
public struct FrozenEnds: Sendable, Hashable {
    public var leading: Int
    public var trailing: Int

    public init(leading: Int = 0, trailing: Int = 0) {
        self.leading = leading
        self.trailing = trailing
    }
}

/// A position on one axis with an exact length, while its start is rounded.
struct Stretch {
    var start: Double
    var length: Double

    func meets(_ interval: Interval) -> Bool {
        length > 0 && start < interval.high && interval.low < start + length
    }
}

/// A track with its position in content space, pinned or not.
struct PlacedTrack {
    var index: Int
    var band: Region.Band
    /// A Boolean value that indicates whether it represents several tracks, of which `index` is the first.
    var isBundle = false
    var start: Double
    var size: Double

    var end: Double { start + size }
    var isPinned: Bool { band != .scrolling }

    func meets(_ interval: Interval) -> Bool { size > 0 && start < interval.high && interval.low < end }
}

/// One axis of a sheet: a header, then tracks, of which some at both ends are frozen.
///
///       header  frozen.leading                                   frozen.trailing
///     ├────────┼───────────────┼──────────────────────────────┼─────────────────┤
///     │    pinnedLeading       │                              │ pinnedTrailing  │
///
/// The behavior that both axes of a sheet share.
struct SheetAxis: Sendable {
    private(set) var tracks: TrackSizes
    private(set) var header = 0.0
    /// The requested frozen counts, not negative.
    private(set) var asked = FrozenEnds()
    private(set) var viewport = 0.0
    /// The size of a device pixel, in logical pixels: thinner tracks show together with their neighbors.
    var devicePixel = 1.0

    /// The applied frozen counts.
    private(set) var frozen = FrozenEnds()
    /// True while the viewport is too small for all frozen tracks that were requested, and the content is larger than it.
    private(set) var isReduced = false
    private(set) var pinnedLeading = 0.0
    private(set) var pinnedTrailing = 0.0

    init(tracks: TrackSizes) { self.tracks = tracks }

    /// Changes any of the four inputs through `change`, and updates the values that depend on them.
    mutating func update(_ change: (inout Inputs) -> Void) {
        var inputs = Inputs(tracks: tracks, header: header, asked: asked, viewport: viewport)
        change(&inputs)
        tracks = inputs.tracks
        header = inputs.header
        asked = FrozenEnds(leading: max(0, inputs.asked.leading), trailing: max(0, inputs.asked.trailing))
        viewport = inputs.viewport
        settle()
    }

    struct Inputs {
        var tracks: TrackSizes
        var header: Double
        var asked: FrozenEnds
        var viewport: Double
    }

    var contentExtent: Double { header + tracks.extent }

    private mutating func settle() {
        let wanted = FrozenEnds(
            leading: min(asked.leading, tracks.count),
            trailing: min(asked.trailing, tracks.count - min(asked.leading, tracks.count)))
        frozen = contentExtent <= viewport ? FrozenEnds() : fitting(wanted)
        isReduced = contentExtent > viewport && frozen != wanted
        pinnedLeading = header + tracks.offset(of: frozen.leading)
        pinnedTrailing = tracks.extent - tracks.offset(of: tracks.count - frozen.trailing)
    }

    /// Returns as many of `wanted` as leave a third of the viewport, and one default track, to the scrolling part. Tracks
    /// unfreeze from the inside out; trailing ones first, since leading ones usually name a row or a column.
    private func fitting(_ wanted: FrozenEnds) -> FrozenEnds {
        let space = viewport - header - max(viewport / 3, tracks.defaultSize)
        let leading = Self.largest(in: wanted.leading) { tracks.offset(of: $0) <= space }
        let left = space - tracks.offset(of: leading)
        let trailing =
            leading < wanted.leading
            ? 0 : Self.largest(in: wanted.trailing) { tracks.extent - tracks.offset(of: tracks.count - $0) <= left }
        return FrozenEnds(leading: leading, trailing: trailing)
    }

    /// Returns the largest number in `0...limit` that fits, or 0; every number below a fitting one must fit too.
    private static func largest(in limit: Int, fits: (Int) -> Bool) -> Int {
        var low = 0
        var high = limit
        while low < high {
            let middle = low + (high - low + 1) / 2
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

extension SheetAxis {
    /// Returns true where `index` is a track and frozen now.
    func isFrozen(_ index: Int) -> Bool {
        indices(of: .leading).contains(index) || indices(of: .trailing).contains(index)
    }

    /// The band of an existing track.
    func band(of index: Int) -> Region.Band {
        if index < frozen.leading { return .leading }
        return index < tracks.count - frozen.trailing ? .scrolling : .trailing
    }

    func indices(of band: Region.Band) -> Range<Int> {
        switch band {
        case .leading: 0..<frozen.leading
        case .scrolling: frozen.leading..<tracks.count - frozen.trailing
        case .trailing: tracks.count - frozen.trailing..<tracks.count
        }
    }

    /// Returns the tracks of `band` that may intersect `interval`. In a pinned band they may include a neighbor, as positions
    /// at odd offsets are rounded: `meets` decides. In the scrolling band, hidden tracks alone do not intersect it.
    func indices(of band: Region.Band, meeting interval: Interval, visible: Interval) -> Range<Int> {
        let slack = 1.0 / 64
        let met: Range<Int>
        switch band {
        case .leading:
            let origin = visible.low + header
            met = tracks.indices(from: interval.low - origin - slack, to: interval.high - origin + slack)
        case .scrolling:
            met = tracks.indices(from: interval.low - header, to: interval.high - header)
        case .trailing:
            let origin = visible.high - tracks.extent
            met = tracks.indices(from: interval.low - origin - slack, to: interval.high - origin + slack)
        }
        return met.clamped(to: indices(of: band))
    }

    /// Returns a track with its position: a leading frozen one at its natural position plus the offset, a trailing one as far
    /// from the viewport's end as it is from the content's.
    func placed(_ track: Track, in band: Region.Band, visible: Interval) -> PlacedTrack {
        let natural = header + track.offset
        let start: Double
        switch band {
        case .leading: start = natural + visible.low
        case .scrolling: start = natural
        case .trailing: start = visible.high - (contentExtent - natural)
        }
        return PlacedTrack(index: track.index, band: band, start: start, size: track.size)
    }

    /// Returns the position of all tracks of `band`, without the header. The length is exact, while the start is rounded.
    func stretch(of band: Region.Band, visible: Interval) -> Stretch {
        switch band {
        case .leading: Stretch(start: visible.low + header, length: pinnedLeading - header)
        case .scrolling: Stretch(start: pinnedLeading, length: contentExtent - pinnedTrailing - pinnedLeading)
        case .trailing: Stretch(start: visible.high - pinnedTrailing, length: pinnedTrailing)
        }
    }

    /// The visible track at `position` of the viewport `visible`, both in content space; nil on the header and where there is
    /// none.
    func index(showingAt position: Double, visible: Interval) -> Int? {
        guard position >= visible.low + header, position < visible.high else { return nil }
        let leadingEnd = min(visible.low + pinnedLeading, visible.high)
        let trailingStart = max(visible.high - pinnedTrailing, leadingEnd)
        let offset: Double
        let band: Region.Band
        if position < leadingEnd {
            (band, offset) = (.leading, position - visible.low - header)
        } else if position < trailingStart {
            (band, offset) = (.scrolling, position - header)
        } else {
            (band, offset) = (.trailing, position - visible.high + tracks.extent)
        }
        guard let index = tracks.index(containing: offset), indices(of: band).contains(index) else { return nil }
        return index
    }

    /// The scrolling tracks that are visible in the viewport, without those under a pinned band.
    func scrollingIndices(visible: Interval) -> Range<Int> {
        let shown = Interval(low: visible.low + pinnedLeading, high: visible.high - pinnedTrailing)
        return indices(of: .scrolling, meeting: shown, visible: visible)
    }
}
