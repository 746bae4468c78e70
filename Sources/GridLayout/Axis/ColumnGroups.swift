/// Groups of adjacent columns, in levels: each level is a row of headers over the column headers, the outermost on top. A
/// column may be in one group of each level, or in none.
///
/// - Complexity: copying O(1); creation O(groups); finding the groups of some columns O(log groups + found).
public struct ColumnGroups: Sendable, Equatable {
    /// A range that is not a valid group, by its index in the input. The other ranges of its level become groups.
    public struct Refusal: Sendable, Hashable {
        public enum Reason: Sendable, Hashable {
            /// The range has no columns.
            case empty
            /// The range is partly outside the table.
            case outsideTable
            /// The range begins before the end of the previous group.
            case outOfOrder
        }

        public let level: Int
        public let index: Int
        public let columns: Range<Int>
        public let reason: Reason
    }

    /// The groups of each level, from the first column on: a group's number is its index here.
    public private(set) var levels: [[Range<Int>]]
    /// The refused ranges, in input order.
    public let refusals: [Refusal]

    /// Creates groups of columns in a table of `columnCount` columns. In each level they must be in order and must not overlap.
    public init(_ levels: [[Range<Int>]] = [], columnCount: Int = 0) {
        var refusals: [Refusal] = []
        self.levels = levels.enumerated().map { level, groups in
            var end = 0
            return groups.enumerated().compactMap { index, columns in
                let reason: Refusal.Reason
                if columns.isEmpty {
                    reason = .empty
                } else if columns.lowerBound < 0 || columns.upperBound > columnCount {
                    reason = .outsideTable
                } else if columns.lowerBound < end {
                    reason = .outOfOrder
                } else {
                    end = columns.upperBound
                    return columns
                }
                refusals.append(Refusal(level: level, index: index, columns: columns, reason: reason))
                return nil
            }
        }
        self.refusals = refusals
    }

    /// Returns the groups after a change of the columns of a table that had `columnCount`, by the rules of
    /// `DataChange.image(of:)`. They are renumbered in their new order; there are as many levels.
    func changed(by change: DataChange, columnCount: Int) -> ColumnGroups {
        var changed = self
        changed.levels = levels.map { groups in
            let images = groups.lazy.map { $0.clamped(to: 0..<columnCount) }.filter { !$0.isEmpty }
                .compactMap(change.image)
            return images.sorted { $0.lowerBound < $1.lowerBound }
        }
        return changed
    }

    public static func == (a: ColumnGroups, b: ColumnGroups) -> Bool { a.levels == b.levels }

    /// Returns the numbers of the groups of an existing level that have any of `columns`. O(log groups).
    public func groups(level: Int, meeting columns: Range<Int>) -> Range<Int> {
        let groups = levels[level]
        guard !columns.isEmpty else { return 0..<0 }
        let first = partitionPoint(in: 0..<groups.count) { groups[$0].upperBound <= columns.lowerBound }
        return first..<partitionPoint(in: first..<groups.count) { groups[$0].lowerBound < columns.upperBound }
    }
}
