import Tabular

/// The statistics of a column's values: their number, distinct values, range, center and most frequent values.
///
/// Exact as long as the column's distinct values fit into memory. Beyond that, counts, extremes, sum and mean are still exact,
/// and the others are estimates with error bounds.
public struct ColumnStatistics: Sendable, Hashable {
    /// A value of the table that is not less than at least `share` of all values.
    public struct Quantile: Sendable, Hashable {
        public var share: Double
        public var text: String
    }

    /// A value with its number of occurrences: at least `count` and at most `countAtMost`.
    public struct FrequentValue: Sendable, Hashable {
        /// The text; of a value with more than 1,024 bytes the first 256.
        public var text: String
        /// The number of bytes of the whole value.
        public var length: Int
        public var count: Int
        public var countAtMost: Int

        public init(text: String, length: Int, count: Int, countAtMost: Int) {
            (self.text, self.length, self.count, self.countAtMost) = (text, length, count, countAtMost)
        }
    }

    /// The values from `lower` up to, and only in the last bar including, `upper`: numbers, or seconds of dates and times.
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
    /// The number of rows with a value that is neither empty nor a word for "no value".
    public var valueCount = 0
    /// Rows without a value, by kind of blank.
    public var blanks = BlankCounts()
    /// Infinities and NaN, which are excluded from sum, mean, deviation and bars.
    public var specials = SpecialCounts()
    /// The number of values that are not of the column's type; 0 in a column whose type follows from all its values.
    public var otherCount = 0

    public var distinct = 0
    /// The relative error of `distinct`, for 95 of 100 columns; 0 where it is exact.
    public var distinctError = 0.0

    /// The least value, as in the table; of equal ones the first that was read.
    public var least: String?
    public var greatest: String?
    /// The sum of numbers.
    public var sum: ExactDecimal?
    public var mean: DecimalMean?
    public var deviation: StandardDeviation?

    /// The quantiles of numbers, dates and times.
    public var quantiles: [Quantile] = []
    /// The error of a quantile's rank as a share of the values, for 95 of 100 columns; 0 where quantiles are exact.
    public var quantileError = 0.0
    /// The most frequent values first; equally frequent ones are sorted by their bytes. Empty if no value is known to be more
    /// frequent than the unlisted ones.
    public var top: [FrequentValue] = []
    /// An unlisted value occurs no more often than the last of `top`, or than this where not all values fit into memory.
    public var unlistedCount = 0
    /// A histogram of numbers, dates or times: adjacent bars of equal width.
    public var histogram: [Bar] = []

    public var isDistinctExact: Bool { distinctError == 0 }
    public var areQuantilesExact: Bool { quantileError == 0 }
    /// The number of rows without a value, of any kind of blank.
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
        // A dropped value may have occurred as often as the missed count.
        let most = counts.indices.map { (index: $0, count: counts.occurrences(at: $0)) }.filter {
            $0.count > counts.missed && !(hasWords && tally.isWord(at: $0.index))
        }
        guard !most.isEmpty else { return [] }
        // All candidates for the first ranks, since equally frequent values are sorted by their bytes.
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
