import CScan

extension RecordScanner {
    /// Words that are marked at a time: 4 KiB of text.
    private static let room = 64

    /// Scans 64 bytes at a time, until fewer are left or the limit may come within the next.
    ///
    /// It takes every second quote for an opening one, which is so as long as each of those stands where a field begins or
    /// right behind the one that closed (a doubled quote). Where one does not, the word is scanned byte by byte, which
    /// leaves the state exact for the next:
    ///
    ///     a,"b ""c""",d      the first, third and fifth quote open, behind a delimiter or a quote: as taken
    ///     a,b"c,d"\n         the first does not: not as taken
    mutating func scanWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ records: inout Int, _ limit: Int
    ) {
        guard let base = bytes.baseAddress else { return }
        let wanted = cscan_bytes(special)
        withUnsafeTemporaryAllocation(of: cscan_word.self, capacity: Self.room) { words in
            // A word ends 64 records at most.
            while bytes.count - index >= 64 && limit - records > 64 {
                let count = min(Self.room, (bytes.count - index) / 64)
                guard let start = words.baseAddress else { return }
                cscan_masks(base + index, count * 64, wanted, start)
                for word in 0..<count where limit - records > 64 {
                    if take(words[word], &records) {
                        index += 64
                    } else {
                        scanBytes(base, index + 64, &index, &records, limit)
                    }
                }
            }
        }
    }

    /// Counts the records that end in a word and goes behind it; false, with nothing done, where a quote may stand inside
    /// of an unquoted field.
    @inline(__always)
    private mutating func take(_ word: cscan_word, _ records: inout Int) -> Bool {
        let quotes = special.isQuoting ? word.quote : 0
        // All ones inside of quotes: what the state before the first byte says.
        let before: UInt64 = state == .quoted ? .max : 0
        let ends = word.a | word.b | word.c
        var outside = ~before
        var isQuotedAfter = before != 0
        if quotes != 0 {
            // Bit i: whether the bytes up to i hold an odd number of quotes.
            var parity = quotes
            for shift: UInt64 in [1, 2, 4, 8, 16, 32] { parity ^= parity << shift }
            let inside = parity ^ before
            let opening = quotes & inside
            let closing = quotes & ~inside
            let isAtStart = state == .recordStart || state == .fieldStart || state == .carriageReturn
            let mayOpen = (ends | closing) << 1 | (isAtStart || state == .quoteInQuoted ? 1 : 0)
            guard opening & ~mayOpen == 0 else { return false }
            outside = ~inside
            isQuotedAfter = inside >> 63 != 0
        }
        let returns = word.c & outside
        // A line feed belongs to the carriage return before it.
        let feeds = word.b & outside & ~(returns << 1 | (state == .carriageReturn ? 1 : 0))
        records += returns.nonzeroBitCount + feeds.nonzeroBitCount
        state = isQuotedAfter ? .quoted : stateBehind(word, quotes)
        return true
    }

    /// The state behind a word whose end is not inside of quotes, by its last byte.
    @inline(__always)
    private func stateBehind(_ word: cscan_word, _ quotes: UInt64) -> ParserState {
        if word.b >> 63 != 0 { return .recordStart }
        if word.c >> 63 != 0 { return .carriageReturn }
        if word.a >> 63 != 0 { return .fieldStart }
        return quotes >> 63 != 0 ? .quoteInQuoted : .unquoted
    }
}
