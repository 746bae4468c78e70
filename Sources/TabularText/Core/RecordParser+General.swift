import CScan

/// The engine for dialects with a delimiter of several bytes, an escape, or comments.
///
/// Worked example, delimiter `||`, escape `\`, comment `#`:
///
///     # x\n             skippedLine
///     a|b\||c||d\n      beginRecord
///                           append a|b, append |, append |c      endField
///                           append d                             endField   endRecord
///
/// Its rules are those of `RecordParser`, and:
///
/// - a delimiter is found at the first position where all of it occurs; the beginning of one alone is data;
/// - the byte after an escape is data, whatever it is, and the escape is not: `\"` is a quote, `\N` is the letter N, as
///   Python's `csv` reads it. It opens no quotes, and a field that begins with it is not quoted;
/// - carriage return and line feed after an escape are one line end, and both are data;
/// - an escape that is the source's last byte is data, and reported;
/// - a comment begins where a record would, and extends to its line's end, whatever it contains;
/// - where runs of spaces and tabs are delimiters, one at either end of a line belongs to no field, and a line of nothing else
///   is a blank one.
extension RecordParser {
    /// Like `parse`, for any dialect.
    mutating func parseGeneral<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return 0 }
        let special = special
        return GeneralCursor.withCursor(over: base, count: bytes.count, special) { cursor in
            var place = Place(base: base, count: bytes.count, offset: offset, index: 0)
            while place.index < place.count {
                if step(&place, &cursor, &sink) { break }
            }
            end = offset &+ place.index
            return place.index
        } ?? 0
    }

    /// Ends the source in a rare state.
    mutating func finishRare<Sink: FieldSink>(_ rare: ParserState.Rare, into sink: inout Sink) {
        switch rare {
        case .comment, .escapedReturn, .leadingSpaces, .spaces: return
        case .delimiter(let matched): appendHeld(Int(matched), before: end, &sink)
        // Where fields are wanted the bytes are held.
        case .delimiterAfterQuote: return
        case .escape, .escapeInQuoted:
            sink.note(.escapeAtEnd, at: end - 1)
            withUnsafeBytes(of: special.escape) { raw in
                raw.withMemoryRebound(to: UInt8.self) { sink.append($0, at: end - 1, mayHoldLineEnds: false) }
            }
            if rare == .escapeInQuoted { sink.note(.unclosedQuote, at: openQuote) }
        case .commentStart(let matched):
            beginHeldRecord(Int(matched), before: end, &sink)
            if case .rare(let rare) = state { finishRare(rare, into: &sink) }
        }
    }

    /// Advances by a piece; true when the sink wants a pause.
    @inline(__always)
    private mutating func step<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout GeneralCursor, _ sink: inout Sink
    ) -> Bool {
        switch state {
        case .carriageReturn:
            if place.byte == SpecialBytes.lineFeed { place.index += 1 }
            state = .recordStart
        case .recordStart: beginLine(&place, &sink)
        case .fieldStart:
            guard isOdd(at: place.offset &+ place.index) else { return generalFields(&place, &cursor, &sink) }
            let (index, isPaused) = oddFields(at: place.index, place.window, &sink)
            place.index = index
            return isPaused
        case .unquoted: return unquoted(from: place.index, &place, &cursor, &sink)
        case .quoted: quoted(from: place.index, &place, &cursor, &sink)
        case .quoteInQuoted: return quoteInQuoted(&place, &sink)
        case .rare(.escape): return escaped(&place, &cursor, &sink)
        case .rare(.escapeInQuoted):
            // The byte after the escape begins the next piece, whatever it is.
            state = .quoted
            quoted(from: place.index &+ 1, &place, &cursor, &sink)
        case .rare(let rare): return step(rare, &place, &sink)
        }
        return false
    }

    private mutating func step<Sink: FieldSink>(
        _ rare: ParserState.Rare, _ place: inout Place, _ sink: inout Sink
    ) -> Bool {
        switch rare {
        case .delimiter(let matched): return goOn(matching: Int(matched), isAfterQuote: false, &place, &sink)
        case .delimiterAfterQuote(let matched): return goOn(matching: Int(matched), isAfterQuote: true, &place, &sink)
        case .escape, .escapeInQuoted: preconditionFailure("what is escaped is taken with what follows")
        case .escapedReturn:
            state = .unquoted
            if place.byte == SpecialBytes.lineFeed {
                append(to: place.index &+ 1, &place, &sink, mayHoldLineEnds: true)
            }
        case .commentStart(let matched): goOn(matchingComment: Int(matched), &place, &sink)
        case .comment: return skipLine(&place, &sink)
        case .leadingSpaces: return skipLeadingSpaces(&place, &sink)
        case .spaces: return endField(behindSpacesAt: &place, &sink)
        }
        return false
    }

    // MARK: - Fields

    /// Adds whole fields of a record, up to one that does not lie in one piece; true when the sink wants a pause.
    @inline(never)
    private mutating func generalFields<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout GeneralCursor, _ sink: inout Sink
    ) -> Bool {
        while place.index < place.count {
            let start = place.index
            var close = start
            let isQuoted = special.isQuoting && place.byte == special.quote
            if isQuoted {
                openQuote = place.offset &+ start
                close = cursor.nextInQuotes(from: start &+ 1)
                guard close &+ 1 < place.count, place.base[close] == special.quote else { break }
                close &+= 1
            } else {
                close = cursor.next(from: start)
            }
            guard close < place.count else { break }
            guard case .found(let byte, let next) = separator(at: close, place) else { break }
            lastField = (place.offset &+ start, place.offset &+ close)
            if isQuoted { place.index = start &+ 1 }
            let field = place.run(to: isQuoted ? close &- 1 : close)
            let first = place.offset &+ place.index
            place.index = next
            sink.field(field, at: first, mayHoldLineEnds: isQuoted || special.isSeparated)
            if special.isLineEnd(byte) {
                endRecord(with: byte, &sink)
                return sink.wantsPause
            }
            if sink.wantsPause { return true }
        }
        // The next field has not begun where the chunk has no more bytes.
        guard place.index < place.count else { return false }
        lastField.start = place.offset &+ place.index
        guard special.isQuoting && place.byte == special.quote else {
            state = .unquoted
            return false
        }
        guard wantsFields else {
            place.index += 1
            state = .quoted
            return false
        }
        let (index, isPaused) = quotedField(at: place.index, place.window, &sink)
        place.index = index
        return isPaused
    }

    /// Advances to the end of the field or of the chunk, or to a quote or an escape, whichever comes first from `first` on;
    /// true when the sink wants a pause.
    private mutating func unquoted<Sink: FieldSink>(
        from first: Int, _ place: inout Place, _ cursor: inout GeneralCursor, _ sink: inout Sink
    ) -> Bool {
        var end = cursor.next(from: first)
        while end < place.count {
            switch separator(at: end, place) {
            case .found(let byte, let next):
                append(to: end, &place, &sink, mayHoldLineEnds: special.isSeparated)
                place.index = next
                endField(endingAt: place.offset &+ end, with: byte, &sink)
                return sink.wantsPause
            case .cutOff(let state):
                append(to: end, &place, &sink, mayHoldLineEnds: special.isSeparated)
                lastField.end = place.offset &+ end
                place.index = place.count
                self.state = .rare(state)
                return false
            case .none: break
            }
            if !special.mayDelimit(place.base[end]) { break }
            end = cursor.next(from: end &+ 1)
        }
        append(to: end, &place, &sink, mayHoldLineEnds: special.isSeparated)
        guard end < place.count else { return false }
        if special.isEscaping && place.byte == special.escape {
            place.index += 1
            state = .rare(.escape)
        } else {
            sink.note(.quoteInUnquoted, at: place.offset &+ end)
            append(to: end &+ 1, &place, &sink, mayHoldLineEnds: special.isSeparated)
        }
        return false
    }

    /// Ends the field that ended before `end`, and with a line end also the record.
    private mutating func endField<Sink: FieldSink>(
        endingAt end: Int, with byte: UInt8, _ sink: inout Sink
    ) {
        lastField.end = end
        sink.endField(at: valueEnd(before: end))
        if special.isLineEnd(byte) { endRecord(with: byte, &sink) } else { state = .fieldStart }
    }

    /// Advances to just after the next quote or escape from `first` on, or to the end of the chunk.
    private mutating func quoted<Sink: FieldSink>(
        from first: Int, _ place: inout Place, _ cursor: inout GeneralCursor, _ sink: inout Sink
    ) {
        let end = cursor.nextInQuotes(from: first)
        append(to: end, &place, &sink, mayHoldLineEnds: true)
        guard end < place.count else { return }
        state = place.byte == special.quote ? .quoteInQuoted : .rare(.escapeInQuoted)
        place.index += 1
    }

    private mutating func quoteInQuoted<Sink: FieldSink>(_ place: inout Place, _ sink: inout Sink) -> Bool {
        let byte = place.byte
        if byte == special.quote {
            appendDoubledQuote(place, &sink)
            place.index += 1
            state = .quoted
            return false
        }
        state = .unquoted
        let end = place.offset &+ place.index
        switch separator(at: place.index, place) {
        case .found:
            closingQuote = end &- 1
            return false
        case .cutOff(.spaces):
            (lastField.end, closingQuote) = (end, end &- 1)
            place.index = place.count
            state = .rare(.spaces)
            return false
        case .cutOff(.delimiter(let matched)) where !wantsFields:
            place.index = place.count
            state = .rare(.delimiterAfterQuote(matched: matched))
            return false
        case .none where !wantsFields: return false
        case .cutOff, .none: break
        }
        let (index, isPaused) = textAfterQuote(at: place.index, place.window, &sink)
        place.index = index
        return isPaused
    }

    /// Appends the byte after an escape with the bytes after it, since it may be the first of a character. True when the sink
    /// wants a pause.
    private mutating func escaped<Sink: FieldSink>(
        _ place: inout Place, _ cursor: inout GeneralCursor, _ sink: inout Sink
    ) -> Bool {
        let byte = place.byte
        var end = place.index &+ 1
        state = .unquoted
        guard special.isLineEnd(byte) else {
            return unquoted(from: end, &place, &cursor, &sink)
        }
        if byte == SpecialBytes.carriageReturn {
            if end == place.count { state = .rare(.escapedReturn) }
            if end < place.count && place.base[end] == SpecialBytes.lineFeed { end += 1 }
        }
        append(to: end, &place, &sink, mayHoldLineEnds: true)
        return false
    }

    @inline(__always)
    private func append<Sink: FieldSink>(
        to end: Int, _ place: inout Place, _ sink: inout Sink, mayHoldLineEnds: Bool
    ) {
        if end > place.index {
            sink.append(place.run(to: end), at: place.offset &+ place.index, mayHoldLineEnds: mayHoldLineEnds)
        }
        place.index = end
    }

    // MARK: - Ends of fields

    /// The bytes at a possible end of a field.
    private enum Separator {
        case none
        /// A delimiter, represented by its first byte, or a line end; and the index after it.
        case found(UInt8, next: Int)
        /// The chunk ends in a possible separator; the state after the chunk then.
        case cutOff(ParserState.Rare)
    }

    /// Reads the separator at `index`, which is in the chunk. Spaces that are delimiters count as the line end after them,
    /// where there is one.
    @inline(__always)
    private func separator(at index: Int, _ place: Place) -> Separator {
        let byte = place.base[index]
        if special.isLineEnd(byte) { return .found(byte, next: index &+ 1) }
        guard special.mayDelimit(byte) else { return .none }
        if special.mergesSpaces {
            let next = skipSpaces(from: index, place)
            guard next < place.count else { return .cutOff(.spaces) }
            let byte = place.base[next]
            return special.isLineEnd(byte) ? .found(byte, next: next &+ 1) : .found(special.delimiter, next: next)
        }
        switch special.delimiterText.match(at: place.base + index, available: place.count &- index) {
        case .none: return .none
        case .part(let matched): return .cutOff(.delimiter(matched: UInt8(matched)))
        case .whole: return .found(byte, next: index &+ special.delimiterText.count)
        }
    }

    private func skipSpaces(from index: Int, _ place: Place) -> Int {
        var index = index
        while index < place.count && special.mayDelimit(place.base[index]) { index &+= 1 }
        return index
    }

    /// Skips the first spaces of a record; true when the sink wants a pause.
    private mutating func skipLeadingSpaces<Sink: FieldSink>(_ place: inout Place, _ sink: inout Sink) -> Bool {
        place.index = skipSpaces(from: place.index, place)
        guard place.index < place.count else { return false }
        let byte = place.byte
        lastField.start = place.offset &+ place.index
        guard special.isLineEnd(byte) else {
            state = .fieldStart
            return false
        }
        place.index += 1
        endField(endingAt: lastField.start, with: byte, &sink)
        return sink.wantsPause
    }

    /// Skips the spaces after a field, and ends it; true when the sink wants a pause.
    private mutating func endField<Sink: FieldSink>(behindSpacesAt place: inout Place, _ sink: inout Sink) -> Bool {
        place.index = skipSpaces(from: place.index, place)
        guard place.index < place.count else { return false }
        let byte = place.byte
        if special.isLineEnd(byte) { place.index += 1 }
        endField(endingAt: lastField.end, with: byte, &sink)
        return sink.wantsPause
    }

    // MARK: - Delimiters and comments across two chunks

    /// Examines one byte after the first `matched` of a delimiter; true when the sink wants a pause.
    private mutating func goOn<Sink: FieldSink>(
        matching matched: Int, isAfterQuote: Bool, _ place: inout Place, _ sink: inout Sink
    ) -> Bool {
        let delimiter = special.delimiterText
        let here = place.offset &+ place.index
        if place.byte == delimiter[matched] {
            place.index += 1
            if matched + 1 == delimiter.count {
                endField(endingAt: here - matched, with: special.delimiter, &sink)
                return sink.wantsPause
            }
            let count = UInt8(matched + 1)
            state = .rare(isAfterQuote ? .delimiterAfterQuote(matched: count) : .delimiter(matched: count))
            return false
        }
        // The held bytes are data, but for their end, which may begin a delimiter too.
        let border = delimiter.border(of: matched)
        appendHeld(matched - border, before: here - border, &sink)
        state = border > 0 ? .rare(.delimiter(matched: UInt8(border))) : .unquoted
        return false
    }

    /// Appends the first `count` bytes of a delimiter, which end before `end` and may no longer be in memory.
    private func appendHeld<Sink: FieldSink>(_ count: Int, before end: Int, _ sink: inout Sink) {
        special.delimiterText.withBytes { bytes in
            let held = UnsafeBufferPointer(rebasing: bytes[..<count])
            sink.append(held, at: end - count, mayHoldLineEnds: special.isSeparated)
        }
    }

    /// Begins a comment, a possible comment, or a record.
    @inline(__always)
    private mutating func beginLine<Sink: FieldSink>(_ place: inout Place, _ sink: inout Sink) {
        if special.comment.count > 0 {
            sink.beginLine(at: place.offset &+ place.index)
            switch special.comment.match(at: place.base + place.index, available: place.count &- place.index) {
            case .whole:
                place.index += special.comment.count
                state = .rare(.comment)
                return
            case .part(let matched):
                place.index = place.count
                state = .rare(.commentStart(matched: UInt8(matched)))
                return
            case .none: break
            }
        }
        sink.beginRecord(at: place.offset &+ place.index)
        state = special.mergesSpaces ? .rare(.leadingSpaces) : .fieldStart
    }

    private mutating func goOn<Sink: FieldSink>(
        matchingComment matched: Int, _ place: inout Place, _ sink: inout Sink
    ) {
        guard place.byte == special.comment[matched] else {
            return beginHeldRecord(matched, before: place.offset &+ place.index, &sink)
        }
        place.index += 1
        let isWhole = matched + 1 == special.comment.count
        state = .rare(isWhole ? .comment : .commentStart(matched: UInt8(matched + 1)))
    }

    /// Begins a record with the first `count` bytes of a comment's mark, which end before `end` and may no longer be in memory.
    /// They contain no whole delimiter, quote or line end (`TextOptions.conflict`).
    private mutating func beginHeldRecord<Sink: FieldSink>(_ count: Int, before end: Int, _ sink: inout Sink) {
        sink.beginRecord(at: end - count)
        state = .fieldStart
        special.comment.withBytes { bytes in
            _ = parseGeneral(UnsafeBufferPointer(rebasing: bytes[..<count]), at: end - count, into: &sink)
        }
    }

    /// Advances to just after the line's end, or to the chunk's; true when the sink wants a pause.
    private mutating func skipLine<Sink: FieldSink>(_ place: inout Place, _ sink: inout Sink) -> Bool {
        let (one, other) = (special.terminator, special.otherTerminator)
        place.index += cscan_find3(place.base + place.index, place.count - place.index, one, other, other)
        guard place.index < place.count else { return false }
        state = special.mayHaveFeed(place.byte) ? .carriageReturn : .recordStart
        place.index += 1
        sink.skipLine()
        return sink.wantsPause
    }
}
