import CSQLite
import Glibc
import Tabular

/// The bytes that identify a state of a database: equal where nothing was changed.
struct DatabaseState: Sendable, Hashable {
    let bytes: [UInt8]
}

/// An error of SQLite, or of the functions that it reads through.
struct EngineError: Error {
    let code: Int32
    let message: String
    /// The damaged page, where it is known.
    var page: Int?

    init(code: Int32, message: String) { (self.code, self.message) = (code, message) }

    /// The code without the bits of extended results.
    var primary: Int32 { code < 1 << 20 ? code & 0xFF : code }

    /// True where rows are not where searches look for them.
    var isDisorder: Bool { code == Int32(QUAD_SQLITE_DISORDERED) }

    /// True where pages of the file are damaged.
    var isDamage: Bool {
        [QUAD_SQLITE_CORRUPT, QUAD_SQLITE_IOERR, QUAD_SQLITE_DISORDERED].contains { Int32($0) == primary }
    }

    static var disordered: EngineError { EngineError(code: Int32(QUAD_SQLITE_DISORDERED), message: "") }

    var failure: SQLiteFailure {
        if let page { return .damagedPage(page) }
        if let (need, name) = SQLiteFailure.Need.found(in: message) { return .needs(kind: need, name: name) }
        return switch primary {
        case Int32(QUAD_SQLITE_HOT): .halfChanged
        case Int32(QUAD_SQLITE_LOCKED), Int32(QUAD_SQLITE_NO_INDEX): .locked
        case Int32(QUAD_SQLITE_BUSY): .busy
        case Int32(QUAD_SQLITE_NO_LOG): .unreadableLog(message)
        case Int32(QUAD_SQLITE_MOVED): .restless
        case Int32(QUAD_SQLITE_STALE): .changed
        case Int32(QUAD_SQLITE_NOTADB): .noDatabase
        case Int32(QUAD_SQLITE_CORRUPT), Int32(QUAD_SQLITE_IOERR): .damaged(message)
        case Int32(QUAD_SQLITE_DISORDERED): .disordered
        case Int32(QUAD_SQLITE_NOMEM): .needsMemory
        case Int32(QUAD_SQLITE_INTERRUPT): .closed
        default: .refused(message)
        }
    }
}

/// A database that one thread at a time reads: without locks between its transactions.
final class Connection: @unchecked Sendable {
    fileprivate let database: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// True after SQLite had no memory for something in this transaction.
    private(set) var hasRunOut = false

    func forgetRunOut() { hasRunOut = false }

    /// The most statements that are kept for later.
    private static let mostStatements = 16

    /// - Throws: The system's error number where there is no such file.
    init(_ path: String, makesIndex: Bool) throws(EngineError) {
        guard let database = quad_sqlite_create(path, makesIndex) else {
            throw EngineError(code: Int32(QUAD_SQLITE_CANTOPEN), message: String(cString: strerror(errno)))
        }
        self.database = database
    }

    deinit {
        statements = [:]
        quad_sqlite_close(database)
    }

