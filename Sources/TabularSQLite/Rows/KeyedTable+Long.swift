import CSQLite

// Rows with a value that makes SQLite fail: it is too long for one step, on a damaged page, or computed by an expression that
// fails. They are read value by value, and only that value cannot be read, or is read later.
extension KeyedTable {
    /// A value of more bytes is read piece by piece.
    static let largeValue = 1 << 20
    /// Values of more bytes that have no place of their own in the file cannot be read: SQLite holds them in memory, of which
    /// all databases have twice as much.
    static let longestSelected = 12 << 20
    /// After so many bytes of one row its further values are read piece by piece unless they are short.
    private static let mostOfRow = 4 << 20
    private static let shortValue = 1 << 12

    /// The bytes of a value that make a row fail.
    var rowLimit: Int { hasRowID ? Self.largeValue : Self.longestSelected }

    /// True where other rows may be read after `error`.
    func isOfOneRow(_ error: EngineError) -> Bool { error.isOfOneRow && (hasRowID || !error.isDamage) }

    /// Appends the row with `key` value by value.
    func appendRow(
        _ key: RowKey, _ columns: [Int], to buffer: inout CellBuffer, _ connection: Connection
    ) throws(EngineError) {
        connection.setLimit(Self.longestSelected)
        defer { connection.setLimit(rowLimit) }
        let start = buffer.bytes.count
        for column in columns {
            let limit = buffer.bytes.count - start < Self.mostOfRow ? Self.largeValue : Self.shortValue
            do throws(EngineError) { try appendValue(of: column, in: key, limit, to: &buffer, connection) } catch {
                guard isOfOneRow(error) else { throw error }
                buffer.endUnreadableCell(try reason(error, column, key, connection))
            }
        }
        buffer.endRow()
    }

    private func appendValue(
        of column: Int, in key: RowKey, _ limit: Int, to buffer: inout CellBuffer, _ connection: Connection
    ) throws(EngineError) {
        let kind = try storage(of: column, in: key, connection)
        if kind == "text" || kind == "blob" {
            let count = try longValue(of: column, in: key, connection).count
            if count > limit {
                return buffer.endCell(
                    CellBuffer.LargeValue(key: key, column: column, count: count), kind == "text" ? .text : .binary)
            }
        }
        let value = try self.value(of: column, in: key, connection)
        defer { value.reset() }
        if try value.step() { try buffer.append(value, 0) } else { buffer.endCell(.null, .text) }
    }

    /// The name of the storage class of a value.
    func storage(of column: Int, in key: RowKey, _ connection: Connection) throws(EngineError) -> String {
        let type = try selection("typeof(\(columns[column].quotedColumn))", in: key, connection)
        defer { type.reset() }
        return try type.step() ? try type.text(0) : "null"
    }

    /// The statement of one value.
    func value(of column: Int, in key: RowKey, _ connection: Connection) throws(EngineError) -> Statement {
        try selection(columns[column].quotedColumn, in: key, connection)
    }

    /// The statement of an expression in the row with `key`, with parameters after those of the key.
    fileprivate func selection(
        _ expression: String, in key: RowKey, _ connection: Connection
    ) throws(EngineError) -> Statement {
        let statement = try connection.statement("SELECT \(expression) FROM \(source) WHERE \(order.equality)")
        try statement.bind(key.values, from: 1)
        return statement
    }

    /// The bytes of a text or blob.
    ///
    /// SQLite opens the place of a value by the number of its column among all, which is another one after a column that is
    /// generated and not stored.
    func longValue(of column: Int, in key: RowKey, _ connection: Connection) throws(EngineError) -> any LongValue {
        if case .rowid(let id) = key, !isGenerated[...column].contains(true) {
            do throws(EngineError) { return try connection.value(name, columns[column], at: id) } catch {
                // Newer versions open none in a table with a generated column.
                guard error.primary == Int32(QUAD_SQLITE_ERROR), isGenerated.contains(true) else { throw error }
            }
        }
        return try SelectedBytes(of: column, in: key, self, connection)
    }

    /// The reason why a value cannot be read, by the error that it raised.
    func reason(
        _ error: EngineError, _ column: Int, _ key: RowKey, _ connection: Connection
    ) throws(EngineError) -> UnreadableReason {
        switch error.primary {
        case Int32(QUAD_SQLITE_TOOBIG), Int32(QUAD_SQLITE_NOMEM): .tooLong
        case Int32(QUAD_SQLITE_ERROR): .refused(error.message)
        default: .damaged(page: try damagedPage(of: column, in: key, connection))
        }
    }
}

/// The bytes of a value that has no place of its own in the file: a statement reads all of it for each piece.
private struct SelectedBytes: LongValue {
    private let table: KeyedTable
    private let column: Int
    private let key: RowKey
    private let connection: Connection
    let count: Int
    let mostAtOnce = 2 << 20

    init(of column: Int, in key: RowKey, _ table: KeyedTable, _ connection: Connection) throws(EngineError) {
        (self.table, self.column, self.key, self.connection) = (table, column, key, connection)
        connection.setLimit(KeyedTable.longestSelected)
        let length = try table.selection(
            "length(CAST(\(table.columns[column].quotedColumn) AS BLOB))", in: key, connection)
        defer { length.reset() }
        count = try length.step() ? Int(length.integer(0)) : 0
    }

    func bytes(_ range: Range<Int>) throws(EngineError) -> [UInt8] {
        let first = table.keyWidth + 1
        let piece = try table.selection(
            "substr(CAST(\(table.columns[column].quotedColumn) AS BLOB), ?\(first), ?\(first + 1))", in: key, connection
        )
        defer { piece.reset() }
        try piece.bind(.integer(Int64(range.lowerBound + 1)), to: first)
        try piece.bind(.integer(Int64(range.count)), to: first + 1)
        let bytes = try piece.step() ? Array(try piece.bytes(0)) : []
        guard bytes.count == range.count else { throw EngineError(code: Int32(QUAD_SQLITE_STALE), message: "") }
        return bytes
    }
}

extension EngineError {
    /// True where other rows may be read: one is too long, fails to be computed, or its values are on a damaged page.
    var isOfOneRow: Bool {
        switch primary {
        case Int32(QUAD_SQLITE_TOOBIG), Int32(QUAD_SQLITE_NOMEM), Int32(QUAD_SQLITE_ERROR): true
        default: isDamage
        }
    }
}
