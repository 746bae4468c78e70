import Tabular

/// The rows of a table in groups: the rows with the same value in one column, anywhere in the table.
///
/// Groups are in the order of their first appearance, the rows of each in the order of the table:
///
///     row   day  hours        group 0  Mon   rows 0 3     weights 4 2
///      0    Mon    4          group 1  Tue   rows 1       weights 3
///      1    Tue    3          group 2  ""    rows 2       weights nan
///      2
///      3    Mon    2          starts  0 2 3 4
///
/// Keys are compared byte by byte; a row without a value in the column is in the group of the empty key. A grouping takes 8
/// bytes a row, 8 more with weights, and each key once.
public struct Grouping: Sendable {
    /// The most rows to group: more would take over 4 GiB of memory.
    public static let rowLimit = 1 << 28

    /// The number of items before each group, and last of all items: `groupCount + 1` numbers, of which the first is 0.
    public let starts: [Int]
    /// The weight of every item, group after group: the number in the table, perhaps negative; NaN where there is none or it is
    /// not finite. Empty without a weight column.
    public let weights: [Double]
    /// The number of weights that are missing, not finite, or negative.
    public let weightProblems: Int
    private let keys: KeyTable
    /// The rows, group after group.
    private let rows: [UInt32]
    /// The group of each row.
    private let groups: [UInt32]

    init(starts: [Int], rows: [UInt32], groups: [UInt32], keys: KeyTable, weights: ItemWeights) {
        self.starts = starts
        self.rows = rows
        self.groups = groups
        self.keys = keys
        self.weights = weights.values
        weightProblems = weights.problems
    }

    public var groupCount: Int { starts.count - 1 }

    /// The rows that were grouped: all that were known when the job began.
    public var rowCount: Int { rows.count }

    /// The number of rows in each group. O(groups).
    public var rowCounts: [Int] { zip(starts, starts.dropFirst()).map { $1 - $0 } }

    /// Returns the number of rows in `group`. O(1).
    public func rowCount(ofGroup group: Int) -> Int { starts[group + 1] - starts[group] }

    /// The value of all rows of `group`, with U+FFFD for invalid UTF-8.
    public func key(ofGroup group: Int) -> String { withKey(ofGroup: group) { String(decoding: $0, as: UTF8.self) } }

    /// Passes the bytes of the key, as in the source, to `body`.
    public func withKey<R>(ofGroup group: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
        try keys.withKey(group, body)
    }

    /// The row (0-based over the data) of an item of a group. O(1).
    public func row(group: Int, item: Int) -> Int {
        precondition(
            item >= 0 && item < rowCount(ofGroup: group),
            "item \(item) is outside the \(rowCount(ofGroup: group)) of group \(group)")
        return Int(rows[starts[group] + item])
    }

    /// Returns the group of a row, and its item in the group; nil for a row that was not grouped. O(log rows of the group).
    public func place(ofRow row: Int) -> (group: Int, item: Int)? {
        guard groups.indices.contains(row) else { return nil }
        let group = Int(groups[row])
        var low = starts[group]
        var high = starts[group + 1]
        while high - low > 1 {
            let middle = (low + high) / 2
            if rows[middle] <= row { low = middle } else { high = middle }
        }
        return (group, low - starts[group])
    }
}

/// The weights of the items of a grouping.
struct ItemWeights: Sendable {
    var values: [Double] = []
    var problems = 0
}
