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

    /// Returns true for a table of text, which `DialectPreviewer` reads with other options.
    public static func isText(_ source: any TableSource) -> Bool { source.abilities[TextSource.self] != nil }

    /// Returns true where a table of text has a dialect, which is known.
    public static func hasDialect(_ description: TableDescription) -> Bool { description.text?.dialect != nil }

    /// The choices that read most of a text better than the applied ones; empty where none are known.
    public static func suggestion(in description: TableDescription) -> [TextOption: String] {
        var suggestion: [TextOption: String] = [:]
        suggestion[.encoding] = description.text?.encoding.suggested
        guard let now = description.text?.dialect, let better = description.text?.suggestedDialect else {
            return suggestion
        }
        let options = FormatOptions(text: TextOptions(reading: better))
        let isOther: [(TextOption, Bool)] = [
            (.delimiter, (better.delimiter, better.mergesSpaces) != (now.delimiter, now.mergesSpaces)),
            (.quote, better.quote != now.quote),
            (.escape, better.escape != now.escape),
        ]
        for (option, isOther) in isOther where isOther { suggestion[option] = options.written(option) }
        return suggestion
    }

    /// The text between two values of a table; nil where there is none, or where runs of it are one.
    public static func delimiter(of description: TableDescription) -> String? {
        guard let dialect = description.text?.dialect, !dialect.mergesSpaces else { return nil }
        return dialect.delimiter
    }

    /// The name of the text between two values, such as "comma".
    public static func name(ofDelimiter delimiter: String) -> String { Dialect.delimiterName(delimiter) }
}
