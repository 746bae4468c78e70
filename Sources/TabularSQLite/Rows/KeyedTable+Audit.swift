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
        /// Columns whose values in the last of them are on damaged pages, and these.
        var damaged: [(column: Int, page: Int?)] = []
    }

    /// Adds the values of some rows after `last` to `tallies`, at most `limit`.
    func audit(
        _ connection: Connection, after last: RowKey, includes: Bool, limit: Int, into tallies: inout [StorageTally]
    ) throws(EngineError) -> AuditedRows {
        connection.setLimit(hasRowID ? Self.largeValue : Self.largeValue * 12)
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
        guard failure.isOfOneRow, failure.code != Int32(QUAD_SQLITE_DISORDERED) else { throw failure }
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
            } catch {
                guard error.isOfOneRow, hasRowID else { throw error }
                statement.reset()
                if rows.count > 0 {
                    if !selectsKey {
                        rows.last = try key(connection, after: rows.count - 1, from: last, isAfter: !includes)
                    }
                    return rows
                }
                return try auditRow(connection, after: last, includes: includes, &tallies)
            }
            for column in tallies.indices { tallies[column].add(statement, firstValue + column) }
            rows.count += 1
            let isFull = rows.count == min(limit, Self.auditedRows)
            if selectsKey, hasRowID || isFull { rows.last = key(in: statement) }
            if isFull {
                if !selectsKey {
                    rows.last = try key(connection, after: rows.count - 1, from: last, isAfter: !includes)
                }
                return rows
            }
        }
    }

    private func auditStatement(isAfter: Bool) -> String { rows(list(Array(columns.indices)), isAfter: isAfter) }

    /// Adds the types of the values in one row, value by value.
    private func auditRow(
        _ connection: Connection, after last: RowKey, includes: Bool, _ tallies: inout [StorageTally]
    ) throws(EngineError) -> AuditedRows {
        let statement = try connection.statement(
            "SELECT \(keyList) FROM \(source) WHERE \(condition(!includes)) ORDER BY \(keyList) LIMIT 1")
        defer { statement.reset() }
        try statement.bind(last.values, from: 1)
        guard try statement.step() else { return AuditedRows(count: 0, last: nil) }
        let id = statement.integer(0)
        var rows = AuditedRows(count: 1, last: .rowid(id))
        for column in tallies.indices {
            let value = try self.value(of: column, in: id, connection)
            defer { value.reset() }
            do throws(EngineError) {
                if try value.step() { tallies[column].add(value, 0) }
            } catch {
                value.reset()
                if error.isDamage {
                    rows.damaged.append((column, try damagedPage(of: column, in: id, connection)))
                } else if error.primary == Int32(QUAD_SQLITE_TOOBIG) {
                    try auditLongValue(of: column, in: id, connection, &tallies[column])
                } else {
                    throw error
                }
            }
        }
        return rows
    }

    private func auditLongValue(
        of column: Int, in id: Int64, _ connection: Connection, _ tally: inout StorageTally
    ) throws(EngineError) {
        let type = try connection.statement(
            "SELECT typeof(\(columns[column].quotedColumn)) FROM \(source) WHERE \(keyList) = ?1")
        defer { type.reset() }
        try type.bind(.integer(id), to: 1)
        guard try type.step() else { return }
        if type.text(0) == "text" { tally.addLongText() } else { tally.add(.blob) }
    }
}
