import CScan

/// The reading of a field that begins with a quote. Indices count from the first byte examined.
enum QuoteReading: Sendable, Hashable {
    /// By RFC 4180: the quote at `close` ends the field, and all others are doubled.
    case proper(close: Int)
    /// The quotes up to the end of `OddQuotes` deviate from RFC 4180.
    case odd(OddQuotes)
    /// A line end, or more than `QuoteDecider.limit` bytes, precede the closing quote: read byte by byte.
    case long
    /// The bytes end before the reading is known.
    case incomplete
}

/// A part of a line whose quotes deviate from RFC 4180, from the first byte of a field on, and how they are read.
///
///     1,"5" pipe","steel, long"      first: from quote to quote, the one between them is a character
///       |--------|
///     "Table 48"","made of, wood"    first and second: each quote of a doubled one is a quote on its own
///     |-------------------------|
///     "Swing" time,x                 neither: all quotes are characters
///     |-----------|
///     1,"{"a":1,"b":2}",x            first, as JSON: the next field would begin at b otherwise
///       |--------------|
///     "12 m,"made of, wood"          second: the first one has no closing quote, and its quote is a character
///     |-------------------|
///     1,"steel, long”,x              neither: the delimiters in `joined` are characters
///       |--------------|
struct OddQuotes: Sendable, Hashable {
    /// A field between two quotes. From `literal` on all quotes between them are characters; two are one before it.
    struct Enclosed: Sendable, Hashable {
        var open: Int
        var close: Int
        var literal: Int
        var isJSON = false
    }

    /// The index after the last byte that is read so.
    var end: Int
    var first: Enclosed?
    var second: Enclosed?
    /// The first quote where the source ends before any quote closes it.
    var unclosed: Int?
    /// The field of a quote without a closing one, where a typographic quote ends it.
    var joined: Range<Int>?
    /// A Boolean value that indicates whether a field begins at the end.
    var endsAtField = false

    /// The field that begins with the quote at `open`.
    func enclosed(at open: Int) -> Enclosed? {
        first?.open == open ? first : second?.open == open ? second : nil
    }

    /// The end of the field that begins at `open`, where a typographic quote ends it.
    func joinedEnd(at open: Int) -> Int? { joined?.lowerBound == open ? joined?.upperBound : nil }

    /// The same with indices that are larger by `distance`.
    func moved(by distance: Int) -> OddQuotes {
        func moved(_ part: Enclosed?) -> Enclosed? {
            part.map {
                Enclosed(
                    open: $0.open + distance, close: $0.close + distance, literal: $0.literal + distance,
                    isJSON: $0.isJSON)
            }
        }
        return OddQuotes(
            end: end + distance, first: moved(first), second: moved(second), unclosed: unclosed.map { $0 + distance },
            joined: joined.map { $0.lowerBound + distance..<$0.upperBound + distance }, endsAtField: endsAtField)
    }
}

/// Decides how fields are read that begin with a quote, by the bytes up to their line's end.
///
/// The standard's reading counts where nothing in it is odd. Odd is a quote between quotes that neither is doubled nor has a
/// delimiter, a line end or the source's end after it. Then, in this order:
///
/// 1. where nothing but opening brackets is before that quote: the field is JSON up to a quote after the bracket that closes the
///    first one, where that one ends it;
/// 2. unless that quote is right after a delimiter: a later quote of the line that has one of these after it closes the field,
///    and those between them are characters;
/// 3. a doubled quote before it that has one of these after it is a character and the closing quote. Where the odd quote is
///    right after a delimiter it opens the next field then, and that one must have its closing quote too;
/// 4. the field is not quoted at all. Where the odd quote is right after a delimiter, and the next quote is its closing one,
///    that field is.
///
/// A quote that nothing closes on its line, where the next lines are records, is a character too. Where a typographic quote
/// stands in place of the closing one, the delimiters before it are characters as well.
///
/// Later quotes count up to the next one where a field begins. These rules change which fields a record has, and never where it
/// ends: `RecordScanner`, which closes a field at its odd quote, reaches the same line end in the same state. If you change a
/// rule, preserve this.
struct QuoteDecider {
    /// A field's quotes are decided by at most so many bytes from the first one on.
    static let limit = 1 << 16

    let special: SpecialBytes
    let bytes: UnsafeBufferPointer<UInt8>
    /// A Boolean value that indicates whether the source ends after the bytes.
    let isAtEnd: Bool
    /// A Boolean value that indicates whether the field ends on its line, whatever its quotes.
    var isOnLine = false

