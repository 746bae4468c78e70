import Tabular
import Translation

extension ColumnBars {
    /// "10 to 20: 1,204 values", "green: between 3 and 7 values", "10 to 20: about 1,204 values (±0.8 % of all)".
    public func words(for bars: Range<Int>) -> String {
        let bars = bars.clamped(to: counts.indices)
        guard let first = bars.first, let last = bars.last else { return "" }
        let count = counts[bars].reduce(0, +)
        switch content {
        case .stretches(let stretches, let form):
            let ends = [stretches[first].lower, stretches[last].upper].map { Self.text($0, form) ?? "…" }
            guard error > 0 else {
                return tr(
                    one: "{first} to {last}: {count} value", many: "{first} to {last}: {count} values", count,
                    ["first": ends[0], "last": ends[1]])
            }
            return tr(
                one: "{first} to {last}: about {count} value (±{error} of all)",
                many: "{first} to {last}: about {count} values (±{error} of all)", count,
                ["first": ends[0], "last": ends[1], "error": error.percent])
        case .values(let values):
            let most = values[bars].map(\.countAtMost).reduce(0, +)
            let text = bars.count == 1 ? values[first].text : "\(values[first].text) … \(values[last].text)"
            guard most > count else {
                return tr(one: "{text}: {count} value", many: "{text}: {count} values", count, ["text": text])
            }
            return tr(
                one: "{text}: between {least} and {count} value", many: "{text}: between {least} and {count} values",
                most,
                ["text": text, "least": count.grouped])
        }
    }
}
