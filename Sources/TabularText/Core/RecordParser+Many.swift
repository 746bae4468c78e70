import CScan

/// Whole fields many at a time, for the sinks that accept them so.
///
/// A kernel finds them, up to an odd one, and the engine for single fields parses past that:
///
///     bytes     a,b,c\n1,2,3\n x"y ,5,6\n7,8,9\n
///     many      ------------          --------
///     single                  --------
extension RecordParser {
    /// Bytes that are parsed field by field between two attempts at many: at least, and where an attempt yields few.
    private static let leastSingle = 64
    private static let mostSingle = 1 << 14

    /// Like `parse`, for plain dialects whose bytes are distinct.
    mutating func parseMany<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        var index = 0
        var single = Self.leastSingle
        while index < bytes.count {
            if state == .carriageReturn {
                if bytes[index] == SpecialBytes.lineFeed { index += 1 }
                state = .recordStart
            }
            if state == .recordStart || state == .fieldStart && !isOdd(at: offset + index) {
                let taken = sink.takeMany(in: offset + index..<offset + bytes.count, special, &state)
                index += taken
                if sink.wantsPause { break }
                // Where many fields are odd an attempt costs more than it gains.
                single = taken >= 8 * Self.leastSingle ? Self.leastSingle : min(2 * single, Self.mostSingle)
            }
            index += parseSingly(
                UnsafeBufferPointer(rebasing: bytes[index...]), at: offset + index, into: &sink, atLeast: single)
            if sink.wantsPause { break }
        }
        return index
    }
}

extension FieldSink {
    static var takesMany: Bool { false }

    mutating func takeMany(in range: Range<Int>, _ special: SpecialBytes, _ state: inout ParserState) -> Int { 0 }
}

/// Pieces of fields that a kernel finds in a chunk, in reused memory.
final class PieceBuffer {
    /// They and their bytes fit into the nearest caches.
    static let capacity = 1 << 12

    let pieces = UnsafeMutablePointer<cscan_piece>.allocate(capacity: capacity)

    deinit { pieces.deallocate() }
}

extension cscan_fields {
    /// The state after the last of one or more fields.
    func state(in chunk: UnsafeBufferPointer<UInt8>) -> ParserState {
        switch chunk[start - 1] {
        case SpecialBytes.lineFeed: .recordStart
        case SpecialBytes.carriageReturn: .carriageReturn
        default: .fieldStart
        }
    }
}

extension cscan_dialect {
    init(_ special: SpecialBytes) {
        self.init(delimiter: special.delimiter, quote: special.quote, is_quoting: special.isQuoting)
    }
}
