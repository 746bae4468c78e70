import Geometry

/// The tracks of one axis that meet the rectangle of a frame, at their places, in paint order: those of the trailing
/// band, the scrolling one, the leading one, and in each the last one first.
///
/// They are looked up once a frame; every cell, line and header is made from them. As many as a screen can show of
/// readable ones lie in `TrackScratch`, so that a frame allocates nothing.
struct MetTracks: ~Copyable {
    private let scratch: UnsafeMutableBufferPointer<PlacedTrack>
    /// Those for which the scratch has no room.
    private var rest: [PlacedTrack] = []
    private(set) var count = 0
    /// Where the tracks of the scrolling and of the leading band begin.
    private var starts = (scrolling: 0, leading: 0)

    /// `scratch` is to stay valid, and nobody else's, as long as this is used.
    init(
        _ axis: SheetAxis, _ wanted: Interval, visible: Interval, in scratch: UnsafeMutableBufferPointer<PlacedTrack>
    ) {
        self.scratch = scratch
        append(.trailing, axis, wanted, visible)
        starts.scrolling = count
        append(.scrolling, axis, wanted, visible)
        starts.leading = count
        append(.leading, axis, wanted, visible)
    }

    private mutating func append(_ band: Region.Band, _ axis: SheetAxis, _ wanted: Interval, _ visible: Interval) {
        let indices = axis.indices(of: band, meeting: wanted, visible: visible)
        guard !indices.isEmpty else { return }
        axis.tracks.forEachReversed(in: indices) { track in
            let placed = axis.placed(track, in: band, visible: visible)
            guard placed.meets(wanted) else { return }
            if count < scratch.count { scratch[count] = placed } else { rest.append(placed) }
            count += 1
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

    /// The indices from the first to the last of the tracks at `positions`, which are of one band and not empty.
    func indices(at positions: Range<Int>) -> Range<Int> {
        self[positions.upperBound - 1].index..<self[positions.lowerBound].index + 1
    }

    /// The positions, among `range`, of the tracks with an index of `indices`. Within one band the indices fall from one
    /// position to the next. O(log count).
    func positions(of indices: Range<Int>, in range: Range<Int>) -> Range<Int> {
        let first = partitionPoint(in: range) { self[$0].index >= indices.upperBound }
        return first..<partitionPoint(in: first..<range.upperBound) { self[$0].index >= indices.lowerBound }
    }
}

/// Room for the tracks of a frame on the stack, the same for each axis. It is addressed as a whole once a frame: an array
/// whose elements are in it is copied by reading one of them.
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
