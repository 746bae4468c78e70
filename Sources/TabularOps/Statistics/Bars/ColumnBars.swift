import Tabular

/// The bars of a column's chart, with the value label and the rows of each.
///
///     numbers, dates, times      the histogram, from left to right
///     all else                   a bar for each of the most frequent values, the most frequent first
///
/// A column has no bars if its values occur once each and have no axis.
public struct ColumnBars: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case stretches([ColumnStatistics.Bar], ValueForm)
        case values([ColumnStatistics.FrequentValue])
    }

    let content: Content
    /// The number of values that each bar stands for, exact or estimated.
    public let counts: [Int]
    /// The error of a bar's count as a share of all values, for 95 of 100 columns; 0 where the counts are exact, or are given
    /// as ranges.
    public let error: Double

    public init(_ statistics: ColumnStatistics) {
        if statistics.histogram.count > 1 {
            // A bar has two bounds, and each of their ranks may be off.
            self.init(statistics.histogram, of: statistics.form, error: 2 * statistics.quantileError)
        } else {
            // Values that each occur once are not worth a chart.
            self.init(statistics.top.first.map { $0.countAtMost > 1 } ?? false ? statistics.top : [])
        }
    }

    /// Creates adjacent bars, for values of a form.
    public init(_ stretches: [ColumnStatistics.Bar], of form: ValueForm, error: Double = 0) {
        content = .stretches(stretches, form)
        counts = stretches.map(\.count)
        self.error = error
    }

    public init(_ values: [ColumnStatistics.FrequentValue]) {
        content = .values(values)
        counts = values.map(\.count)
        error = 0
    }

    public var isEmpty: Bool { counts.isEmpty }

    /// A Boolean value that indicates whether the bars are on an axis, where adjacent bars form a range.
    public var areStretches: Bool { if case .stretches = content { true } else { false } }

    /// Returns the conditions that select the rows of some adjacent bars; empty where a value is so long that only its
    /// beginning is known.
    public func conditions(for bars: Range<Int>, ofColumn column: Int) -> [Condition] {
        let bars = bars.clamped(to: counts.indices)
        guard let first = bars.first, let last = bars.last else { return [] }
        switch content {
        case .stretches(let stretches, let form):
            let (lower, upper) = (Self.text(stretches[first].lower, form), Self.text(stretches[last].upper, form))
            let isEnd = last == stretches.count - 1
            return [
                lower.map { Condition(column: column, .greaterOrEqual, [$0]) },
                upper.map { Condition(column: column, isEnd ? .lessOrEqual : .less, [$0]) },
            ].compactMap { $0 }
        case .values(let values):
            let texts = values[bars].filter { $0.text.utf8.count == $0.length }.map(\.text)
            guard let text = texts.first else { return [] }
            return [Condition(column: column, texts.count == 1 ? .equals : .isIn, texts.count == 1 ? [text] : texts)]
        }
    }

    /// The text of a number or a moment in a notation that the column may use.
    static func text(_ position: Double, _ form: ValueForm) -> String? {
        let kind = ValueKind(form.type)
        return kind == .number ? form.text(ofPlainNumber: position.shortest) : kind.text(ofSeconds: position)
    }
}
