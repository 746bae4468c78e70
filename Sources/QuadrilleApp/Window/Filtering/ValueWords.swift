import GridUI
import Tabular
import TabularOps
import Translation

/// The texts of the list of values.
enum ValueWords {
    /// The maximum numbers of shown characters of a value, and of those from its end where it is truncated.
    private static let (shownLength, endLength) = (100, 40)

    /// A value on one line: "12 (text)" where 12 is another value.
    static func title(of item: ValueChoice.Item) -> String {
        let title = title(of: item.value)
        return item.kinds == .texts ? ofTexts(title) : title
    }

    /// A value that only texts have, beside numbers with the same digits.
    static func ofTexts(_ value: String) -> String { tr("{value} (text)", ["value": value]) }

    /// A value on one line.
    static func title(of value: ValueList.Value) -> String {
        switch value {
        case .blank(let kind): kind.name
        case .text(let text), .malformed(let text): cut(text)
        case .long(let long):
            tr(
                one: "{beginning}… ({count} byte)", many: "{beginning}… ({count} bytes)", long.length,
                ["beginning": String(long.beginning.prefix(shownLength)).visible])
        }
    }

    /// Truncates in the middle: values that begin alike may end differently.
    private static func cut(_ text: String) -> String {
        guard text.count > shownLength else { return text.visible }
        return String(text.prefix(shownLength - endLength)).visible + "…" + String(text.suffix(endLength)).visible
    }

    /// "1,204", "12 to 40"; empty where the count is not known.
    static func count(of entry: ValueList.Entry?) -> String {
        guard let entry else { return "" }
        return CountWords.count(entry.count, atMost: entry.countAtMost)
    }

    /// Returns a summary of the list and its rows: "12 values in all 3,000 rows", "The 1,000 most frequent of about 1,000,000
    /// values (±1.6 %) in the 20,000 rows that the other conditions show".
    static func summary(of list: ValueList, isNarrowed: Bool, hasConditions: Bool) -> String {
        let values = list.isComplete ? all(of: list, isNarrowed) : mostFrequent(of: list, isNarrowed)
        let rows = TableWords.rows(list.rowCount)
        // The number of searched rows is not known here.
        if isNarrowed { return values }
        if hasConditions {
            return tr("{values} in the {rows} that the other conditions show", ["values": values, "rows": rows])
        }
        return tr("{values} in all {rows}", ["values": values, "rows": rows])
    }

    private static func all(of list: ValueList, _ isNarrowed: Bool) -> String {
        isNarrowed
            ? tr(one: "{count} value with this text", many: "{count} values with this text", list.distinct)
            : tr(one: "{count} value", many: "{count} values", list.distinct)
    }

    private static func mostFrequent(of list: ValueList, _ isNarrowed: Bool) -> String {
        let listed = StatusText.grouped(list.valueCount)
        let all =
            isNarrowed
            ? tr(
                one: "The {listed} most frequent of {count} value with this text",
                many: "The {listed} most frequent of {count} values with this text", list.distinct, ["listed": listed])
            : tr(
                one: "The {listed} most frequent of {count} value",
                many: "The {listed} most frequent of {count} values", list.distinct, ["listed": listed])
        if list.isExact { return all }
        let error = StatisticsText.percent(list.distinctError)
        return isNarrowed
            ? tr(
                one: "The {listed} most frequent of about {count} value with this text (±{error})",
                many: "The {listed} most frequent of about {count} values with this text (±{error})", list.distinct,
                ["listed": listed, "error": error])
            : tr(
                one: "The {listed} most frequent of about {count} value (±{error})",
                many: "The {listed} most frequent of about {count} values (±{error})", list.distinct,
                ["listed": listed, "error": error])
    }

    /// "3 checked", "none checked".
    static func checked(_ choice: ValueChoice) -> String {
        let count = choice.checked.count
        return choice.isEmpty ? tr("none checked") : tr(one: "{count} checked", many: "{count} checked", count)
    }
}

extension Condition.Blanks {
    /// The name of rows without a value, in a list of values.
    var name: String {
        switch self {
        case .empty: tr("(empty)")
        case .null: tr("(null)")
        case .missing: tr("(missing)")
        case .unreadable: tr("(unreadable)")
        default: tr("(no value)")
        }
    }
}
