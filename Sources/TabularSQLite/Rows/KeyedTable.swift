import CSQLite
import Tabular

/// A table whose rows are read in the order of a key: of their ids, or of the primary key where they have none.
struct KeyedTable: Sendable {
    let name: String
    let columns: [String]
    let order: KeyOrder
    let hasRowID: Bool
    let isGenerated: [Bool]

    /// Nil where the rows have no key: views, virtual tables, and tables whose columns have all the names of the row id. `key` is
    /// that of a table without row ids.
    init?(_ table: SchemaTable, _ columns: [SchemaColumn], _ key: [KeyPart]) {
        guard table.kind == .table || table.kind == .shadow, !columns.isEmpty else { return nil }
        (name, self.columns) = (table.name, columns.map(\.name))
        (hasRowID, isGenerated) = (!table.lacksRowID, columns.map(\.isGenerated))
        if table.lacksRowID {
            guard let order = KeyOrder(key) else { return nil }
            self.order = order
        } else {
            let taken = Set(columns.map { $0.name.lowercased() })
            guard let free = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }) else { return nil }
            order = KeyOrder(rowID: free)
        }
    }

    // MARK: - Statements

    /// The most columns that a statement has.
    private static let mostColumns = 2000

    var keyWidth: Int { order.count }
    var keyList: String { order.list }
    var source: String { "main.\(name.quotedName) AS t" }

    /// The condition of the row ids from that in the parameter on, or after it.
    func condition(_ isAfter: Bool) -> String { "\(keyList) \(isAfter ? ">" : ">=") ?1" }

    /// The statement for `list` of the rows from the key in parameters on, or after it, in their order, with a limit.
    func rows(_ list: String, isAfter: Bool, _ limit: String = "") -> String {
        let searches = order.conditions(includesKey: !isAfter).map {
            "SELECT \(list) FROM \(source) WHERE \($0) ORDER BY \(order.terms)"
        }
        if searches.count == 1 { return "\(searches[0]) \(limit)" }
        return searches.map { "SELECT * FROM (\($0))" }.joined(separator: " UNION ALL ") + " \(limit)"
    }

    /// True where a statement may have the key before `columns`.
    func selectsKey(with columns: Int) -> Bool { keyWidth + columns <= Self.mostColumns }

    /// The key, where it is selected, and `columns`.
    func list(_ columns: [Int]) -> String {
        let names = columns.map { self.columns[$0].quotedColumn }
        return ((selectsKey(with: columns.count) ? [keyList] : []) + names).joined(separator: ", ")
    }

    /// The statement for the key and `columns` of rows after a number of others.
    private func selection(_ columns: [Int], isAfter: Bool) -> String {
        rows(list(columns), isAfter: isAfter, "LIMIT -1 OFFSET ?\(keyWidth + 1)")
    }

    func key(in statement: Statement) throws(EngineError) -> RowKey {
        hasRowID ? .rowid(statement.integer(0)) : .values(try statement.values(0..<keyWidth))
    }

    /// The key of the first row; nil in an empty table.
    func firstKey(_ connection: Connection) throws(EngineError) -> RowKey? {
        let statement = try connection.statement("SELECT \(keyList) FROM \(source) ORDER BY \(order.terms) LIMIT 1")
        defer { statement.reset() }
        return try statement.step() ? try key(in: statement) : nil
    }

    /// The key of the row `count` rows after that with `key`, or after the row after it; nil where there are fewer.
    func key(
        _ connection: Connection, after count: Int, from key: RowKey, isAfter: Bool = false
    ) throws(EngineError) -> RowKey? {
        let statement = try connection.statement(
            rows(keyList, isAfter: isAfter, "LIMIT 1 OFFSET ?\(keyWidth + 1)"))
        defer { statement.reset() }
        try statement.bind(key.values, from: 1)
        try statement.bind(.integer(Int64(count)), to: keyWidth + 1)
        return try statement.step() ? try self.key(in: statement) : nil
    }

    /// The number of rows from `key` on, of which there are at most `limit`.
    func count(_ connection: Connection, from key: RowKey, limit: Int) throws(EngineError) -> Int {
        let statement = try connection.statement(
            "SELECT count(*) FROM (\(rows("1", isAfter: false, "LIMIT \(limit)")))")
        defer { statement.reset() }
        try statement.bind(key.values, from: 1)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// The number of rows from `key` on before one that cannot be read, and the damaged page; nil where that is not known.
    func readableCount(_ connection: Connection, from key: RowKey) throws(EngineError) -> (count: Int, page: Int?) {
        let statement = try connection.statement(selection([], isAfter: false))
        defer { statement.reset() }
        try statement.bind(key.values, from: 1)
        try statement.bind(.integer(0), to: keyWidth + 1)
        var count = 0
        let page = try connection.damagedPage { () throws(EngineError) in while try statement.step() { count += 1 } }
        return (count, page)
    }

    /// The ids of the first and the last row; nil in an empty table.
    func idRange(_ connection: Connection) throws(EngineError) -> ClosedRange<Int64>? {
        guard hasRowID else { return nil }
        let statement = try connection.statement(
            "SELECT (SELECT min(\(keyList)) FROM \(source)), (SELECT max(\(keyList)) FROM \(source))")
        defer { statement.reset() }
        guard try statement.step(), statement.type(of: 1) == .integer else { return nil }
        return min(statement.integer(0), statement.integer(1))...statement.integer(1)
    }

    /// The difference of the last and the first row id, which is more than the number of rows; nil where it is not known.
    func idSpan(_ connection: Connection) -> Int? {
        guard let ids = try? idRange(connection) else { return nil }
        let (span, isTooMuch) = ids.upperBound.subtractingReportingOverflow(ids.lowerBound)
        return isTooMuch || span > 1 << 48 ? nil : Int(span) + 1
    }
}

