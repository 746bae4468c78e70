import CScan
import Tabular
import TabularBytes

/// A sink that examines every field of a source: types, field counts and problems.
struct AuditSink: FieldSink {
    /// More columns than this are counted as a problem and not shown; memory stays bounded.
    static let columnLimit = 1 << 20
    /// Longer values are a problem: no cell can show them, and most programs reject them.
    static let valueLimit = 1 << 20

    /// Records before the data.
    let headerRecords: Int
    /// The encoding of the source, for messages.
    var encoding = "UTF-8"
    /// Fields of the record that names the columns, or of the first record where none does: all others should have as many. 0
    /// before it has ended.
    var fieldCount = 0
    /// The header rows above that record, to be compared once it has ended; fewer than 16.
    private var upperRows: [(fields: Int, position: SourcePosition)] = []

    /// One for every column found so far.
    var types: [TypeSet] = []
    var typing = AuditTyping()
    /// The number of columns of the current record that may take the fast path: those seen before, and none of a header.
    private var shortColumns = 0
    private var problems = ProblemList()
    private let noticesProblems: Bool
    /// 1-based, of the record that is being read.
    var record = 0
    /// 1-based, of the next byte.
    var line = 1
    var recordPosition = SourcePosition(record: 1, line: 1, byte: 0)
    var column = 0

    /// The current chunk, and its byte offset.
    var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var chunkEnd = 0
    /// From the current byte up to here the chunk has only whole characters, and no NUL. The special bytes are ASCII, so that
    /// no field begins or ends inside a character.
    var cleanEnd = 0
    private var check = UTF8Check()
    var fieldLine = 1
    /// Kinds reported for the current field, a bit for each ordinal; one of a kind is enough.
    private var reported: UInt32 = 0
    var wasCarriageReturn = false
    /// The byte offset after the bytes whose lines were counted last.
    private var linesEnd = 0
    private var value = FieldValue()
    /// Bytes of the current field that arrived in pieces, and the offset of the first one.
    private var pieces = (count: 0, start: 0)
    var terminators: TerminatorWatch
    /// A Boolean value that indicates whether a record has ended whose terminator is not counted yet.
    var isEndOpen = false
    /// The buffer of fields that are found many at a time, and the room that is used of it.
    let buffer = PieceBuffer()
    var room = PieceBuffer.capacity

    /// Begins with the first record, after `skippedLines` lines of the source.
    init(headerRecords: Int, skippedLines: Int = 0) {
        self.headerRecords = headerRecords
        noticesProblems = true
        line += skippedLines
        fieldLine = line
        terminators = TerminatorWatch()
    }

    /// Begins a later part of the source, with `records` before it. `first` holds the findings of the first part. Lines are
    /// counted from the part's own beginning. Without `noticesProblems` only types are found: messages take far longer than the
    /// rest.
    init(
        behind first: AuditFindings, records: Int, headerRecords: Int, typing: AuditTyping = AuditTyping(),
        noticesProblems: Bool = true
    ) {
        self.headerRecords = headerRecords
        self.noticesProblems = noticesProblems
        fieldCount = first.fieldCount
        // Columns of text in the first part need no check in the others.
        types = first.types
        self.typing = typing
        record = records
        terminators = TerminatorWatch(expected: first.terminators.expected)
    }

    var findings: AuditFindings {
        AuditFindings(
            fieldCount: fieldCount, types: types, nulls: typing.nulls, tallies: typing.tallies, problems: problems,
            records: record, lines: line - 1,
            terminators: terminators.counts)
    }

    @inline(__always)
    mutating func beginRecord(at offset: Int) {
        countTerminator(before: offset)
        record &+= 1
        shortColumns = record > headerRecords && typing.tallied.isEmpty ? types.count : 0
        recordPosition = SourcePosition(record: record, line: line, byte: offset)
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        let isHeld = !isInChunk(offset)
        if offset + bytes.count > cleanEnd || check.isInsideCharacter || isHeld { examine(bytes, at: offset) }
        if mayHoldLineEnds {
            // Two line ends with an escape between them are two.
            if offset != linesEnd { wasCarriageReturn = false }
            linesEnd = offset + bytes.count
            countLines(bytes)
        }
        if pieces.count == 0 { pieces.start = offset }
        pieces.count += bytes.count
        if column < types.count ? types[column] != [] || typing.tallied.contains(column) : column < Self.columnLimit {
            value.append(bytes)
        }
        if isHeld { value.keep() }
    }

