import Tabular

extension Dialect {
    /// The least share of records that have as many fields as the most do.
    private static var leastShare: Double { 0.5 }

    /// ASCII delimited text: U+001F between fields, U+001E at the end of records. Nil where `sample` has lines before the first
    /// record ends, or the user has chosen another delimiter.
    ///
    /// It precedes all other detection: a character made to separate records occurs in the first line of no other text.
    ///
    /// - Complexity: O(bytes) where there is a U+001F, and else 64 bytes a step.
    init?(separatedText sample: UnsafeBufferPointer<UInt8>, _ options: TextOptions) {
        let (unit, record) = (SpecialBytes.unitSeparator, SpecialBytes.recordSeparator)
        guard options.delimiter ?? "\u{1F}" == "\u{1F}", sample.contains(byte: unit), sample.contains(byte: record),
            Self.hasRecordBeforeLineEnd(sample)
        else { return nil }
        var counts: [Int: Int] = [:]
        var units = 0
        var isBlank = true
        for byte in sample {
            if byte == unit { units += 1 }
            if byte == record {
                if !isBlank { counts[units, default: 0] += 1 }
                (units, isBlank) = (0, true)
            } else if byte != SpecialBytes.lineFeed {
                isBlank = false
            }
        }
        let records = counts.values.reduce(0, +)
        guard let (most, count) = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most > 0,
            Double(count) >= Self.leastShare * Double(records)
        else { return nil }
        self.init(
            delimiter: "\u{1F}", quote: options.quote.value, escape: options.escape.value, terminator: .rs)
    }

    private static func hasRecordBeforeLineEnd(_ sample: UnsafeBufferPointer<UInt8>) -> Bool {
        let ends = [SpecialBytes.recordSeparator, SpecialBytes.lineFeed, SpecialBytes.carriageReturn]
        return sample.first { ends.contains($0) } == SpecialBytes.recordSeparator
    }
}
