import Tabular

extension Dialect {
    /// The least share of records that have as many fields as the most do.
    private static var leastShare: Double { 0.8 }

    /// ASCII delimited text: U+001F between fields, U+001E behind records. Nil where `sample` is none, or the user has chosen
    /// another delimiter.
    ///
    /// It stands before all other detection: characters made to separate say more than any that are found in values too.
    ///
    /// - Complexity: O(bytes) where there is a U+001F, and else 64 bytes a step.
    init?(separatedText sample: UnsafeBufferPointer<UInt8>, _ options: TextOptions) {
        let (unit, record) = (SpecialBytes.unitSeparator, SpecialBytes.recordSeparator)
        guard options.delimiter ?? "\u{1F}" == "\u{1F}", sample.contains(byte: unit), sample.contains(byte: record)
        else { return nil }
        var counts: [Int: Int] = [:]
        var units = 0
        for byte in sample {
            if byte == unit { units += 1 }
            if byte == record {
                counts[units, default: 0] += 1
                units = 0
            }
        }
        let records = counts.values.reduce(0, +)
        guard let (most, count) = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most > 0,
            Double(count) >= Self.leastShare * Double(records)
        else { return nil }
        self.init(
            delimiter: "\u{1F}", quote: options.quote.value, escape: options.escape.value, terminator: .rs)
        comment = options.comment.value
    }
}
