import Tabular
import TabularText

/// The part of a table's shape that its format determines: the delimiters of a text table, else the name of the format.
///
/// Coded in the files of remembered views, so its members keep their names.
public struct FormatShape: Sendable, Hashable, Codable {
    /// Empty in formats that are no text.
    private var delimiter: String
    /// True where runs of spaces are delimiters.
    private var mergesSpaces: Bool?
    /// The name of a format that is no text.
    private var format: String?

    /// Nil for a text table whose dialect is not known.
    public init?(_ description: TableDescription) {
        guard let text = description.text else {
            (delimiter, format) = ("", description.format)
            return
        }
        guard let dialect = text.dialect else { return nil }
        (delimiter, mergesSpaces) = (dialect.delimiter, dialect.mergesSpaces ? true : nil)
    }

    /// Returns true where the columns of a table are known, and the header of a text table, which is found after them.
    public static func isKnown(in table: TableSnapshot) -> Bool {
        !table.columns.isEmpty && (table.description.text == nil || table.description.headerRows != nil)
    }

    /// True for a text table, whose header tells the names of its columns.
    public var isText: Bool { format == nil }

    /// A text for it.
    public var name: String { (format ?? "") + delimiter + (mergesSpaces == true ? "+" : "") }
}
