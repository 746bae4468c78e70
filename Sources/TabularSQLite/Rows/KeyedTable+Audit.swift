import CSQLite

extension KeyedTable {
    /// Rows, and bytes of their values, that are looked at in one transaction.
    private static let auditedRows = 8192
    private static let auditedBytes = 1 << 20

    /// Some audited rows.
    struct AuditedRows: Sendable {
        var count: Int
        /// The key of the last of them; nil where no more follow.
        var last: RowKey?
        /// Columns whose values in the last of them cannot be read, and the reasons.
        var unreadable: [(column: Int, reason: UnreadableReason)] = []
    }

    /// Adds the values of some rows after `last` to `tallies`, at most `limit`.
    func audit(
        _ connection: Connection, after last: RowKey, includes: Bool, limit: Int, into tallies: inout [StorageTally]
    ) throws(EngineError) -> AuditedRows {
        connection.setLimit(rowLimit)
        guard hasRowID, columns.count <= Connection.mostGathered else {
            return try auditSteps(connection, after: last, includes: includes, limit: limit, into: &tallies)
        }
        // The values of the others do not matter.
        let looked = tallies.indices.filter { tallies[$0].asksForTexts }
        let order = looked + tallies.indices.filter { !tallies[$0].asksForTexts }
        let statement = try connection.statement(gathering(order))
        try statement.bind(last.values, from: 1)
        var wish = CellBuffer.wish(
            columns: order.count, width: looked.count, rows: min(limit, Self.auditedRows), bytes: Self.auditedBytes)
        if case .rowid(let id) = last { (wish.first_id, wish.skips_first) = (id, !includes) }
        let found = connection.gather(statement, wish)
        var texts = CellBuffer(columnCount: looked.count)
        if !looked.isEmpty { texts.append(found.rows) }
        for (place, column) in order.enumerated() {
            tallies[column].add(classes: found.classes(of: place))
            if place < looked.count { tallies[column].addTexts(texts, place) }
        }
        let count = found.rows.row_count
        guard let failure = found.failure else {
            return AuditedRows(count: count, last: found.rows.is_last ? nil : .rowid(found.rows.last_id))
        }
        guard isOfOneRow(failure), failure.code != Int32(QUAD_SQLITE_DISORDERED) else { throw failure }
        if count > 0 { return AuditedRows(count: count, last: .rowid(found.rows.last_id)) }
        return try auditRow(connection, after: last, includes: includes, &tallies)
    }

    /// Does so row by row.
    private func auditSteps(
        _ connection: Connection, after last: RowKey, includes: Bool, limit: Int, into tallies: inout [StorageTally]
    ) throws(EngineError) -> AuditedRows {
        let statement = try connection.statement(auditStatement(isAfter: !includes))
        defer { statement.reset() }
        try statement.bind(last.values, from: 1)
        var rows = AuditedRows(count: 0, last: nil)
        let selectsKey = selectsKey(with: columns.count)
        let firstValue = selectsKey ? keyWidth : 0
        while true {
            do throws(EngineError) {
                guard try statement.step() else { return AuditedRows(count: rows.count, last: nil) }
                for column in tallies.indices { try tallies[column].add(statement, firstValue + column) }
            } catch {
                guard isOfOneRow(error) else { throw error }
                statement.reset()
                // The row is audited alone, after those before it.
                guard rows.count > 0 else {
                    return try auditRow(connection, after: last, includes: includes, &tallies)
                }
                rows.last = try key(connection, after: rows.count - 1, from: last, isAfter: !includes)
                return rows
            }
            rows.count += 1
            if rows.count < min(limit, Self.auditedRows) { continue }
            rows.last =
                selectsKey
                ? try key(in: statement)
                : try key(connection, after: rows.count - 1, from: last, isAfter: !includes)
            return rows
        }
    }

    private func auditStatement(isAfter: Bool) -> String { rows(list(Array(columns.indices)), isAfter: isAfter) }

    /// Adds the types of the values in one row, value by value.
    private func auditRow(
        _ connection: Connection, after last: RowKey, includes: Bool, _ tallies: inout [StorageTally]
    ) throws(EngineError) -> AuditedRows {
        let statement = try connection.statement(rows(keyList, isAfter: !includes, "LIMIT 1"))
        defer { statement.reset() }
        try statement.bind(last.values, from: 1)
        guard try statement.step() else { return AuditedRows(count: 0, last: nil) }
        let key = try key(in: statement)
        statement.reset()
        connection.setLimit(Self.longestSelected)
        var rows = AuditedRows(count: 1, last: key)
        for column in tallies.indices {
            do throws(EngineError) { try audit(column, in: key, connection, &tallies[column]) } catch {
                guard isOfOneRow(error) else { throw error }
                rows.unreadable.append((column, try reason(error, column, key, connection)))
            }
        }
        return rows
    }

    /// Adds the type of one value.
    private func audit(
        _ column: Int, in key: RowKey, _ connection: Connection, _ tally: inout StorageTally
    ) throws(EngineError) {
        do throws(EngineError) {
            let value = try self.value(of: column, in: key, connection)
            defer { value.reset() }
            if try value.step() { try tally.add(value, 0) }
        } catch {
            guard isOfOneRow(error), !error.isDamage else { throw error }
            // It may be read in pieces.
            let storage = try storage(of: column, in: key, connection)
            if storage == "text" { tally.addLongText() } else if storage == "blob" { tally.add(.blob) }
            _ = try longValue(of: column, in: key, connection)
        }
    }
}
