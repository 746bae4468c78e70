import GridUI
import Tabular
import TabularOps

/// The words of the list of values.
enum ValueWords {
    /// Characters of a value that are shown, and of its end where that is not all of it.
    private static let (shownLength, endLength) = (100, 40)

    /// A value on one line.
    static func title(of value: ValueList.Value) -> String {
        switch value {
        case .blank(let kind): kind.name
        case .text(let text), .malformed(let text): cut(text)
        case .long(let long):
            String(long.beginning.prefix(shownLength)).visible + "… (\(StatusText.grouped(long.length)) bytes)"
        }
    }

    /// Values that begin alike may end otherwise.
    private static func cut(_ text: String) -> String {
        guard text.count > shownLength else { return text.visible }
        return String(text.prefix(shownLength - endLength)).visible + "…" + String(text.suffix(endLength)).visible
    }

    /// "1,204", "12 to 40"; nothing where it is not known.
    static func count(of entry: ValueList.Entry?) -> String {
        guard let entry else { return "" }
        let count = StatusText.grouped(entry.count)
        return entry.countAtMost > entry.count ? "\(count) to \(StatusText.grouped(entry.countAtMost))" : count
    }

    /// What is listed, and of which rows: "12 values in all 3,000 rows", "The 1,000 most frequent of about 1,000,000 values
    /// (±1.6 %) in the 20,000 rows that the other conditions show".
    static func summary(of list: ValueList, isNarrowed: Bool, hasConditions: Bool) -> String {
        let rows = StatusText.counted(list.rowCount, "row")
        let place =
            hasConditions
            ? "in the \(rows) that the other conditions show" : isNarrowed ? "" : "in all \(rows)"
        let with = isNarrowed ? " with this text" : ""
        let distinct = StatusText.counted(list.distinct, "value")
        let values: String
        if list.isComplete {
            values = distinct + with
        } else if list.isExact {
            values = "The \(StatusText.grouped(list.valueCount)) most frequent of \(distinct)\(with)"
        } else {
            let error = StatisticsText.percent(list.distinctError)
            values = "The \(StatusText.grouped(list.valueCount)) most frequent of about \(distinct)\(with) (±\(error))"
        }
        return [values, place].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// "3 checked", "none checked".
    static func checked(_ choice: ValueChoice) -> String {
        choice.isEmpty ? "none checked" : "\(StatusText.grouped(choice.checked.count)) checked"
    }
}

extension Condition.Blanks {
    /// What stands for rows without a value, in a list of values.
    var name: String {
        switch self {
        case .empty: "(empty)"
        case .null: "(null)"
        case .missing: "(missing)"
        default: "(no value)"
        }
    }
}
