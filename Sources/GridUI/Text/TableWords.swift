import Tabular
import Translation

/// The texts for a table's size and its columns' types, for the status bar and screen readers.
package enum TableWords {
    /// "1,234 rows × 7 columns"; "at least" while rows are still being found.
    package static func extent(rows: Int, columns: Int, isExact: Bool = true) -> String {
        extent(Self.rows(rows), Self.columns(columns), isExact: isExact)
    }

    /// The same from the texts for rows and columns.
    package static func extent(_ rows: String, _ columns: String, isExact: Bool) -> String {
        isExact
            ? tr("{rows} × {columns}", ["rows": rows, "columns": columns])
            : tr("at least {rows} × {columns}", ["rows": rows, "columns": columns])
    }

    package static func rows(_ count: Int) -> String { tr(one: "{count} row", many: "{count} rows", count) }

    package static func columns(_ count: Int) -> String { tr(one: "{count} column", many: "{count} columns", count) }
}

extension ColumnType {
    /// The type's name in the language of the interface; files and the command line use `rawValue`.
    package var word: String {
        switch self {
        case .empty: tr("empty", in: "type of a column")
        case .integer: tr("integer", in: "type of a column")
        case .decimal: tr("decimal", in: "type of a column")
        case .code: tr("code", in: "type of a column")
        case .boolean: tr("boolean", in: "type of a column")
        case .date: tr("date", in: "type of a column")
        case .time: tr("time", in: "type of a column")
        case .dateTime: tr("date and time", in: "type of a column")
        case .text: tr("text", in: "type of a column")
        case .duration: tr("duration", in: "type of a column")
        case .binary: tr("binary", in: "type of a column")
        case .json: "JSON"
        case .mixed: tr("mixed", in: "type of a column")
        }
    }
}
