import Tabular

/// Receives the rows of a scan, or of one part of it, in order.
package protocol RowTaker {
    /// True once the taker wants no more rows. The scan polls this, so some more rows may arrive.
    var isFinished: Bool { get }

    /// Receives the next rows; at least one. Their values are valid until it returns.
    mutating func take(_ rows: ScannedRows)

    /// Ends the rows. Called on the thread that read them.
    mutating func end()
}

extension RowTaker {
    package var isFinished: Bool { false }
    package mutating func end() {}
}

/// Some consecutive rows of a scan, with the values of the picked columns: whole values, as in the source, not always valid
/// UTF-8.
///
/// Most values stay where they were read, and are located by index arithmetic alone:
///
///     pieces    b0 d0  b1 d1  b2 …      columns D, B: stride 2, offsets 1 and 0
package struct ScannedRows {
    typealias Piece = RecordBatch.Piece

    /// The number of rows.
    package let count: Int
    /// The first row: its row in the source, or its row index in the scanned order.
    package let first: Int
    /// The rows of the source if an order is scanned; nil if they are consecutive from `first`.
    let sourceRows: UnsafePointer<Int>?
    let pieces: UnsafePointer<Piece>
    /// The state of each piece; nil where the pieces encode it.
    let states: UnsafePointer<CellState>?
    /// The kind of each piece; nil where all are text.
    let kinds: UnsafePointer<CellKind>?
    /// The encoding of each piece; nil where all are texts. Others are in columns whose numbers the taker accepts in 8 bytes.
    let encodings: UnsafePointer<RecordBatch.Encoding>?
    /// The number of pieces of a row.
    let stride: Int
    /// The offset of each column's piece among the pieces of a row.
    let offsets: UnsafePointer<Int>
    let bytes: UnsafeBufferPointer<UInt8>
    let elsewhere: UnsafeBufferPointer<UInt8>

    /// True where the state of a value may be `.unreadable`.
    package let hasUnreadable: Bool
    /// True where the source distinguishes the kinds of its values.
    let hasKinds: Bool
    /// For each piece of a row, true where any row may have a value; nil where that is not known.
    var filled: UnsafePointer<Bool>?

    /// Returns true where all rows are known to lack the picked column at index `column`.
    @inline(__always)
    func isMissing(_ column: Int) -> Bool { filled.map { !$0[offsets[column]] } ?? false }

    /// The row of the source (0-based) of the row at `index`.
    @inline(__always)
    package func sourceRow(_ index: Int) -> Int { sourceRows.map { $0[index] } ?? first + index }

    /// The bytes of a row's value in the picked column at index `column`; empty where there is no value.
    @inline(__always)
    package func value(_ column: Int, of row: Int) -> UnsafeBufferPointer<UInt8> {
        let piece = pieces[row &* stride &+ offsets[column]]
        let base = piece.isElsewhere ? elsewhere.baseAddress : bytes.baseAddress
        return UnsafeBufferPointer(start: base.map { $0 + piece.start }, count: piece.count)
    }

    /// The number of a row that has it in 8 bytes.
    @inline(__always)
    func number(_ column: Int, of row: Int) -> BinaryNumber? {
        let index = row &* stride &+ offsets[column]
        guard let encodings, encodings[index] != .text, let base = bytes.baseAddress else { return nil }
        let bits = UnsafeRawPointer(base + pieces[index].start).loadUnaligned(as: UInt64.self)
        return encodings[index] == .integer
            ? .integer(Int64(bitPattern: bits)) : .real(Double(bitPattern: bits))
    }

    /// The state of a row's value: why there is none, where there is none.
    @inline(__always)
    package func state(_ column: Int, of row: Int) -> CellState {
        let index = row &* stride &+ offsets[column]
        if let states { return states[index] }
        let piece = pieces[index]
        if piece.endsValue { return .value }
        return piece.endsRecord ? .null : piece.isUnreadable ? .unreadable : .missing
    }

    /// The kind of a row's value.
    @inline(__always)
    func kind(_ column: Int, of row: Int) -> CellKind { kinds.map { $0[row &* stride &+ offsets[column]] } ?? .text }

    /// Returns true where a row has a value of a kind that is not in `kinds`, so that its text is not read, such as the text "2"
    /// among numbers.
    @inline(__always)
    func isMisfit(_ column: Int, of row: Int, _ kinds: ReadKinds) -> Bool {
        hasKinds && !kinds.contains(kind(column, of: row)) && !value(column, of: row).isEmpty
    }

    /// Returns true where the column has such a value in any row.
    func hasMisfits(_ column: Int, _ kinds: ReadKinds) -> Bool {
        hasKinds && kinds != .all && (0..<count).contains { isMisfit(column, of: $0, kinds) }
    }

    /// Returns the number of bytes that can be read from the beginning of a value on, its own and those after it: kernels that
    /// read whole words need not stop at its end.
    @inline(__always)
    package func readableCount(from value: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = value.baseAddress else { return 0 }
        if let base = bytes.baseAddress, start >= base, start < base + bytes.count { return base + bytes.count - start }
        if let base = elsewhere.baseAddress, start >= base { return base + elsewhere.count - start }
        return value.count
    }
}

/// A number as it is in memory.
enum BinaryNumber {
    case integer(Int64)
    case real(Double)
}

extension RecordBatch.Piece {
    /// Creates a marker piece for a row without a value: one that does not end a value.
    init(_ state: CellState) {
        self.init(start: 0, count: 0, endsValue: state == .value, isElsewhere: state == .unreadable)
        endsRecord = state == .null
    }

    /// True for a marker piece of an unreadable value.
    var isUnreadable: Bool { !endsValue && isElsewhere }
}