    /// The reading of the field that begins with the quote at `open`.
    func reading(at open: Int) -> QuoteReading {
        let found = standardReading(at: open)
        guard isOnLine, found == .long else { return found }
        return .odd(OddQuotes(end: open + 1, unclosed: open))
    }

    private func standardReading(at open: Int) -> QuoteReading {
        var index = open + 1
        var doubled: Int?
        while true {
            index = nextInQuotes(from: index, of: open)
            if index - open > Self.limit { return .long }
            guard index < bytes.count else { return isAtEnd ? .odd(unclosed(open, doubled)) : .incomplete }
            if special.isLineEnd(bytes[index]) { return isOnLine ? .odd(unclosed(open, doubled, end: index)) : .long }
            guard bytes[index] == special.quote else {
                // An escape.
                guard index + 1 < bytes.count else { return isAtEnd ? .odd(unclosed(open, doubled)) : .incomplete }
                if special.isLineEnd(bytes[index + 1]) { return .long }
                index += 2
                continue
            }
            let isDoubled = index + 1 < bytes.count && bytes[index + 1] == special.quote
            guard let isEnd = endsField(at: index + (isDoubled ? 2 : 1)) else { return .incomplete }
            guard isDoubled else { return isEnd ? .proper(close: index) : odd(open, index, doubled) }
            if isEnd { doubled = index }
            index += 2
        }
    }

    private func unclosed(_ open: Int, _ doubled: Int?, end: Int? = nil) -> OddQuotes {
        let end = end ?? bytes.count
        let first = doubled.map { closing(open, at: $0) }
        return OddQuotes(
            end: end, first: first, unclosed: open,
            joined: first == nil ? joined(from: open, before: end) : nil)
    }

    /// The field from `open` on to the first typographic quote before `end`, where that closes and has the field's end after it.
    ///
    ///     “ U+201C, which closes in some languages     ” U+201D     „ U+201E, which only opens
    private func joined(from open: Int, before end: Int) -> Range<Int>? {
        var index = open + 1
        while index + 2 < end {
            if bytes[index] == 0xE2, bytes[index + 1] == 0x80, (0x9C...0x9E).contains(bytes[index + 2]) {
                return bytes[index + 2] != 0x9E && endsField(at: index + 3) == true ? open..<index + 3 : nil
            }
            index += 1
        }
        return nil
    }

    /// The field from `open` to the second of the two quotes at `doubled`.
    private func closing(_ open: Int, at doubled: Int) -> OddQuotes.Enclosed {
        OddQuotes.Enclosed(open: open, close: doubled + 1, literal: doubled)
    }

    /// The reading of a field whose first odd quote is at `odd`.
    private func odd(_ open: Int, _ odd: Int, _ doubled: Int?) -> QuoteReading {
        switch jsonEnd(from: odd, of: open) {
        case .incomplete: return .incomplete
        case .closing(let close):
            let field = OddQuotes.Enclosed(open: open, close: close, literal: odd, isJSON: true)
            return .odd(OddQuotes(end: close + 1, first: field))
        default: break
        }
        let isOpening = delimiterEnds(at: odd, behind: open)
        let rest = rest(from: odd + 1, of: open)
        if case .incomplete = rest { return .incomplete }
        var found = OddQuotes(end: rest.end, endsAtField: rest.endsAtField)
        if case .closing(let close) = rest {
            if !isOpening {
                found.first = OddQuotes.Enclosed(open: open, close: close, literal: odd)
            } else if let doubled, fieldBegins(at: odd, behind: doubled + 2) {
                found.first = closing(open, at: doubled)
                found.second = OddQuotes.Enclosed(open: odd, close: close, literal: odd + 1)
            } else if fieldBegins(at: odd, behind: open + 1), !bytes[odd + 1..<close].contains(special.quote) {
                found.second = OddQuotes.Enclosed(open: odd, close: close, literal: close)
                found.joined = joined(from: open, before: odd)
            }
        } else if !isOpening {
            found.first = doubled.map { closing(open, at: $0) }
        }
        return .odd(found)
    }

    // MARK: - Behind an odd quote

    /// The next byte with a meaning after an odd quote.
    enum Rest: Hashable {
        /// A quote inside a field that is followed by the field's end.
        case closing(Int)
        /// A quote where a field begins.
        case opening(Int)
        /// Neither, up to this index; a field may begin there.
        case none(Int, isAtField: Bool)
        case incomplete

        var end: Int {
            switch self {
            case .closing(let index): index + 1
            case .opening(let index), .none(let index, _): index
            case .incomplete: 0
            }
        }

