import Tabular

/// What the first number of a column's dates is where it could be day or month.
///
///     13/02/2024   it is the day
///     02/03/2024   as the others of the column show; where none does, the month, as is usual with slashes
enum DateStyle {
    /// Rows that are looked at first.
    private static let sampledRows = 1_000

    /// As the first date shows that shows it: of `samples`, values of `column`, else of the whole column.
    static func found(
        in samples: [[UInt8]], ofColumn column: Int, of source: any RecordStreaming, rowCount: Int,
        _ control: JobControl
    ) throws(ReadError) -> CalendarText.Style {
        for text in samples {
            if let style = text.withUnsafeBufferPointer({ CalendarText.style(of: $0) }) { return style }
        }
        // Dates whose year comes first can be read in one way alone.
        if samples.isEmpty || samples.contains(where: { !$0.startsWithYear }) {
            let all = StyleTaker()
            let found = try RowScan.sequence(of: source, columns: [column], rows: 0..<rowCount, into: all, control)
            if let style = found.style { return style }
        }
        return samples.contains { $0.contains(UInt8(ascii: "/")) } ? .monthFirst : .dayFirst
    }

    /// The same by the column's first values.
    static func found(
        ofColumn column: Int, of source: any RecordStreaming, rowCount: Int, _ control: JobControl
    ) throws(ReadError) -> CalendarText.Style {
        let rows = 0..<min(rowCount, sampledRows)
        let first = try RowScan.sequence(of: source, columns: [column], rows: rows, into: FirstTaker(), control)
        return try found(in: first.texts, ofColumn: column, of: source, rowCount: rowCount, control)
    }
}

extension [UInt8] {
    /// Whether a date begins with its year.
    fileprivate var startsWithYear: Bool { drop { $0 == 0x20 }.prefix { $0 &- 0x30 < 10 }.count == 4 }
}

private struct FirstTaker: RowTaker {
    private static let longest = 64

    var texts: [[UInt8]] = []

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count {
            let value = rows.value(0, of: row)
            if !value.isEmpty { texts.append(Array(value.prefix(Self.longest))) }
        }
    }
}

private struct StyleTaker: RowTaker {
    var style: CalendarText.Style?

    var isFinished: Bool { style != nil }

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count where style == nil { style = CalendarText.style(of: rows.value(0, of: row)) }
    }
}
