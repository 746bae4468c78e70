import Tabular
import TabularEncodings

/// The facts of a table of text about how it is read.
public struct TextDetails: FormatDetails {
    public var encoding: EncodingDetails
    /// The syntax; nil where the text turned out to be no table.
    public var dialect: Dialect?
    /// The dialect that reads most records, where their numbers of fields differ from the header in `dialect`.
    public var suggestedDialect: Dialect?

    public init(_ dialect: Dialect?, encoding: EncodingDetails = EncodingDetails("UTF-8")) {
        (self.dialect, self.encoding) = (dialect, encoding)
    }

    public var encodingName: String? { encoding.name }

    public var infoMembers: [(key: String, value: JSONValue)] {
        encoding.infoMembers + [
            ("dialect", dialect?.json ?? .null), ("suggestedDialect", suggestedDialect?.json ?? .null),
        ]
    }
}

extension TableDescription {
    /// The description of a table of text.
    public init(format: String, text: TextDetails, compression: String? = nil) {
        self.init(format: format, compression: compression)
        self.text = text
    }

    /// The facts of a table of text; nil where the table is none, and while they are not known.
    public var text: TextDetails? {
        get { self[TextDetails.self] }
        set {
            self[TextDetails.self] = newValue
            headerRows = newValue?.dialect?.headerRows
        }
    }
}

extension Dialect {
    /// The members of `info --json`.
    package var json: JSONValue {
        .object([
            ("delimiter", .string(delimiter)),
            ("mergesSpaces", .boolean(mergesSpaces)),
            ("quote", quote.map { .string(Self.name(of: $0)) } ?? .null),
            ("escape", escape.map { .string(Self.name(of: $0)) } ?? .null),
            ("comment", comment.map { .string($0) } ?? .null),
            ("skippedLines", .integer(skippedLines)),
            ("terminator", .string(terminator.rawValue)),
            ("header", .boolean(hasHeader)),
            ("headerRows", .integer(headerRows)),
        ])
    }
}
