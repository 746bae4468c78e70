import Geometry

/// The tracks of one axis that intersect the rectangle of a frame, with their positions, in paint order: those of the trailing
/// band, the scrolling one, the leading one, and in each the last one first.
///
/// They are looked up once a frame; every cell, line and header is derived from them. As many as a screen can legibly show fit
/// `TrackScratch`, so that a frame allocates nothing.
struct MetTracks: ~Copyable {
    private let scratch: UnsafeMutableBufferPointer<PlacedTrack>
    /// The tracks that do not fit the scratch memory.
    private var rest: [PlacedTrack] = []
    private(set) var count = 0
    /// The positions at which the tracks of the scrolling and of the leading band begin.
    private var starts = (scrolling: 0, leading: 0)
    /// True for each band without bundles that has all tracks of `SheetAxis.indices(of:meeting:visible:)`, from the first to
    /// the last: for a pinned band, rounding may add a neighbor there that does not intersect after all.
    private var areAll = (trailing: false, scrolling: false, leading: false)

    /// `scratch` must stay valid and exclusive as long as this value is used.
    init(
        _ axis: SheetAxis, _ wanted: Interval, visible: Interval, in scratch: UnsafeMutableBufferPointer<PlacedTrack>
    ) {
        self.scratch = scratch
        areAll.trailing = append(.trailing, axis, wanted, visible)
        starts.scrolling = count
        areAll.scrolling = append(.scrolling, axis, wanted, visible)
        starts.leading = count
        areAll.leading = append(.leading, axis, wanted, visible)
    }

    /// Returns true if no track at either end was left out.
    private mutating func append(
        _ band: Region.Band, _ axis: SheetAxis, _ wanted: Interval, _ visible: Interval
    ) -> Bool {
        let indices = axis.indices(of: band, meeting: wanted, visible: visible)
        guard !indices.isEmpty else { return false }
        let start = count
        axis.forEachReversed(in: indices, of: band, visible: visible) { placed in
            guard placed.meets(wanted) else { return }
            if count < scratch.count { scratch[count] = placed } else { rest.append(placed) }
            count += 1
        }
        return count > start && self.indices(at: start..<count) == indices && !axis.hasBundles
    }

    func hasAll(of band: Region.Band) -> Bool {
        switch band {
        case .trailing: areAll.trailing
        case .scrolling: areAll.scrolling
        case .leading: areAll.leading
        }
    }

    subscript(position: Int) -> PlacedTrack {
        position < scratch.count ? scratch[position] : rest[position - scratch.count]
    }

    /// The positions of the tracks of `band`.
    func positions(of band: Region.Band) -> Range<Int> {
        switch band {
        case .trailing: 0..<starts.scrolling
        case .scrolling: starts.scrolling..<starts.leading
        case .leading: starts.leading..<count
        }
    }

    /// The indices from the first to the last of the tracks at `positions`, which must be of one band and not empty.
    func indices(at positions: Range<Int>) -> Range<Int> {
        self[positions.upperBound - 1].index..<self[positions.lowerBound].index + 1
    }

    /// The positions, among `range`, of the tracks with an index in `indices`. Indices descend with positions. O(log count),
    /// and O(1) where no track is left out.
    func positions(of indices: Range<Int>, in range: Range<Int>) -> Range<Int> {
        let first = position(below: indices.upperBound, in: range)
        return first..<position(below: indices.lowerBound, in: first..<range.upperBound)
    }

    /// Returns the first position in `range` of a track before the track `index`.
    private func position(below index: Int, in range: Range<Int>) -> Int {
        guard !range.isEmpty, self[range.lowerBound].index >= index else { return range.lowerBound }
        let guess = min(range.lowerBound + 1 + self[range.lowerBound].index - index, range.upperBound)
        if self[guess - 1].index >= index, guess == range.upperBound || self[guess].index < index { return guess }
        return partitionPoint(in: range) { self[$0].index >= index }
    }
}

/// Stack memory for the tracks of a frame, the same for each axis. It is addressed as a whole once a frame: reading a single
/// element of an inline array copies the whole array.
enum TrackScratch {
    static func with<R>(
        _ body: (_ rows: UnsafeMutableBufferPointer<PlacedTrack>, _ columns: UnsafeMutableBufferPointer<PlacedTrack>) ->
            R
    ) -> R {
        var room = InlineArray<1024, PlacedTrack>(
            repeating: PlacedTrack(index: 0, band: .scrolling, start: 0, size: 0))
        return withUnsafeMutableBytes(of: &room) { bytes in
            bytes.withMemoryRebound(to: PlacedTrack.self) { tracks in
                body(
                    UnsafeMutableBufferPointer(rebasing: tracks[..<512]),
                    UnsafeMutableBufferPointer(rebasing: tracks[512...]))
            }
        }
    }
}
