/// Fields whose quotes deviate from RFC 4180, or that need more bytes before this is known.
///
/// `QuoteDecider` needs a field and the bytes after it on its line. Where a chunk ends before that, the bytes from the field on
/// are kept (`held`), and read with the next chunk's:
///
///     chunk        1,"5" pi      pe","steel, long"\n…
///     held           "5" pi
///     looked at      "5" pi      pe",                    and the field is reported
///
/// A quoted field that has a line end is reported as it arrives, and only its end is examined (`textAfterQuote`). At most
/// `QuoteDecider.limit` bytes and a chunk's part of a line are held.
extension RecordParser {
    /// The reason why bytes are held.
    enum Held: Sendable, Hashable {
        /// They begin with a field, which begins with a quote.
        case field
        /// They follow a quote that may close the field.
        case textAfterQuote
        /// They are read according to `odd`, as far as that reaches: the sink wanted a pause, or later bytes decided.
        case odd
    }

    /// A Boolean value that indicates whether the byte at `offset` comes next and is read according to `odd`.
    func isOdd(at offset: Int) -> Bool { offset < odd.end }

    /// A scanner that can resume at the byte at `offset`, which comes next, and the number of bytes that it must skip: where
    /// quotes are odd it would see others.
    func scanner(at offset: Int) -> (scanner: RecordScanner, skipped: Int) {
        guard isOdd(at: offset) || !held.isEmpty else {
            return (RecordScanner(special, state: state, at: offset, repairs: repairs), 0)
        }
        if !held.isEmpty && odd.end < offset {
            var scanner = RecordScanner(special, state: state, at: heldOffset, repairs: repairs)
            held.withUnsafeBufferPointer { _ = scanner.scan($0) }
            return (scanner, 0)
        }
        let behind = odd.endsAtField ? ParserState.fieldStart : .unquoted
        return (RecordScanner(special, state: behind, at: odd.end, repairs: repairs), odd.end - offset)
    }

    /// Parses the field that begins with the quote at `index` of `window`, where it is irregular. Returns the index to resume
    /// at. With `isPaused` the sink wants a pause. The bytes from `index` on are held where more are needed.
    mutating func quotedField<Sink: FieldSink>(
        at index: Int, _ window: QuoteWindow, _ sink: inout Sink
    ) -> (index: Int, isPaused: Bool) {
        openQuote = window.offset + index
        let isOnLine = repairs.first(from: openQuote) == openQuote
        switch window.decider(special, isOnLine: isOnLine).reading(at: index) {
        case .incomplete:
            hold(.field, from: index, window, as: .fieldStart)
            return (window.bytes.count, false)
        case .long:
            lastField.start = openQuote
            state = .quoted
            return (index + 1, false)
        case .proper(let close):
            let field = OddQuotes.Enclosed(open: index, close: close, literal: close)
            append(field, window, &sink)
            lastField.start = openQuote
            return endField(at: close + 1, isClosed: true, window, &sink)
        case .odd(let found):
            odd = found.moved(by: window.offset)
            state = .fieldStart
            return oddFields(at: index, window, &sink)
        }
    }

    /// Parses the text at `index` after a quote that may have closed a field of several lines, likewise.
    mutating func textAfterQuote<Sink: FieldSink>(
        at index: Int, _ window: QuoteWindow, _ sink: inout Sink
    ) -> (index: Int, isPaused: Bool) {
        let decider = window.decider(special)
        switch decider.endsField(at: index) {
        case true: return endField(at: index, isClosed: true, window, &sink)
        case nil: break
        default:
            let rest = decider.rest(from: index, of: index)
            if rest == .incomplete { break }
            let quote = window.offset + index - 1
            if case .closing(let close) = rest {
                sink.note(.quoteInQuoted, at: quote)
                appendQuote(at: quote, window, &sink)
                let text = OddQuotes.Enclosed(open: index - 1, close: close, literal: index)
                append(text, window, &sink)
                return endField(at: close + 1, isClosed: true, window, &sink)
            }
            sink.note(.textAfterQuote, at: openQuote)
            appendQuote(at: quote, window, &sink)
            state = .unquoted
            odd = OddQuotes(end: rest.end, endsAtField: rest.endsAtField).moved(by: window.offset)
            return oddFields(at: index, window, &sink)
        }
        hold(.textAfterQuote, from: index, window, as: .quoteInQuoted)
        return (window.bytes.count, false)
    }