    /// False where an earlier chunk ended with it, and its bytes are no longer at hand.
    private func isInChunk(_ offset: Int) -> Bool { offset >= chunkEnd - chunk.count }

    mutating func beginLine(at offset: Int) { countTerminator(before: offset) }

    @inline(__always)
    private mutating func countTerminator(before offset: Int) {
        if isEndOpen { terminators.count(before: offset, of: recordPosition) }
        isEndOpen = false
    }

    mutating func skipLine() {
        line += 1
        fieldLine = line
    }

    mutating func note(_ oddity: Oddity, at offset: Int) {
        switch oddity {
        case .quoteInUnquoted:
            report(.strayQuote, at: offset, .quoteInUnquoted)
        case .openingText:
            report(.strayQuote, at: offset, .openingText)
        case .quoteInQuoted, .quoteInJSON:
            report(.strayQuote, at: offset, .quoteInQuoted)
        case .textAfterQuote:
            let (first, last) = (fieldLine, line)
            report(.strayQuote, at: offset, line: first, .textAfterQuote(lines: last - first + 1))
        case .unclosedText:
            report(.unclosedQuote, at: offset, .unclosedText)
        case .unclosedQuote:
            report(.unclosedQuote, at: offset, line: fieldLine, .unclosedQuote)
        case .escapeAtEnd:
            report(.strayEscape, at: offset, .escapeAtEnd)
        }
    }

    mutating func endField() {
        if check.isInsideCharacter { reportBadEncoding(at: check.characterStart) }
        if column >= types.count && column < Self.columnLimit { types.append(.unseen) }
        if !value.isEmpty {
            if column < types.count && record > headerRecords {
                let own = value.withBytes { typing.readings(of: $0, in: column) }
                typing.narrow(&types[column], of: column, by: own)
            }
            value.clear()
        }
        if pieces.count > Self.valueLimit {
            let count = pieces.count
            report(.overlongValue, at: pieces.start, line: fieldLine, .overlong(bytes: count))
        }
        pieces.count = 0
        column += 1
        check = UTF8Check()
        wasCarriageReturn = false
        fieldLine = line
        reported = 0
    }

    /// The fast path of most fields: in clean bytes, in the data, and in a column seen before.
    @inline(__always)
    mutating func field(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        guard column < shortColumns, offset &+ bytes.count <= cleanEnd, !mayHoldLineEnds else {
            return longField(bytes, at: offset, mayHoldLineEnds: mayHoldLineEnds)
        }
        let known = types[column]
        if known != [] && !bytes.isEmpty {
            let own = TypeSet(bytes, readable: chunkEnd &- offset, typing.nullWords)
            if !known.isSubset(of: own) { types[column].narrow(to: own) }
            if own.isNull { typing.countNulls(1, in: column) }
        }
        column &+= 1
    }

    @inline(never)
    private mutating func longField(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, mayHoldLineEnds: Bool) {
        if !bytes.isEmpty { append(bytes, at: offset, mayHoldLineEnds: mayHoldLineEnds) }
        endField()
    }

    @inline(__always)
    mutating func endRecord() {
        if column != fieldCount || record <= max(1, headerRecords) { endOddRecord() }
        isEndOpen = true
        column = 0
        line &+= 1
        fieldLine = line
    }

    /// A header row, the record that sets the expected field count, or one that differs from it.
    @inline(never)
    private mutating func endOddRecord() {
        if record < headerRecords {
            upperRows.append((column, recordPosition))
        } else {
            if record == max(1, headerRecords) { endHeader() }
            if column != fieldCount { reportRagged(column, at: recordPosition) }
        }
    }