    var state: DatabaseState {
        var count = 0
        let bytes = quad_sqlite_state(database, &count)
        return DatabaseState(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    var ignoresLock: Bool { quad_sqlite_ignores_lock(database) }
    /// A Boolean value that indicates whether nothing that was read can turn out to be wrong at the end.
    var isExact: Bool { quad_sqlite_is_guarded(database) }

    func begin(milliseconds: Int32) throws(EngineError) {
        hasRunOut = false
        try check(quad_sqlite_begin(database, milliseconds))
    }

    func end() throws(EngineError) { try check(quad_sqlite_end(database)) }

    /// Ends what runs and what comes later. On any thread.
    func cancel() { quad_sqlite_cancel(database) }

    var isCancelled: Bool { quad_sqlite_is_cancelled(database) }

    /// Lets statements of this transaction fail once it is two seconds old and another program waits to write.
    func giveWay() { quad_sqlite_give_way(database) }

    var hasGivenWay: Bool { quad_sqlite_has_given_way(database) }

    /// Frees the pages in memory.
    func forgetPages() { quad_sqlite_forget_pages(database) }

    /// Values of more bytes make a row fail.
    func setLimit(_ bytes: Int) { quad_sqlite_set_limit(database, Int32(bytes)) }

    /// Calls `body` with no page in memory, and returns the page that was read last before it failed: the damaged one. Nil where
    /// it does not fail.
    func damagedPage(_ body: () throws(EngineError) -> Void) throws(EngineError) -> Int? {
        quad_sqlite_forget_pages(database)
        do throws(EngineError) { try body() } catch {
            guard error.isDamage else { throw error }
            let page = Int(quad_sqlite_last_page(database))
            return page > 0 ? page : nil
        }
        return nil
    }

    /// The statement `text`, which is kept for the next time: its parameters are free, and it stands before its first row.
    func statement(_ text: String) throws(EngineError) -> Statement {
        if let kept = statements[text] {
            kept.reset()
            return kept
        }
        var found: OpaquePointer?
        let result = text.schemaBytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { quad_sqlite_prepare(database, $0.baseAddress, $0.count, &found) }
        }
        try check(result)
        guard let found else { throw EngineError(code: Int32(QUAD_SQLITE_ERROR), message: "") }
        let statement = Statement(found, of: self)
        if statements.count >= Self.mostStatements { statements = [:] }
        statements[text] = statement
        return statement
    }

    /// Opens the bytes of a value in the row `rowid`.
    func value(_ table: String, _ column: String, at rowid: Int64) throws(EngineError) -> StoredBytes {
        var blob: OpaquePointer?
        let names = [table, column].map { ($0.schemaBytes + [0]).map { CChar(bitPattern: $0) } }
        try check(quad_sqlite_blob_open(database, names[0], names[1], rowid, &blob))
        guard let blob else { throw EngineError(code: Int32(QUAD_SQLITE_ERROR), message: "") }
        return StoredBytes(blob, of: self)
    }

    /// Lets an order by bytes stand in for each of `collations` until `removeStandIns`: the order must not matter.
    func addStandIns(for collations: [String]) throws(EngineError) {
        for name in collations { try check(quad_sqlite_set_stand_in(database, name, true)) }
    }

    func removeStandIns(for collations: [String]) {
        for name in collations { _ = quad_sqlite_set_stand_in(database, name, false) }
    }

    fileprivate func check(_ result: Int32) throws(EngineError) {
        guard result != Int32(QUAD_SQLITE_OK) else { return }
        throw error(result, String(cString: quad_sqlite_message(database)))
    }

    fileprivate func error(_ code: Int32, _ message: String) -> EngineError {
        let error = EngineError(code: code, message: message)
        if error.primary == Int32(QUAD_SQLITE_NOMEM) { hasRunOut = true }
        // SQLite checks the cells of a page once: the next reading would take a damaged page in memory for a whole one.
        if error.primary == Int32(QUAD_SQLITE_CORRUPT) { quad_sqlite_free_pages(database) }
        return error
    }
}

/// A statement of a connection.
final class Statement {
    private let statement: OpaquePointer
    private unowned let connection: Connection

    fileprivate init(_ statement: OpaquePointer, of connection: Connection) {
        (self.statement, self.connection) = (statement, connection)
    }

    deinit { quad_sqlite_finalize(statement) }

    func reset() { quad_sqlite_reset(statement) }

    /// Goes to the next row; false after the last.
    func step() throws(EngineError) -> Bool {
        let result = quad_sqlite_step(statement)
        if result == Int32(QUAD_SQLITE_ROW) { return true }
        if result == Int32(QUAD_SQLITE_DONE) { return false }
        quad_sqlite_reset(statement)
        throw connection.error(result, connection.lastMessage)
    }

    /// Parameters are counted from 1.
    func bind(_ value: SQLiteValue, to parameter: Int) throws(EngineError) {
        let number = Int32(parameter)
        let result =
            switch value {
            case .integer(let value): quad_sqlite_bind_integer(statement, number, value)
            case .real(let value): quad_sqlite_bind_real(statement, number, value)
            case .text(let bytes):
                isUTF16
                    ? quad_sqlite_bind_halves(statement, number, bytes, bytes.count)
                    : quad_sqlite_bind_text(statement, number, bytes, bytes.count)
            case .blob(let bytes): quad_sqlite_bind_blob(statement, number, bytes, bytes.count)
            case .null: Int32(QUAD_SQLITE_OK)
            }
        try connection.check(result)
    }

    func bind(_ values: [SQLiteValue], from parameter: Int) throws(EngineError) {
        for (index, value) in values.enumerated() { try bind(value, to: parameter + index) }
    }

    fileprivate func gather(
        in database: OpaquePointer, _ wish: inout quad_sqlite_wish, _ rows: inout quad_sqlite_rows
    ) -> Int32 {
        quad_sqlite_gather(database, statement, &wish, &rows)
    }

    /// A Boolean value that indicates whether texts are in UTF-16, and may have halves of surrogate pairs.
    var isUTF16: Bool { quad_sqlite_is_utf16(connection.database) }

    /// The UTF-8 of a text in UTF-16, with U+FFFD for halves of pairs; with `keepsHalves` in a form that `bind` reads back.
    func textOfUnits(_ column: Int, keepsHalves: Bool) throws(EngineError) -> [UInt8] {
        var (units, count): (UnsafeRawPointer?, Int) = (nil, 0)
        guard quad_sqlite_column_units(statement, Int32(column), &units, &count) else {
            throw connection.error(Int32(QUAD_SQLITE_NOMEM), "")
        }
        return [UInt8](unsafeUninitializedCapacity: count / 2 * 3) { text, used in
            used = quad_sqlite_write_utf8(text.baseAddress, units, count, keepsHalves)
        }
    }

