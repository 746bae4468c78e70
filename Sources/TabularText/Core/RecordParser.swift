import Tabular

/// A parser that splits bytes into records and fields. It does no I/O, never fails, and keeps only its state: any split of the
/// input into chunks gives the same events, except for the boundaries of `append` calls.
///
/// Worked example, delimiter `,` and quote `"`:
///
///     a,"b ""c""",\r\n          beginRecord
///                                append a                         endField
///                                append b␣, append ", append c, append "   endField
///                                                                 endField   endRecord
///
/// The rules are those of RFC 4180 §2, and where it gives none those of Python's `csv` when not strict:
///
/// - a record ends with LF, CRLF or a lone CR (§2.1 has only CRLF);
/// - the last record may lack its terminator, and a terminator at the end begins no further record (§2.2);
/// - a blank line is a record of one empty field;
/// - spaces belong to the field (§2.4);
/// - quotes may enclose a field, terminators and delimiters in it are part of the value (§2.5, §2.6), and a doubled
///   quote is one quote (§2.7);
/// - a quote opens only at the field's first byte, elsewhere it is an ordinary byte;
/// - a quoted field that the source's end cuts off ends there.
///
/// Python drops a quote that is followed by text. Here it is a character: `QuoteDecider` has the rules.
///
/// Other dialects have additional rules (`RecordParser+General`), and an engine for them.
///
/// If you change a rule, also change `RecordScanner`, its words, the general engine, the tests' `ReferenceParser`, and docs
/// of `ParserState`.
struct RecordParser: Sendable {
    let special: SpecialBytes
    /// Changed only by the engines, like the next two.
    var state: ParserState
    /// The byte offset of the quoted field that is being read.
    var openQuote = 0
    /// The offset of the quote that closed the last field in quotes.
    var closingQuote = -2
    /// The offset after the last byte that was parsed.
    var end = 0
    /// The byte offsets of the last field with its quotes, where the dialect is not plain.
    var lastField = (start: 0, end: 0)
    /// A Boolean value that indicates whether fields are wanted, or only the ends of records, which need no lookahead.
    let wantsFields: Bool
    /// A Boolean value that indicates whether the general engine reads the dialect; it can read any.
    var isGeneral: Bool
    /// The reading of quotes up to its end.
    var odd = OddQuotes(end: .min)
    /// Bytes of earlier chunks that are still to be read, their byte offset, and the reason.
    var held: [UInt8] = []
    var heldOffset = 0
    var reasonHeld = Held.field
    /// The byte offsets of the quotes that begin fields which end on their line, in order.
    var repairs: [Int]

    init(
        _ special: SpecialBytes, state: ParserState = .recordStart, wantsFields: Bool = true, repairs: [Int] = []
    ) {
        self.repairs = repairs
        self.special = special
        self.state = state
        self.wantsFields = wantsFields
        isGeneral = !special.isPlain
    }

    /// Continues from the state of `scanner`.
    init(behind scanner: RecordScanner) {
        self.init(scanner.special, state: scanner.state, repairs: scanner.repairs)
    }

