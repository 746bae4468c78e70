/// The key of a row, by which it is found again.
enum RowKey: Sendable, Hashable {
    case rowid(Int64)
    /// The values of the primary key of a table without row ids.
    case values([SQLiteValue])

    var values: [SQLiteValue] {
        switch self {
        case .rowid(let id): [.integer(id)]
        case .values(let values): values
        }
    }
}

/// The keys of every 1,024th row, as far as they are known.
struct Checkpoints: Sendable {
    static let interval = 1024

    /// Of the rows 0, 1,024 …
    private(set) var keys: [RowKey] = []

    mutating func append(_ key: RowKey) { keys.append(key) }

    /// The row at or before `row` whose key is known or follows from others, and the rows to skip from there; nil for an empty
    /// table.
    func start(of row: Int) -> (key: RowKey, skip: Int)? {
        guard !keys.isEmpty else { return nil }
        let index = min(row / Self.interval, keys.count - 1)
        let skip = row - index * Self.interval
        // Ids without a gap are counted.
        if case .rowid(let id) = keys[index], index + 1 < keys.count, case .rowid(let next) = keys[index + 1],
            next.subtractingReportingOverflow(id) == (Int64(Self.interval), false)
        {
            return (.rowid(id + Int64(skip)), 0)
        }
        return (keys[index], skip)
    }
}
