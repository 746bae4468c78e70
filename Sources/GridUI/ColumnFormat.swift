import Tabular

/// The format of a column with the form of its values: a template takes a number for what it is in its column.
struct ColumnFormat {
    let format: CellFormat
    let form: ValueForm

    /// Appends a value as it is shown; false when it is appended as it stands.
    @discardableResult
    func append(_ value: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Bool {
        guard format.isNumeric && form.type.comparesNumbers else { return format.append(value, to: &output) }
        if let isFormatted = form.withPlainNumber(value, { format.append($0, to: &output) }) { return isFormatted }
        output.append(contentsOf: value)
        return false
    }
}

extension GridModel {
    /// The format of a column of the table, where it has one.
    func columnFormat(ofColumn column: Int) -> ColumnFormat? {
        formats[column].map { ColumnFormat(format: $0, form: table.columns[column].form) }
    }
}
