import Tabular

/// The statistics of a column's values: their number, distinct values, range, center and most frequent values.
///
/// Exact as long as the column's distinct values fit into memory. Beyond that, counts, ends, sum and mean are still exact, and
/// the others are estimates that state how far off they may be.
public struct ColumnStatistics: Sendable, Hashable {
    /// A value that at least `share` of all values are no greater than: one that stands in the table.
    public struct Quantile: Sendable, Hashable {
        public var share: Double
        public var text: String
    }

    /// A value with how often it came: at least `count` and at most `countAtMost` times.
    public struct FrequentValue: Sendable, Hashable {
        /// Of one with more than 1,024 bytes the first 256.
        public var text: String
        /// Bytes of the whole value.
        public var length: Int
        public var count: Int
        public var countAtMost: Int

        public init(text: String, length: Int, count: Int, countAtMost: Int) {
            (self.text, self.length, self.count, self.countAtMost) = (text, length, count, countAtMost)
        }
    }

    /// Values from `lower` up to, but in the last bar without, `upper`: numbers, or seconds of dates and times.
    public struct Bar: Sendable, Hashable {
        public var lower: Double
        public var upper: Double
        public var count: Int

        public init(lower: Double, upper: Double, count: Int) {
            (self.lower, self.upper, self.count) = (lower, upper, count)
        }
    }

    public static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]
    /// The number of most frequent values to report.
    public static let topCount = 10

    public var form: ValueForm
    public var rowCount = 0
    /// Rows with a value that is neither empty nor a word for no value.
    public var valueCount = 0
    /// Rows without a value, by the way in which they have none.
    public var blanks = BlankCounts()
    /// Infinities and NaN, which take no part in sum, mean, deviation and bars.
    public var specials = SpecialCounts()
    /// Values that are not of the column's type, which a column whose type is told by all its values has none of.
    public var otherCount = 0

    public var distinct = 0
    /// By which share `distinct` may be off, for 95 of 100 columns; 0 where it is exact.
    public var distinctError = 0.0

    /// As they stand in the table; of equal ones the first that was met.
    public var least: String?
    public var greatest: String?
    /// Of numbers.
    public var sum: ExactDecimal?
    public var mean: DecimalMean?
    public var deviation: StandardDeviation?

    /// Of numbers, dates and times.
    public var quantiles: [Quantile] = []
    /// By which share of the values a quantile's place may be off, for 95 of 100 columns; 0 where they are exact.
    public var quantileError = 0.0
    /// The most frequent first; of equally frequent ones the first by its bytes. None where no value is known to be more
    /// frequent than those that are not told.
    public var top: [FrequentValue] = []
    /// No value that is not in `top` came more often than the last of it, or than this where not all values fit into memory.
    public var unlistedCount = 0
    /// Of numbers, dates and times: bars side by side, all of one width.
    public var histogram: [Bar] = []

    public var isDistinctExact: Bool { distinctError == 0 }
    public var areQuantilesExact: Bool { quantileError == 0 }
    /// Rows without a value, for whatever reason.
    public var nullCount: Int { blanks.total }
    public var emptyCount: Int { blanks.empty }
    public var missingCount: Int { blanks.missing }
    public var wordCount: Int { blanks.words }

    public var type: ColumnType { form.type }

    init(_ tally: ValueTally) {
        form = tally.form
        let totals = tally.totals
        blanks = tally.blanks
        rowCount = tally.valueCount + blanks.total
        blanks.words = totals.nullCount
        valueCount = tally.valueCount - wordCount
        specials = totals.specials
        (distinct, distinctError) = tally.distinct
        if wordCount > 0 { distinct = max(0, distinct - tally.distinctWords) }
        otherCount = tally.kind == .text || tally.kind == .mixed ? 0 : totals.textCount
        least = totals.ends.map { String(decoding: $0.least, as: UTF8.self) }
        greatest = totals.ends.map { String(decoding: $0.greatest, as: UTF8.self) }
        (sum, mean) = (totals.sum.value, totals.sum.mean)
        deviation = totals.deviation
        top = Self.top(of: tally, hasWords: wordCount > 0)
        unlistedCount = tally.counts.missed
        let values = OrderedValues(tally, totals)
        quantiles = Self.shares.compactMap { share in
            values.text(atShare: share).map { Quantile(share: share, text: String(decoding: $0, as: UTF8.self)) }
        }
        quantileError = values.error
        histogram = values.bars(of: totals.numberCount + totals.momentCount - totals.specials.total)
    }

    private static func top(of tally: ValueTally, hasWords: Bool) -> [FrequentValue] {
        let counts = tally.counts
        // Of what is not kept any more, each may have come as often as is missed.
        let most = counts.indices.map { (index: $0, count: counts.occurrences(at: $0)) }.filter {
            $0.count > counts.missed && !(hasWords && tally.isWord(at: $0.index))
        }
        guard !most.isEmpty else { return [] }
        // All that may be among the first, since equally frequent ones are told apart by their bytes.
        let least = most.map(\.count).sorted(by: >).prefix(topCount).last ?? 0
        var values: [(bytes: [UInt8], value: FrequentValue)] = []
        for (index, count) in most where count >= least {
            counts.withValue(at: index) { value in
                let text = String(decoding: value.bytes, as: UTF8.self)
                values.append(
                    (
                        Array(value.bytes),
                        FrequentValue(
                            text: text, length: value.length, count: count, countAtMost: count + counts.missed)
                    ))
            }
        }
        values.sort {
            $0.value.count != $1.value.count
                ? $0.value.count > $1.value.count : $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        return values.prefix(topCount).map(\.value)
    }
}
