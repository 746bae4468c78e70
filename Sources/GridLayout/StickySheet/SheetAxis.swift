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

/// A stretch of one axis, from `low` up to, not including, `high`.
struct Interval: Sendable, Hashable {
    var low: Double
    var high: Double
}

extension Rect {
    func interval(_ axis: Axis) -> Interval {
        axis == .horizontal ? Interval(low: minX, high: maxX) : Interval(low: minY, high: maxY)
    }
}

/// A place on one axis whose length is exact where its start is rounded.
struct Stretch {
    var start: Double
    var length: Double

    func meets(_ interval: Interval) -> Bool {
        length > 0 && start < interval.high && interval.low < start + length
    }
}

/// A track at its place in content space, pinned or not.
struct PlacedTrack {
    var index: Int
    var band: Region.Band
    /// A Boolean value that indicates whether it stands for several tracks, of which `index` is the first.
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
/// All that the two axes of a sheet do alike is here, once.
struct SheetAxis: Sendable {
    private(set) var tracks: TrackSizes
    private(set) var header = 0.0
    /// The frozen counts as they were asked for, not negative.
    private(set) var asked = FrozenEnds()
    private(set) var viewport = 0.0
    /// The size of a device pixel, in logical pixels: thinner tracks show together with their neighbors.
    var devicePixel = 1.0

    /// The frozen counts in force.
    private(set) var frozen = FrozenEnds()
    /// True while the viewport is too small for all frozen tracks that were requested, and the content is larger still.
    private(set) var isReduced = false
    private(set) var pinnedLeading = 0.0
    private(set) var pinnedTrailing = 0.0

    init(tracks: TrackSizes) { self.tracks = tracks }

    /// Changes any of the four inputs through `change`, and what follows from them.
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

    /// The most of `wanted` that leaves a third of the viewport, and one ordinary track, to what scrolls. Tracks thaw
    /// from the inside out; trailing ones go first, since the leading ones are what tells a row or a column by name.
    private func fitting(_ wanted: FrozenEnds) -> FrozenEnds {
        let space = viewport - header - max(viewport / 3, tracks.defaultSize)
        let leading = Self.largest(in: wanted.leading) { tracks.offset(of: $0) <= space }
        let left = space - tracks.offset(of: leading)
        let trailing =
            leading < wanted.leading
            ? 0 : Self.largest(in: wanted.trailing) { tracks.extent - tracks.offset(of: tracks.count - $0) <= left }
        return FrozenEnds(leading: leading, trailing: trailing)
    }

    /// The largest number in `0...limit` that fits, when whatever is smaller than a fitting one fits too; or 0.
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

    /// The band of a track that exists.
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

    /// The tracks of `band` that may meet `interval`. Of a pinned band a neighbour more can be among them, since what is
    /// pinned at an odd offset is rounded: `meets` decides. Of the scrolling one, hidden tracks alone do not meet it.
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

    /// A track at its place: a leading frozen one at its natural place plus the offset, a trailing one as far from the
    /// viewport's end as it is from the content's.
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

    /// Returns the stretch of all tracks of `band`, header excluded. The length is exact where the start is rounded.
    func stretch(of band: Region.Band, visible: Interval) -> Stretch {
        switch band {
        case .leading: Stretch(start: visible.low + header, length: pinnedLeading - header)
        case .scrolling: Stretch(start: pinnedLeading, length: contentExtent - pinnedTrailing - pinnedLeading)
        case .trailing: Stretch(start: visible.high - pinnedTrailing, length: pinnedTrailing)
        }
    }

    /// The track that shows at `position` of the viewport `visible`, both in content space; nil on the header and where
    /// there is none.
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

    /// The scrolling tracks that show in the viewport, those under a pinned band left out.
    func scrollingIndices(visible: Interval) -> Range<Int> {
        let shown = Interval(low: visible.low + pinnedLeading, high: visible.high - pinnedTrailing)
        return indices(of: .scrolling, meeting: shown, visible: visible)
    }
}
