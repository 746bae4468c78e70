import Synchronization
import Tabular

/// Counts, during a filter, the rows that meet each condition alone, so that no second scan is needed to count them.
public final class ConditionTally: Sendable {
    /// The counted rows: the reading of the source, and the number of rows.
    public struct Rows: Sendable, Hashable {
        public var reading: Int
        public var count: Int

        public init(reading: Int, count: Int) { (self.reading, self.count) = (reading, count) }
    }

    /// The conditions to count.
    public let conditions: [Condition]
    private let found = Mutex<(rows: Rows, counts: [Condition: Int])?>(nil)

    /// Counts `conditions`.
    public init(_ conditions: [Condition]) { self.conditions = conditions }

    /// The filtered rows and the counts of conditions, once all rows are filtered; nil before. Conditions that were not counted
    /// are absent.
    public var counts: (rows: Rows, counts: [Condition: Int])? { found.withLock { $0 } }

    /// Returns true where the condition tested at `index` must be counted. The first condition tests all rows anyway; a
    /// pattern after it must not test rows that earlier conditions exclude: it may take milliseconds in each, or be given up.
    func asks(about condition: Condition, at index: Int) -> Bool {
        conditions.contains(condition) && (index == 0 || condition.comparison != .matches)
    }

    /// A count of 0 for each of the tested `conditions` that must be counted; nil for the others.
    func zeros(for conditions: [Condition]) -> [Int?] {
        conditions.enumerated().map { asks(about: $1, at: $0) ? 0 : nil }
    }

    func take(_ counts: [Int?], of conditions: [Condition], _ snapshot: TableSnapshot) {
        let known = zip(conditions, counts).compactMap { condition, count in count.map { (condition, $0) } }
        let rows = Rows(reading: snapshot.reading, count: snapshot.rowCount.known)
        found.withLock { $0 = (rows, Dictionary(known) { $1 }) }
    }
}
