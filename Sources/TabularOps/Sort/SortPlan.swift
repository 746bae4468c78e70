import QuadrilleRuntime
import Tabular

/// The encoding of rows as keys, fixed before the first row is read, so that equal values have equal keys everywhere.
struct SortPlan: Sendable {
    private(set) var fields: [KeyField]
    var columns: [Int] { fields.map(\.column) }

    /// Samples some texts of `source`.
    init(
        _ keys: [SortKey], of source: any RowPicking, rowCount: Int, tuning: SortTuning, control: JobControl
    ) throws(ReadError) {
        let columns = source.snapshot.columns
        fields = keys.map { key in
            let form = columns.indices.contains(key.column) ? columns[key.column].form : ValueForm(.empty)
            let isNatural = key.comparison == .natural
            return KeyField(
                key, kind: isNatural ? .natural(Collation()) : Self.kind(of: form.type),
                form: isNatural ? ValueForm(.text) : form)
        }
        let isSampled = fields.contains { if case .text = $0.kind { true } else { false } }
        guard isSampled, rowCount > 0 else { return }
        let samples = try ColumnSamples(
            of: self.columns, in: source, rowCount: rowCount, at: tuning.samples, control: control)
        for (index, texts) in samples.texts.enumerated() {
            if case .text = fields[index].kind { fields[index].kind = .text(TextWords(samples: texts)) }
        }
    }

    private static func kind(of type: ColumnType) -> KeyField.Kind {
        switch type {
        case .integer, .decimal, .mixed: .number
        case .code: .code
        case .date: .date
        case .time: .time
        case .dateTime: .dateTime
        case .boolean: .boolean
        case .duration: .duration
        case .text, .empty, .binary, .json: .text(.none)
        }
    }

    /// Writes the key of a row.
    @inline(__always)
    func write(_ rows: ScannedRows, _ row: Int, to key: KeyBuffer) {
        key.clear()
        fields.withUnsafeBufferPointer { fields in
            for index in 0..<fields.count {
                if rows.hasUnreadable, rows.state(index, of: row) == .unreadable {
                    key.append(KeyField.unreadableClass)
                } else if rows.isMisfit(index, of: row, fields[index].kinds) {
                    fields[index].append(misfit: rows.value(index, of: row), to: key)
                } else {
                    fields[index].append(rows.value(index, of: row), to: key)
                }
                if key.isFull { return }
            }
        }
    }
}