        var endsAtField: Bool {
            switch self {
            case .opening, .none(_, isAtField: true): true
            default: false
            }
        }
    }

    /// Finds the next byte with a meaning from `start` on, in an unquoted field; up to the line's end, and to the limit of the
    /// field that begins at `open`.
    func rest(from start: Int, of open: Int) -> Rest {
        var index = start
        var fieldStart: Int?
        while true {
            index = nextOutside(from: index, of: open)
            let isAtField = index == fieldStart
            if index - open > Self.limit { return .none(index, isAtField: isAtField) }
            guard index < bytes.count else { return isAtEnd ? .none(index, isAtField: isAtField) : .incomplete }
            let byte = bytes[index]
            if special.isLineEnd(byte) { return .none(index, isAtField: isAtField) }
            if special.isQuoting && byte == special.quote {
                if isAtField { return .opening(index) }
                guard let isEnd = endsField(at: index + 1) else { return .incomplete }
                if isEnd { return .closing(index) }
                index += 1
            } else if special.isEscape(byte) {
                guard let next = behindEscaped(index) else {
                    return isAtEnd ? .none(bytes.count, isAtField: false) : .incomplete
                }
                index = next
            } else {
                guard let length = delimiterLength(at: index) else { return .incomplete }
                index += max(1, length)
                if length > 0 { fieldStart = index }
            }
        }
    }

    /// Finds the quote that closes a field of JSON whose quotes are not doubled: the one after the last bracket. nil where the
    /// field, which begins at `open` and has its first odd quote at `odd`, is none.
    ///
    /// Quotes that begin a field inside of it and the next ones after those are pairs, as a `RecordScanner` sees them.
    ///
    /// - Complexity: O(*n*) in the length of the line for all of its fields: the search ends where the first bracket is closed,
    ///   or at so deep a level that no more than `deepestJSON` fields of a line are searched through at any byte.
    private func jsonEnd(from odd: Int, of open: Int) -> Rest? {
        guard !special.isEscaping, !special.mergesSpaces, var depth = openingBrackets(in: open + 1..<odd) else {
            return nil
        }
        var (index, fieldStart, isQuoted) = (odd + 1, -1, false)
        var last = bytes[odd]
        while index - open <= Self.limit {
            guard index < bytes.count else { return isAtEnd ? nil : .incomplete }
            let byte = bytes[index]
            if special.isLineEnd(byte) { return nil }
            if depth == 0 && byte != special.quote && byte != SpecialBytes.space { return nil }
            depth += Self.depth(of: byte)
            guard (0...Self.deepestJSON).contains(depth) else { return nil }
            if isQuoted {
                if byte == special.quote {
                    guard index + 1 < bytes.count else { return isAtEnd ? nil : .incomplete }
                    isQuoted = bytes[index + 1] == special.quote
                    if isQuoted { index += 1 }
                }
            } else if byte == special.quote {
                isQuoted = index == fieldStart
                if !isQuoted && depth == 0 && Self.depth(of: last) < 0 {
                    guard let isEnd = endsField(at: index + 1) else { return .incomplete }
                    return isEnd ? .closing(index) : nil
                }
            } else if special.mayDelimit(byte) {
                guard let length = delimiterLength(at: index) else { return .incomplete }
                if length > 0 { fieldStart = index + length }
            }
            if byte != SpecialBytes.space { last = byte }
            index += 1
        }
        return nil
    }

    /// The number of brackets in `range`; nil without any, or beside other bytes than spaces.
    private func openingBrackets(in range: Range<Int>) -> Int? {
        var count = 0
        for byte in bytes[range] where byte != SpecialBytes.space {
            guard Self.depth(of: byte) > 0 else { return nil }
            count += 1
        }
        return count > 0 ? count : nil
    }

    /// The deepest nesting of such JSON.
    private static let deepestJSON = 32

