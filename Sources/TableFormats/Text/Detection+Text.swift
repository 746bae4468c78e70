import Tabular
import TabularText
import Translation

extension Detection {
    static func table(of report: DetectionReport) -> [[String]] {
        let names = [
            tr("delimiter"), tr("quote"), tr("columns"), tr("skipped"), tr("ragged"), tr("odd"), tr("typed"),
            tr("cost"),
        ]
        return report.readings.isEmpty ? [] : [names] + report.readings.map(line)
    }

    static func reasons(of report: DetectionReport, _ description: TableDescription) -> [String] {
        [reason(report), header(report, description), encoding(report, description)].compactMap { $0.map(capitalized) }
    }

    /// A sentence may begin with the name of a delimiter.
    private static func capitalized(_ sentence: String) -> String {
        sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    private static func line(_ reading: DetectionReport.Reading) -> [String] {
        let dialect = reading.dialect
        var quote = dialect.quote.map(Dialect.name) ?? tr("none", in: "character")
        if let escape = dialect.escape { quote += " " + Dialect.name(of: escape) }
        return [
            dialect.delimiterName, quote, reading.columns.grouped,
            reading.skippedLines.grouped, reading.raggedRecords.grouped,
            reading.oddRecords.grouped, "\(Int((reading.typedShare * 100).rounded())) %",
            tenths(reading.total),
        ]
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\((tenths / 10).grouped).\(tenths % 10)"
    }

    private static func reason(_ report: DetectionReport) -> String? {
        guard let first = report.readings.first else { return tr("The dialect is chosen: nothing was compared.") }
        let name = first.dialect.delimiterName
        guard let part = report.decisivePart else { return tr("{delimiter} is the only reading.", ["delimiter": name]) }
        let second = report.readings[1]
        var other = second.dialect.delimiterName
        if second.dialect.delimiter == first.dialect.delimiter {
            other =
                second.dialect.quote.map { tr("quote {character}", ["character": Dialect.name(of: $0)]) }
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
        guard let balance = report.headerBalance, let headerRows = description.headerRows else { return nil }
        let result = headerRows > 0 ? tr("The first record is a header") : tr("There is no header")
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
        let encodingName = description.details?.encodingName ?? first.name
        guard report.encodings.count > 1 else {
            return tr(
                "{encoding} is the only encoding that makes a text of it.",
                ["encoding": encodingName])
        }
        let second = report.encodings[1]
        return tr(
            "{encoding} makes the likeliest text. Next comes {other}, {bits} bits less likely.",
            [
                "encoding": encodingName, "other": second.name,
                "bits": tenths(second.bits - first.bits),
            ])
    }
}
