import Tabular
import TabularBytes

/// The findings of an audit as they are stored with an index: all but the last part of the source, which is audited again, so
/// that the audit can resume there when the source grows.
struct KeptFindings: Sendable, Hashable {
    /// The settings that the source was read with, as far as the index does not depend on them.
    struct Reading: Sendable, Hashable {
        var headerRecords: Int
        var skippedLines: Int
        var encoding: String
        /// A hash of the encoding's name and the null words.
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
    /// The start of the part that is audited again.
    var start: Checkpoint
    /// The findings before that.
    var findings: AuditFindings
}

// As words:
//
//     settings | start: record, byte | fields, records, lines | terminators | count of types, each …
//     | count of null words by column, each … | doublings, count of places, 4 places each … | counts of problems by kind … | count of problems, each …
//
// If you change this, change the version of `IndexKey`.
extension KeptFindings {
    var words: [UInt64] {
        let terminators = findings.terminators
        var writer = WordWriter(reading.words)
        writer.write(start.record, start.byte, findings.fieldCount, findings.records, findings.lines)
        writer.write(terminators.lf, terminators.crlf, terminators.cr, terminators.expected?.number ?? 0)
        writer.write(terminators.other?.terminator.number ?? 0)
        if let other = terminators.other { writer.write(other.position) }
        writer.write(list: findings.types.map(\.rawValue))
        writer.write(list: findings.nulls.map { UInt64($0) })
        writer.write(findings.problems, of: Problem.Kind.text) { detail, writer in
            writer.write(list: ((detail as? TextFault)?.numbers ?? []).map { UInt64($0) })
        }
        return writer.words
    }

    /// Reads the findings of a source that is read with `reading`; nil where `words` are not such findings.
    init?(_ words: ArraySlice<UInt64>, reading: Reading) {
        guard words.starts(with: reading.words) else { return nil }
        var reader = WordReader(words.dropFirst(reading.words.count))
        guard let record = reader.number(), let byte = reader.number(), let fields = reader.number(),
            let records = reader.number(), let lines = reader.number(), let terminators = TerminatorCounts(&reader),
            let types = reader.list(), types.count <= AuditSink.columnLimit, let nulls = reader.list(),
            nulls.count <= types.count, nulls.allSatisfy({ $0 <= WordReader.limit }),
            let problems = Self.problems(&reader, encoding: reading.encoding),
            reader.isAtEnd, records == record
        else { return nil }
        self.reading = reading
        start = Checkpoint(record: record, byte: byte)
        findings = AuditFindings(
            fieldCount: fields, types: types.map(TypeSet.init), nulls: nulls.map { Int($0) }, problems: problems,
            records: records, lines: lines,
            terminators: terminators)
    }

    private static func problems(_ reader: inout WordReader, encoding: String) -> ProblemList? {
        reader.problems(of: Problem.Kind.text) { reader in
            guard let count = reader.number(), count <= TextFault.mostNumbers + 1 else { return nil }
            var numbers: [Int] = []
            for _ in 0..<count {
                guard let number = reader.number() else { return nil }
                numbers.append(number)
            }
            return TextFault(numbers, encoding: encoding)
        }
    }
}

/// The terminator of a number, nil for 0; the outer nil where the number is invalid.
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
