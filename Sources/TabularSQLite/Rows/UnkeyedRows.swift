import CSQLite

/// The rows of a view or virtual table, one after the other. A row that is too long for one step is read value by value.
struct UnkeyedRows {
    private let connection: Connection
    private let columns: [String]
    private let source: String
    private var statement: Statement?
    private var next = 0
    private var longRows = 0

    /// More rows that are too long end the reading: each is searched from the first row on.
    private static let mostLongRows = 64
    private static let longestSkipped = 1 << 30

    init(_ table: String, _ columns: [String], _ connection: Connection) {
        (self.connection, self.columns) = (connection, columns.map(\.quotedColumn))
        source = "main.\(table.quotedName) AS t"
        connection.setLimit(KeyedTable.longestSelected)
    }

    /// Appends the next row to `buffer`; false after the last.
    mutating func appendNext(to buffer: inout CellBuffer) throws(EngineError) -> Bool {
        do throws(EngineError) {
            let statement = if let statement { statement } else { try begin() }
            guard try statement.step() else { return false }
            try buffer.appendRow(statement, columns.indices)
        } catch {
            buffer.removeOpenRow()
            statement?.reset()
            statement = nil
            guard error.isOfLongValue, longRows < Self.mostLongRows else { throw error }
            longRows += 1
            // What reads a virtual table may step over the value.
            connection.setLimit(Self.longestSkipped)
            guard try isThere(), try appendValues(to: &buffer) else { throw error }
        }
        next += 1
        return true
    }

    /// Ends the reading. Rows that are there already are not read again for a value that found no memory.
    func end() {
        statement?.reset()
        connection.forgetRunOut()
    }

    private mutating func begin() throws(EngineError) -> Statement {
        let rows = "SELECT \(columns.joined(separator: ", ")) FROM \(source)"
        let statement = try connection.statement(next == 0 ? rows : "\(rows) LIMIT -1 OFFSET ?1")
        if next > 0 { try statement.bind(.integer(Int64(next)), to: 1) }
        self.statement = statement
        return statement
    }

    /// The statement that reads one column of the next row, or none.
    ///
    /// It names all columns: with fewer, SQLite may read rows in another order.
    private func selection(of column: Int) throws(EngineError) -> Statement {
        let values = columns.enumerated().map { "CASE ?1 WHEN \($0) THEN \($1) END" }.joined(separator: ", ")
        let statement = try connection.statement("SELECT \(values) FROM \(source) LIMIT 1 OFFSET ?2")
        try statement.bind(.integer(Int64(column)), to: 1)
        try statement.bind(.integer(Int64(next)), to: 2)
        return statement
    }

    /// True where the next row can be reached: otherwise it is not known whether there is one.
    private func isThere() throws(EngineError) -> Bool {
        let statement = try selection(of: -1)
        defer { statement.reset() }
        return try statement.step()
    }

    /// Appends the next row value by value; false where there is none.
    private func appendValues(to buffer: inout CellBuffer) throws(EngineError) -> Bool {
        for column in columns.indices {
            do throws(EngineError) {
                let statement = try selection(of: column)
                defer { statement.reset() }
                guard try statement.step() else {
                    buffer.removeOpenRow()
                    return false
                }
                try buffer.append(statement, column)
            } catch {
                guard error.isOfLongValue else { throw error }
                buffer.endUnreadableCell(.tooLong)
            }
        }
        buffer.endRow()
        return true
    }
}

extension EngineError {
    /// True where SQLite has no room for a value.
    fileprivate var isOfLongValue: Bool {
        primary == Int32(QUAD_SQLITE_TOOBIG) || primary == Int32(QUAD_SQLITE_NOMEM)
    }
}
