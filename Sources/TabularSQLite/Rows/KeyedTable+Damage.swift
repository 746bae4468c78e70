import CSQLite

/// Rows that lie on damaged pages of a table with row ids.
struct Hole: Sendable, Hashable {
    /// The number of the damaged page, or of the first of several; nil where it is not known.
    let page: Int?
    /// The least id that the rows may have.
    let first: Int64
    /// The id of the first row after them; nil where no row after them can be read.
    var next: Int64?
}

extension KeyedTable {
    /// Ids between two attempts to read on, and attempts, before they are further apart. Pages hold more rows in most tables.
    private static let nearStep: Int64 = 4
    private static let nearAttempts = 2000

    /// The key of the first row that can be read, and the hole before it; nil in an empty table.
    func firstRow(_ connection: Connection) throws(EngineError) -> (key: RowKey?, hole: Hole?) {
        do throws(EngineError) {
            let key = try firstKey(connection)
            switch key {
            case .rowid(let id): if try !isFirst(id, connection) { throw .disordered }
            case .values: if let key, try !isFound(key, connection) { throw .disordered }
            case nil: break
            }
            return (key, nil)
        } catch {
            guard error.isDamage, hasRowID else { throw error }
            let hole = try hole(connection, after: nil)
            // Nothing can be read.
            guard let id = hole.next else { throw error }
            return (.rowid(id), hole)
        }
    }

    /// Rows that were stepped over.
    struct SteppedIDs {
        /// The id of the row after the given number; nil where there are fewer.
        var next: Int64?
        /// The number of rows, where there are fewer.
        var count = 0
    }

    /// Steps over `count` rows from that with the id `id` on.
    ///
    /// - Throws: A damage, also where ids do not ascend, or the next id is not found by a search.
    func step(_ connection: Connection, over count: Int, from id: Int64) throws(EngineError) -> SteppedIDs {
        let statement = try connection.statement(gathering([]))
        try statement.bind(.integer(id), to: 1)
        var wish = CellBuffer.wish(columns: 0, width: 0, rows: count + 1, bytes: .max)
        wish.first_id = id
        let found = connection.gather(statement, wish)
        if let failure = found.failure { throw failure }
        guard found.rows.row_count > count else { return SteppedIDs(count: found.rows.row_count) }
        guard try isFound(found.rows.last_id, connection) else { throw .disordered }
        return SteppedIDs(next: found.rows.last_id)
    }

    /// Rows that are looked at around those that are not in order: pages hold fewer in most tables.
    private static let lookedRows = 4096

    /// The number of rows from `key` on before one that cannot be reached, and the hole after them.
    ///
    /// With `isDisordered` rows are not where searches look; else a page cannot be read.
    func rowsBeforeHole(
        _ connection: Connection, from key: Int64, isDisordered: Bool
    ) throws(EngineError) -> (count: Int, hole: Hole) {
        let ids = try stepIDs(connection, from: key)
        var ordered = ids[...]
        if let drop = (1..<max(1, ids.count)).first(where: { ids[$0] <= ids[$0 - 1] }) {
            // The id that does not fit may be the greater one.
            let isTooGreat = drop > 1 && ids[drop] > ids[drop - 2]
            ordered = ids[..<(isTooGreat ? drop - 1 : drop)]
        }
        var count = isDisordered ? 0 : ordered.count
        while count < ordered.count, try isFound(ordered[count], connection) { count += 1 }
        // The row at the key was found before.
        count = max(1, count)
        let last = ids.isEmpty ? key : ids[count - 1]
        guard count < ids.count else { return (count, try hole(connection, after: last)) }
        var next: Int64?
        for id in ids[count...].reversed() {
            guard id > last, id < next ?? .max, try isFound(id, connection) else { break }
            next = id
        }
        guard let next else { return (count, try hole(connection, after: last)) }
        return (count, Hole(page: nil, first: last + 1, next: next))
    }

    /// The ids of rows from `key` on before one that cannot be reached, in whatever order they are.
    private func stepIDs(_ connection: Connection, from key: Int64) throws(EngineError) -> [Int64] {
        let statement = try connection.statement(
            "SELECT \(keyList) FROM \(source) NOT INDEXED WHERE \(condition(false)) ORDER BY \(keyList) LIMIT \(Self.lookedRows)"
        )
        defer { statement.reset() }
        try statement.bind(.integer(key), to: 1)
        var ids: [Int64] = []
        do throws(EngineError) {
            while try statement.step() { ids.append(statement.integer(0)) }
        } catch {
            if !error.isDamage { throw error }
        }
        return ids
    }

