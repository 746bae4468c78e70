/// Where sections of differing lengths begin along an axis, with `spacing` between them.
///
/// Like `TrackSizes`, unlike it in that it is made whole: one number a section, none where sections are alike.
///
/// - Complexity: making O(sections), O(1) where counts are uniform; every question O(log sections).
struct SectionOffsets: Sendable {
    let count: Int
    private let spacing: Double
    /// From the start of one section to that of the next, where all are alike.
    private let pitch: Double
    /// The start of each section, and last where another one would begin; nil where all are alike.
    private let starts: [Double]?

    init(_ counts: SectionCounts, spacing: Double, extent: (_ count: Int) -> Double) {
        count = counts.sectionCount
        self.spacing = spacing
        pitch = extent(counts.largest) + spacing
        if counts.isUniform {
            starts = nil
        } else {
            var starts = [0.0]
            starts.reserveCapacity(count + 1)
            var start = 0.0
            for section in 0..<count {
                start += extent(counts[section]) + spacing
                starts.append(start)
            }
            self.starts = starts
        }
    }

    func start(of section: Int) -> Double { starts?[section] ?? Double(section) * pitch }

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
