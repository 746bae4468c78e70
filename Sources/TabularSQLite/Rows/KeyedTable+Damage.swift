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
        do throws(EngineError) { return (try firstKey(connection), nil) } catch {
            guard error.isDamage, hasRowID else { throw error }
            let hole = try hole(connection, after: nil)
            // Nothing can be read.
            guard let id = hole.next else { throw error }
            return (.rowid(id), hole)
        }
    }

    /// The number of rows from `key` on before one that cannot be reached, and the id of the last of them.
    func readableRows(_ connection: Connection, from key: Int64) throws(EngineError) -> (count: Int, last: Int64?) {
        let statement = try connection.statement(
            "SELECT \(keyList) FROM \(source) NOT INDEXED WHERE \(condition(false)) ORDER BY \(keyList)")
        defer { statement.reset() }
        try statement.bind(.integer(key), to: 1)
        var (count, last): (Int, Int64?) = (0, nil)
        do throws(EngineError) {
            while try statement.step() {
                let id = statement.integer(0)
                // Pages in a circle.
                if id <= last ?? .min, count > 0 { break }
                (count, last) = (count + 1, id)
            }
        } catch {
            if !error.isDamage { throw error }
        }
        return (count, last)
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
        let page = try connection.damagedPage { () throws(EngineError) in
            found = try attempt(connection, from: first)
            if case .damage = found { throw EngineError(code: Int32(QUAD_SQLITE_CORRUPT), message: "") }
        }
        guard case .damage = found else { return Hole(page: page, first: first, next: found.id) }
        let greatest = try? idRange(connection)?.upperBound
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
            found = try attempt(connection, from: high)
        }
        if case .damage = found { return Hole(page: page, first: first, next: nil) }
        while high.subtractingReportingOverflow(low) != (1, false), high > low {
            let middle = low + Int64((UInt64(bitPattern: high) &- UInt64(bitPattern: low)) / 2)
            let attempt = try attempt(connection, from: middle)
            if case .damage = attempt { low = middle } else { (high, found) = (middle, attempt) }
        }
        return Hole(page: page, first: first, next: found.id)
    }
}
