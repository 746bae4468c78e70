import CSQLite
import Glibc
import Tabular

/// The cells of some rows, in exact form: text as it is in the file, numbers in digits, blobs in hexadecimal digits.
struct CellBuffer: Sendable {
    /// A value that is too long to stay here: it is read piece by piece.
    struct LargeValue: Sendable, Hashable {
        let key: RowKey
        let column: Int
        /// Bytes of the value.
        let count: Int
    }

    let columnCount: Int
    private(set) var rowCount = 0
    private(set) var bytes: [UInt8] = []
    private(set) var pieces: [RecordBatch.Piece] = []
    private(set) var states: [CellState] = []
    private(set) var kinds: [CellKind] = []
    /// By the cell's number.
    private(set) var large: [Int: LargeValue] = [:]
    /// The reasons why values cannot be read, by the cell's number.
    private(set) var unreadable: [Int: UnreadableReason] = [:]
    /// True for each number that is stored as a binary fraction, by the cell's number.
    private(set) var reals: [Bool] = []
    /// The columns whose numbers need no text: those of rows that are gathered stay in 8 bytes.
    let binaryColumns: [Int]
    /// The columns of which only is read whether there are values: in rows that are gathered, others have one byte.
    private let presenceColumns: [Int]
    /// The encoding of each cell; none where all are texts.
    private(set) var encodings: [RecordBatch.Encoding] = []
    /// For each column the types of its values: the bit 1 << type of each. Nil where they are not known.
    private(set) var classes: [UInt8]?
    /// Bytes of values that SQLite has read, and that are not in `bytes`.
    private(set) var passedBytes = 0
    private var start = 0

    init(columnCount: Int, binaryColumns: [Int] = [], presenceColumns: [Int] = []) {
        (self.columnCount, self.binaryColumns) = (columnCount, binaryColumns)
        self.presenceColumns = presenceColumns
        classes = Array(repeating: 0, count: columnCount)
    }

