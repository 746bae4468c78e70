import Tabular

/// The format of a column and the form of its values: a template interprets a number by its meaning in the column.
struct ColumnFormat {
    let format: CellFormat
    let form: ValueForm

    /// Appends a value in its format; false where it is appended unchanged.
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
