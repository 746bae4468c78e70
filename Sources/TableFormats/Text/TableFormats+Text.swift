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

    /// The readings of a text that were compared, with `options`; nil where the table is no text.
    ///
    /// - Throws: The error of reading the beginning of the text.
    public static func detection(
        in source: any TableSource, _ options: FormatOptions
    ) throws(ReadError) -> DetectionReport? {
        guard let text = source.abilities[TextSource.self] else { return nil }
        return try text.preview(options.text, rows: 1, columns: 1)?.detection
    }
}