    private static func depth(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): -1
        default: 0
        }
    }

    /// The index after the escape at `index` and the escaped bytes; nil where the bytes end before.
    private func behindEscaped(_ index: Int) -> Int? {
        guard index + 1 < bytes.count else { return nil }
        guard bytes[index + 1] == SpecialBytes.carriageReturn else { return index + 2 }
        guard index + 2 < bytes.count || isAtEnd else { return nil }
        return index + 2 < bytes.count && bytes[index + 2] == SpecialBytes.lineFeed ? index + 3 : index + 2
    }

    /// A Boolean value that indicates whether a field begins at `index` where the delimiter at `start` ends another one.
    private func fieldBegins(at index: Int, behind start: Int) -> Bool {
        var place = start
        while place < index {
            let byte = bytes[place]
            if special.isEscape(byte) {
                place += 2
                continue
            }
            let length = special.mayDelimit(byte) ? delimiterLength(at: place) ?? 0 : 0
            place += max(1, length)
            if length > 0 && place == index { return true }
        }
        return false
    }

    // MARK: - Bytes

    /// The index of the next quote that begins a field, after fields whose quotes are characters; of the first field from `count`
    /// on, or the line's end, where none comes before those. `isAtField` indicates that a field begins there.
    func textEnd(beyond count: Int) -> (index: Int, isAtField: Bool) {
        let isLineEnded = bytes.last.map { special.isLineEnd($0) } ?? false
        let end = bytes.count - (isLineEnded ? 1 : 0)
        var (index, isAtField) = (0, false)
        repeat {
            index = fieldEnd(from: index, before: end)
            isAtField = index < end
            if isAtField { index += delimiterLength(at: index) ?? 0 }
        } while index < count && !(isAtField && special.isQuoting && bytes[index] == special.quote)
        return (index, isAtField)
    }

    /// The index of the delimiter that ends a field from `index` on, whose quotes are characters; `end` without one.
    func fieldEnd(from index: Int, before end: Int) -> Int {
        var index = index
        while index < end {
            let byte = bytes[index]
            if special.isEscape(byte) {
                index += 2
            } else if special.mayDelimit(byte), delimiterLength(at: index) ?? 0 > 0 {
                return index
            } else {
                index += 1
            }
        }
        return end
    }

    /// A Boolean value that indicates whether the bytes at `index` end a field; nil where they end too early to tell.
    func endsField(at index: Int) -> Bool? {
        guard index < bytes.count else { return isAtEnd ? true : nil }
        if special.isLineEnd(bytes[index]) { return true }
        guard special.mayDelimit(bytes[index]) else { return false }
        return delimiterLength(at: index).map { $0 > 0 }
    }

    /// The length of the delimiter at `index`, 0 where there is none; nil where the bytes end too early to tell. For spaces the
    /// length of the run.
    func delimiterLength(at index: Int) -> Int? {
        guard let base = bytes.baseAddress else { return 0 }
        if special.mergesSpaces {
            var end = index
            while end < bytes.count && special.mayDelimit(bytes[end]) { end += 1 }
            return end - index
        }
        switch special.delimiterText.match(at: base + index, available: bytes.count - index) {
        case .whole: return special.delimiterText.count
        case .part: return isAtEnd ? 0 : nil
        case .none: return 0
        }
    }

    private func delimiterEnds(at index: Int, behind open: Int) -> Bool {
        if special.mergesSpaces { return index > open + 1 && special.mayDelimit(bytes[index - 1]) }
        let start = index - special.delimiterText.count
        return start > open && delimiterLength(at: start) == special.delimiterText.count
    }

    private func nextInQuotes(from index: Int, of open: Int) -> Int {
        find(special.quote, special.isEscaping ? special.escape : special.quote, from: index, of: open)
    }

    private func nextOutside(from index: Int, of open: Int) -> Int {
        let first = find(special.quote, special.delimiter, from: index, of: open)
        guard special.isEscaping || special.mergesSpaces else { return first }
        var index = index
        while index < first, !special.mayDelimit(bytes[index]), !special.isEscape(bytes[index]) { index += 1 }
        return index
    }

    /// The first index from `index` on that has one of the two bytes or a line end, up to the limit of the field at `open`
    /// and the end of the bytes.
    private func find(_ first: UInt8, _ second: UInt8, from index: Int, of open: Int) -> Int {
        let end = min(bytes.count, open + Self.limit + 2)
        guard index < end, let base = bytes.baseAddress else { return index }
        let (one, other) = (special.terminator, special.otherTerminator)
        let found = cscan_find3(base + index, end - index, first, second, one)
        return index + cscan_find3(base + index, found, other, other, other)
    }
}

/// The bytes that decide how quotes are read: those that a parser holds and more of a chunk, or all of a chunk.
struct QuoteWindow {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The byte offset of the first of them in the source.
    let offset: Int
    let chunk: UnsafeBufferPointer<UInt8>
    let chunkOffset: Int
    /// A Boolean value that indicates whether the source ends after the bytes.
    var isAtEnd = false

    func decider(_ special: SpecialBytes, isOnLine: Bool = false) -> QuoteDecider {
        QuoteDecider(special: special, bytes: bytes, isAtEnd: isAtEnd, isOnLine: isOnLine)
    }
}
