import Tabular
import TabularText

/// The detection of the dialect of a text: the readings that were compared, and why the first was chosen.
public struct Detection: Sendable {
    /// The names of the columns, then a line for each reading, the chosen one first.
    public let table: [[String]]
    /// Sentences about the dialect, the header and the encoding.
    public let reasons: [String]
    /// The value of `detection` in `info --json`.
    public let json: JSONValue

    /// `description` is that of the table that was read so.
    public init(_ report: DetectionReport, _ description: TableDescription) {
        (table, reasons, json) = (Self.table(of: report), Self.reasons(of: report, description), Self.json(report))
    }

    /// Lines for a terminal, in columns.
    public var lines: [String] {
        guard !table.isEmpty else { return reasons }
        let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        let rows = table.enumerated().map { index, line in
            let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (index == 1 ? "> " : "  ") + cells.joined(separator: "  ").trimmingTrailingSpaces
        }
        return rows + reasons
    }

    private static func json(_ report: DetectionReport) -> JSONValue {
        let encodings = report.encodings.map { encoding in
            JSONValue.object([("name", .string(encoding.name)), ("bits", .number(encoding.bits))])
        }
        return .object([
            ("readings", .list(report.readings.map(json))),
            ("headerBalance", report.headerBalance.map { .integer($0) } ?? .null),
            ("encodings", .list(encodings)),
        ])
    }

    private static func json(_ reading: DetectionReport.Reading) -> JSONValue {
        let costs = DetectionReport.Part.allCases.map { part in
            (key: part.rawValue, value: JSONValue.number(reading.costs[part, default: 0]))
        }
        return .object([
            ("dialect", reading.dialect.json), ("columns", .integer(reading.columns)),
            ("records", .integer(reading.records)), ("raggedRecords", .integer(reading.raggedRecords)),
            ("oddRecords", .integer(reading.oddRecords)), ("typedShare", .number(reading.typedShare)),
            ("costs", .object(costs)), ("cost", .number(reading.total)),
        ])
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
