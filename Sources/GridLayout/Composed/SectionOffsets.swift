/// The starts of sections of differing lengths along an axis, with `spacing` between them.
///
/// Like `TrackSizes`, except that it is immutable: one number a section, none where sections are equal.
///
/// - Complexity: creation O(sections), O(1) where counts are uniform; every lookup O(log sections).
struct SectionOffsets: Sendable {
    let count: Int
    private let spacing: Double
    private let fixed: SectionSums
    /// The lines in the sections with measured lengths, in addition to the fixed lengths.
    var lines: MeasuredLines?

    init(_ counts: SectionCounts, spacing: Double, extent: (_ count: Int) -> Double) {
        self.init(
            counts, spacing: spacing, uniformFrom: counts.isUniform ? 0 : counts.sectionCount,
            step: EvenStep(span: extent(counts.largest) + spacing)
        ) { extent(counts[$0]) }
    }

    /// `uniformFrom`: the section from which on consecutive starts are `step` apart.
    init(
        _ counts: SectionCounts, spacing: Double, uniformFrom: Int, step: EvenStep, extent: (_ section: Int) -> Double
    ) {
        count = counts.sectionCount
        self.spacing = spacing
        fixed = SectionSums(counts, uniformFrom: uniformFrom, step: step) { extent($0) + spacing }
    }

    func start(of section: Int) -> Double {
        guard let lines else { return fixed.before(section) }
        return fixed.before(section) + lines.offset(of: lines.firstLine(of: section))
    }

    /// Returns the start of a section as if its own lines and those before it had no length.
    func fixedStart(of section: Int) -> Double { fixed.before(section) }

    func end(of section: Int) -> Double { start(of: section + 1) - spacing }

    /// The distance from the start of the first section to the end of the last.
    var extent: Double { count > 0 ? end(of: count - 1) : 0 }

    /// Calls `body` with each section that shares a point with `interval`, last to first. Consecutive sections without extent,
    /// which share none, are skipped in one step.
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

/// A number for each section, and its running sums: one `Double` a section, none for sections that are equal.
struct SectionSums: Sendable {
    /// The sums before each of the sections that differ, and finally the sum before the others.
    private let sums: [Double]
    /// The sums of the other sections, whose numbers are equal.
    private let others: EvenTracks

    /// `uniformFrom`: the section from which on all have the number `step`.
    init(_ counts: SectionCounts, uniformFrom: Int, step: EvenStep, number: (_ section: Int) -> Double) {
        let differing = min(uniformFrom, counts.sectionCount)
        var sums = [0.0]
        sums.reserveCapacity(differing + 1)
        var sum = 0.0
        for section in 0..<differing {
            sum += number(section)
            sums.append(sum)
        }
        self.sums = sums
        others = EvenTracks(count: counts.sectionCount - differing, origin: sum, step: step, gap: 0)
    }

    func before(_ section: Int) -> Double {
        let last = sums.count - 1
        return section < last ? sums[section] : others.start(of: section - last)
    }
}
