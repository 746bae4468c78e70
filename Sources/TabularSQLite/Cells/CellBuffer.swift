import CSQLite
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
    /// For each column the types of its values: the bit 1 << type of each. Nil where they are not known.
    private(set) var classes: [UInt8]?
    private var start = 0

    init(columnCount: Int) {
        self.columnCount = columnCount
        classes = Array(repeating: 0, count: columnCount)
    }

    /// Appends bytes to the cell that `endCell` will end.
    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }

    mutating func endCell(_ state: CellState, _ kind: CellKind, isReal: Bool = false) {
        classes = nil
        reals.append(isReal)
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
            shortest: writeExactText)
    }

    /// Appends rows that were gathered, of `columnCount` values each.
    mutating func append(_ rows: quad_sqlite_rows) {
        let offset = bytes.count
        let count = rows.row_count * columnCount
        bytes.append(contentsOf: UnsafeBufferPointer(start: rows.bytes, count: rows.byte_count))
        let types = UnsafeBufferPointer(start: rows.types, count: count)
        pieces.reserveCapacity(pieces.count + count)
        var column = 0
        for end in UnsafeBufferPointer(start: rows.ends, count: count) {
            let end = offset + Int(end)
            var piece = RecordBatch.Piece(start: start, count: end - start, endsValue: true)
            column += 1
            if column == columnCount { (piece.endsRecord, column) = (true, 0) }
            pieces.append(piece)
            start = end
        }
        states.append(contentsOf: types.lazy.map { Int32($0) == Int32(QUAD_SQLITE_NULL) ? .null : .value })
        kinds.append(contentsOf: types.lazy.map(Self.kind))
        reals.append(contentsOf: types.lazy.map { Int32($0) == Int32(QUAD_SQLITE_REAL) })
        rowCount += rows.row_count
        for column in 0..<columnCount { classes?[column] |= rows.classes[column] }
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
        start = pieces.last.map { $0.start + $0.count } ?? 0
        bytes.removeLast(bytes.count - start)
        large = large.filter { $0.key < cells }
        unreadable = unreadable.filter { $0.key < cells }
    }

    mutating func removeAll() {
        (rowCount, start) = (0, 0)
        classes = Array(repeating: 0, count: columnCount)
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        reals.removeAll(keepingCapacity: true)
        large.removeAll()
        unreadable.removeAll()
    }

    func index(row: Int, column: Int) -> Int { row * columnCount + column }

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
            append(try statement.bytes(column))
            if statement.mayHaveHalves { replaceHalves() }
            endCell(.value, .text)
        case .blob:
            append(hexadecimal: try statement.bytes(column))
            endCell(.value, .binary)
        case .null: endCell(.null, .text)
        }
    }

    /// Writes U+FFFD for halves of surrogate pairs in the open cell.
    private mutating func replaceHalves() {
        bytes.withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            quad_sqlite_replace_halves(base + start, bytes.count - start)
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

extension Double {
    /// The fewest digits that read back as the same number, also where it is 0 with a sign.
    var exactText: String {
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if self == 0, sign == .minus { return "-0" }
        return shortest
    }
}