    /// Adds the fields from `index` on up to the end of `odd`, read according to it.
    mutating func oddFields<Sink: FieldSink>(
        at index: Int, _ window: QuoteWindow, _ sink: inout Sink
    ) -> (index: Int, isPaused: Bool) {
        let odd = odd.moved(by: -window.offset)
        var index = index
        while index < odd.end {
            if state == .fieldStart {
                lastField.start = window.offset + index
                if let field = odd.enclosed(at: index) {
                    append(field, window, &sink)
                    let (next, isPaused) = endField(at: field.close + 1, isClosed: true, window, &sink)
                    if isPaused || state != .fieldStart { return (next, isPaused) }
                    index = next
                    continue
                }
            }
            let next = odd.joinedEnd(at: index) ?? window.decider(special).fieldEnd(from: index, before: odd.end)
            appendText(index..<next, isFieldStart: state == .fieldStart, window, &sink)
            state = .unquoted
            index = next
            guard index < odd.end else { break }
            let (behind, isPaused) = endField(at: index, window, &sink)
            if isPaused || state != .fieldStart { return (behind, isPaused) }
            index = behind
        }
        return (index, false)
    }

    /// Ends the field before the delimiter at `index`, and returns the index after that. All other bytes are left to the
    /// caller. `isClosed` indicates that a quote before it closed the field.
    private mutating func endField<Sink: FieldSink>(
        at index: Int, isClosed: Bool = false, _ window: QuoteWindow, _ sink: inout Sink
    ) -> (index: Int, isPaused: Bool) {
        lastField.end = window.offset + index
        if isClosed { closingQuote = lastField.end - 1 }
        state = .unquoted
        guard index < window.bytes.count, special.mayDelimit(window.bytes[index]) else { return (index, false) }
        let next = index + (window.decider(special).delimiterLength(at: index) ?? 0)
        if special.mergesSpaces {
            // A line end may follow them.
            state = .rare(.spaces)
            guard window.offset + next < odd.end else { return (next, false) }
        }
        state = .fieldStart
        sink.endField(at: valueEnd(before: lastField.end))
        return (next, sink.wantsPause)
    }

    /// Parses bytes that may contain repaired quotes: up to each of these, and the field that it begins separately.
    mutating func parseRepairing<Sink: FieldSink>(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, into sink: inout Sink
    ) -> Int {
        var index = 0
        while index < bytes.count {
            let repair = repairs.first(from: offset + index)
            let end = min(bytes.count, max(0, repair - offset))
            if index < end {
                let part = UnsafeBufferPointer(rebasing: bytes[index..<end])
                index += parseChunk(part, at: offset + index, into: &sink)
                if index < end || index == bytes.count || sink.wantsPause { return index }
            }
            if !held.isEmpty {
                let rest = UnsafeBufferPointer(rebasing: bytes[index...])
                let (count, isPaused) = parseHeld(rest, at: offset + index, isAtEnd: false, into: &sink)
                index += count
                if isPaused { return index }
                continue
            }
            guard offset + index == repair else { continue }
            let one = UnsafeBufferPointer(rebasing: bytes[index...index])
            guard begin(fieldAt: repair, &sink) else {
                index += parseChunk(one, at: repair, into: &sink)
                continue
            }
            let window = QuoteWindow(bytes: bytes, offset: offset, chunk: bytes, chunkOffset: offset)
            let (next, isPaused) = quotedField(at: index, window, &sink)
            index = next
            if isPaused { return index }
        }
        return index
    }

    /// Sets the state to that before the first byte of a field; false where none begins at `offset`.
    private mutating func begin<Sink: FieldSink>(fieldAt offset: Int, _ sink: inout Sink) -> Bool {
        switch state {
        case .fieldStart: return true
        case .recordStart, .carriageReturn:
            sink.beginRecord(at: offset)
            state = .fieldStart
            return true
        case .rare(.leadingSpaces):
            state = .fieldStart
            return true
        case .rare(.spaces):
            sink.endField(at: valueEnd(before: lastField.end))
            state = .fieldStart
            return true
        default: return false
        }
    }

    // MARK: - Text

