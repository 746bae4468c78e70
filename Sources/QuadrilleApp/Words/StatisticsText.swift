import Tabular
import TabularOps
import Translation

/// Statistics of a column, in words.
struct StatisticsText {
    /// The maximum number of shown characters of a value.
    private static let valueLength = 40
    /// The number of most frequent values to list.
    private static let topCount = 5

    let statistics: ColumnStatistics
    /// The style of numbers computed from the column's.
    var style = NumberStyle()

    /// A few lines, the most useful first.
    var lines: [String] { [counts, ends, quantiles, top].filter { !$0.isEmpty } }

    /// The same as names and texts, for a panel.
    var facts: [ValueFacts.Fact] {
        var facts = [
            ValueFacts.Fact(name: tr("Values"), text: StatusText.grouped(statistics.valueCount)),
            ValueFacts.Fact(
                name: tr("Empty", in: "values of a column"), text: StatusText.grouped(statistics.emptyCount)),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { facts.append(ValueFacts.Fact(name: name, text: text)) }
        }
        add(tr("Missing"), statistics.missingCount > 0 ? StatusText.grouped(statistics.missingCount) : nil)
        let nulls = statistics.wordCount + statistics.blanks.null
        add(tr("Null"), nulls > 0 ? StatusText.grouped(nulls) : nil)
        let unreadable = statistics.blanks.unreadable
        add(tr("Unreadable"), unreadable > 0 ? StatusText.grouped(unreadable) : nil)
        add(tr("Others"), others)
        add(tr("Distinct"), distinct)
        add(tr("Minimum"), statistics.least.map(Self.shown))
        add(tr("Maximum"), statistics.greatest.map(Self.shown))
        add(tr("Mean"), statistics.mean.map { Self.rounded(style.quantity("\($0)"), $0.isRounded) })
        add(tr("Deviation"), statistics.deviation.map { style.quantity(Self.rounded($0)) })
        add(tr("Sum"), statistics.sum.map { Self.shown(style.quantity($0.description)) })
        add(tr("Quantiles"), quantiles.isEmpty ? nil : quantiles)
        add(tr("Not listed"), unlisted)
        return facts
    }

    /// The highest possible count of a value outside the most frequent ones, in words; nil where all values were kept.
    private var unlisted: String? {
        guard statistics.unlistedCount > 0 else { return nil }
        let most = max(statistics.unlistedCount, statistics.top.last?.countAtMost ?? 0)
        return tr(one: "each comes {count} time at most", many: "each comes {count} times at most", most)
    }

    /// The number of values that are not of the column's type, in words; nil where there are none.
    private var others: String? {
        let count = statistics.otherCount
        return count > 0 ? tr(one: "{count} of another type", many: "{count} of another type", count) : nil
    }

    private static func rounded(_ value: String, _ isRounded: Bool) -> String {
        isRounded ? tr("{value} (rounded)", ["value": value]) : value
    }

    /// "1 empty, 2 null"; nil where there are none but empty ones.
    private var kindsOfBlanks: String? {
        let blanks = statistics.blanks
        guard blanks.total > blanks.empty else { return nil }
        let kinds = [
            (blanks.empty, tr(one: "{count} empty", many: "{count} empty", blanks.empty)),
            (blanks.null + blanks.words, tr(one: "{count} null", many: "{count} null", blanks.null + blanks.words)),
            (blanks.missing, tr(one: "{count} missing", many: "{count} missing", blanks.missing)),
            (blanks.unreadable, tr(one: "{count} unreadable", many: "{count} unreadable", blanks.unreadable)),
        ]
        return kinds.filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
    }

    /// "12 values, 3 rows without, 10 different", the rows without a value by their kinds.
    var counts: String {
        var parts = [tr(one: "{count} value", many: "{count} values", statistics.valueCount)]
        if statistics.nullCount > 0 {
            let rows = tr(one: "{count} row without", many: "{count} rows without", statistics.nullCount)
            parts.append(kindsOfBlanks.map { "\(rows) (\($0))" } ?? rows)
        }
        if let others { parts.append(others) }
        parts.append(tr("{count} different", ["count": distinct]))
        return parts.joined(separator: ", ")
    }

    /// "10", or "about 1,200,000 (±1.6 %)".
    var distinct: String {
        let count = StatusText.grouped(statistics.distinct)
        return statistics.isDistinctExact
            ? count : tr("about {count} (±{error})", ["count": count, "error": statistics.distinctError.percent])
    }

