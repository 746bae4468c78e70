import Tabular

/// The cells of some rows, in exact form: text as it is in the file, numbers in digits, blobs in hexadecimal digits.
struct CellBuffer: Sendable {
    /// A value that is too long to stay here: it is read piece by piece.
    struct LargeValue: Sendable, Hashable {
        let rowid: Int64
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
    private var start = 0

    init(columnCount: Int) { self.columnCount = columnCount }

    /// Appends bytes to the cell that `endCell` will end.
    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }

    mutating func endCell(_ state: CellState, _ kind: CellKind) {
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

    mutating func endRow() {
        if columnCount == 0 {
            pieces.append(RecordBatch.Piece(start: start, count: 0, endsValue: false))
            states.append(.value)
            kinds.append(.text)
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
        start = pieces.last.map { $0.start + $0.count } ?? 0
        bytes.removeLast(bytes.count - start)
        large = large.filter { $0.key < cells }
    }

    mutating func removeAll() {
        (rowCount, start) = (0, 0)
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        large.removeAll()
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
    mutating func append(_ statement: Statement, _ column: Int) {
        switch statement.type(of: column) {
        case .integer:
            append(statement.integer(column))
            endCell(.value, .number)
        case .real:
            append(statement.real(column))
            endCell(.value, .number)
        case .text:
            append(statement.text(at: column))
            endCell(.value, .text)
        case .blob:
            append(hexadecimal: statement.bytes(column))
            endCell(.value, .binary)
        case .null: endCell(.null, .text)
        }
    }

    private mutating func append(_ number: Int64) { append(digits: number.magnitude, isNegative: number < 0) }

    /// Appends a whole number, or one with `places` digits behind the point.
    private mutating func append(digits: UInt64, isNegative: Bool, places: Int = 0) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { room in
            var (rest, index) = (digits, 24)
            while rest > 0 || index > 23 - places - (places > 0 ? 1 : 0) {
                if places > 0, 24 - index == places {
                    index -= 1
                    room[index] = UInt8(ascii: ".")
                    continue
                }
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                index -= 1
                room[index] = 0x30 + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            }
            if isNegative {
                index -= 1
                room[index] = UInt8(ascii: "-")
            }
            append(UnsafeBufferPointer(rebasing: room[index...]))
        }
    }

    /// Appends the fewest digits that read back as `number`.
    mutating func append(_ number: Double) {
        // Of 15 digits or fewer no two read as one number: such a text, where it reads back, is the shortest.
        let magnitude = number.magnitude
        if magnitude < 1e11, number != 0 || number.sign == .plus {
            for (places, factor) in [(0, 1.0), (1, 10), (2, 100), (3, 1000), (4, 10000)] {
                let digits = (magnitude * factor).rounded()
                guard digits / factor == magnitude else { continue }
                return append(digits: UInt64(digits), isNegative: number < 0, places: places)
            }
        }
        append(number.exactText.utf8)
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
