/// The line ends at the end of a stretch of text. All but the first of them end empty lines; at the source's end these are no
/// records.
///
///     1,2 \n 3,4 \n \n \r\n      three line ends, two empty lines; `rest` are the three bytes of those
///
/// In a table of several columns, and where runs of spaces are delimiters, lines of spaces and tabs are empty. A U+001A after
/// them, with which programs for DOS end a file, is no record either.
///
/// It continues over the seam of two stretches, where one has nothing but line ends.
struct BlankTail: Sendable, Hashable {
    /// LF, CRLF and CR each are one.
    private var lineEnds = 0
    /// Bytes after the first line end.
    private(set) var rest = 0
    private var count = 0
    private var beginsWithFeed = false
    private var endsWithReturn = false
    /// A Boolean value that indicates whether the last byte is a U+001A that begins a line.
    private var endsWithMark = false
    /// A Boolean value that indicates whether there is nothing else in the stretch.
    private var isWhole = true

    /// Appends the next bytes, before which a scanner was in `state`.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ special: SpecialBytes, behind state: ParserState) {
        var start = bytes.count
        if let last = bytes.last, isMark(last, special) { start -= 1 }
        while start > 0, isBlank(bytes[start - 1], special) { start -= 1 }
        let escaped = escapedLength(of: bytes[start...], behind: bytes[..<start], special, state)
        if start + escaped > 0 { becomeData() }
        for byte in bytes[(start + escaped)...] { append(byte, special) }
    }

    private func isBlank(_ byte: UInt8, _ special: SpecialBytes) -> Bool {
        if special.isLineEnd(byte) || byte == SpecialBytes.lineFeed { return true }
        if special.mayDelimit(byte) { return special.mergesSpaces }
        return special.isDivided && (byte == SpecialBytes.space || byte == SpecialBytes.tab)
    }

    private func isMark(_ byte: UInt8, _ special: SpecialBytes) -> Bool {
        byte == SpecialBytes.endMark && !special.mayDelimit(byte) && !special.isEscape(byte)
    }

    /// Returns the number of bytes of a line end at the start of `run` that an escape makes part of a value.
    private func escapedLength(
        of run: Slice<UnsafeBufferPointer<UInt8>>, behind before: Slice<UnsafeBufferPointer<UInt8>>,
        _ special: SpecialBytes,
        _ state: ParserState
    ) -> Int {
        guard special.isEscaping, let first = run.first else { return 0 }
        if before.isEmpty && state == .rare(.escapedReturn) { return first == SpecialBytes.lineFeed ? 1 : 0 }
        var isEscaped = before.isEmpty && state == .rare(.escape)
        for byte in before.reversed() {
            guard special.isEscape(byte) else { break }
            isEscaped.toggle()
        }
        guard isEscaped else { return 0 }
        let isPair = first == SpecialBytes.carriageReturn && run.dropFirst().first == SpecialBytes.lineFeed
        return isPair ? 2 : 1
    }

    private mutating func append(_ byte: UInt8, _ special: SpecialBytes) {
        if isMark(byte, special) { return appendMark() }
        if endsWithMark { becomeData() }
        let isPair = byte == SpecialBytes.lineFeed && endsWithReturn
        if byte == SpecialBytes.lineFeed && !isPair && !special.isLineEnd(byte) {
            // Data, where records end with separators.
            return becomeData()
        }
        if count == 0 { beginsWithFeed = byte == SpecialBytes.lineFeed }
        count += 1
        if lineEnds > 0 && !(isPair && rest == 0 && lineEnds == 1) { rest += 1 }
        if special.isLineEnd(byte) && !isPair { lineEnds += 1 }
        endsWithReturn = special.mayHaveFeed(byte)
    }

    private mutating func appendMark() {
        // Text before it on its line, or another one, makes it text.
        if endsWithMark || count == 0 && !isWhole { return becomeData() }
        count += 1
        if lineEnds > 0 { rest += 1 }
        (endsWithReturn, endsWithMark) = (false, true)
    }

    private mutating func becomeData() {
        self = BlankTail()
        isWhole = false
    }

    /// Appends the tail of the next stretch.
    mutating func append(_ next: BlankTail) {
        guard next.isWhole, lineEnds > 0, !endsWithMark || next.count == 0 else {
            let isWhole = next.isWhole && count == 0 && self.isWhole
            self = next
            self.isWhole = isWhole
            return
        }
        let isPair = endsWithReturn && next.beginsWithFeed
        rest += next.count - (isPair && rest == 0 && lineEnds == 1 ? 1 : 0)
        lineEnds += next.lineEnds - (isPair ? 1 : 0)
        count += next.count
        if next.count > 0 { (endsWithReturn, endsWithMark) = (next.endsWithReturn, next.endsWithMark) }
    }

    /// Empty lines at the end, after which a scanner is in `state`.
    func records(_ state: ParserState) -> Int {
        switch state {
        case .recordStart, .carriageReturn: max(0, lineEnds - 1)
        // An unterminated line of spaces, or the mark of the end.
        case .rare(.leadingSpaces) where lineEnds > 0, .unquoted where lineEnds > 0: lineEnds
        default: 0
        }
    }
}
