import Tabular
import TabularBytes

/// What an audit has found, as it is kept with an index: all but the last part of the source, which is audited again, so
/// that the audit can go on where it stood when the source grows.
struct KeptFindings: Sendable, Hashable {
    /// How the source was read, as far as the index does not depend on it.
    struct Reading: Sendable, Hashable {
        var headerRecords: Int
        var skippedLines: Int
        var encoding: String
        /// A hash of the encoding's name and the words for no value.
        var wording: UInt64

        init(headerRecords: Int, skippedLines: Int, encoding: String, nullWords: NullWords = .standard) {
            (self.headerRecords, self.skippedLines, self.encoding) = (headerRecords, skippedLines, encoding)
            var hash = WordHash()
            for word in nullWords.words { hash.combine(word.utf8.map { UInt64($0) } + [0]) }
            hash.combine(encoding.utf8.map { UInt64($0) })
            wording = hash.value
        }

        init(of table: OpenTable, _ nullWords: NullWords) {
            self.init(
                headerRecords: table.headerRecords, skippedLines: table.dialect.skippedLines, encoding: table.encoding,
                nullWords: nullWords)
        }

        fileprivate var words: [UInt64] { [UInt64(headerRecords), UInt64(skippedLines), wording] }
    }

    var reading: Reading
    /// Where the part begins that is audited again.
    var start: Checkpoint
    /// What was found before that.
    var findings: AuditFindings
}

// As words:
//
//     how it was read | start: record, byte | fields, records, lines | terminators | count of types, each …
//     | count of words for no value by column, each … | doublings, count of places, 4 places each … | counts of problems by kind … | count of problems, each …
//
// If you change this, change the version of `IndexKey`.
extension KeptFindings {
    var words: [UInt64] {
        let terminators = findings.terminators
        var writer = WordWriter(words: reading.words)
        writer.write(start.record, start.byte, findings.fieldCount, findings.records, findings.lines)
        writer.write(terminators.lf, terminators.crlf, terminators.cr, terminators.expected?.number ?? 0)
        writer.write(terminators.other?.terminator.number ?? 0)
        if let other = terminators.other { writer.write(other.position) }
        writer.write(findings.types.count)
        writer.words += findings.types.map(\.rawValue)
        writer.write(findings.nulls.count)
        writer.words += findings.nulls.map { UInt64($0) }
        let problems = findings.problems
        writer.write(problems.places.doublings)
        writer.write(
            problems.places.kinds.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
        for kind in Problem.Kind.text { writer.write(problems.counts[kind, default: 0]) }
        writer.write(problems.first.count)
        for problem in problems.first {
            writer.write(problem.kind.ordinal, problem.column.map { $0 + 1 } ?? 0)
            writer.write(problem.position)
            let numbers = (problem.detail as? TextFault)?.numbers ?? []
            writer.write(numbers.count)
            for number in numbers { writer.write(number) }
        }
        return writer.words
    }

    /// What was kept of a source that is read as `reading` says; nil where `words` are not that.
    init?(_ words: ArraySlice<UInt64>, reading: Reading) {
        guard words.starts(with: reading.words) else { return nil }
        var reader = WordReader(words.dropFirst(reading.words.count))
        guard let record = reader.number(), let byte = reader.number(), let fields = reader.number(),
            let records = reader.number(), let lines = reader.number(), let terminators = TerminatorCounts(&reader),
            let types = reader.list(), types.count <= AuditSink.columnLimit, let nulls = reader.list(),
            nulls.count <= types.count, nulls.allSatisfy({ $0 <= WordReader.limit }),
            let problems = ProblemList(&reader, encoding: reading.encoding),
            reader.isAtEnd, records == record
        else { return nil }
        self.reading = reading
        start = Checkpoint(record: record, byte: byte)
        findings = AuditFindings(
            fieldCount: fields, types: types.map(TypeSet.init), nulls: nulls.map { Int($0) }, problems: problems,
            records: records, lines: lines,
            terminators: terminators)
    }
}

/// The terminator of a number, nil for 0; nil where there is none such.
private func terminator(_ number: Int) -> Dialect.Terminator?? {
    number == 0 ? .some(nil) : Dialect.Terminator(number: number).map { .some($0) }
}

extension TerminatorCounts {
    fileprivate init?(_ reader: inout WordReader) {
        guard let lf = reader.number(), let crlf = reader.number(), let cr = reader.number(),
            let first = reader.number(), let expected = terminator(first), let second = reader.number(),
            let odd = terminator(second)
        else { return nil }
        var other: Other?
        if let odd {
            guard let position = reader.position() else { return nil }
            other = Other(terminator: odd, position: position)
        }
        self.init(expected: expected, lf: lf, crlf: crlf, cr: cr, other: other)
    }
}

extension ProblemList {
    fileprivate init?(_ reader: inout WordReader, encoding: String) {
        guard let doublings = reader.number(), let bytes = reader.bytes(), bytes.count % 2 == 0 else { return nil }
        let kinds = stride(from: 0, to: bytes.count, by: 2).map { UInt32(bytes[$0]) | UInt32(bytes[$0 + 1]) << 8 }
        guard kinds.allSatisfy({ $0 >> Problem.Kind.text.count == 0 }),
            let places = ProblemPlaces(doublings: doublings, kinds: kinds)
        else { return nil }
        var counts: [Int] = []
        for _ in Problem.Kind.text {
            guard let count = reader.number() else { return nil }
            counts.append(count)
        }
        guard let count = reader.number(), count <= counts.count * Self.kept else { return nil }
        var first: [Problem] = []
        for _ in 0..<count {
            guard let ordinal = reader.number(), ordinal < counts.count, let column = reader.number(),
                let position = reader.position(), let count = reader.number(), count <= TextFault.mostNumbers + 1
            else { return nil }
            var numbers: [Int] = []
            for _ in 0..<count {
                guard let number = reader.number() else { return nil }
                numbers.append(number)
            }
            guard let fault = TextFault(numbers, encoding: encoding) else { return nil }
            first.append(
                Problem(
                    kind: Problem.Kind.text[ordinal], position: position, column: column > 0 ? column - 1 : nil,
                    detail: fault))
        }
        self.init(first: first, counts: counts, of: Problem.Kind.text, places: places)
    }
}

private struct WordWriter {
    var words: [UInt64]

