/// The data from the point of view of a layout: the number of sections, the number of items in each, and the weights of the
/// items, but no values.
///
/// A plain table is sections (rows) with equal numbers of items (columns), which takes no memory:
///
///     LayoutContent(sections: 1_000_000_000_000, items: 12)
///
/// A grouping is a count for each section and, if widths represent a value, a weight for each item. Both are stored as prefix
/// sums, computed once; for millions of sections, create the value in the background.
///
/// - Complexity: copying O(1); every lookup O(1).
public struct LayoutContent: Sendable, Equatable {
    public let counts: SectionCounts
    /// Nil where all items have the same weight.
    let weights: Weights?

    /// Creates items of equal weight.
    public init(_ counts: SectionCounts) {
        self.counts = counts
        weights = nil
    }

    /// Creates `sections` sections of `items` items each, of equal weight.
    public init(sections: Int = 0, items: Int = 0) {
        self.init(SectionCounts(sections: sections, each: items))
    }

    /// Creates items with the given weights, one for each item, section after section; NaN for a missing or invalid weight.
    ///
    /// A weight that is not finite or is negative counts as 0 and is marked, as is a weight that would make the sum of its
    /// section exceed the largest `Double`. If a section's weights sum to 0, its items have equal shares.
    ///
    /// - Complexity: O(sections + items).
    public init(_ counts: SectionCounts, weights: [Double]) {
        self.counts = counts
        let weights = Weights(weights, counts: counts)
        self.weights = counts.total > 0 ? weights : nil
    }

    public var sectionCount: Int { counts.sectionCount }

    public func itemCount(of section: Int) -> Int { counts[section] }

    /// Returns true where the item exists.
    public func contains(section: Int, item: Int) -> Bool {
        section >= 0 && section < sectionCount && item >= 0 && item < counts[section]
    }

    /// The number of items with an unusable weight, to report to the user.
    public var markedCount: Int { weights?.markedCount ?? 0 }

    /// Returns true where the weight of an existing item is unusable and counts as 0.
    public func isMarked(section: Int, item: Int) -> Bool {
        weights?.isMarked(number(section, item)) ?? false
    }

    /// Returns an existing item's share of its section, from 0 to 1.
    public func share(section: Int, item: Int) -> Double {
        _ = number(section, item)
        let shares = shares(of: section)
        return shares.before(item + 1) - shares.before(item)
    }

    /// Returns the share of an existing section that the items before `item` have, from 0 to 1; exactly 1 for the section's
    /// count of items. An invalid item is a programming error and stops the program. O(1).
    public func share(section: Int, before item: Int) -> Double {
        precondition(
            item >= 0 && item <= counts[section],
            "there are \(counts[section]) items in section \(section), not \(item)")
        return shares(of: section).before(item)
    }

    func shares(of section: Int) -> SectionShares {
        SectionShares(count: counts[section], first: counts.before(section), weights: weights)
    }

    private func number(_ section: Int, _ item: Int) -> Int {
        precondition(contains(section: section, item: item), "there is no item \(item) in section \(section)")
        return counts.before(section) + item
    }
}

/// The shares of a section's items.
struct SectionShares: Sendable {
    let count: Int
    /// The number of the section's first item, counted through all sections.
    private let first: Int
    /// Nil where all items have the same share.
    private let weights: Weights?
    private let total: Double

    init(count: Int, first: Int, weights: Weights?) {
        self.count = count
        self.first = first
        let total = count > 0 ? weights?.sums[first + count - 1] ?? 0 : 0
        self.total = total
        self.weights = total > 0 ? weights : nil
    }

    /// The share of the items before `item`, exactly 1 for `count`. A quotient of sums, so it is monotonic and never overflows.
    func before(_ item: Int) -> Double {
        guard item > 0 else { return 0 }
        guard let weights else { return Double(item) / Double(count) }
        return weights.sums[first + item - 1] / total
    }

    /// Returns the last item in `range` with a share of at least `least`. O(log items).
    func last(in range: Range<Int>, atLeast least: Double) -> Int? {
        guard let weights else { return hasEqualShares(of: least) ? range.last : nil }
        let numbers = first + range.lowerBound..<first + range.upperBound
        return weights.last(in: numbers, of: first, atLeast: weight(least)).map { $0 - first }
    }

    /// Returns the first item in `range` with a share of at least `least`. O(log items).
    func first(in range: Range<Int>, atLeast least: Double) -> Int? {
        guard let weights else { return hasEqualShares(of: least) ? range.first : nil }
        let numbers = first + range.lowerBound..<first + range.upperBound
        return weights.first(in: numbers, of: first, atLeast: weight(least)).map { $0 - first }
    }

    /// The weight that corresponds to a share; never 0, or with a tiny total, items without weight would have a share.
    private func weight(_ share: Double) -> Double { max(share * total, .leastNonzeroMagnitude) }

    private func hasEqualShares(of least: Double) -> Bool { Double(count) * least <= 1 }
}
