/// Where sections of differing lengths begin along an axis, with `spacing` between them.
///
/// Like `TrackSizes`, unlike it in that it is made whole: one number a section, none where sections are alike.
///
/// - Complexity: making O(sections), O(1) where counts are uniform; every question O(log sections).
struct SectionOffsets: Sendable {
    let count: Int
    private let spacing: Double
    /// The start of each section as long as they differ, and last where the next one begins.
    private let starts: [Double]
    /// From the start of one section to that of the next, from there on.
    private let pitch: Double

    /// `uniformFrom`: the section from which on all of one count are alike.
    init(
        _ counts: SectionCounts, spacing: Double, uniformFrom: Int = 0,
        extent: (_ section: Int, _ count: Int) -> Double
    ) {
        count = counts.sectionCount
        self.spacing = spacing
        let differing = counts.isUniform ? min(uniformFrom, count) : count
        pitch = extent(differing, counts.largest) + spacing
        var starts = [0.0]
        starts.reserveCapacity(differing + 1)
        var start = 0.0
        for section in 0..<differing {
            start += extent(section, counts[section]) + spacing
            starts.append(start)
        }
        self.starts = starts
    }

    func start(of section: Int) -> Double {
        let last = starts.count - 1
        return section < last ? starts[section] : starts[last] + Double(section - last) * pitch
    }

    func end(of section: Int) -> Double { start(of: section + 1) - spacing }

    /// From the start of the first section to the end of the last.
    var extent: Double { count > 0 ? end(of: count - 1) : 0 }

    /// Calls `body` with each section that shares a point with `interval`, last to first. Of sections without any
    /// extent in a row, which share none, all are stepped over at once.
    func forEachReversed(meeting interval: Interval, _ body: (Int) -> Void) {
        var section = partitionPoint(in: 0..<count) { start(of: $0) < interval.high } - 1
        while section >= 0, end(of: section) > interval.low {
            let start = start(of: section)
            if self.start(of: section + 1) > start {
                body(section)
                section -= 1
            } else {
                section = partitionPoint(in: 0..<section) { self.start(of: $0) < start } - 1
            }
        }
    }
}