    mutating func write(_ numbers: Int...) { words += numbers.map { UInt64($0) } }

    mutating func write(_ position: SourcePosition) { write(position.record, position.line, position.byte) }

    /// The count, and 8 to a word.
    mutating func write(_ bytes: [UInt8]) {
        write(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 8) {
            words.append(bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}

/// Takes words apart; nil where there are none left, or none such.
private struct WordReader {
    private var words: ArraySlice<UInt64>

    init(_ words: ArraySlice<UInt64>) { self.words = words }

    var isAtEnd: Bool { words.isEmpty }

    /// More than a file of 64 PiB has of anything: a few such numbers add up without an overflow.
    static let limit: UInt64 = 1 << 56

    /// From 0 to `limit`.
    mutating func number() -> Int? { words.popFirst().flatMap { $0 <= Self.limit ? Int($0) : nil } }

    mutating func position() -> SourcePosition? {
        guard let record = number(), let line = number(), let byte = number() else { return nil }
        return SourcePosition(record: record, line: line, byte: byte)
    }

    mutating func list() -> [UInt64]? {
        guard let count = number(), count <= words.count else { return nil }
        defer { words = words.dropFirst(count) }
        return Array(words.prefix(count))
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = number(), count <= 8 * words.count else { return nil }
        let used = words.prefix((count + 7) / 8)
        words = words.dropFirst(used.count)
        let bytes = used.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
        return Array(bytes.prefix(count))
    }
}
