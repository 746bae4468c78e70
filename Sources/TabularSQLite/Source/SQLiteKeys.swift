import QuadrilleRuntime
import Tabular

/// The keys of the rows of a table: their ids, or the primary key where they have none.
final class SQLiteKeys: RowKeying {
    private let reader: SQLiteReader

    init(_ reader: SQLiteReader) { self.reader = reader }

    func keys(ofRows rows: [Int]) throws(ReadError) -> [RowIdentity?] {
        let table = try openTable()
        guard let keyed = table.keyed else { return rows.map { _ in nil } }
        let checkpoints = reader.state.withLock(wakes: false) { $0.checkpoints }
        return try reader.read(expecting: table.state) { connection throws(EngineError) in
            var keys: [RowIdentity?] = []
            for row in rows {
                keys.append(
                    try keyed.key(connection, ofRow: row, checkpoints).map { RowIdentity($0.values.map(\.shared)) })
            }
            return keys
        }.0
    }

    func rows(withKeys keys: [RowIdentity]) throws(ReadError) -> [Int?] {
        let table = try openTable()
        guard let keyed = table.keyed else { return keys.map { _ in nil } }
        let checkpoints = reader.state.withLock(wakes: false) { $0.checkpoints }
        return try reader.read(expecting: table.state) { connection throws(EngineError) in
            var rows: [Int?] = []
            for key in keys { rows.append(try keyed.row(connection, ofKey: key.values.map(\.stored), checkpoints)) }
            return rows
        }.0
    }

    func referredRow(ofReference reference: Int, inRow row: Int) throws(ReadError) -> ReferredRow {
        let table = try openTable()
        let (schema, checkpoints) = reader.state.withLock(wakes: false) {
            ($0.snapshot.description.schema, $0.checkpoints)
        }
        guard let references = schema?.references, references.indices.contains(reference), let keyed = table.keyed
        else {
            return .none
        }
        let link = references[reference]
        let other = reader.tables.first { $0.name == link.table }
        return try reader.read(expecting: table.state) { connection throws(EngineError) in
            guard let key = try keyed.key(connection, ofRow: row, checkpoints),
                let values = try keyed.values(connection, of: link.columns, at: key)
            else { return .none }
            if values.contains(.null) { return .none }
            let schema = SchemaReader(connection: connection)
            guard let other, link.targetColumns.count == values.count,
                let target = try schema.keyedTable(other, try schema.columns(of: other)),
                let found = try target.firstKey(connection, where: link.targetColumns, are: values)
            else { return .missing }
            return .row(RowIdentity(found.values.map(\.shared)))
        }.0
    }

    /// Waits until the table is open.
    private func openTable() throws(ReadError) -> OpenTable {
        let (table, failure) = reader.state.wait(
            until: { $0.table != nil || $0.isClosed || $0.snapshot.phase.isFailed },
            then: { ($0.table, $0.snapshot.failure) })
        if let table { return table }
        throw failure ?? reader.closedError
    }
}

extension KeyedTable {
    /// The key of the row `row` (0-based); nil behind the last.
    fileprivate func key(
        _ connection: Connection, ofRow row: Int, _ checkpoints: Checkpoints
    ) throws(EngineError) -> RowKey? {
        guard row >= 0, let start = checkpoints.start(of: row) else { return nil }
        return start.skip == 0 ? start.key : try key(connection, after: start.skip, from: start.key)
    }

    /// The row (0-based) with the key `key`; nil where there is none.
    fileprivate func row(
        _ connection: Connection, ofKey key: [SQLiteValue], _ checkpoints: Checkpoints
    ) throws(EngineError) -> Int? {
        guard key.count == keyWidth else { return nil }
        let found = try connection.statement("SELECT 1 FROM \(source) WHERE \(order.equality) LIMIT 1")
        defer { found.reset() }
        try found.bind(key, from: 1)
        guard try found.step() else { return nil }
        guard case .integer(let id)? = key.first, hasRowID, let start = checkpoints.lastRow(withIDUpTo: id) else {
            return try count(connection, before: key, from: nil)
        }
        return start.row + (try count(connection, before: key, from: start.key))
    }

    /// The number of rows before `key`, from the id `first` on.
    private func count(
        _ connection: Connection, before key: [SQLiteValue], from first: RowKey?
    ) throws(EngineError) -> Int {
        let start = first == nil ? "" : " AND \(keyList) >= ?\(key.count + 1)"
        let rows = order.conditions(isBefore: true, includesKey: false)
            .map { "SELECT 1 FROM \(source) WHERE \($0)\(start)" }.joined(separator: " UNION ALL ")
        let statement = try connection.statement("SELECT count(*) FROM (\(rows))")
        defer { statement.reset() }
        try statement.bind(key, from: 1)
        if let first { try statement.bind(first.values, from: key.count + 1) }
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// The values of columns in the row with the key `key`; nil where there is none.
    fileprivate func values(
        _ connection: Connection, of columns: [String], at key: RowKey
    ) throws(EngineError) -> [SQLiteValue]? {
        let list = columns.map(\.quotedColumn).joined(separator: ", ")
        let statement = try connection.statement("SELECT \(list) FROM \(source) WHERE \(order.equality)")
        defer { statement.reset() }
        try statement.bind(key.values, from: 1)
        return try statement.step() ? try statement.values(columns.indices) : nil
    }

    /// The key of the first row with `values` in `columns`, compared as the columns compare; nil where there is none.
    fileprivate func firstKey(
        _ connection: Connection, where columns: [String], are values: [SQLiteValue]
    ) throws(EngineError) -> RowKey? {
        let condition = columns.enumerated().map { "\($1.quotedColumn) = ?\($0 + 1)" }.joined(separator: " AND ")
        let statement = try connection.statement("SELECT \(keyList) FROM \(source) WHERE \(condition) LIMIT 1")
        defer { statement.reset() }
        try statement.bind(values, from: 1)
        return try statement.step() ? try self.key(in: statement) : nil
    }
}

extension SQLiteValue {
    fileprivate var shared: RowIdentity.Value {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let bytes): .text(bytes)
        case .blob(let bytes): .bytes(bytes)
        case .null: .null
        }
    }
}

extension RowIdentity.Value {
    fileprivate var stored: SQLiteValue {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let bytes): .text(bytes)
        case .bytes(let bytes): .blob(bytes)
        case .null: .null
        }
    }
}
