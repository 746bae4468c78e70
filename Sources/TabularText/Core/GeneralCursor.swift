import CScan

/// Like `SpecialCursor`, for dialects with an escape or a longer delimiter: it advances to the next byte that may matter from
/// any index, also from one before the last, since an escaped byte has no meaning, and often only the beginning of a delimiter
/// occurs.
struct GeneralCursor {
    /// Words that are marked at a time, at most.
    private static let room = 64

    private let base: UnsafePointer<UInt8>
    private let count: Int
    private let special: SpecialBytes
    private let words: UnsafeMutablePointer<cscan_word>
    /// The bytes that matter outside quotes: delimiters' first bytes, line ends, quotes, escapes; and those between quotes.
    private let outside: UnsafeMutablePointer<UInt64>
    private let inside: UnsafeMutablePointer<UInt64>
    /// The start of the marked bytes, and the number of words marked the last time.
    private var start = 0
    private var end = 0
    private var step = 1

    /// Runs `body` with a cursor over `bytes`, which are not empty.
    @inline(__always)
    static func withCursor<R>(
        over base: UnsafePointer<UInt8>, count: Int, _ special: SpecialBytes, _ body: (inout GeneralCursor) -> R
    ) -> R? {
        withUnsafeTemporaryAllocation(of: cscan_word.self, capacity: room) { words in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * room) { marks in
                guard let word = words.baseAddress, let mark = marks.baseAddress else { return nil }
                var cursor = GeneralCursor(
                    base: base, count: count, special: special, words: word, outside: mark, inside: mark + room)
                return body(&cursor)
            }
        }
    }

    private init(
        base: UnsafePointer<UInt8>, count: Int, special: SpecialBytes, words: UnsafeMutablePointer<cscan_word>,
        outside: UnsafeMutablePointer<UInt64>, inside: UnsafeMutablePointer<UInt64>
    ) {
        self.base = base
        self.count = count
        self.special = special
        self.words = words
        self.outside = outside
        self.inside = inside
    }

    /// The index of the first byte from `index` on that may matter outside quotes; the chunk's count when there is none.
    @inline(__always)
    mutating func next(from index: Int) -> Int {
        var index = index
        while index < count {
            if index >= end || index < start { mark(from: index) }
            let place = index &- start
            let word = outside[place &>> 6] &>> (place & 63)
            if word != 0 { return index &+ word.trailingZeroBitCount }
            index = start &+ (place | 63) &+ 1
        }
        return count
    }

    /// The index of the first quote or escape from `index` on, between quotes; the chunk's count when there is none.
    @inline(__always)
    mutating func nextInQuotes(from index: Int) -> Int {
        var index = index
        while index < count {
            if index >= end || index < start { mark(from: index) }
            let place = index &- start
            let word = inside[place &>> 6] &>> (place & 63)
            if word != 0 { return index &+ word.trailingZeroBitCount }
            index = start &+ (place | 63) &+ 1
        }
        return count
    }

    /// Marks twice as many words from `index` on as the last time, so that a reader that pauses soon wastes few.
    @inline(never)
    private mutating func mark(from index: Int) {
        step = min(2 * step, Self.room)
        let bytes = min(count - index, step * 64)
        (start, end) = (index, index + step * 64)
        let wordCount = (bytes + 63) / 64
        cscan_masks(base + index, bytes, cscan_bytes(special), words)
        for word in 0..<wordCount {
            let found = words[word]
            // Where nothing is quoted the quote is the line feed.
            inside[word] = special.isQuoting ? found.quote : 0
            outside[word] = found.a | found.b | found.c | found.quote
        }
        guard special.isEscaping || special.mergesSpaces else { return }
        // A missing escape is a terminator, which matters outside quotes anyway.
        let escape = special.escape
        let tab = special.mergesSpaces ? SpecialBytes.tab : special.terminator
        cscan_masks(base + index, bytes, cscan_bytes(a: escape, b: tab, c: escape, quote: escape), words)
        for word in 0..<wordCount {
            if special.isEscaping { inside[word] |= words[word].a }
            outside[word] |= words[word].a | words[word].b
        }
    }
}
