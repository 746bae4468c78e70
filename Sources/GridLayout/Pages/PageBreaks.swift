import Geometry

/// The division of one axis's tracks into pages: each page has as many whole tracks as fit, and a track larger than a page
/// takes several pages.
///
///     room 100, tracks of 28 28 28 28 28 250 28
///     page 0   28 28 28
///     page 1   28 28
///     page 2, 3, 4     of the track of 250 what begins at 0, at 100 and at 150
///     page 5   28
///
/// Tracks of size 0 are never alone on a page. Consecutive pages of one kind are one entry, so that 10^12 rows of one height
/// are a few numbers, however many pages they take.
public struct PageBreaks: Sendable, Hashable {
    /// The tracks of the axis that are on one page.
    public struct Page: Sendable, Hashable {
        public var tracks: Range<Int>
        /// For a single track that is larger than the page: the start of the part on the page. Parts may overlap, so that the
        /// last is as long as the others. Nil where all tracks are complete.
        public var part: Double?
    }

    /// Pages with the same number of tracks each, of one size.
    private struct Run: Sendable, Hashable {
        var page: Int
        var pageCount: Int
        var track: Int
        var tracksPerPage: Int
        /// The size of the single track of which the pages show parts; nil where tracks are complete.
        var cutSize: Double?
    }

    public let pageCount: Int
    private let room: Double
    private let runs: [Run]

    /// Divides `range` of `tracks` into pages with `room` each, in logical pixels.
    ///
    /// - Complexity: O(pages of different kinds · log overrides).
    public init(_ tracks: TrackSizes, in range: Range<Int>, room: Double) {
        tracks.checkBounds(range)
        // Sizes are multiples of 1/64, so the check whether they fit is exact.
        let room = max(1, (room * 64).rounded(.down) / 64)
        var runs: [Run] = []
        var page = 0
        func add(_ count: Int, _ track: Int, _ tracksPerPage: Int, cutSize: Double? = nil) {
            runs.append(
                Run(page: page, pageCount: count, track: track, tracksPerPage: tracksPerPage, cutSize: cutSize))
            page += count
        }
        var next = tracks.shown(atOrAfter: range.lowerBound)
        while let first = next, first < range.upperBound {
            let run = tracks.placedRun(containing: first)
            let end = min(run.end, range.upperBound)
            var start = first
            if run.size > room {
                for track in first..<end { add(Int((run.size / room).rounded(.up)), track, 1, cutSize: run.size) }
                start = end
            } else {
                let perPage = Int(room / run.size)
                // Tracks after the run may fit on the last page that it fills.
                let whole = (end - first) / perPage - 1
                if whole > 0 {
                    add(whole, first, perPage)
                    start += whole * perPage
                }
                let last = tracks.end(ofPageFrom: start, room: room, in: range)
                add(1, start, last - start)
                start = last
            }
            next = tracks.shown(atOrAfter: start)
        }
        (self.pageCount, self.room, self.runs) = (page, room, runs)
    }

    /// The tracks on the page at index `number`, from 0.
    ///
    /// - Complexity: O(log pages of different kinds).
    public subscript(number: Int) -> Page {
        precondition(number >= 0 && number < pageCount, "page \(number) is outside 0..<\(pageCount)")
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = low + (high - low + 1) / 2
            if runs[middle].page <= number { low = middle } else { high = middle - 1 }
        }
        let run = runs[low]
        let step = number - run.page
        if let size = run.cutSize {
            return Page(tracks: run.track..<run.track + 1, part: min(Double(step) * room, size - room))
        }
        let start = run.track + step * run.tracksPerPage
        return Page(tracks: start..<start + run.tracksPerPage)
    }
}

extension TrackSizes {
    /// Returns the index after the last track on a page that begins with `start`, a track that fits.
    fileprivate func end(ofPageFrom start: Int, room: Double, in range: Range<Int>) -> Int {
        let limit = offset(of: start) + room
        let end = min(track(containing: limit)?.index ?? count, range.upperBound)
        // Trailing tracks of size 0 do not belong to the page.
        return shown(atOrBefore: end - 1).map { max($0, start) + 1 } ?? start + 1
    }
}