// MARK: - Rows

/// Ascending rows.
protocol RowIndices: RandomAccessCollection<Int>, Sendable where Index == Int, SubSequence == Self {}

extension ArraySlice<Int>: RowIndices {}
extension Range<Int>: RowIndices {}

extension KeyedTable {
    /// The last row that was read, after which reading goes on without a search.
    struct Position: Sendable {
        let row: Int
        let key: RowKey
    }

    /// Rows between two wanted ones that are stepped over; more of them are skipped by a search.
    private static let stepsOver = 64

    /// Appends `columns` of the ascending rows `rows` to `buffer` until it is full, and returns their number: less than until it
    /// is full where the table ends.
    func fill<Rows: RowIndices>(
        _ buffer: inout CellBuffer, _ connection: Connection, _ rows: Rows,
        _ request: (columns: [Int], checkpoints: Checkpoints), from position: inout Position?
    ) throws(EngineError) -> Int {
        connection.setLimit(rowLimit)
        var rest = rows
        while let first = rest.first, !buffer.isFull {
            let hole = request.checkpoints.firstHole(from: first)
            if hole == first {
                buffer.appendUnreadableRow()
                rest = rest.dropFirst()
                position = nil
                continue
            }
            var search = Search(row: first, isAfter: false, skip: 0, key: nil)
            let start = request.checkpoints.start(of: first)
            if let last = position, first > last.row, first - last.row - 1 <= start?.skip ?? .max {
                search = Search(row: first, isAfter: true, skip: first - last.row - 1, key: last.key)
            } else if let start {
                search = Search(row: first, isAfter: false, skip: start.skip, key: start.key)
            }
            // Those before the hole.
            var near = hole == .max ? rest : rest.prefix { $0 < hole }
            let goesOn: Bool
            do throws(EngineError) {
                defer { rest = rest[near.startIndex...] }
                goesOn =
                    if isGathered(request.columns, near) {
                        try gather(&near, &buffer, connection, request.columns, search, &position)
                    } else {
                        try read(&near, &buffer, connection, request.columns, search, &position)
                    }
            } catch {
                buffer.removeOpenRow()
                // The rows before it stay: the next call begins with the damaged one.
                guard error.isOfOneRow, buffer.rowCount > 0 else { throw error }
                position = nil
                break
            }
            if !goesOn { break }
        }
        return rows.count - rest.count
    }

    /// A search for the first of several rows.
    private struct Search {
        let row: Int
        /// True where the key is that of an earlier row.
        let isAfter: Bool
        let skip: Int
        let key: RowKey?
    }

    /// Reads rows by one statement, up to a large gap; false where the table ends.
    private func read(
        _ rest: inout some RowIndices, _ buffer: inout CellBuffer, _ connection: Connection, _ columns: [Int],
        _ search: Search, _ position: inout Position?
    ) throws(EngineError) -> Bool {
        guard let start = search.key else { return false }
        let statement = try connection.statement(selection(columns, isAfter: search.isAfter))
        defer { statement.reset() }
        try statement.bind(start.values, from: 1)
        try statement.bind(.integer(Int64(search.skip)), to: keyWidth + 1)
        let selectsKey = selectsKey(with: columns.count)
        let firstValue = selectsKey ? keyWidth : 0
        var (row, next) = (search.row, rest.startIndex)
        defer { rest = rest[next...] }
        while next < rest.endIndex {
            let wanted = rest[next]
            do throws(EngineError) {
                guard try statement.step() else { return false }
                if row == wanted { try buffer.appendRow(statement, firstValue..<firstValue + columns.count) }
            } catch {
                guard isOfOneRow(error) else { throw error }
                statement.reset()
                buffer.removeOpenRow()
                guard let key = try self.key(connection, search, at: row) else { throw error }
                if row == wanted {
                    try appendRow(key, columns, to: &buffer, connection)
                    next += 1
                }
                position = Position(row: row, key: key)
                return true
            }
            if row == wanted {
                next += 1
                let isFar = next == rest.endIndex || rest[next] - row > Self.stepsOver
                if isFar || buffer.isFull {
                    let last = selectsKey ? try key(in: statement) : try key(connection, search, at: row)
                    position = last.map { Position(row: row, key: $0) }
                    // In a damaged table a search from there may lead elsewhere.
                    if let last, !hasRowID { if try !isFound(last, connection) { position = nil } }
                    return true
                }
            }
            row += 1
        }
        return true
    }

