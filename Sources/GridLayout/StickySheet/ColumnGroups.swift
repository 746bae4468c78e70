/// Groups of neighbouring columns, in levels: each level is a row of headers over the column headers, the outermost on
/// top. A column may be in one group of each level, or in none.
///
/// - Complexity: copying O(1); making O(groups); finding the groups of some columns O(log groups + found).
public struct ColumnGroups: Sendable, Equatable {
    /// A range that is no group, by its place among those given. The others of its level are kept.
    public struct Refusal: Sendable, Hashable {
        public enum Reason: Sendable, Hashable {
            /// It has no columns.
            case empty
            /// A part of it is not in the table.
            case outsideTable
            /// It begins before the end of the one that is kept before it.
            case outOfOrder
        }

        public let level: Int
        public let index: Int
        public let columns: Range<Int>
        public let reason: Reason
    }

    /// The groups of each level, from the first column on: a group's number is its index here.
    public private(set) var levels: [[Range<Int>]]
    /// The ranges that are no groups, in the order in which they were given.
    public let refusals: [Refusal]

    /// Groups of columns in a table of so many. In each level they are to follow each other without overlapping.
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

    /// The groups after a change of the columns of a table that had so many, by the rules of `DataChange.image(of:)`. They
    /// are numbered in the order in which they stand then; there are as many levels.
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

    /// The numbers of the groups of a level that exists which have any of `columns`. O(log groups).
    public func groups(level: Int, meeting columns: Range<Int>) -> Range<Int> {
        let groups = levels[level]
        guard !columns.isEmpty else { return 0..<0 }
        let first = partitionPoint(in: 0..<groups.count) { groups[$0].upperBound <= columns.lowerBound }
        return first..<partitionPoint(in: first..<groups.count) { groups[$0].lowerBound < columns.upperBound }
    }
}
