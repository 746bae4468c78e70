import Tabular

extension DialectDetector {
    /// The dialect of a table that begins with lines of `#`; nil where it does not, or where they are not comments.
    ///
    ///     # written by a machine       comments: the lines are not like the records
    ///     ##version=4                  `##`, since the line of a single # is the header
    ///     #time,value                  skipped, and the last one is the header
    func commented(_ sample: Bytes, delimiter: String?) -> Dialect? {
        guard sample.first == UInt8(ascii: "#"), !(delimiter?.hasPrefix("#") ?? false) else { return nil }
        var (block, last, other, isBlock) = (0, sample, [Bytes](), true)
        sample.forEachLine { line, isEnded in
            guard isEnded || isWhole else { return }
            let isMarked = line.first == UInt8(ascii: "#")
            isBlock = isBlock && isMarked
            if isBlock {
                block += 1
                last = line
            } else if isMarked && other.count < Self.markedLimit {
                other.append(line)
            }
        }
        let best = best(of: sample, delimiter: delimiter, comment: "#")
        var dialect = best.dialect
        let skipped = dialect.skippedLines
        dialect.skippedLines = 0
        guard TextOptions(reading: dialect).conflict == nil else { return nil }
        let fields = best.cost.width
        // With one record left there is no table that a single comment could belong to.
        guard best.evidence.recordCount > 0, fields > 1 || block > 1 else { return nil }
        // The name of a first column may be missing.
        let ofLast = fieldCount(last, dialect)
        let isHeader = fields > 1 && (ofLast == fields || (fields > 2 && ofLast == fields - 1))
        if isHeader && SampleSink(sample, dialect, isWhole: isWhole).headerVote.balance <= 0 {
            return withMarkedHeader(dialect, block, isDoubled: areDoubled(sample, block))
        }
        // A space after the sign is that of a note, also of one with commas in it.
        let isNote = { (line: Bytes) in line.count > 1 && line[1] == UInt8(ascii: " ") }
        let areNotes = isNote(sample) && other.allSatisfy(isNote)
        let isData = fields > 1 && !areNotes && other.contains { fieldCount($0, dialect) == fields }
        if isData { return skipping(block, dialect) }
        dialect.skippedLines = skipped
        return dialect
    }

    /// More lines at the beginning that look like comments add nothing.
    private static let markedLimit = 500

    private func withMarkedHeader(_ dialect: Dialect, _ block: Int, isDoubled: Bool) -> Dialect? {
        guard block > 1 else { return nil }
        guard isDoubled else { return skipping(block - 1, dialect) }
        var dialect = dialect
        dialect.comment = "##"
        return dialect
    }

    private func skipping(_ lines: Int, _ dialect: Dialect) -> Dialect? {
        guard options.skippedLines == nil else { return nil }
        var dialect = dialect
        dialect.comment = nil
        dialect.skippedLines = lines
        return dialect
    }

    private func fieldCount(_ line: Bytes, _ dialect: Dialect) -> Int {
        var dialect = dialect
        dialect.comment = nil
        return SampleEvidence(line, dialect, isWhole: true).leads.first?.fields ?? 0
    }

    /// Returns true where the first `count` lines but the last begin with `##`, and the last does not.
    private func areDoubled(_ sample: Bytes, _ count: Int) -> Bool {
        var (index, result) = (0, true)
        sample.forEachLine { line, _ in
            let isDoubled = line.count > 1 && line[1] == UInt8(ascii: "#")
            if index < count { result = result && isDoubled == (index < count - 1) }
            index += 1
        }
        return result
    }
}