    /// Parses `bytes`, which begin at `offset` in the source, until their end or until `sink` wants a pause.
    ///
    /// - Returns: How many bytes were parsed.
    /// - Complexity: O(bytes), 64 bytes a step inside long fields.
    mutating func parse<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        let count = parseOn(bytes, at: offset, into: &sink)
        end = offset + count
        return count
    }

    private mutating func parseOn<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        guard held.isEmpty else {
            let (count, isPaused) = parseHeld(bytes, at: offset, isAtEnd: false, into: &sink)
            if isPaused || count == bytes.count { return count }
            return count + parseOn(UnsafeBufferPointer(rebasing: bytes[count...]), at: offset + count, into: &sink)
        }
        return repairs.isEmpty
            ? parseChunk(bytes, at: offset, into: &sink) : parseRepairing(bytes, at: offset, into: &sink)
    }

    mutating func parseChunk<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        if isGeneral { return parseGeneral(bytes, at: offset, into: &sink) }
        if Sink.takesMany && special.areDistinct { return parseMany(bytes, at: offset, into: &sink) }
        return parseSingly(bytes, at: offset, into: &sink, atLeast: bytes.count)
    }

    /// Parses field by field, until the end of `bytes`, until `sink` wants a pause, or up to the end of a field after the first
    /// `least` bytes.
    mutating func parseSingly<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink, atLeast least: Int
    ) -> Int {
        SpecialCursor.withCursor(over: bytes, special) { base, cursor in
            var place = Place(base: base, count: bytes.count, offset: offset, index: 0, pause: least)
            while place.index < place.count {
                if step(&place, &cursor, &sink) { break }
            }
            return place.index
        } ?? 0
    }

    /// Advances by a byte, a piece or many records, as the state allows; true when the sink wants a pause.
    private mutating func step<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout SpecialCursor, _ sink: inout Sink
    ) -> Bool {
        switch state {
        case .carriageReturn:
            endCarriageReturn(&place, &cursor)
            return false
        case .recordStart:
            beginRecord(place, &sink)
            return false
        case .fieldStart:
            guard isOdd(at: place.offset &+ place.index) else { return fields(&place, &cursor, &sink) }
            return goOn(&place, &cursor, behind: oddFields(at: place.index, place.window, &sink))
        case .unquoted: return unquoted(&place, &cursor, &sink)
        case .quoted:
            quoted(&place, &cursor, &sink)
            return false
        case .quoteInQuoted: return quoteInQuoted(&place, &cursor, &sink)
        // Plain dialects have no such states.
        case .rare: return true
        }
    }

    /// Continues after a field that was read without the cursor; true when the sink wants a pause.
    private func goOn(
        _ place: inout Place, _ cursor: inout SpecialCursor, behind field: (index: Int, isPaused: Bool)
    ) -> Bool {
        place.index = field.index
        cursor.skip(to: field.index)
        return field.isPaused
    }

    @inline(__always)
    private mutating func endCarriageReturn(_ place: inout Place, _ cursor: inout SpecialCursor) {
        if place.byte == SpecialBytes.lineFeed { take(at: place.index, &place, &cursor) }
        state = .recordStart
    }

    @inline(__always)
    private mutating func beginRecord<Sink: FieldSink>(_ place: Place, _ sink: inout Sink) {
        sink.beginRecord(at: place.offset &+ place.index)
        state = .fieldStart
    }

    /// Ends the source. With `mayGoOn` more bytes may follow later: then an unclosed quote keeps its field open, and no quote
    /// is read as a character because they are missing.
    mutating func finish<Sink: FieldSink>(into sink: inout Sink, mayGoOn: Bool = false) {
        if mayGoOn { giveOpenField(into: &sink) }
        while finishHeld(into: &sink) {}
        switch state {
        case .recordStart, .carriageReturn: return
        case .quoted: sink.note(.unclosedQuote, at: openQuote)
        case .fieldStart, .unquoted, .quoteInQuoted: break
        case .rare(.comment): return
        case .rare(let rare): finishRare(rare, into: &sink)
        }
        sink.endField(at: lastValueEnd)
        sink.endRecord()
        state = .recordStart
    }

    /// The byte offset after the value of the field that ends with the source.
    private var lastValueEnd: Int {
        switch state {
        case .quoteInQuoted: end - 1
        case .rare(.spaces): valueEnd(before: lastField.end)
        default: valueEnd(before: end)
        }
    }

    /// The byte offset after the value of a field that ends before `offset`.
    @inline(__always)
    func valueEnd(before offset: Int) -> Int { closingQuote &+ 1 == offset ? closingQuote : offset }

    /// Reads the held bytes after the source has ended; true when there are more, or the sink wants a pause.
    mutating func finishHeld<Sink: FieldSink>(into sink: inout Sink) -> Bool {
        guard !held.isEmpty else { return false }
        let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        let (count, end) = (held.count, heldOffset + held.count)
        let (_, isPaused) = parseHeld(nothing, at: end, isAtEnd: true, into: &sink)
        if held.isEmpty { heldOffset = end }
        return isPaused || !held.isEmpty && held.count < count
    }

    /// The position in a chunk.
    struct Place {
        let base: UnsafePointer<UInt8>
        let count: Int
        /// Of the chunk's first byte.
        let offset: Int
        var index: Int
        /// A field that ends here or later is the last for now.
        var pause = Int.max

        var byte: UInt8 { base[index] }

        func run(to end: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: base + index, count: end &- index)
        }

        /// The chunk.
        var window: QuoteWindow {
            let bytes = UnsafeBufferPointer(start: base, count: count)
            return QuoteWindow(bytes: bytes, offset: offset, chunk: bytes, chunkOffset: offset)
        }
    }

    /// Advances to just after the special byte at `end`, which is the next one.
    @inline(__always)
    private func take(at end: Int, _ place: inout Place, _ cursor: inout SpecialCursor) {
        cursor.take()
        place.index = end &+ 1
    }

    /// Appends whole fields, record after record, up to one that does not lie in one piece; true when the sink wants a pause.
    ///
    /// Most of the time is spent here: in a function of its own, the rare states do not push its values out of the registers.
    @inline(never)
    private mutating func fields<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout SpecialCursor, _ sink: inout Sink
    ) -> Bool {
        while true {
            let end = cursor.next()
            guard end < place.count else { break }
            var byte = place.base[end]
            if byte == special.quote && special.isQuoting {
                guard end == place.index else { break }
                openQuote = place.offset &+ end
                place.index = end &+ 1
                cursor.take()
                let close = cursor.nextQuote()
                guard close &+ 1 < place.count, ends(place.base[close &+ 1]), place.base[close &+ 1] != byte else {
                    return quotedField(&place, &cursor, &sink)
                }
                byte = place.base[close &+ 1]
                let (field, start) = (place.run(to: close), place.offset &+ place.index)
                cursor.take()
                take(at: close &+ 1, &place, &cursor)
                sink.field(field, at: start, mayHoldLineEnds: cursor.hasSkippedLines)
            } else {
                let (field, start) = (place.run(to: end), place.offset &+ place.index)
                cursor.takeFound()
                place.index = end &+ 1
                sink.field(field, at: start, mayHoldLineEnds: false)
            }
            if byte == special.delimiter {
                if sink.wantsPause || place.index >= place.pause { return true }
                continue
            }
            endRecord(with: byte, &sink)
            if sink.wantsPause || place.index >= place.pause { return true }
            // The states between two records, without going back to the start.
            guard place.index < place.count else { return false }
            if state == .carriageReturn {
                endCarriageReturn(&place, &cursor)
                guard place.index < place.count else { return false }
            }
            beginRecord(place, &sink)
        }
        // The next field has not begun where the chunk has no more bytes.
        if place.index < place.count { state = .unquoted }
        return false
    }

    /// Appends a field, after its opening quote, that is not quoted in the simplest way; true when the sink wants a pause.
    @inline(never)
    private mutating func quotedField<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout SpecialCursor, _ sink: inout Sink
    ) -> Bool {
        let field = quotedField(at: place.index &- 1, place.window, &sink)
        // The cursor is still before the bytes after the quote.
        if field.index > place.index { return goOn(&place, &cursor, behind: field) }
        return field.isPaused
    }

    /// Appends the quote that the byte at `place` and the one before it form: the first of the two, as the kernels report it,
    /// also where it was the last byte of an earlier chunk.
    @inline(__always)
    func appendDoubledQuote<Sink: FieldSink>(_ place: Place, _ sink: inout Sink) {
        let first = place.base + (place.index > 0 ? place.index &- 1 : 0)
        sink.append(
            UnsafeBufferPointer(start: first, count: 1), at: place.offset &+ place.index &- 1, mayHoldLineEnds: true)
    }

    /// Returns true where the byte ends an unquoted field.
    @inline(__always)
    private func ends(_ byte: UInt8) -> Bool {
        byte == special.delimiter || byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn
    }

    @inline(__always)
    mutating func endRecord<Sink: FieldSink>(with byte: UInt8, _ sink: inout Sink) {
        state = byte == SpecialBytes.lineFeed ? .recordStart : .carriageReturn
        sink.endRecord()
    }

    /// Goes to the end of the field or of the chunk; true when the sink wants a pause.
    private mutating func unquoted<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout SpecialCursor, _ sink: inout Sink
    ) -> Bool {
        let end = cursor.next()
        if end > place.index {
            sink.append(place.run(to: end), at: place.offset &+ place.index, mayHoldLineEnds: false)
        }
        place.index = end
        guard end < place.count else { return false }
        let byte = place.byte
        if byte == special.delimiter {
            state = .fieldStart
            sink.endField(at: valueEnd(before: place.offset &+ end))
        } else if byte == SpecialBytes.lineFeed || byte == SpecialBytes.carriageReturn {
            sink.endField(at: valueEnd(before: place.offset &+ end))
            endRecord(with: byte, &sink)
        } else {
            sink.note(.quoteInUnquoted, at: place.offset &+ end)
            sink.append(place.run(to: end + 1), at: place.offset &+ end, mayHoldLineEnds: false)
            take(at: end, &place, &cursor)
            return false
        }
        take(at: end, &place, &cursor)
        return sink.wantsPause || place.index >= place.pause
    }

    /// Advances to just after the next quote, or to the end of the chunk.
    private mutating func quoted<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout SpecialCursor, _ sink: inout Sink
    ) {
        let end = cursor.nextQuote()
        if end > place.index { sink.append(place.run(to: end), at: place.offset + place.index, mayHoldLineEnds: true) }
        place.index = end
        if end < place.count {
            take(at: end, &place, &cursor)
            state = .quoteInQuoted
        }
    }

    private mutating func quoteInQuoted<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout SpecialCursor, _ sink: inout Sink
    ) -> Bool {
        let byte = place.byte
        if byte == special.quote {
            appendDoubledQuote(place, &sink)
            take(at: place.index, &place, &cursor)
            state = .quoted
            return false
        }
        state = .unquoted
        if ends(byte) {
            closingQuote = place.offset &+ place.index &- 1
            return false
        }
        return goOn(&place, &cursor, behind: textAfterQuote(at: place.index, place.window, &sink))
    }
}
