/// The number of items in each section.
///
/// Like an array of counts with running sums, unlike it in that sections of one count need no array: 10^12 sections of
/// 9 items are two numbers. Where counts differ, one prefix sum a section is kept, made once.
///
/// - Complexity: copying O(1); every question O(1), or O(log sections) where it says so.
public struct SectionCounts: Sendable, Equatable {
    public let sectionCount: Int
    /// The items of all sections together.
    public let total: Int
    /// The count of the section that has most. Uniform counts keep theirs without any section, as an empty table has its
    /// columns.
    public let largest: Int
    /// The number of items before each section, and last the total; nil where every section has `largest`.
    private let sums: [Int]?

    /// `sections` sections of `count` items each.
    public init(sections: Int, each count: Int) {
        precondition(sections >= 0 && count >= 0, "\(sections) sections of \(count) items are negative")
        let (total, overflow) = sections.multipliedReportingOverflow(by: count)
        precondition(!overflow, "\(sections) sections of \(count) items are more than an Int holds")
        sectionCount = sections
        self.total = total
        largest = count
        sums = nil
    }

    /// Sections of the counts given, none negative. O(sections), so make large ones in the background.
    public init(_ counts: [Int]) {
        var sums = [0]
        sums.reserveCapacity(counts.count + 1)
        var largest = 0
        var smallest = Int.max
        var total = 0
        for count in counts {
            precondition(count >= 0, "section \(sums.count - 1) has \(count) items")
            total += count
            largest = max(largest, count)
            smallest = min(smallest, count)
            sums.append(total)
        }
        sectionCount = sums.count - 1
        self.total = total
        self.largest = largest
        // One way of writing each value: equal counts compare as equal however they were given.
        self.sums = sectionCount == 0 || smallest == largest ? nil : sums
    }

    /// A Boolean value that indicates whether all sections have the same count, so that nothing is stored for any of them.
    public var isUniform: Bool { sums == nil }

    /// The items of one section.
    public subscript(section: Int) -> Int {
        precondition(section >= 0 && section < sectionCount, "section \(section) is outside 0..<\(sectionCount)")
        guard let sums else { return largest }
        return sums[section + 1] - sums[section]
    }

    /// Returns the number of items in the sections before `section`; for `sectionCount`, all.
    public func before(_ section: Int) -> Int {
        precondition(section >= 0 && section <= sectionCount, "section \(section) is outside 0...\(sectionCount)")
        return sums?[section] ?? section * largest
    }

    /// The section and the item in it that number `number` is, when items are counted through all sections; nil
    /// outside `0..<total`. O(log sections).
    public func place(of number: Int) -> (section: Int, item: Int)? {
        guard number >= 0, number < total else { return nil }
        guard let sums else { return (number / largest, number % largest) }
        // The last section that begins by then: empty ones before it begin there too.
        let section = partitionPoint(in: 0..<sectionCount) { sums[$0] <= number } - 1
        return (section, number - sums[section])
    }
}

/// The first index of `range` at which `isBefore` no longer holds, or its end; whatever precedes an index at which it
/// holds must hold too. O(log range).
func partitionPoint(in range: Range<Int>, where isBefore: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
        WorkCounter.countNodeVisit()
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
