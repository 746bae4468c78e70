import Tabular

/// How rows become keys: fixed before the first is read, so that equal values have equal keys everywhere.
struct SortPlan: Sendable {
    /// A longer value is looked at up to here.
    static let sampleBytes = 256

    private(set) var fields: [KeyField]
    var columns: [Int] { fields.map(\.column) }

    /// Looks at some rows of `source` here and there, and at all of them where days and months look alike in those.
    init(
        _ keys: [SortKey], of source: any RowPicking, rowCount: Int, tuning: SortTuning, control: JobControl
    ) throws(ReadError) {
        let types = source.snapshot.columns.map(\.type)
        let kinds = keys.map { Self.kind(of: $0, types.indices.contains($0.column) ? types[$0.column] : .empty) }
        fields = zip(keys, kinds).map { KeyField($0, kind: $1) }
        let isSampled = fields.contains { field in
            switch field.kind {
            case .text, .date: true
            default: false
            }
        }
        guard isSampled, rowCount > 0 else { return }
        var samples = SampleTaker(count: fields.count)
        let rows = max(1, min(tuning.samples.rows, rowCount))
        var next = 0
        for place in 0..<tuning.samples.places where !control.isCancelled {
            let first = max(next, rowCount / tuning.samples.places * place)
            next = min(first + rows, rowCount)
            samples = try RowScan.sequence(of: source, columns: columns, rows: first..<next, into: samples, control)
        }
        for (index, texts) in samples.texts.enumerated() {
            switch fields[index].kind {
            case .text: fields[index].kind = .text(TextWords(samples: texts))
            case .date:
                let style = try DateStyle.found(
                    in: texts, ofColumn: fields[index].column, of: source, rowCount: rowCount, control)
                fields[index].kind = .date(style)
            default: break
            }
        }
    }

    /// What the first number of a column's dates is where both could be day or month.
    static func dateStyle(
        of column: Int, of source: any RowPicking, rowCount: Int, _ control: JobControl
    ) throws(ReadError) -> CalendarText.Style {
        let plan = try SortPlan(
            [SortKey(column: column)], of: source, rowCount: rowCount, tuning: SortTuning(), control: control)
        if case .date(let style)? = plan.fields.first?.kind { return style }
        return .dayFirst
    }

    private static func kind(of key: SortKey, _ type: ColumnType) -> KeyField.Kind {
        if key.comparison == .natural { return .natural(Collation()) }
        return switch type {
        case .integer, .decimal: .number
        case .date: .date(.dayFirst)
        case .time: .time
        case .dateTime: .dateTime
        case .boolean: .boolean
        case .text, .empty: .text(.none)
        }
    }

    /// Writes the key of a row.
    @inline(__always)
    func write(_ rows: ScannedRows, _ row: Int, to key: KeyBuffer) {
        key.clear()
        fields.withUnsafeBufferPointer { fields in
            for index in 0..<fields.count {
                fields[index].append(rows.value(index, of: row), to: key)
                if key.isFull { return }
            }
        }
    }
}

private struct SampleTaker: RowTaker {
    var texts: [[[UInt8]]]

    init(count: Int) { texts = [[[UInt8]]](repeating: [], count: count) }

    mutating func take(_ rows: ScannedRows) {
        for row in 0..<rows.count {
            for index in texts.indices {
                let value = rows.value(index, of: row)
                if !value.isEmpty { texts[index].append(Array(value.prefix(SortPlan.sampleBytes))) }
            }
        }
    }
}
