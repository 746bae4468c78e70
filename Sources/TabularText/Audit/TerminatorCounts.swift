import Tabular

/// The ends of the records of a source, or of a part of it.
struct TerminatorCounts: Sendable, Hashable {
    /// A record that does not end like the first one.
    struct Other: Sendable, Hashable {
        var terminator: Dialect.Terminator
        var position: SourcePosition
    }

    /// The first record's.
    var expected: Dialect.Terminator?
    var lf = 0
    var crlf = 0
    var cr = 0
    /// The first one.
    var other: Other?

    /// Counts `records` that end with `terminator`; the first one is at `position`.
    mutating func count(_ terminator: Dialect.Terminator, records: Int = 1, at position: SourcePosition) {
        switch terminator {
        case .lf: lf += records
        case .crlf: crlf += records
        case .cr: cr += records
        // Such records end in no other way.
        case .rs: break
        }
        if expected == nil { expected = terminator }
        if terminator != expected && other == nil { other = Other(terminator: terminator, position: position) }
    }

    /// Appends the counts of the next part, whose lines were counted from its own beginning.
    mutating func append(_ part: TerminatorCounts, behindLines lines: Int) {
        expected = expected ?? part.expected
        (lf, crlf, cr) = (lf + part.lf, crlf + part.crlf, cr + part.cr)
        if other == nil {
            other = part.other
            other?.position.line += lines
        }
    }

    /// Converts the byte offset of the first different record.
    mutating func moveBytes<E: Error>(_ place: (Int) throws(E) -> Int) throws(E) {
        if let byte = other?.position.byte { other?.position.byte = try place(byte) }
    }

    /// The problem to report where records end differently.
    var problem: Problem? {
        guard let other, let expected else { return nil }
        let fault = TextFault.mixedTerminators(other.terminator, expected: expected, lf: lf, crlf: crlf, cr: cr)
        return Problem(kind: .mixedTerminators, position: other.position, detail: fault)
    }
}

/// A counter of record ends by the two bytes before the next record: an LF after a CR is a CRLF, since a CR outside quotes ends
/// a record on its own.
struct TerminatorWatch {
    private var seen: TerminatorCounts
    /// The code of the expected terminator, and the number of those that are not in `seen` yet.
    private var expected: UInt8 = 0
    private var alike = 0
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var start = 0
    /// The bytes before the chunk; 0 where it is the first.
    private var before: (UInt8, UInt8) = (0, 0)

    init(expected: Dialect.Terminator? = nil) {
        seen = TerminatorCounts(expected: expected)
        self.expected = expected.map(Self.code) ?? 0
    }

    /// The expected end of records; nil before the first has ended.
    var expectedTerminator: Dialect.Terminator? { Self.terminator(expected) }

    /// Counts `records` that end as expected.
    mutating func countAlike(_ records: Int) { alike += records }

    var counts: TerminatorCounts {
        var counts = seen
        if alike > 0, let expected = seen.expected {
            counts.count(expected, records: alike, at: SourcePosition(record: 1, line: 1, byte: 0))
        }
        return counts
    }

    mutating func beginChunk(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        chunk = bytes
        start = offset
    }

    mutating func endChunk() {
        before = bytes(before: chunk.count)
        chunk = UnsafeBufferPointer(start: nil, count: 0)
        start = .max
    }

    /// Counts the end before the record at `offset`, or before the source's end there; `position` is that of the ended record.
    @inline(__always)
    mutating func count(before offset: Int, of position: SourcePosition) {
        tally(code(before: offset), position)
    }

    /// Counts the end of the last record, where the source ends after the last chunk and between two records.
    mutating func countEnd(_ position: SourcePosition) {
        tally(Self.code(before.0, before.1), position)
    }

    @inline(__always)
    private mutating func tally(_ code: UInt8, _ position: SourcePosition) {
        if code == expected { alike &+= code == 0 ? 0 : 1 } else { countOther(code, position) }
    }

    @inline(never)
    private mutating func countOther(_ code: UInt8, _ position: SourcePosition) {
        guard let terminator = Self.terminator(code) else { return }
        if expected == 0 { expected = code }
        seen.count(terminator, at: position)
    }

    @inline(__always)
    private func code(before offset: Int) -> UInt8 {
        let index = offset &- start
        let (first, last) =
            index >= 2 && index <= chunk.count ? (chunk[index &- 2], chunk[index &- 1]) : bytes(before: index)
        return Self.code(first, last)
    }

    @inline(__always)
    private static func code(_ first: UInt8, _ last: UInt8) -> UInt8 {
        if last == SpecialBytes.lineFeed { return first == SpecialBytes.carriageReturn ? 2 : 1 }
        return last == SpecialBytes.carriageReturn ? 3 : 0
    }

    /// The two bytes before the one at `index` of the chunk; 0 for those before the first audited byte.
    @inline(never)
    private func bytes(before index: Int) -> (UInt8, UInt8) {
        if index < 0 || index > chunk.count { return (0, 0) }
        if index == 0 { return before }
        return index == 1 ? (before.1, chunk[0]) : (chunk[index - 2], chunk[index - 1])
    }

    private static func code(_ terminator: Dialect.Terminator) -> UInt8 {
        switch terminator {
        case .lf: 1
        case .crlf: 2
        case .cr: 3
        // Not counted, since no other terminator is possible.
        case .rs: 0
        }
    }

    private static func terminator(_ code: UInt8) -> Dialect.Terminator? {
        switch code {
        case 1: .lf
        case 2: .crlf
        case 3: .cr
        default: nil
        }
    }
}
