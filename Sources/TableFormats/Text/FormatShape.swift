import Tabular
import TabularText

/// The part of a format in the shape of its tables: two tables with the same columns look alike where these are equal. All
/// code but the format passes it on and stores it.
public struct FormatShape: Sendable, Hashable, Codable {
    private var delimiter: String
    /// True where runs of spaces are delimiters.
    private var mergesSpaces: Bool?

    /// Nil where the format has none, and while it is not known.
    public init?(_ description: TableDescription) {
        guard let dialect = description.text?.dialect else { return nil }
        (delimiter, mergesSpaces) = (dialect.delimiter, dialect.mergesSpaces ? true : nil)
    }

    /// A text for it.
    public var name: String { delimiter + (mergesSpaces == true ? "+" : "") }
}
