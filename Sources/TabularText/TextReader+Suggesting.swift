import Tabular

extension TextReader {
    /// The encoding that fits a table which was taken for UTF-8 because its beginning is ASCII, and is not: the lines with
    /// the first bytes that are no UTF-8 are text in it, and none of them has a character of UTF-8. Nil when there is none,
    /// or the user has said which encoding it is.
    ///
    /// It is told and not used: nothing that is shown changes by itself.
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

    /// Bytes that are looked at on either side of one that is no UTF-8.
    private static var halfLine: Int { 256 }
}
