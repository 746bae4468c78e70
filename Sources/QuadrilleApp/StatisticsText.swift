import Tabular
import TabularOps

/// What a column's values are, in words.
struct StatisticsText {
    /// Characters of a value that are shown.
    private static let valueLength = 40
    /// How many of the most frequent values.
    private static let topCount = 5

    let statistics: ColumnStatistics

    /// A few lines, the most asked for first.
    var lines: [String] { [counts, ends, quantiles, top].filter { !$0.isEmpty } }

    /// The same as names and texts, for a panel.
    var facts: [ValueFacts.Fact] {
        var facts = [
            ValueFacts.Fact(name: "Values", text: StatusText.grouped(statistics.valueCount)),
            ValueFacts.Fact(name: "Empty", text: StatusText.grouped(statistics.emptyCount)),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { facts.append(ValueFacts.Fact(name: name, text: text)) }
        }
        add("Missing", statistics.missingCount > 0 ? StatusText.grouped(statistics.missingCount) : nil)
        add("Others", statistics.otherCount > 0 ? "\(StatusText.grouped(statistics.otherCount)) of another type" : nil)
        add("Different", distinct)
        add("Least", statistics.least.map(Self.shown))
        add("Greatest", statistics.greatest.map(Self.shown))
        add("Mean", statistics.mean.map { "\($0)\($0.isRounded ? " (rounded)" : "")" })
        add("Deviation", statistics.deviation.map(Self.rounded))
        add("Sum", statistics.sum.map { Self.shown($0.description) })
        add("Quantiles", quantiles.isEmpty ? nil : quantiles)
        add("Not listed", unlisted)
        return facts
    }

    /// What is known of values that are not among the most frequent ones, where not all were kept.
    private var unlisted: String? {
        guard statistics.unlistedCount > 0 else { return nil }
        let most = max(statistics.unlistedCount, statistics.top.last?.countAtMost ?? 0)
        return "each comes \(StatusText.grouped(most)) times at most"
    }

    /// "12 values, 3 rows without, 10 different".
    var counts: String {
        let values = StatusText.counted(statistics.valueCount, "value")
        let without =
            statistics.nullCount > 0 ? ", \(StatusText.counted(statistics.nullCount, "row")) without" : ""
        let other = statistics.otherCount > 0 ? ", \(StatusText.grouped(statistics.otherCount)) of another type" : ""
        return "\(values)\(without)\(other), \(distinct) different"
    }

    /// "10", or "about 1,200,000 (±1.6 %)".
    var distinct: String {
        let count = StatusText.grouped(statistics.distinct)
        return statistics.isDistinctExact ? count : "about \(count) (±\(statistics.distinctError.percent))"
    }

    /// "from 1 to 9, mean 4.5, standard deviation 2.7, sum 45".
    var ends: String {
        guard let least = statistics.least, let greatest = statistics.greatest else { return "" }
        var text = "from \(Self.shown(least)) to \(Self.shown(greatest))"
        if let mean = statistics.mean { text += ", mean \(mean)\(mean.isRounded ? " (rounded)" : "")" }
        if let deviation = statistics.deviation { text += ", standard deviation \(Self.rounded(deviation))" }
        if let sum = statistics.sum { text += ", sum \(Self.shown(sum.description))" }
        return text
    }

    /// "5 %: 1, 25 %: 3, 50 %: 4".
    var quantiles: String {
        if statistics.quantiles.isEmpty { return "" }
        let texts = statistics.quantiles.map { "\($0.share.percent): \(Self.shown($0.text))" }
        let bound =
            statistics.areQuantilesExact ? "" : " (places ±\(statistics.quantileError.percent), from a sample)"
        return texts.joined(separator: ", ") + bound
    }

    /// "most often x (7), y (3)".
    var top: String {
        // That each value comes once tells nothing.
        guard let first = statistics.top.first, first.countAtMost > 1 else { return "" }
        let isEstimate = first.countAtMost > first.count
        let texts = statistics.top.prefix(Self.topCount).map { value in
            let count = StatusText.grouped(value.count)
            let most = isEstimate ? " to \(StatusText.grouped(value.countAtMost))" : ""
            return "\(Self.shown(value.text)) (\(count)\(most))"
        }
        return "most often " + texts.joined(separator: ", ")
    }

    private static func shown(_ text: String) -> String {
        let visible = text.visible
        return visible.count > valueLength ? visible.prefix(valueLength) + "…" : visible
    }

    /// With three digits at most: "25 %", "1.6 %", "0.38 %".
    static func percent(_ share: Double) -> String {
        let percent = share * 100
        let factor = percent >= 10 ? 1.0 : percent >= 1 ? 10 : 100
        return "\(((percent * factor).rounded() / factor).shortest) %"
    }

    /// With six digits.
    private static func rounded(_ value: Double) -> String {
        guard value > 0 else { return "0" }
        var factor = 1.0
        while value * factor < 1e5 && factor < 1e15 { factor *= 10 }
        return ((value * factor).rounded() / factor).shortest
    }
}

extension ColumnStatistics {
    /// The members of a column in `info --columns --json`. Values and exact numbers are texts, since a number of JSON
    /// would lose digits.
    var json: [(key: String, value: JSONValue)] {
        [
            ("nulls", .integer(nullCount)),
            ("distinct", .integer(distinct)), ("distinctExact", .boolean(isDistinctExact)),
            ("distinctError", .number(distinctError)),
            ("min", least.map { .string($0) } ?? .null), ("max", greatest.map { .string($0) } ?? .null),
            ("sum", sum.map { .string($0.description) } ?? .null),
            ("mean", mean.map { .string($0.description) } ?? .null),
            ("deviation", deviation.map { .number($0) } ?? .null),
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
