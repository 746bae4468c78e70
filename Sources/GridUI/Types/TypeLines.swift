import Tabular
import Translation

/// The lines about the type of a column in the tooltip of its header.
struct TypeLines {
    private let column: Column
    private let misfits: Int
    private let nulls: Int
    private let time: TimeNumber?

    init(of column: Int, in model: GridModel) {
        self.column = model.table.columns[column]
        misfits = model.table.fit.misfits[column] ?? 0
        nulls = model.table.fit.nulls[column] ?? 0
        time = model.formats[column]?.time
    }

    /// A Boolean value that indicates whether the source or the user says more about the type than the values do.
    var isDeclared: Bool { column.declaration != nil || time != nil }

    /// The type and its notes, the times that numbers are shown as, values that do not fit, and words for null, a line each.
    var all: [String] {
        [
            [FormText(column.form).words, column.declaration].compactMap { $0 }.joined(separator: " · "),
            time.map { tr("Shown as time: {format}", ["format": $0.title]) },
            misfits > 0 ? tr(one: "{count} value does not fit", many: "{count} values do not fit", misfits) : nil,
            nulls > 0 ? tr(one: "{count} word for no value", many: "{count} words for no value", nulls) : nil,
        ].compactMap { $0 }
    }
}

extension Column {
    /// The type as the source declares it, and a word for computed values; nil where it declares neither.
    package var declaration: String? {
        let words = [declaredType?.visible, isGenerated ? tr("generated") : nil].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: " · ")
    }
}