    /// True where searches lead to the row `id`, and to none before it.
    private func isFirst(_ id: Int64, _ connection: Connection) throws(EngineError) -> Bool {
        guard try isFound(id, connection) else { return false }
        let before = try connection.statement(
            "SELECT 1 FROM \(source) NOT INDEXED WHERE \(keyList) < ?1 ORDER BY \(keyList) DESC LIMIT 1")
        defer { before.reset() }
        try before.bind(.integer(id), to: 1)
        return try !before.step()
    }

    /// True where a search leads to the row `id`.
    func isFound(_ id: Int64, _ connection: Connection) throws(EngineError) -> Bool {
        try attempt(connection, from: id).id == id
    }

    /// True where a search leads to the row with `key`.
    func isFound(_ key: RowKey, _ connection: Connection) throws(EngineError) -> Bool {
        try self.key(connection, after: 0, from: key) == key
    }

    /// The damaged page of a value that cannot be read; nil where it is not known.
    func damagedPage(of column: Int, in key: RowKey, _ connection: Connection) throws(EngineError) -> Int? {
        let value = try value(of: column, in: key, connection)
        defer { value.reset() }
        return try connection.damagedPage { () throws(EngineError) in _ = try value.step() }
    }

    /// An attempt to reach the first row from an id on.
    private enum Attempt {
        case row(Int64)
        case end
        case damage

        var id: Int64? { if case .row(let id) = self { id } else { nil } }
    }

    /// An attempt whose row is found again by its own id: else that is one of other bytes.
    private func checkedAttempt(
        _ connection: Connection, from id: Int64, greatest: Int64?
    ) throws(EngineError) -> Attempt {
        switch try attempt(connection, from: id) {
        case .row(let found): found == id ? .row(id) : try isFound(found, connection) ? .row(found) : .damage
        case .end: id <= greatest ?? .min ? .damage : .end
        case .damage: .damage
        }
    }

    private func attempt(_ connection: Connection, from id: Int64) throws(EngineError) -> Attempt {
        let statement = try connection.statement(
            "SELECT \(keyList) FROM \(source) NOT INDEXED WHERE \(condition(false)) ORDER BY \(keyList) LIMIT 1")
        defer { statement.reset() }
        try statement.bind(.integer(id), to: 1)
        do throws(EngineError) {
            guard try statement.step() else { return .end }
            let found = statement.integer(0)
            return found < id ? .damage : .row(found)
        } catch {
            guard error.isDamage else { throw error }
            return .damage
        }
    }

    /// The hole after the row with the id `last`, or before all rows that can be read.
    ///
    /// - Complexity: O(log ids) attempts, and some thousand.
    func hole(_ connection: Connection, after last: Int64?) throws(EngineError) -> Hole {
        guard last != .max else { return Hole(page: nil, first: .max, next: nil) }
        let first = last.map { $0 + 1 } ?? .min
        var found = Attempt.damage
        let greatest = try? idRange(connection)?.upperBound
        let page = try connection.damagedPage { () throws(EngineError) in
            found = try checkedAttempt(connection, from: first, greatest: greatest)
            if case .damage = found { throw EngineError(code: Int32(QUAD_SQLITE_CORRUPT), message: "") }
        }
        guard case .damage = found else { return Hole(page: page, first: first, next: found.id) }
        var (low, high, step): (Int64, Int64, Int64) = (first, first, 1)
        var attempts = 0
        search: while case .damage = found, high < greatest ?? .max {
            low = high
            attempts += 1
            if attempts > Self.nearAttempts { step = step > .max / 2 ? .max : step * 2 } else { step = Self.nearStep }
            let (sum, isTooMuch) = low.addingReportingOverflow(step)
            high = min(isTooMuch ? .max : sum, greatest ?? .max)
            // Before all rows, near ids are far from them.
            if last == nil, let greatest { high = greatest }
            found = try checkedAttempt(connection, from: high, greatest: greatest)
        }
        if case .damage = found { return Hole(page: page, first: first, next: nil) }
        while high.subtractingReportingOverflow(low) != (1, false), high > low {
            let middle = low + Int64((UInt64(bitPattern: high) &- UInt64(bitPattern: low)) / 2)
            let attempt = try checkedAttempt(connection, from: middle, greatest: greatest)
            if case .damage = attempt { low = middle } else { (high, found) = (middle, attempt) }
        }
        return Hole(page: page, first: first, next: found.id)
    }
}
