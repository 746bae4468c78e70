import CSQLite

extension KeyedTable {
    /// Rows, and bytes of their values, that are looked at in one transaction.
    private static let auditedRows = 8192
    private static let auditedBytes = 1 << 20

    /// Adds the values of some rows after `last` to `tallies`, and returns the key of the last of them; nil after the last row.
    func audit(
        _ connection: Connection, after last: RowKey, includes: Bool, into tallies: inout [StorageTally]
    ) throws(EngineError) -> RowKey? {
        connection.setLimit(hasRowID ? Self.largeValue : Self.largeValue * 12)
        guard hasRowID, columns.count <= Connection.mostGathered else {
            return try auditSteps(connection, after: last, includes: includes, into: &tallies)
        }
        // The values of the others do not matter.
        let looked = tallies.indices.filter { tallies[$0].asksForTexts }
        let order = looked + tallies.indices.filter { !tallies[$0].asksForTexts }
        let statement = try connection.statement(gathering(order, isAfter: !includes))
        try statement.bind(last.values, from: 1)
        let found = connection.gather(
            statement, columns: order.count, width: looked.count, rows: Self.auditedRows, bytes: Self.auditedBytes)
        var texts = CellBuffer(columnCount: looked.count)
        if !looked.isEmpty { texts.append(found.rows) }
        for (place, column) in order.enumerated() {
            tallies[column].add(classes: found.classes(of: place))
            if place < looked.count { tallies[column].addTexts(texts, place) }
        }
        guard let failure = found.failure else { return found.rows.is_last ? nil : .rowid(found.rows.last_id) }
        guard failure.primary == Int32(QUAD_SQLITE_TOOBIG) else { throw failure }
        if found.rows.row_count > 0 { return .rowid(found.rows.last_id) }
        return .rowid(try auditLargeRow(connection, after: last, includes: includes, &tallies))
    }

    /// Does so row by row.
    private func auditSteps(
        _ connection: Connection, after last: RowKey, includes: Bool, into tallies: inout [StorageTally]
    ) throws(EngineError) -> RowKey? {
        let statement = try connection.statement(auditStatement(isAfter: !includes))
        defer { statement.reset() }
        try statement.bind(last.values, from: 1)
        var count = 0
        var key: RowKey?
        while true {
            do throws(EngineError) {
                guard try statement.step() else { break }
            } catch {
                guard error.primary == Int32(QUAD_SQLITE_TOOBIG), hasRowID else { throw error }
                statement.reset()
                return .rowid(
                    try auditLargeRow(connection, after: key ?? last, includes: key == nil && includes, &tallies))
            }
            for column in tallies.indices { tallies[column].add(statement, keyWidth + column) }
            count += 1
            if hasRowID || count == Self.auditedRows { key = self.key(in: statement) }
            if count == Self.auditedRows { return key }
        }
        return nil
    }

    private func auditStatement(isAfter: Bool) -> String {
        let list = ([keyList] + columns.map(\.quotedName)).joined(separator: ", ")
        return "SELECT \(list) FROM \(source) WHERE \(condition(isAfter)) ORDER BY \(keyList)"
    }

    /// Adds the types of the values in a row that is too long to be read at once, and returns its id.
    private func auditLargeRow(
        _ connection: Connection, after last: RowKey, includes: Bool, _ tallies: inout [StorageTally]
    ) throws(EngineError) -> Int64 {
        let types = columns.map { "typeof(\($0.quotedName))" }
        let list = ([keyList] + types).joined(separator: ", ")
        let statement = try connection.statement(
            "SELECT \(list) FROM \(source) WHERE \(condition(!includes)) ORDER BY \(keyList) LIMIT 1")
        defer { statement.reset() }
        try statement.bind(last.values, from: 1)
        guard try statement.step() else { throw EngineError(code: Int32(QUAD_SQLITE_ERROR), message: "") }
        for column in tallies.indices {
            switch statement.text(column + 1) {
            case "integer": tallies[column].add(.integer)
            case "real": tallies[column].add(.real)
            case "text": tallies[column].addLongText()
            case "blob": tallies[column].add(.blob)
            default: break
            }
        }
        return statement.integer(0)
    }
}