    /// Appends bytes to the cell that `endCell` will end.
    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }

    mutating func endCell(_ state: CellState, _ kind: CellKind, isReal: Bool = false) {
        classes = nil
        reals.append(isReal)
        if !binaryColumns.isEmpty { encodings.append(.text) }
        pieces.append(RecordBatch.Piece(start: start, count: bytes.count - start, endsValue: true))
        states.append(state)
        kinds.append(kind)
        start = bytes.count
    }

    /// Ends a cell whose value is read later.
    mutating func endCell(_ value: LargeValue, _ kind: CellKind) {
        large[pieces.count] = value
        endCell(.value, kind)
    }

    /// Some of the rows of a statement of so many columns, of which the first `width` have values.
    static func wish(columns: Int, width: Int, rows: Int, bytes: Int) -> quad_sqlite_wish {
        quad_sqlite_wish(
            columns: columns, width: width, most_rows: rows, most_bytes: bytes, first_id: 0, skips_first: false,
            binary: (0, 0), presence: (0, 0), shortest: writeExactText)
    }

    /// The rows that are left to gather, of `columnCount` values each.
    func wish(rows: Int, bytes: Int) -> quad_sqlite_wish {
        var wish = Self.wish(columns: columnCount, width: columnCount, rows: rows, bytes: bytes)
        Self.set(binaryColumns, in: &wish.binary)
        Self.set(presenceColumns, in: &wish.presence)
        return wish
    }

    private static func set(_ columns: [Int], in bits: inout (UInt64, UInt64)) {
        for column in columns {
            if column < 64 { bits.0 |= 1 << column } else { bits.1 |= 1 << (column - 64) }
        }
    }

    /// Appends rows that were gathered, of `columnCount` values each.
    mutating func append(_ rows: quad_sqlite_rows) {
        let offset = bytes.count
        let count = rows.row_count * columnCount
        bytes.append(contentsOf: UnsafeBufferPointer(start: rows.bytes, count: rows.byte_count))
        start = bytes.count
        passedBytes += rows.passed_count
        let places = UnsafeBufferPointer(start: rows.places, count: count)
        let first = pieces.count
        places.withMemoryRebound(to: RecordBatch.Piece.self) { pieces.append(contentsOf: $0) }
        if offset > 0 {
            // The low bits of a place are the start of its bytes.
            pieces.withUnsafeMutableBufferPointer { pieces in
                for index in first..<pieces.count { pieces[index].bits &+= UInt64(truncatingIfNeeded: offset) }
            }
        }
        let types = UnsafeBufferPointer(start: rows.types, count: count)
        Self.append(types, to: &states) { Int32($0) == Int32(QUAD_SQLITE_NULL) ? .null : .value }
        Self.append(types, to: &kinds, Self.kind)
        Self.append(types, to: &reals) { Int32($0) == Int32(QUAD_SQLITE_REAL) }
        if !binaryColumns.isEmpty {
            let found = UnsafeBufferPointer(start: rows.encodings, count: count)
            Self.append(found, to: &encodings) { RecordBatch.Encoding(rawValue: $0) ?? .text }
        }
        rowCount += rows.row_count
        for column in 0..<columnCount { classes?[column] |= rows.classes[column] }
    }

    /// Appends a value for each of `types`, most of which are the same in most tables.
    @inline(__always)
    private static func append<Value>(
        _ types: UnsafeBufferPointer<UInt8>, to values: inout [Value], _ value: (UInt8) -> Value
    ) {
        guard let first = types.first, let base = types.baseAddress else { return }
        // Compared with itself, a byte later.
        if memcmp(base, base + 1, types.count - 1) == 0 {
            values.append(contentsOf: repeatElement(value(first), count: types.count))
        } else {
            values.append(contentsOf: types.lazy.map(value))
        }
    }

    private static func kind(ofType type: UInt8) -> CellKind {
        switch Int32(type) {
        case Int32(QUAD_SQLITE_INTEGER), Int32(QUAD_SQLITE_REAL): .number
        case Int32(QUAD_SQLITE_BLOB): .binary
        default: .text
        }
    }

    /// Ends a cell whose value cannot be read.
    mutating func endUnreadableCell(_ reason: UnreadableReason) {
        unreadable[pieces.count] = reason
        endCell(.unreadable, .text)
    }

    mutating func endRow() {
        if columnCount == 0 {
            pieces.append(RecordBatch.Piece(start: start, count: 0, endsValue: false))
            states.append(.value)
            kinds.append(.text)
            reals.append(false)
            if !binaryColumns.isEmpty { encodings.append(.text) }
        }
        pieces[pieces.count - 1].endsRecord = true
        rowCount += 1
    }

    /// Forgets the cells of a row that has not ended.
    mutating func removeOpenRow() {
        let cells = rowCount * max(1, columnCount)
        pieces.removeLast(pieces.count - cells)
        states.removeLast(states.count - cells)
        kinds.removeLast(kinds.count - cells)
        reals.removeLast(reals.count - cells)
        if !binaryColumns.isEmpty { encodings.removeLast(encodings.count - cells) }
        start = pieces.last.map { $0.start + $0.count } ?? 0
        bytes.removeLast(bytes.count - start)
        large = large.filter { $0.key < cells }
        unreadable = unreadable.filter { $0.key < cells }
    }

    mutating func removeAll() {
        (rowCount, start, passedBytes) = (0, 0, 0)
        classes = Array(repeating: 0, count: columnCount)
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        reals.removeAll(keepingCapacity: true)
        encodings.removeAll(keepingCapacity: true)
        large.removeAll()
        unreadable.removeAll()
    }

    /// False where all cells have values.
    var mayHaveStates: Bool { classes?.contains { Int32($0) >> Int32(QUAD_SQLITE_NULL) & 1 != 0 } ?? true }

    func index(row: Int, column: Int) -> Int { row * columnCount + column }

    /// Passes the bytes of the cell `index`, the text of a number, to `body`.
    func withText<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let encoding = encodings.isEmpty ? .text : encodings[index]
        if encoding == .text { return withBytes(index, body) }
        var text = withBytes(index) { encoding.text(of: UnsafeRawBufferPointer($0)) }
        return text.withUTF8(body)
    }

    /// Passes the bytes of the cell `index` to `body`.
    func withBytes<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let piece = pieces[index]
        return bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[piece.start..<(piece.start + piece.count)]))
        }
    }
}

extension CellBuffer {
    /// Appends the value of `column` in the current row of `statement`.
    mutating func append(_ statement: Statement, _ column: Int) throws(EngineError) {
        switch statement.type(of: column) {
        case .integer:
            append(statement.integer(column))
            endCell(.value, .number)
        case .real:
            append(statement.real(column))
            endCell(.value, .number, isReal: true)
        case .text:
            if statement.isUTF16 {
                bytes += try statement.textOfUnits(column, keepsHalves: false)
            } else {
                append(try statement.bytes(column))
            }
            endCell(.value, .text)
        case .blob:
            append(hexadecimal: try statement.bytes(column))
            endCell(.value, .binary)
        case .null: endCell(.null, .text)
        }
    }

    private mutating func append(_ number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.numberLength) { room in
            guard let base = room.baseAddress else { return }
            append(UnsafeBufferPointer(start: base, count: quad_sqlite_write_integer(base, number)))
        }
    }

    /// Appends the fewest digits that read back as `number`.
    mutating func append(_ number: Double) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.numberLength) { room in
            guard let base = room.baseAddress else { return }
            append(UnsafeBufferPointer(start: base, count: quad_sqlite_write_real(base, number, Self.writeExactText)))
        }
    }

    /// The room for a number.
    private static let numberLength = 32

    /// Writes the text of a number, and returns the number of its bytes.
    private static let writeExactText: @convention(c) (Double, UnsafeMutablePointer<UInt8>?) -> Int = { number, room in
        var count = 0
        for byte in number.exactText.utf8.prefix(numberLength) {
            room?[count] = byte
            count += 1
        }
        return count
    }

    mutating func append(hexadecimal blob: UnsafeBufferPointer<UInt8>) {
        bytes.reserveCapacity(bytes.count + blob.count * 2)
        for byte in blob {
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
