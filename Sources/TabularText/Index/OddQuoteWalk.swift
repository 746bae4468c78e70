import CScan

/// A walk over text of a plain dialect from one odd closing quote to the next: one followed by text. Slow compared to a
/// `RecordScanner`, which finds where such a quote may be.
struct OddQuoteWalk {
    let special: SpecialBytes
    private(set) var state: ParserState
    /// The byte offset of the open quoted field; nil where it is unknown.
    private(set) var open: Int?

    /// Begins in `state`; `open` is the opening quote of the current field, if it is quoted.
    init(_ special: SpecialBytes, _ state: ParserState, open: Int?) {
        (self.special, self.state, self.open) = (special, state, open)
    }

    /// Makes the quote at `open` a character, and continues after it.
    mutating func repair() { (state, open) = (.unquoted, nil) }

    /// Advances past the next odd closing quote in `bytes`, which begin at `offset`, from `index` on.
    ///
    /// - Returns: Its byte offset; nil where there is none.
    mutating func next(
        in bytes: UnsafeBufferPointer<UInt8>, from index: inout Int, at offset: Int, _ repairs: [Int]
    ) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        while index < bytes.count {
            switch state {
            case .quoted:
                index += cscan_find3(base + index, bytes.count - index, special.quote, special.quote, special.quote)
                if index < bytes.count { state = .quoteInQuoted }
                index += 1
            case .quoteInQuoted:
                let byte = bytes[index]
                state = byte == special.quote ? .quoted : .unquoted
                if state == .quoted { index += 1 }
                if state == .unquoted && special.mayBeText(byte) { return offset + index - 1 }
            case .unquoted:
                let (lf, cr) = (SpecialBytes.lineFeed, SpecialBytes.carriageReturn)
                index += cscan_find3(base + index, bytes.count - index, special.delimiter, lf, cr)
                if index < bytes.count { state = .fieldStart }
                index += 1
            default:
                let isQuote = special.isQuoting && bytes[index] == special.quote
                guard isQuote, repairs.first(from: offset + index) != offset + index else {
                    state = .unquoted
                    if isQuote { index += 1 }
                    continue
                }
                (state, open) = (.quoted, offset + index)
                index += 1
            }
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the start of the quoted field that is open after these bytes of a plain dialect, over which a scanner went from
    /// one state to another; nil where it began before them.
    ///
    /// All runs of quotes in a quoted field are even, so the last odd one contains the opening quote. A run at the end may
    /// contain the closing one.
    func openQuote(_ special: SpecialBytes, from first: ParserState, to last: ParserState) -> Int? {
        guard special.isPlain, let baseAddress else { return nil }
        var end = count
        // After a quote that may close, the run at the end has one more.
        var isOddWanted = last == .quoted
        while end > 0 {
            let index = cscan_last(baseAddress, end, special.quote)
            guard index < end else { return nil }
            var start = index
            while start > 0 && self[start - 1] == special.quote { start -= 1 }
            let isOdd = (index + 1 - start) % 2 == 1
            if start == 0 { return first.mayBeginField && isOdd == isOddWanted ? 0 : nil }
            if isOdd == isOddWanted { return start }
            isOddWanted = true
            end = start
        }
        return nil
    }
}