    /// Begins a chunk with the byte at `offset`; all fields until `endChunk` lie in it.
    mutating func beginChunk(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        chunk = bytes
        chunkEnd = offset + bytes.count
        cleanEnd = offset
        terminators.beginChunk(bytes, at: offset)
    }

    /// Ends a chunk, whose bytes become invalid.
    mutating func endChunk() {
        value.keep()
        chunk = UnsafeBufferPointer(start: nil, count: 0)
        terminators.endChunk()
    }

    /// Ends the source, or the part of it, after the last chunk; a record that it cuts off still has to end.
    mutating func end() {
        if isEndOpen { terminators.countEnd(recordPosition) }
    }

    // MARK: - Problems

    @inline(never)
    private mutating func examine(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        if !check.isInsideCharacter && isInChunk(offset) {
            if bytes.count <= findCleanEnd(from: offset) { return }
        }
        if !isReported(.invalidEncoding), let bad = check.firstBad(in: bytes, at: offset) {
            reportBadEncoding(at: bad, line: line + lines(in: bytes, before: bad - offset))
            check = UTF8Check()
        }
        if !isReported(.nul), let nul = bytes.firstIndex(of: 0) {
            report(.nul, at: offset + nul, line: line + lines(in: bytes, before: nul), .nul)
        }
    }

    /// Sets `cleanEnd` for the chunk's bytes from `offset` on, and returns how many of them are clean.
    @discardableResult
    mutating func findCleanEnd(from offset: Int) -> Int {
        // It stops at the first bad byte, in the field or just after it, so that no byte is checked often.
        let left = chunkEnd - offset
        let clean = chunk.baseAddress.map { cscan_clean_prefix($0 + chunk.count - left, left) } ?? 0
        // A value that is too long never takes the fast path.
        cleanEnd = offset + min(clean, Self.valueLimit)
        return clean
    }

    private mutating func reportBadEncoding(at offset: Int, line: Int? = nil) {
        report(.invalidEncoding, at: offset, line: line, .invalidBytes(encoding: encoding))
    }

    /// Ends the header, which sets the expected field count. A header row above the names may have fewer fields: a group
    /// extends to the next one.
    private mutating func endHeader() {
        fieldCount = column
        for row in upperRows where row.fields > fieldCount { reportRagged(row.fields, at: row.position) }
        upperRows = []
    }

    private mutating func reportRagged(_ column: Int, at position: SourcePosition) {
        guard noticesProblems else { return }
        let fault = TextFault.ragged(
            fields: column, expected: fieldCount, headerRecords: headerRecords, limit: Self.columnLimit)
        // The first missing field, or the first surplus one.
        let odd = min(column, fieldCount)
        problems.append(.ragged, at: position, column: odd, fault)
    }

    private func isReported(_ kind: Problem.Kind) -> Bool { reported >> UInt32(kind.ordinal) & 1 != 0 }

    private mutating func report(
        _ kind: Problem.Kind, at offset: Int, line: Int? = nil, _ fault: TextFault
    ) {
        if !noticesProblems || isReported(kind) { return }
        reported |= 1 << UInt32(kind.ordinal)
        let position = SourcePosition(record: record, line: line ?? self.line, byte: offset)
        problems.append(kind, at: position, column: column, fault)
    }

    // MARK: - Lines

    /// LF, CRLF and CR each end one line, in quotes as well.
    @inline(never)
    private mutating func countLines(_ bytes: UnsafeBufferPointer<UInt8>) {
        line += bytes.lineEnds(after: &wasCarriageReturn)
    }

    private func lines(in bytes: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
        guard end > 0 else { return 0 }
        var wasCarriageReturn = wasCarriageReturn
        return UnsafeBufferPointer(rebasing: bytes[..<end]).lineEnds(after: &wasCarriageReturn)
    }

    /// The line ends in a whole value.
    static func lineEnds(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var wasCarriageReturn = false
        return bytes.lineEnds(after: &wasCarriageReturn)
    }
}