    var columnCount: Int { Int(quad_sqlite_column_count(statement)) }
    func name(of column: Int) -> String { String(cString: quad_sqlite_column_name(statement, Int32(column))) }

    func type(of column: Int) -> StorageClass {
        StorageClass(rawValue: quad_sqlite_column_type(statement, Int32(column))) ?? .null
    }

    func integer(_ column: Int) -> Int64 { quad_sqlite_column_integer(statement, Int32(column)) }
    func real(_ column: Int) -> Double { quad_sqlite_column_real(statement, Int32(column)) }

    /// The bytes of a text or blob, valid until the next step.
    func bytes(_ column: Int) throws(EngineError) -> UnsafeBufferPointer<UInt8> {
        var (bytes, count): (UnsafeRawPointer?, Int) = (nil, 0)
        guard quad_sqlite_column_bytes(statement, Int32(column), &bytes, &count) else {
            throw connection.error(Int32(QUAD_SQLITE_NOMEM), "")
        }
        return UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    func text(_ column: Int) throws(EngineError) -> String { String(decoding: try bytes(column), as: UTF8.self) }

    /// A name in the schema.
    func name(_ column: Int) throws(EngineError) -> String { String(schemaName: try bytes(column)) }

    func value(_ column: Int) throws(EngineError) -> SQLiteValue {
        switch type(of: column) {
        case .integer: .integer(integer(column))
        case .real: .real(real(column))
        case .text: .text(isUTF16 ? try textOfUnits(column, keepsHalves: true) : Array(try bytes(column)))
        case .blob: .blob(Array(try bytes(column)))
        case .null: .null
        }
    }

    /// The values of `columns`, in their order.
    func values(_ columns: Range<Int>) throws(EngineError) -> [SQLiteValue] {
        var values: [SQLiteValue] = []
        for column in columns { values.append(try value(column)) }
        return values
    }
}

/// Rows that a statement has gathered, valid until the next are.
struct GatheredRows {
    let rows: quad_sqlite_rows
    /// The reason why no more rows could be read.
    let failure: EngineError?

    /// The types of the values in `column`: the bit 1 << type of each.
    func classes(of column: Int) -> UInt8 { rows.classes[column] }
}

extension Connection {
    /// The most columns of a gathered row.
    static let mostGathered = Int(QUAD_SQLITE_MOST_GATHERED)

    /// Runs a statement SELECT quad_rows(id, columns …) until it has read as much as `wish` has.
    func gather(_ statement: Statement, _ wish: quad_sqlite_wish) -> GatheredRows {
        var wish = wish
        var gathered = quad_sqlite_rows()
        let result = statement.gather(in: database, &wish, &gathered)
        let failure = result == Int32(QUAD_SQLITE_OK) ? nil : error(result, lastMessage)
        return GatheredRows(rows: gathered, failure: failure)
    }

    fileprivate var lastMessage: String { String(cString: quad_sqlite_last_message(database)) }
}

/// The storage class of a value.
enum StorageClass: Int32, Sendable, CaseIterable {
    case integer = 1
    case real, text, blob, null
}

/// A value of a key.
enum SQLiteValue: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
    /// In UTF-8, with three bytes for half of a surrogate pair in a database in UTF-16.
    case text([UInt8])
    case blob([UInt8])
    case null
}

/// The bytes of a value that is too long for a row.
protocol LongValue {
    var count: Int { get }
    /// The bytes that one transaction reads.
    var mostAtOnce: Int { get }

    func bytes(_ range: Range<Int>) throws(EngineError) -> [UInt8]
}

/// The bytes in the place that a value has in the file.
final class StoredBytes: LongValue {
    private let blob: OpaquePointer
    private unowned let connection: Connection

    fileprivate init(_ blob: OpaquePointer, of connection: Connection) {
        (self.blob, self.connection) = (blob, connection)
    }

    deinit { quad_sqlite_blob_close(blob) }

    var count: Int { quad_sqlite_blob_count(blob) }
    // Each piece begins with a walk along the pages before it.
    var mostAtOnce: Int { 8 << 20 }

    func bytes(_ range: Range<Int>) throws(EngineError) -> [UInt8] {
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, used in
            result = quad_sqlite_blob_read(blob, buffer.baseAddress, range.count, range.lowerBound)
            used = result == 0 ? range.count : 0
        }
        if result != 0 { throw connection.error(result, connection.lastMessage) }
        return bytes
    }
}
