import Tabular

extension DialectSniffer {
    /// How many lines stand before the first record of the table: those before the first record that the later ones agree
    /// with. 0 where the user has said how many, or that several rows are the header, which look like a preamble.
    func preamble(of sample: Bytes, _ dialect: Dialect) -> Int {
        guard options.skippedLines == nil, options.headerRows ?? 0 < 2 else { return 0 }
        let shapes = shapes(of: sample, dialect)
        let first = shapes.preamble
        guard first > 0 else { return 0 }
        let (start, fields) = (shapes.first[first].start, shapes.first[first].fields)
        let before = Bytes(rebasing: sample[..<start])
        // A header may lack the name of a first column that has the rows' names.
        if shapes.first[..<first].contains(where: { $0.fields == fields - 1 }) && before.lineCount == 1 {
            let body = Bytes(rebasing: sample[start...])
            guard SampleSink(body, dialect, isWhole: isWhole).typedVote > 0 else { return 0 }
        }
        return before.lineCount
    }

    /// The dialect of a table that begins with lines of `#`; nil where it does not, or where they are no comments.
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
        var dialect = best(of: sample, delimiter: delimiter, comment: "#")
        guard !conflicts(with: dialect, delimiter: dialect.delimiter) else { return nil }
        let shapes = shapes(of: sample, dialect)
        let (fields, _) = shapes.body
        guard shapes.recordCount > 0, fields > 1 || block > 1 else { return nil }
        // The name of a first column may be missing.
        let ofLast = fieldCount(last, dialect)
        let isHeader = fields > 1 && (ofLast == fields || (fields > 2 && ofLast == fields - 1))
        if isHeader && SampleSink(sample, dialect, isWhole: isWhole).typedVote <= 0 {
            return withMarkedHeader(dialect, block, isDoubled: areDoubled(sample, block))
        }
        let isData = fields > 1 && other.contains { fieldCount($0, dialect) == fields }
        if isData { return skipping(block, dialect) }
        let skipped = preamble(of: sample, dialect)
        dialect.skippedLines = skipped
        return dialect
    }

    /// More lines that begin like a comment behind the first ones say nothing new.
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
        return RecordShapes(line, dialect, isWhole: true).first.first?.fields ?? 0
    }

    /// Whether the first `count` lines but the last begin with `##`, and the last does not.
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

/// The first line that some spreadsheets write and read: `sep=;`, which names the delimiter and is no record.
struct SeparatorLine {
    let delimiter: String
    /// Bytes of the line and its end.
    let length: Int

    init?(_ sample: UnsafeBufferPointer<UInt8>) {
        var first: (line: UnsafeBufferPointer<UInt8>, isEnded: Bool)?
        let head = UnsafeBufferPointer(rebasing: sample.prefix(40))
        head.forEachLine { line, isEnded in if first == nil { first = (line, isEnded) } }
        guard let first, first.isEnded else { return nil }
        var text = String(decoding: first.line, as: UTF8.self)[...]
        if text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        guard text.prefix(4).lowercased() == "sep=", text.count == 5 else { return nil }
        delimiter = String(text.dropFirst(4))
        guard ShortBytes(delimiter) != nil else { return nil }
        let end = first.line.count
        let isPair = end + 1 < sample.count && sample[end] == 0x0D && sample[end + 1] == 0x0A
        length = end + (isPair ? 2 : 1)
    }
}
