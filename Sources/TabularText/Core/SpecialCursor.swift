import CScan

/// A cursor that moves through a chunk from one special byte to the next: delimiters, quotes, line feeds and carriage returns.
///
/// A kernel marks them 64 bytes a word, a few words ahead; then a step is a few instructions on a word in a register:
///
///     bytes     a b , c d \n " e
///     word      0 0 1 0 0 1  1 0       `next` is 2; after `take` it is 5, and `nextQuote` is 6
struct SpecialCursor {
    /// Words that are marked at a time, at most: 4 KiB of text, which stays in the nearest cache.
    private static let room = 64

    private let base: UnsafePointer<UInt8>
    private let count: Int
    private let wanted: cscan_bytes
    private let words: UnsafeMutablePointer<cscan_word>
    /// The words of the chunk that are marked.
    private var marked = 0..<0
    /// The index of its word; -1 before the first.
    private var word = -1
    /// The rest of the word: special bytes not passed yet.
    private var rest: UInt64 = 0
    /// True after line ends before the quote that `nextQuote` found last.
    private(set) var hasSkippedLines = false

    /// Runs `body` with a cursor before the first byte of `bytes`.
    @inline(__always)
    static func withCursor<R>(
        over bytes: UnsafeBufferPointer<UInt8>, _ special: SpecialBytes,
        _ body: (UnsafePointer<UInt8>, inout SpecialCursor) -> R
    ) -> R? {
        guard let base = bytes.baseAddress else { return nil }
        return withUnsafeTemporaryAllocation(of: cscan_word.self, capacity: room) { words in
            guard let start = words.baseAddress else { return nil }
            var cursor = SpecialCursor(base: base, count: bytes.count, special: special, words: start)
            return body(base, &cursor)
        }
    }

    private init(
        base: UnsafePointer<UInt8>, count: Int, special: SpecialBytes, words: UnsafeMutablePointer<cscan_word>
    ) {
        self.base = base
        self.count = count
        wanted = cscan_bytes(special)
        self.words = words
    }

    /// The index of the next special byte; the chunk's count when there is none.
    @inline(__always)
    mutating func next() -> Int {
        while rest == 0 {
            if !advance() { return count }
        }
        return word &* 64 &+ rest.trailingZeroBitCount
    }

    /// Advances past the next special byte, which may be the first of the next word.
    @inline(__always)
    mutating func take() {
        _ = next()
        rest &= rest &- 1
    }

    /// Like `take`, right after a `next` that found one.
    @inline(__always)
    mutating func takeFound() { rest &= rest &- 1 }

    /// Advances past all special bytes before `index`.
    mutating func skip(to index: Int) {
        while next() < index { takeFound() }
    }

    /// The index of the next quote, past all other special bytes; the chunk's count when there is none.
    @inline(__always)
    mutating func nextQuote() -> Int {
        hasSkippedLines = false
        while true {
            if rest != 0 {
                let found = words[word &- marked.lowerBound]
                let left = rest & found.quote
                let skipped = rest & (left &- 1) & ~left
                if skipped & (found.b | found.c) != 0 { hasSkippedLines = true }
                rest ^= skipped
                if left != 0 { return word &* 64 &+ left.trailingZeroBitCount }
            }
            if !advance() { return count }
        }
    }

    /// Advances to the next word; false when there is none.
    @inline(__always)
    private mutating func advance() -> Bool {
        if word &+ 1 == marked.upperBound {
            let next = mark()
            if next.isEmpty { return false }
            marked = next
        }
        word &+= 1
        let found = words[word &- marked.lowerBound]
        rest = found.a | found.b | found.c | found.quote
        return true
    }

    /// Marks twice as many words as the last time, so that a reader that pauses soon wastes few.
    ///
    /// It changes no member: a cursor that is passed by address does not stay in registers.
    @inline(never)
    private func mark() -> Range<Int> {
        let step = min(max(2, 2 * marked.count), Self.room)
        let first = marked.upperBound
        let end = min(first + step, (count + 63) / 64)
        guard first < end else { return first..<first }
        cscan_masks(base + first * 64, min(count, end * 64) - first * 64, wanted, words)
        return first..<end
    }
}

extension cscan_bytes {
    init(_ special: SpecialBytes) {
        self.init(
            a: special.delimiter, b: special.terminator, c: special.otherTerminator, quote: special.quote)
    }
}
