/// The number of items in each section.
///
/// Like an array of counts with running sums, except that sections with equal counts need no array: 10^12 sections of 9 items
/// are two numbers. Where counts differ, there is one prefix sum a section, computed once.
///
/// - Complexity: copying O(1); every lookup O(1), unless documented as O(log sections).
public struct SectionCounts: Sendable, Equatable {
    public let sectionCount: Int
    /// The number of items of all sections.
    public let total: Int
    /// The largest count of a section. Uniform counts have one even without sections, as an empty table has columns.
    public let largest: Int
    /// The number of items before each section, and finally the total; nil where every section has `largest`.
    private let sums: [Int]?

    /// Creates `sections` sections of `count` items each.
    public init(sections: Int, each count: Int) {
        precondition(sections >= 0 && count >= 0, "\(sections) sections of \(count) items are negative")
        let (total, overflow) = sections.multipliedReportingOverflow(by: count)
        precondition(!overflow, "\(sections) sections of \(count) items are more than an Int holds")
        sectionCount = sections
        self.total = total
        largest = count
        sums = nil
    }

    /// Creates sections with the given counts, none negative. O(sections), so create large ones in the background.
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
        // A canonical form, so that equal counts compare as equal however they were created.
        self.sums = sectionCount == 0 || smallest == largest ? nil : sums
    }

    /// A Boolean value that indicates whether all sections have the same count, so that no counts are stored.
    public var isUniform: Bool { sums == nil }

    /// The number of items of one section.
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

    /// The section and the item of item `number`, counted through all sections; nil outside `0..<total`. O(log sections).
    public func place(of number: Int) -> (section: Int, item: Int)? {
        guard number >= 0, number < total else { return nil }
        guard let sums else { return (number / largest, number % largest) }
        // The last section that begins at or before the number: empty ones before it begin there too.
        let section = partitionPoint(in: 0..<sectionCount) { sums[$0] <= number } - 1
        return (section, number - sums[section])
    }
}

/// The first index of `range` at which `isBefore` is false, or its end; `isBefore` must be true for every index before one for
/// which it is true. O(log range).
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
