import Tabular

/// The bars of a picture of a column, what each says, and which rows it stands for.
///
///     numbers, dates, times      the histogram, from left to right
///     all else                   a bar for each of the most frequent values, the most frequent first
///
/// A column whose values come once each, and that lie on no axis, has none.
public struct ColumnBars: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case stretches([ColumnStatistics.Bar], ValueForm)
        case values([ColumnStatistics.FrequentValue])
    }

    let content: Content
    /// The number of values that each bar stands for, exact or estimated.
    public let counts: [Int]
    /// Of all values, by which share a bar's count may be off, for 95 of 100 columns; 0 where the counts are exact, or say
    /// between which numbers they are.
    public let error: Double

    public init(_ statistics: ColumnStatistics) {
        if statistics.histogram.count > 1 {
            // A bar lies between two places, each of which may be off.
            self.init(statistics.histogram, of: statistics.form, error: 2 * statistics.quantileError)
        } else {
            // That each value comes once tells nothing.
            self.init(statistics.top.first.map { $0.countAtMost > 1 } ?? false ? statistics.top : [])
        }
    }

    /// Bars side by side, of values of a form.
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

    /// A Boolean value that indicates whether the bars lie on an axis, on which adjacent bars make one stretch.
    public var areStretches: Bool { if case .stretches = content { true } else { false } }

    /// Returns the conditions that select the rows of some adjacent bars; none where a value is so long that all of it is not
    /// known.
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

    /// A number as the column may write it, or what a moment is written as.
    static func text(_ position: Double, _ form: ValueForm) -> String? {
        let kind = ValueKind(form.type)
        return kind == .number ? form.text(ofPlainNumber: position.shortest) : kind.text(ofSeconds: position)
    }
}
