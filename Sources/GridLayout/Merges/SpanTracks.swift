/// For each band of an axis, the tracks of which a merged cell must have one to intersect a rectangle.
struct SpanTracks {
    private let bands: (Range<Int>, Range<Int>, Range<Int>)

    init(tracks: (_ band: Region.Band) -> Range<Int>) {
        bands = (tracks(.leading), tracks(.scrolling), tracks(.trailing))
    }

    subscript(band: Region.Band) -> Range<Int> {
        switch band {
        case .leading: bands.0
        case .scrolling: bands.1
        case .trailing: bands.2
        }
    }

    /// Returns true where a span from `low` up to, not including, `high` has any of these tracks.
    func meets(_ low: Int, _ high: Int) -> Bool {
        func meets(_ range: Range<Int>) -> Bool {
            range.lowerBound < high && low < range.upperBound && range.lowerBound < range.upperBound
        }
        return meets(bands.1) || meets(bands.0) || meets(bands.2)
    }

    /// Returns the first band that contains any of `tracks`, so that each span is counted once.
    func firstBand(meeting tracks: Range<Int>) -> Region.Band? {
        Region.Band.allCases.first { self[$0].overlaps(tracks) }
    }
}
