/// Many values of records at once, in place: what a source passes to a `RecordSink` instead of a call for each.
///
/// Most values are one piece. One that is not whole in the bytes continues in the next piece, perhaps in the next batch:
///
///     bytes     a , b c \n d
///     pieces    a|  bc|‖   d          | ends its value, ‖ ends its record
@frozen
public struct RecordBatch {
    /// A run of bytes of one value.
    @frozen
    public struct Piece: Sendable, Hashable {
        /// Longer ones must be divided.
        public static var longest: Int { 1 << 29 - 1 }

        /// From the lowest bit: 32 bits of start, 29 of length, is elsewhere, ends its value, ends its record.
        public var bits: UInt64

        /// `count` bytes from `start`, both less than 2²⁹, in the batch's bytes or `elsewhere`.
        @inlinable @inline(__always)
        public init(start: Int, count: Int, endsValue: Bool, isElsewhere: Bool = false) {
            bits =
                UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: count) &<< 32
                | (isElsewhere ? 1 &<< 61 : 0) | (endsValue ? 1 &<< 62 : 0)
        }

        @inlinable
        public init(bits: UInt64) { self.bits = bits }

        @inlinable public var start: Int { Int(UInt32(truncatingIfNeeded: bits)) }
        @inlinable public var count: Int { Int(bits &>> 32 & 0x1FFF_FFFF) }
        /// A Boolean value that indicates whether it lies in `elsewhere`. In a source's batch it never ends its value.
        @inlinable public var isElsewhere: Bool { bits &>> 61 & 1 != 0 }
        @inlinable public var endsValue: Bool { bits &>> 62 & 1 != 0 }

