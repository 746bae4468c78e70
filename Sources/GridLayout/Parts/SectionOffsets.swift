/// Where sections of differing lengths begin along an axis, with `spacing` between them.
///
/// Like `TrackSizes`, unlike it in that it is made whole: one number a section, none where sections are alike.
///
/// - Complexity: making O(sections), O(1) where counts are uniform; every question O(log sections).
struct SectionOffsets: Sendable {
    let count: Int
    private let spacing: Double
    private let fixed: SectionSums
    /// What lies in the sections besides: lines that have lengths of their own.
    var lines: MeasuredLines?

    /// `uniformFrom`: the section from which on all of one count are alike.
    init(
        _ counts: SectionCounts, spacing: Double, uniformFrom: Int = 0,
        extent: (_ section: Int, _ count: Int) -> Double
    ) {
        count = counts.sectionCount
        self.spacing = spacing
        fixed = SectionSums(counts, uniformFrom: uniformFrom) { extent($0, $1) + spacing }
    }

    func start(of section: Int) -> Double {
        guard let lines else { return fixed.before(section) }
        return fixed.before(section) + lines.offset(of: lines.firstLine(of: section))
    }

    /// Where a section begins when its own lines and those before it have no length.
    func fixedStart(of section: Int) -> Double { fixed.before(section) }

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

/// A number for each section, and its running sums: one `Double` a section, none for those that are alike.
struct SectionSums: Sendable {
    /// The sum before each section as long as they differ, and last that before the others.
    private let sums: [Double]
    /// The number of each section from there on.
    private let step: Double

    /// `uniformFrom`: the section from which on all of one count are alike.
    init(_ counts: SectionCounts, uniformFrom: Int, number: (_ section: Int, _ count: Int) -> Double) {
        let differing = counts.isUniform ? min(uniformFrom, counts.sectionCount) : counts.sectionCount
        step = number(differing, counts.largest)
        var sums = [0.0]
        sums.reserveCapacity(differing + 1)
        var sum = 0.0
        for section in 0..<differing {
            sum += number(section, counts[section])
            sums.append(sum)
        }
        self.sums = sums
    }

    func before(_ section: Int) -> Double {
        let last = sums.count - 1
        return section < last ? sums[section] : sums[last] + Double(section - last) * step
    }
}
