import TabularText

/// The choices of a user about how a document is read. Formats know what they mean; all others pass them on.
public struct FormatOptions: Sendable, Hashable {
    /// The format to read the document as (`TableFormat.name`); nil where it is recognised.
    public var format: String?
    /// The choices for tables of text.
    public var text = TextOptions()
    /// The choices for other formats, by the names of the fields of their forms.
    public var fields: [String: String] = [:]

    public init(text: TextOptions = TextOptions()) { self.text = text }
}
