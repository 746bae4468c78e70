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

    /// False where a row id does not follow `other`.
    func isAfter(_ other: RowKey) -> Bool {
        if case (.rowid(let id), .rowid(let other)) = (self, other) { id > other } else { true }
    }
}