        /// A Boolean value that indicates whether a record ends here. A piece that ends a record, but no value, represents only
        /// that end.
        @inlinable public var endsRecord: Bool {
            get { bits &>> 63 != 0 }
            set { bits = newValue ? bits | 1 &<< 63 : bits & ~(1 &<< 63) }
        }
    }

    /// The bytes between two values that lie in `bytes` one byte apart: `delimiter`, or a line end where a record ends. Neither
    /// of them contains any of these, nor the quote.
    @frozen
    public struct Separators: Sendable, Hashable {
        public var delimiter: UInt8
        public var quote: UInt8?

        @inlinable
        public init(delimiter: UInt8, quote: UInt8?) {
            self.delimiter = delimiter
            self.quote = quote
        }
    }

    /// The encoding of a value's bytes.
    public enum Encoding: UInt8, Sendable, Hashable {
        case text
        /// An `Int64`, as in memory.
        case integer
        /// A `Double`, as in memory.
        case real
    }

    /// Bytes of `elsewhere` that are adjacent in the text.
    @frozen
    public struct Run: Sendable, Hashable {
        /// Byte offset in `elsewhere`.
        public var start: Int32
        /// Byte offset in the text, from the batch's `offset` on: below 0 for an earlier chunk.
        public var distance: Int32

        @inlinable
        public init(start: Int, distance: Int) {
            self.start = Int32(truncatingIfNeeded: start)
            self.distance = Int32(truncatingIfNeeded: distance)
        }
    }

    /// Bytes of the source, which contain most pieces.
    public var bytes: UnsafeBufferPointer<UInt8>
    /// The byte offset of the first of them in the text, for a table that lies in bytes.
    public var offset = 0
    /// Bytes that differ from those in the source, or are not in `bytes`, such as the beginning of a value in the last read.
    public var elsewhere: UnsafeBufferPointer<UInt8>
    /// The runs in `elsewhere`, for a table that lies in bytes; else none, nor where columns were picked. Each piece there
    /// begins one, also where it has no bytes and only locates an empty value.
    public var runs = UnsafeBufferPointer<Run>(start: nil, count: 0)
    /// In the order of their values, from the end of the batch before.
    public var pieces: UnsafeBufferPointer<Piece>
    /// For each piece that ends a value, the state of that; none where all are values. One in another state has no bytes.
    public var states = UnsafeBufferPointer<CellState>(start: nil, count: 0)
    /// For each piece that ends a value, the kind of that; none where all are text.
    public var kinds = UnsafeBufferPointer<CellKind>(start: nil, count: 0)
    /// For each piece the encoding of the value that it is; none where all are texts. Others are in columns of the request's
    /// `numberColumns`, and whole.
    public var encodings = UnsafeBufferPointer<Encoding>(start: nil, count: 0)
    /// Records that end.
    public var recordCount: Int
    /// The most values of a record, counted from its beginning, perhaps in an earlier batch.
    public var mostValues: Int
    /// The fewest values of a record that ends, counted likewise; `Int.max` where none ends.
    public var leastValues: Int
    /// Values that have ended in the unfinished record.
    public var openValues: Int
    /// Nil where it is not known.
    public var separators: Separators?
    /// The bytes from the first value that lies in `bytes` as a whole to the last. Only a value of several pieces may also
    /// extend before or after them.
    public var wholeBytes: Range<Int>

    @inlinable
    public init(
        bytes: UnsafeBufferPointer<UInt8>, elsewhere: UnsafeBufferPointer<UInt8>, pieces: UnsafeBufferPointer<Piece>
    ) {
        self.bytes = bytes
        self.elsewhere = elsewhere
        self.pieces = pieces
        (recordCount, mostValues, leastValues, openValues) = (0, 0, .max, 0)
        wholeBytes = 0..<bytes.count
    }

    /// The bytes of a piece.
    @inlinable @inline(__always)
    public func bytes(of piece: Piece) -> UnsafeBufferPointer<UInt8> {
        let all = piece.isElsewhere ? elsewhere : bytes
        return UnsafeBufferPointer(start: all.baseAddress.map { $0 + piece.start }, count: piece.count)
    }

    /// Passes the piece at `index` to `sink` separately.
    @inlinable @inline(__always)
    public func give<Sink: RecordSink>(_ index: Int, to sink: inout Sink) {
        let piece = pieces[index]
        if piece.count > 0 {
            if isNumber(at: index) { giveNumber(index, to: &sink) } else { sink.append(bytes(of: piece)) }
        }
        if piece.endsValue {
            if isPlain { sink.endValue(.value) } else { sink.endValue(state(at: index), as: kind(at: index)) }
        }
        if piece.endsRecord { sink.endRecord() }
    }

    /// Returns true where the piece at `index` is a number in 8 bytes.
    @inlinable @inline(__always)
    public func isNumber(at index: Int) -> Bool { !encodings.isEmpty && encodings[index] != .text }

    /// Appends the text of the number at `index` to `sink`.
    @inline(never) @usableFromInline
    func giveNumber<Sink: RecordSink>(_ index: Int, to sink: inout Sink) {
        var text = encodings[index].text(of: UnsafeRawBufferPointer(bytes(of: pieces[index])))
        text.withUTF8 { sink.append($0) }
    }

    /// A Boolean value that indicates whether all are values, and text.
    @inlinable
    public var isPlain: Bool { states.isEmpty && kinds.isEmpty }

    /// The state of the value that the piece at `index` ends.
    @inlinable @inline(__always)
    public func state(at index: Int) -> CellState { states.isEmpty ? .value : states[index] }

    /// The kind of the value that the piece at `index` ends.
    @inlinable @inline(__always)
    public func kind(at index: Int) -> CellKind { kinds.isEmpty ? .text : kinds[index] }
}

extension RecordBatch.Encoding {
    /// The canonical text of a number in 8 bytes.
    package func text(of bytes: UnsafeRawBufferPointer) -> String {
        switch self {
        case .text: String(decoding: bytes, as: UTF8.self)
        case .integer: String(bytes.loadUnaligned(as: Int64.self))
        case .real: bytes.loadUnaligned(as: Double.self).exactText
        }
    }
}

extension RecordBatch {
    /// Calls `body` once with a batch of the values in arrays, which is valid during the call. `states` and `kinds` have one for
    /// each piece, or none where all are values, or text.
    package static func withBatch(
        of bytes: [UInt8], _ pieces: [Piece], _ states: [CellState], _ kinds: [CellKind],
        _ body: (inout RecordBatch) -> Void
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            pieces.withUnsafeBufferPointer { pieces in
                states.withUnsafeBufferPointer { states in
                    kinds.withUnsafeBufferPointer { kinds in
                        var batch = RecordBatch(
                            bytes: bytes, elsewhere: UnsafeBufferPointer(start: nil, count: 0), pieces: pieces)
                        // Empty arrays have an address too.
                        if !states.isEmpty { batch.states = states }
                        if !kinds.isEmpty { batch.kinds = kinds }
                        body(&batch)
                    }
                }
            }
        }
    }
}
