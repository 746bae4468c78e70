import QuadrilleRuntime
import Tabular
import TabularEncodings

extension TextReader {
    /// The encoding that fits a table which was read as UTF-8 because its beginning is ASCII, and is not UTF-8: the lines with
    /// the first invalid bytes are text in it, and none of them has a character of UTF-8. Nil when there is none, or when the
    /// user has chosen the encoding.
    ///
    /// It is suggested and not applied: nothing shown changes without the user.
    func suggestedEncoding(for table: OpenTable, _ problems: ProblemList) throws(ReadError) -> String? {
        guard options.encoding == nil, table.encoding == "UTF-8" else { return nil }
        var lines: [UInt8] = []
        var end = 0
        for problem in problems.first where problem.kind == .invalidEncoding && problem.position.byte >= end {
            let start = max(end, table.start, problem.position.byte - Self.halfLine)
            let buffer = ReadBuffer(count: problem.position.byte + Self.halfLine - start)
            let count = try table.store.readFully(into: buffer.bytes, at: start)
            end = start + count
            let text = buffer.prefix(count)
            let line = text.prefix(problem.position.byte - start).lastIndex(of: SpecialBytes.lineFeed).map { $0 + 1 }
            lines += text[(line ?? 0)...]
            lines.append(SpecialBytes.lineFeed)
            if lines.count > 32 * Self.halfLine { break }
        }
        guard !lines.isEmpty else { return nil }
        return lines.withUnsafeBufferPointer { lines in
            UTF8Census(lines).characters > 0 ? nil : LegacyText.fitting(lines)?.name
        }
    }

    /// The dialect that reads most of a table whose header disagrees with most records: the beginning differs from the rest, or
    /// other tables follow it. Nil when there is none, or when the user has chosen the properties that it would change. Like an
    /// encoding it is suggested and not applied.
    ///
    /// - Complexity: O(first megabyte) where most records do not agree, else O(1).
    func suggestedDialect(for table: OpenTable, _ findings: AuditFindings) throws(ReadError) -> Dialect? {
        let length = tuning.look.length
        let ragged = findings.problems.counts[.ragged] ?? 0
        guard 2 * ragged > findings.records, table.store.length.known - table.start > length else { return nil }
        let checkpoints = state.withLock(wakes: false) { $0.index.checkpoints }
        let start = checkpoints.isEmpty ? table.start : checkpoints[checkpoints.count / 2].byte
        let buffer = ReadBuffer(count: length)
        let sample = buffer.prefix(try table.store.readFully(into: buffer.bytes, at: start))
        let detector = DialectDetector(options: options, name: table.innerName, isWhole: sample.count < length)
        let found = detector.best(of: sample, delimiter: options.delimiter, comment: table.dialect.comment)
        var dialect = table.dialect
        (dialect.delimiter, dialect.quote, dialect.escape) =
            (found.dialect.delimiter, found.dialect.quote, found.dialect.escape)
        dialect.mergesSpaces = found.dialect.mergesSpaces
        let isSure = found.cost.width > 1 && found.cost.agreement >= ReadingCost.clearAgreement
        return isSure && dialect != table.dialect ? dialect : nil
    }

    /// Bytes to examine on either side of one that is not UTF-8.
    private static var halfLine: Int { 256 }
}