    /// Appends the text between two quotes.
    private func append<Sink: FieldSink>(_ field: OddQuotes.Enclosed, _ window: QuoteWindow, _ sink: inout Sink) {
        var (index, start) = (field.open + 1, field.open + 1)
        while index < field.close {
            let byte = window.bytes[index]
            if special.isEscape(byte) {
                give(start..<index, window, &sink)
                start = index + 1
                index += 2
            } else if byte == special.quote && index < field.literal && index + 1 < field.close
                && window.bytes[index + 1] == special.quote
            {
                give(start..<index + 1, window, &sink)
                index += 2
                start = index
            } else if byte == special.quote {
                give(start..<index, window, &sink)
                sink.note(field.isJSON ? .quoteInJSON : .quoteInQuoted, at: window.offset + index)
                start = index
                index += 1
            } else {
                index += 1
            }
        }
        give(start..<field.close, window, &sink)
    }

    /// Appends unquoted text, whose quotes are characters.
    private func appendText<Sink: FieldSink>(
        _ range: Range<Int>, isFieldStart: Bool, _ window: QuoteWindow, _ sink: inout Sink
    ) {
        var (index, start) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            let byte = window.bytes[index]
            if special.isEscape(byte) {
                give(start..<index, window, &sink)
                let isLast = index + 1 == window.bytes.count
                if isLast { sink.note(.escapeAtEnd, at: window.offset + index) }
                start = isLast ? index : index + 1
                index += 2
            } else if byte == special.quote {
                give(start..<index, window, &sink)
                note(quoteAt: window.offset + index, isFirst: isFieldStart && index == range.lowerBound, &sink)
                start = index
                index += 1
            } else {
                index += 1
            }
        }
        give(start..<range.upperBound, window, &sink)
    }

    private func note<Sink: FieldSink>(quoteAt offset: Int, isFirst: Bool, _ sink: inout Sink) {
        if offset == odd.unclosed {
            sink.note(.unclosedText, at: offset)
        } else {
            sink.note(isFirst ? .openingText : .quoteInUnquoted, at: offset)
        }
    }

    /// Appends bytes of the window: from the chunk where they lie in it.
    private func give<Sink: FieldSink>(_ range: Range<Int>, _ window: QuoteWindow, _ sink: inout Sink) {
        guard !range.isEmpty else { return }
        let before = min(range.upperBound, max(range.lowerBound, window.chunkOffset - window.offset))
        let old = range.lowerBound..<before
        if !old.isEmpty {
            let bytes = UnsafeBufferPointer(rebasing: window.bytes[old])
            sink.append(
                bytes, at: window.offset + old.lowerBound, mayHoldLineEnds: special.isEscaping || special.isSeparated)
        }
        if before < range.upperBound {
            let first = window.offset + before - window.chunkOffset
            let bytes = UnsafeBufferPointer(rebasing: window.chunk[first..<first + range.upperBound - before])
            sink.append(bytes, at: window.offset + before, mayHoldLineEnds: special.isEscaping || special.isSeparated)
        }
    }

    /// Appends a quote that is in the chunk or right before it.
    private func appendQuote<Sink: FieldSink>(at offset: Int, _ window: QuoteWindow, _ sink: inout Sink) {
        let index = offset - window.chunkOffset
        if index >= 0 && index < window.chunk.count {
            let bytes = UnsafeBufferPointer(rebasing: window.chunk[index...index])
            return sink.append(bytes, at: offset, mayHoldLineEnds: false)
        }
        withUnsafeBytes(of: special.quote) { raw in
            raw.withMemoryRebound(to: UInt8.self) { sink.append($0, at: offset, mayHoldLineEnds: false) }
        }
    }

    // MARK: - Held bytes

    /// Appends the held bytes to the field that they begin or continue.
    mutating func giveOpenField<Sink: FieldSink>(into sink: inout Sink) {
        guard !held.isEmpty, reasonHeld != .odd else { return }
        let bytes = held
        let isGiven = bytes.withUnsafeBufferPointer {
            let nothing = UnsafeBufferPointer(rebasing: $0[$0.count...])
            var window = QuoteWindow(bytes: $0, offset: heldOffset, chunk: nothing, chunkOffset: heldOffset + $0.count)
            window.isAtEnd = true
            if reasonHeld == .field, case .proper = window.decider(special).reading(at: 0) { return false }
            if reasonHeld == .textAfterQuote { appendQuote(at: heldOffset - 1, window, &sink) }
            let first = reasonHeld == .field ? 0 : -1
            append(OddQuotes.Enclosed(open: first, close: $0.count, literal: $0.count), window, &sink)
            return true
        }
        if isGiven { (held, state) = ([], .quoted) }
    }

    /// Holds the bytes of `window` from `index` on. Until they are read the state is that of a scanner, which was in `first`
    /// before them.
    private mutating func hold(_ why: Held, from index: Int, _ window: QuoteWindow, as first: ParserState) {
        reasonHeld = why
        heldOffset = window.offset + index
        held = Array(window.bytes[index...])
        setStateOfHeld(behind: first)
    }

    private mutating func setStateOfHeld(behind first: ParserState) {
        var scanner = RecordScanner(special, state: first)
        held.withUnsafeBufferPointer { _ = scanner.scan($0) }
        state = scanner.state
    }

    /// Reads the held bytes, with as many bytes of the next chunk as they need.
    ///
    /// - Returns: How many bytes of the chunk were read, and whether the sink wants a pause.
    mutating func parseHeld<Sink: FieldSink>(
        _ chunk: UnsafeBufferPointer<UInt8>, at offset: Int, isAtEnd: Bool, into sink: inout Sink
    ) -> (count: Int, isPaused: Bool) {
        var bytes = held
        held = []
        var taken = 0
        repeat {
            // A line decides it at the latest, or a part of data without line ends.
            let first = chunk[taken...].firstIndex { special.isLineEnd($0) } ?? chunk.count
            let isKnown = reasonHeld == .odd && odd.end >= offset
            let needed = isKnown ? odd.end - offset : min(first + 1, taken + QuoteDecider.limit)
            let end = min(chunk.count, needed)
            bytes.append(contentsOf: chunk[taken..<end])
            taken = end
            let (index, isPaused) = bytes.withUnsafeBufferPointer {
                let window = QuoteWindow(
                    bytes: $0, offset: heldOffset, chunk: chunk, chunkOffset: offset,
                    isAtEnd: isAtEnd && taken == chunk.count)
                return parseHeld(window, into: &sink)
            }
            guard held.isEmpty else {
                // Not decided yet.
                bytes = held
                held = []
                continue
            }
            let next = heldOffset + index
            if next < offset {
                // A pause, or a decision that needed bytes of later fields.
                held = Array(bytes[index..<bytes.count - taken])
                (reasonHeld, heldOffset) = (.odd, next)
                if !isPaused && !isOdd(at: next) {
                    bytes.withUnsafeBufferPointer { readRestHeld(UnsafeBufferPointer(rebasing: $0[index...])) }
                }
                return (0, isPaused)
            }
            return (next - offset, isPaused)
        } while taken < chunk.count
        held = bytes
        return (chunk.count, false)
    }

    /// Chooses how the held bytes are read, of which `known` are the first: these go on in the chunk, up to a line end or as far
    /// as the decision needed. All before the next quote that begins a field, or the first field of the chunk, is text.
    private mutating func readRestHeld(_ known: UnsafeBufferPointer<UInt8>) {
        if state == .fieldStart && special.isQuoting && known.first == special.quote {
            reasonHeld = .field
            return
        }
        let decider = QuoteDecider(special: special, bytes: known, isAtEnd: true)
        let (index, isAtField) = decider.textEnd(beyond: held.count)
        odd = OddQuotes(end: heldOffset + index, endsAtField: isAtField)
    }

    private mutating func parseHeld<Sink: FieldSink>(
        _ window: QuoteWindow, into sink: inout Sink
    ) -> (index: Int, isPaused: Bool) {
        switch reasonHeld {
        case .odd: return oddFields(at: 0, window, &sink)
        case .textAfterQuote: return textAfterQuote(at: 0, window, &sink)
        case .field:
            let (index, isPaused) = quotedField(at: 0, window, &sink)
            guard state == .quoted, held.isEmpty, index == 1 else { return (index, isPaused) }
            return (longField(window, &sink), false)
        }
    }

    /// Appends the held bytes of a field of several lines, in which all quotes are doubled.
    private mutating func longField<Sink: FieldSink>(_ window: QuoteWindow, _ sink: inout Sink) -> Int {
        let end = window.chunkOffset - window.offset
        var (index, start) = (1, 1)
        while index < end {
            let byte = window.bytes[index]
            guard byte == special.quote || special.isEscape(byte) else {
                index += 1
                continue
            }
            // The second of the two bytes may be in the chunk.
            let isQuote = byte == special.quote
            // The first of two quotes is appended after the second has arrived.
            let isDoubled = isQuote && index + 1 < end
            give(start..<(isDoubled ? index + 1 : index), window, &sink)
            start = isDoubled ? index + 2 : index + 1
            index += 2
            if index > end {
                state = isQuote ? .quoteInQuoted : .rare(.escapeInQuoted)
                start = end
            }
        }
        give(start..<end, window, &sink)
        return end
    }
}
