import CScan
import Tabular

/// Splits bytes into records and fields. It does no I/O, never fails, and keeps nothing but its state: any split of
/// the input into chunks gives the same events, but for where one `append` ends and the next begins.
///
/// Worked example, delimiter `,` and quote `"`:
///
///     a,"b ""c""",\r\n          beginRecord
///                                append a                         endField
///                                append b␣, append ", append c, append "   endField
///                                                                 endField   endRecord
///
/// The rules are those of RFC 4180 §2, and where it is silent those of Python's `csv` when not strict:
///
/// - a record ends with LF, CRLF or a lone CR, whichever stands there (§2.1 knows CRLF alone);
/// - the last record may lack its terminator, and a terminator at the end begins no further record (§2.2);
/// - a blank line is a record of one empty field;
/// - spaces belong to the field (§2.4);
/// - quotes may enclose a field, terminators and delimiters in it are part of the value (§2.5, §2.6), and a doubled
///   quote is one quote (§2.7);
/// - a quote opens at the field's first byte alone, elsewhere it is a byte like any other;
/// - text behind a closing quote is appended to the value, up to the next delimiter or terminator;
/// - a quoted field that the source's end cuts off ends there.
///
/// If you change a rule, also change `RecordScanner`, the tests' `ReferenceParser`, and docs of `ParserState`.
struct RecordParser: Sendable {
    let special: SpecialBytes
    private(set) var state: ParserState
    /// Where the quoted field began that is being read.
    private var openQuote = 0

    init(_ special: SpecialBytes, state: ParserState = .recordStart) {
        self.special = special
        self.state = state
    }

    /// Parses `bytes`, of which the first stands at `offset` in the source, until their end or until `sink` wants a
    /// pause.
    ///
    /// - Returns: How many bytes were parsed.
    /// - Complexity: O(bytes), 16 bytes a step inside long fields.
    mutating func parse<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var index = 0
        while index < bytes.count {
            switch state {
            case .carriageReturn:
                if base[index] == SpecialBytes.lineFeed { index += 1 }
                state = .recordStart
            case .recordStart:
                sink.beginRecord(at: offset + index)
                state = .fieldStart
            case .fieldStart:
                if special.isQuoting && base[index] == special.quote {
                    openQuote = offset + index
                    index += 1
                    state = .quoted
                } else {
                    state = .unquoted
                }
            case .unquoted:
                if unquoted(bytes, &index, offset, &sink) { return index }
            case .quoted:
                quoted(bytes, &index, offset, &sink)
            case .quoteInQuoted:
                quoteInQuoted(bytes, &index, offset, &sink)
            }
        }
        return index
    }

    /// Tells the parser that the source ended at `offset`.
    mutating func finish<Sink: FieldSink>(into sink: inout Sink) {
        switch state {
        case .recordStart, .carriageReturn: return
        case .quoted: sink.note(.unclosedQuote, at: openQuote)
        case .fieldStart, .unquoted, .quoteInQuoted: break
        }
        sink.endField()
        sink.endRecord()
        state = .recordStart
    }

    /// Goes to the end of the field or of the chunk, field after field; true when the sink wants a pause.
    @inline(__always)
    private mutating func unquoted<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ offset: Int, _ sink: inout Sink
    ) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        let start = index
        index += cscan_find4(
            base + start, bytes.count - start, special.delimiter, SpecialBytes.lineFeed, SpecialBytes.carriageReturn,
            special.quote)
        if index > start {
            let run = UnsafeBufferPointer(start: base + start, count: index - start)
            sink.append(run, at: offset + start, isQuoted: false)
        }
        guard index < bytes.count else { return false }
        let byte = base[index]
        index += 1
        if byte == special.delimiter {
            state = .fieldStart
            sink.endField()
        } else if byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn {
            state = byte == SpecialBytes.lineFeed ? .recordStart : .carriageReturn
            sink.endField()
            sink.endRecord()
        } else {
            sink.note(.quoteInUnquoted, at: offset + index - 1)
            sink.append(UnsafeBufferPointer(start: base + index - 1, count: 1), at: offset + index - 1, isQuoted: false)
            return false
        }
        return sink.wantsPause
    }

    /// Goes to the next quote, or to the end of the chunk.
    @inline(__always)
    private mutating func quoted<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ offset: Int, _ sink: inout Sink
    ) {
        guard let base = bytes.baseAddress else { return }
        let start = index
        index += cscan_find3(base + start, bytes.count - start, special.quote, special.quote, special.quote)
        if index > start {
            let run = UnsafeBufferPointer(start: base + start, count: index - start)
            sink.append(run, at: offset + start, isQuoted: true)
        }
        if index < bytes.count {
            index += 1
            state = .quoteInQuoted
        }
    }

    @inline(__always)
    private mutating func quoteInQuoted<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ offset: Int, _ sink: inout Sink
    ) {
        guard let base = bytes.baseAddress else { return }
        let byte = base[index]
        if byte == special.quote {
            sink.append(UnsafeBufferPointer(start: base + index, count: 1), at: offset + index, isQuoted: true)
            index += 1
            state = .quoted
            return
        }
        let ends = byte == special.delimiter || byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn
        if !ends { sink.note(.textAfterQuote, at: offset + index) }
        state = .unquoted
    }
}
