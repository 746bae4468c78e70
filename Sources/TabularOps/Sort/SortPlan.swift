import Tabular

/// How rows become keys: fixed before the first is read, so that equal values have equal keys everywhere.
struct SortPlan: Sendable {
    private(set) var fields: [KeyField]
    /// Whether all rows were read, to know the style of their dates.
    private(set) var hasReadAll = false
    var columns: [Int] { fields.map(\.column) }

    /// The share of a sort's work that it is to read all rows before.
    static let readingShare = 0.25

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
        let samples = try ColumnSamples(
            of: columns, in: source, rowCount: rowCount, at: tuning.samples, control: control)
        for (index, texts) in samples.texts.enumerated() {
            switch fields[index].kind {
            case .text: fields[index].kind = .text(TextWords(samples: texts))
            case .date:
                let (votes, hasReadAll) = try control.within(0...Self.readingShare) { () throws(ReadError) in
                    try DateVotes.all(
                        ofColumn: fields[index].column, in: source, rowCount: rowCount, samples: texts,
                        control: control)
                }
                fields[index].kind = .date(votes.style)
                self.hasReadAll = self.hasReadAll || hasReadAll
            default: break
            }
        }
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
