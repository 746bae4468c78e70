import CScan

/// Finds where records end, and nothing else: the fast half of the reader.
///
/// Like `RecordParser`, it does no I/O, never fails, and accepts its input in any chunks; unlike it, it examines a delimiter
/// only before a quote. After the same bytes both are in the same state, so a reader may skip to a record with the one and read
/// it with the other.
///
/// In an unquoted stretch a quote opens a field only where the byte before it ended one:
///
///     a,"b      the byte before the quote is a delimiter: the field is quoted, line ends in it do not count
///     a,b"c     it is not: the quote is a byte like any other, the next line end ends the record
struct RecordScanner: Sendable {
    let special: SpecialBytes
    var state: ParserState
    /// The byte offset of the next byte.
    private(set) var offset: Int
    /// The byte offsets of quotes that are characters and not quotes, in order.
    private(set) var repairs: [Int]
    /// True where text may have followed the closing quote of a field that has a line end, and never false from then on.
    var isOdd = false

    /// Begins at the byte at `offset`, which matters only where there are `repairs`.
    init(_ special: SpecialBytes, state: ParserState = .recordStart, at offset: Int = 0, repairs: [Int] = []) {
        self.special = special
        self.state = state
        self.offset = offset
        self.repairs = repairs
    }

    /// A Boolean value that indicates whether the next byte is in quotes, or after one that may have closed them.
    var isInQuotes: Bool { state == .quoted || state == .quoteInQuoted }

    /// The byte offset of the next quote that is a character.
    var nextRepair: Int { repairs.first(from: offset) }

    /// Replaces the quotes to repair.
    mutating func take(_ repairs: [Int]) { self.repairs = repairs }

    /// Scans `bytes` until `limit` records ended, or until the chunk's end.
    ///
    /// Where the limit is reached at a CR and the chunk continues, its LF is scanned too: when the state is `.recordStart`, the
    /// byte after those scanned is the first of a record. With a limit of 0 only such an LF is scanned.
    ///
    /// - Returns: How many bytes were scanned and how many records ended in them.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int = .max) -> (bytes: Int, records: Int) {
        guard !repairs.isEmpty else { return scanPart(bytes, limit: limit) }
        var (index, records) = (0, 0)
        while index < bytes.count {
            let repair = nextRepair
            let end = min(bytes.count, max(0, repair - offset) + index)
            let part = scanPart(UnsafeBufferPointer(rebasing: bytes[index..<end]), limit: limit - records)
            index += part.bytes
            records += part.records
            guard index == end, index < bytes.count else { break }
            if state == .carriageReturn { state = .recordStart }
            if records == limit && state == .recordStart { break }
            // A guess may have begun there in quotes.
            if state.mayBeginField {
                state = .unquoted
                offset += 1
            } else {
                _ = scanPart(UnsafeBufferPointer(rebasing: bytes[index...index]), limit: limit - records)
            }
            index += 1
        }
        return (index, records)
    }

    private mutating func scanPart(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (bytes: Int, records: Int) {
        let scanned = scanBlock(bytes, limit: limit)
        offset += scanned.bytes
        return scanned
    }

    private mutating func scanBlock(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (bytes: Int, records: Int) {
        guard special.isPlain else { return scanGeneral(bytes, limit: limit) }
        guard let base = bytes.baseAddress else { return (0, 0) }
        var index = 0
        var records = 0
        if special.areDistinct && bytes.count >= 64 { scanWords(bytes, &index, &records, limit) }
        scanBytes(base, bytes.count, &index, &records, limit)
        return (index, records)
    }

    /// Scans from each byte that may matter to the next, to `count` or to the limit.
    mutating func scanBytes(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ index: inout Int, _ records: inout Int, _ limit: Int
    ) {
        while index < count {
            switch state {
            case .carriageReturn:
                if base[index] == SpecialBytes.lineFeed { index += 1 }
                state = .recordStart
            case .recordStart, .fieldStart:
                if records == limit && state == .recordStart { return }
                if special.isQuoting && base[index] == special.quote {
                    index += 1
                    state = .quoted
                } else {
                    state = .unquoted
                }
            case .unquoted:
                scanUnquoted(base, count, &index, &records, limit)
            case .quoted:
                index += cscan_find3(base + index, count - index, special.quote, special.quote, special.quote)
                if index < count {
                    index += 1
                    state = .quoteInQuoted
                }
            case .quoteInQuoted:
                if base[index] == special.quote {
                    index += 1
                    state = .quoted
                } else {
                    if special.mayBeText(base[index]) { isOdd = true }
                    state = .unquoted
                }
            // Plain dialects have no such states.
            case .rare: return
            }
        }
    }

    /// A Boolean value that indicates whether the source's end, were it here, would end one more record.
    var isInsideRecord: Bool { state.isInsideRecord }

    /// Scans until a quoted field opens, the last wanted record ends, or the chunk does.
    @inline(__always)
    private mutating func scanUnquoted(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ index: inout Int, _ records: inout Int, _ limit: Int
    ) {
        let start = index
        while true {
            index += cscan_find3(
                base + index, count - index, SpecialBytes.lineFeed, SpecialBytes.carriageReturn, special.quote)
            guard index < count else { break }
            let byte = base[index]
            if byte == SpecialBytes.lineFeed {
                index += 1
                records += 1
                guard records < limit, index < count, base[index] != special.quote else {
                    state = .recordStart
                    return
                }
            } else if byte == SpecialBytes.carriageReturn {
                index += 1
                records += 1
                state = .carriageReturn
                return
            } else {
                index += 1
                if index - 1 > start && base[index - 2] == special.delimiter {
                    state = .quoted
                    return
                }
            }
        }
        // The parser is at the start of a field when the chunk's last byte was a delimiter.
        if count > start && base[count - 1] == special.delimiter { state = .fieldStart }
    }
}