    /// "from 1 to 9, mean 4.5, standard deviation 2.7, sum 45".
    var ends: String {
        guard let least = statistics.least, let greatest = statistics.greatest else { return "" }
        var parts = [tr("from {least} to {greatest}", ["least": Self.shown(least), "greatest": Self.shown(greatest)])]
        if let mean = statistics.mean {
            parts.append(tr("mean {value}", ["value": Self.rounded("\(mean)", mean.isRounded)]))
        }
        if let deviation = statistics.deviation {
            parts.append(tr("standard deviation {value}", ["value": Self.rounded(deviation)]))
        }
        if let sum = statistics.sum { parts.append(tr("sum {value}", ["value": Self.shown(sum.description)])) }
        return parts.joined(separator: ", ")
    }

    /// "5 %: 1, 25 %: 3, 50 %: 4".
    var quantiles: String {
        if statistics.quantiles.isEmpty { return "" }
        let texts = statistics.quantiles.map {
            tr("{share}: {value}", ["share": $0.share.percent, "value": Self.shown($0.text)])
        }
        let list = texts.joined(separator: ", ")
        return statistics.areQuantilesExact
            ? list
            : tr(
                "{quantiles} (places ±{error}, from a sample)",
                ["quantiles": list, "error": statistics.quantileError.percent])
    }

    /// "most often x (7), y (3)".
    var top: String {
        // A list of values that all occur once is useless.
        guard let first = statistics.top.first, first.countAtMost > 1 else { return "" }
        let isEstimate = first.countAtMost > first.count
        let texts = statistics.top.prefix(Self.topCount).map { value in
            let count =
                isEstimate ? CountWords.estimate(value.count, value.countAtMost) : StatusText.grouped(value.count)
            return "\(Self.shown(value.text)) (\(count))"
        }
        return tr("most often {values}", ["values": texts.joined(separator: ", ")])
    }

    private static func shown(_ text: String) -> String {
        let visible = text.visible
        return visible.count > valueLength ? visible.prefix(valueLength) + "…" : visible
    }

    /// With three digits at most: "25 %", "1.6 %", "0.38 %".
    static func percent(_ share: Double) -> String {
        let percent = share * 100
        let factor = percent >= 10 ? 1.0 : percent >= 1 ? 10 : 100
        return tr("{number} %", ["number": ((percent * factor).rounded() / factor).shortest.withLocalPoint])
    }

    /// With six digits.
    private static func rounded(_ deviation: StandardDeviation) -> String {
        guard let value = deviation.double else { return deviation.text(digits: 6) }
        guard value > 0 else { return "0" }
        var factor = 1.0
        while value * factor < 1e5 && factor < 1e15 { factor *= 10 }
        return ((value * factor).rounded() / factor).shortest
    }
}

extension ColumnStatistics {
    /// The members of a column in `info --columns --json`. Values and exact numbers are strings, since JSON numbers would lose
    /// digits.
    var json: [(key: String, value: JSONValue)] {
        [
            ("nulls", .integer(nullCount)),
            (
                "blanks",
                .object([
                    ("empty", .integer(blanks.empty)), ("null", .integer(blanks.null + blanks.words)),
                    ("missing", .integer(blanks.missing)), ("unreadable", .integer(blanks.unreadable)),
                ])
            ),
            ("distinct", .integer(distinct)), ("distinctExact", .boolean(isDistinctExact)),
            ("distinctError", .number(distinctError)),
            ("min", least.map { .string($0) } ?? .null), ("max", greatest.map { .string($0) } ?? .null),
            ("sum", sum.map { .string($0.description) } ?? .null),
            ("mean", mean.map { .string($0.description) } ?? .null),
            // Beyond the range of JSON readers' numbers it is a string too.
            (
                "deviation",
                deviation.map { deviation in deviation.double.map { .number($0) } ?? .string("\(deviation)") } ?? .null
            ),
            (
                "quantiles",
                .list(quantiles.map { .object([("share", .number($0.share)), ("value", .string($0.text))]) })
            ),
            ("quantileError", .number(quantileError)),
            (
                "top",
                .list(
                    top.map {
                        .object([
                            ("value", .string($0.text)), ("count", .integer($0.count)),
                            ("countAtMost", .integer($0.countAtMost)),
                        ])
                    })
            ),
        ]
    }
}
