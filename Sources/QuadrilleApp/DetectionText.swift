import Tabular
import TabularText
import Translation

/// A detection in words: the readings that were compared, and why the first was chosen.
struct DetectionText {
    /// The names of the columns, then a line for each reading, the chosen one first.
    let table: [[String]]
    /// Sentences about the dialect, the header and the encoding.
    let reasons: [String]

    init(_ report: DetectionReport, _ description: TableDescription) {
        let names = [
            tr("delimiter"), tr("quote"), tr("columns"), tr("skipped"), tr("ragged"), tr("odd"), tr("typed"),
            tr("cost"),
        ]
        table = report.readings.isEmpty ? [] : [names] + report.readings.map(Self.line)
        reasons = [
            Self.reason(report), Self.header(report, description), Self.encoding(report, description),
        ].compactMap { $0.map(Self.capitalized) }
    }

    /// A sentence may begin with the name of a delimiter.
    private static func capitalized(_ sentence: String) -> String {
        sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    private static func line(_ reading: DetectionReport.Reading) -> [String] {
        let dialect = reading.dialect
        var quote = dialect.quote.map(StatusText.character) ?? tr("none", in: "character")
        if let escape = dialect.escape { quote += " " + StatusText.character(escape) }
        return [
            StatusText.delimiterName(dialect), quote, StatusText.grouped(reading.columns),
            StatusText.grouped(reading.skippedLines), StatusText.grouped(reading.raggedRecords),
            StatusText.grouped(reading.oddRecords), "\(Int((reading.typedShare * 100).rounded())) %",
            tenths(reading.total),
        ]
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(StatusText.grouped(tenths / 10)).\(tenths % 10)"
    }

    private static func reason(_ report: DetectionReport) -> String? {
        guard let first = report.readings.first else { return tr("The dialect is chosen: nothing was compared.") }
        let name = StatusText.delimiterName(first.dialect)
        guard let part = report.decisivePart else { return tr("{delimiter} is the only reading.", ["delimiter": name]) }
        let second = report.readings[1]
        var other = StatusText.delimiterName(second.dialect)
        if second.dialect.delimiter == first.dialect.delimiter {
            other =
                second.dialect.quote.map { tr("quote {character}", ["character": StatusText.character($0)]) }
                ?? tr("no quote")
        }
        let difference = words(part)
        return tr(
            "{delimiter} costs least. The next reading, {other}, costs {cost} more, most of it for {part}.",
            ["delimiter": name, "other": other, "cost": tenths(second.total - first.total), "part": difference])
    }

    private static func words(_ part: DetectionReport.Part) -> String {
        switch part {
        case .skipped: tr("skipped lines")
        case .ragged: tr("records of other lengths")
        case .odd: tr("quotes and tabs out of place")
        case .undivided: tr("records that are not divided")
        case .untyped: tr("cells of other types than their columns")
        case .unusual: tr("an unusual dialect")
        }
    }

    private static func header(_ report: DetectionReport, _ description: TableDescription) -> String? {
        guard let balance = report.headerBalance, let dialect = description.dialect else { return nil }
        let result = dialect.hasHeader ? tr("The first record is a header") : tr("There is no header")
        let votes =
            balance > 0
            ? tr(
                one: "{count} column more is for one than against it",
                many: "{count} columns more are for one than against it", balance)
            : balance < 0
                ? tr(
                    one: "{count} column more is against one than for it",
                    many: "{count} columns more are against one than for it", -balance)
                : tr("no column says so, and texts at the top are taken for names")
        return tr("{result}: {votes}.", ["result": result, "votes": votes])
    }

    private static func encoding(_ report: DetectionReport, _ description: TableDescription) -> String? {
        guard let first = report.encodings.first else { return nil }
        guard report.encodings.count > 1 else {
            return tr(
                "{encoding} is the only encoding that makes a text of it.",
                ["encoding": description.encoding ?? first.name])
        }
        let second = report.encodings[1]
        return tr(
            "{encoding} makes the likeliest text. Next comes {other}, {bits} bits less likely.",
            [
                "encoding": description.encoding ?? first.name, "other": second.name,
                "bits": tenths(second.bits - first.bits),
            ])
    }

    /// Lines for a terminal, in columns.
    var lines: [String] {
        guard !table.isEmpty else { return reasons }
        let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        let rows = table.enumerated().map { index, line in
            let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (index == 1 ? "> " : "  ") + cells.joined(separator: "  ").trimmingTrailingSpaces
        }
        return rows + reasons
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