    /// The key of `row`, at or after the first row of `search`; nil where the table ends before.
    private func key(_ connection: Connection, _ search: Search, at row: Int) throws(EngineError) -> RowKey? {
        guard let start = search.key else { return nil }
        return try key(
            connection, after: search.skip + row - search.row, from: start, isAfter: search.isAfter)
    }

    // MARK: Adjacent rows

    private func isGathered(_ columns: [Int], _ rows: some RowIndices) -> Bool {
        guard hasRowID, columns.count <= Connection.mostGathered, let first = rows.first, let last = rows.last
        else { return false }
        return !columns.isEmpty && last - first == rows.count - 1
    }

    /// The statement that gathers `columns` of the rows from an id on. By an index the rows would be in another order.
    func gathering(_ columns: [Int]) -> String {
        "SELECT quad_rows(\(list(columns))) FROM \(source) NOT INDEXED WHERE \(condition(false))"
    }

    /// Reads adjacent rows at once, up to one that is too long for that; false where the table ends.
    private func gather(
        _ rest: inout some RowIndices, _ buffer: inout CellBuffer, _ connection: Connection, _ columns: [Int],
        _ search: Search, _ position: inout Position?
    ) throws(EngineError) -> Bool {
        guard var key = search.key else { return false }
        var isAfter = search.isAfter
        if search.skip > 0 {
            guard let first = try self.key(connection, search, at: search.row) else { return false }
            (key, isAfter) = (first, false)
        }
        let statement = try connection.statement(gathering(columns))
        try statement.bind(key.values, from: 1)
        var wish = buffer.wish(rows: min(rest.count, buffer.freeRows), bytes: buffer.freeBytes)
        if case .rowid(let id) = key { (wish.first_id, wish.skips_first) = (id, isAfter) }
        let found = connection.gather(statement, wish)
        let count = found.rows.row_count
        if count > 0 {
            buffer.append(found.rows)
            position = Position(row: search.row + count - 1, key: .rowid(found.rows.last_id))
            rest = rest.dropFirst(count)
        }
        guard let failure = found.failure else { return !found.rows.is_last }
        guard isOfOneRow(failure), failure.code != Int32(QUAD_SQLITE_DISORDERED) else { throw failure }
        if count > 0 { return true }
        guard let row = try self.key(connection, search, at: search.row) else {
            // The row before, which is too long itself, was the last.
            if isAfter { return false }
            throw failure
        }
        try appendRow(row, columns, to: &buffer, connection)
        position = Position(row: search.row, key: row)
        rest = rest.dropFirst()
        return true
    }
}

extension CellBuffer {
    /// Cells and bytes that are read in one transaction, and rows of any number of cells.
    private static let mostCells = 1 << 14
    private static let mostBytes = 1 << 18
    private static let fewestRows = 4096

    /// Rows of so many columns that are read in one transaction: a millisecond's work.
    static func mostRows(columnCount: Int) -> Int { max(fewestRows, mostCells / max(1, columnCount)) }

    private var mostRows: Int { Self.mostRows(columnCount: columnCount) }

    var isFull: Bool { rowCount >= mostRows || bytes.count + passedBytes >= Self.mostBytes }

    /// Appends the row that `statement` is at, whose values are in `columns`.
    mutating func appendRow(_ statement: Statement, _ columns: Range<Int>) throws(EngineError) {
        for column in columns { try append(statement, column) }
        endRow()
    }

    /// Appends a row that stands for lost ones.
    fileprivate mutating func appendUnreadableRow() {
        for _ in 0..<columnCount { endCell(.unreadable, .text) }
        endRow()
    }

    /// The numbers of rows, and of bytes, that come before it is full.
    fileprivate var freeRows: Int { max(1, mostRows - rowCount) }
    fileprivate var freeBytes: Int { max(1, Self.mostBytes - bytes.count - passedBytes) }
}
