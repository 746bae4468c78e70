import Tabular
import TabularText

// Tables of text beside the files that hold them.
extension TableFormats {
    /// A table of text in memory: nothing is read from the disk, or written there.
    public static func textTable(
        of bytes: [UInt8], name: String, _ options: FormatOptions = FormatOptions()
    ) -> any RowPicking {
        TextSource(repeating: bytes, bytes: bytes.count, name: name, options: options.text)
    }

    /// The detection of the dialect of a text, with `options`; nil where the table is no text. The table is read already.
    ///
    /// - Throws: The error of reading the beginning of the text.
    public static func detection(
        in source: any TableSource, _ options: FormatOptions
    ) throws(ReadError) -> Detection? {
        guard let text = source.abilities[TextSource.self],
            let report = try text.preview(options.text, rows: 1, columns: 1)?.detection
        else { return nil }
        return Detection(report, source.snapshot.description)
    }

    /// The text between two values of a table; nil where there is none, or where runs of it are one.
    public static func delimiter(of description: TableDescription) -> String? {
        guard let dialect = description.text?.dialect, !dialect.mergesSpaces else { return nil }
        return dialect.delimiter
    }

    /// The name of the text between two values, such as "comma".
    public static func name(ofDelimiter delimiter: String) -> String { Dialect.delimiterName(delimiter) }
}
