/// The keys of every 1,024th row, as far as they are known.
///
/// Rows on damaged pages are lost, and it is unknown how many: one row stands for those of a hole. After it, keys are counted
/// anew:
///
///     rows        0 … 1024 … 1500    1501      1502 … 2526 …
///     keys        k    k             (lost)    k      k
struct Checkpoints: Sendable {
    static let interval = 1024

    /// Rows between two holes.
    private struct Stretch: Sendable {
        let firstRow: Int
        var keys: [RowKey] = []
    }

    private var stretches = [Stretch(firstRow: 0)]
    /// The rows that stand for lost ones: each but the last before a stretch.
    private(set) var lost: [Int] = []

    /// The key of the last checkpoint, and its row; nil where there is none after the last hole.
    var last: (row: Int, key: RowKey)? {
        guard let stretch = stretches.last, let key = stretch.keys.last else { return nil }
        return (stretch.firstRow + (stretch.keys.count - 1) * Self.interval, key)
    }

    /// The first rows between the holes, with their keys.
    var starts: [(row: Int, key: RowKey)] {
        stretches.compactMap { start in start.keys.first.map { (start.firstRow, $0) } }
    }

    mutating func append(_ key: RowKey) { stretches[stretches.count - 1].keys.append(key) }

    /// Adds the keys of the checkpoints after the first `count` rows of a table that has lost none; false, without adding any,
    /// where those of them that are known already are others.
    mutating func add(_ keys: [RowKey], ofRowsAfter count: Int) -> Bool {
        guard lost.isEmpty else { return false }
        let first = (count + Self.interval - 1) / Self.interval
        let known = min(keys.count, stretches[0].keys.count - first)
        guard known >= 0, stretches[0].keys[first..<first + known] == keys[..<known] else { return false }
        stretches[0].keys += keys[known...]
        return true
    }

    /// Adds a hole, for which `row` stands.
    mutating func appendHole(at row: Int) {
        lost.append(row)
        stretches.append(Stretch(firstRow: row + 1))
    }

    func isLost(_ row: Int) -> Bool { row < Int.max && firstHole(from: row) == row }

    /// The row of the first hole at or after `row`; `Int.max` where there is none.
    func firstHole(from row: Int) -> Int {
        let index = Self.count(lost.count) { lost[$0] < row }
        return index < lost.count ? lost[index] : .max
    }

    /// The row at or before `row` whose key is known or follows from others, and the rows to skip from there; nil for an empty
    /// table.
    func start(of row: Int) -> (key: RowKey, skip: Int)? {
        let stretch = stretches[max(0, Self.count(stretches.count) { stretches[$0].firstRow <= row } - 1)]
        guard !stretch.keys.isEmpty else { return nil }
        let distance = row - stretch.firstRow
        let index = min(distance / Self.interval, stretch.keys.count - 1)
        let skip = distance - index * Self.interval
        // Ids without a gap are counted.
        if case .rowid(let id) = stretch.keys[index], index + 1 < stretch.keys.count,
            case .rowid(let next) = stretch.keys[index + 1],
            next.subtractingReportingOverflow(id) == (Int64(Self.interval), false)
        {
            return (.rowid(id + Int64(skip)), 0)
        }
        return (stretch.keys[index], skip)
    }

    /// The last known row whose id is at most `id`; nil where there is none.
    func lastRow(withIDUpTo id: Int64) -> (row: Int, key: RowKey)? {
        let limit = RowKey.rowid(id)
        let after = Self.count(stretches.count) { stretches[$0].keys.first.map { !$0.isAfter(limit) } ?? true }
        guard let stretch = stretches[..<after].last(where: { !$0.keys.isEmpty }) else { return nil }
        let index = Self.count(stretch.keys.count) { !stretch.keys[$0].isAfter(limit) } - 1
        return (stretch.firstRow + index * Self.interval, stretch.keys[index])
    }

    /// The number of indices below `count` for which `isBefore` is true: the first ones.
    private static func count(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
