import Tabular
import TabularEncodings

/// What the user has decided about a text table; everything else is found.
public struct TextOptions: Sendable, Hashable {
    /// Takes the source for a table of text, whatever its content looks like.
    public var isForced: Bool
    /// The text between two fields: 1 to 16 bytes of UTF-8 without line ends. Found out when nil.
    public var delimiter: String?
    /// A Boolean value that indicates whether any run of spaces and tabs is one delimiter, and those at both ends of a line
    /// are none. Counts only where the delimiter is chosen to be a space.
    public var mergesSpaces = false
    /// One ASCII byte.
    public var quote: Choice<UInt8>
    /// One ASCII byte that makes the byte behind it data.
    public var escape: Choice<UInt8>
    /// What a line begins with that is no record: 1 to 16 bytes of UTF-8 without line ends.
    public var comment: Choice<String> = .automatic
    /// Lines before the first record, whatever stands in them. Found out when nil.
    public var skippedLines: Int?
    /// How many records stand before the data, 0 to 16: the last names the columns, those before it groups of them.
    /// Found out to be 0 or 1 when nil.
    public var headerRows: Int?

    /// The name of the encoding, as iconv knows it or people write it ("latin1", "utf-16"); case does not matter. Found
    /// out when nil. With a name that is not known the source fails with `.unsupportedFormat`.
    public var encoding: String?

    /// The types of columns, as far as they are chosen.
    public var types = TypeChoices()

    /// The most header rows that can be asked for.
    public static let headerRowLimit = 16

    public init(
        isForced: Bool = false, delimiter: String? = nil, quote: Choice<UInt8> = .automatic,
        escape: Choice<UInt8> = .automatic, headerRows: Int? = nil
    ) {
        self.isForced = isForced
        self.delimiter = delimiter
        self.quote = quote
        self.escape = escape
        self.headerRows = headerRows
    }

    /// Whether there is an encoding of that name.
    public static func isKnownEncoding(_ name: String) -> Bool { EncodingName(name).isKnown }

    /// What reads a source in `dialect`, with nothing left to be found out but its encoding.
    public init(reading dialect: Dialect) {
        self.init(
            delimiter: dialect.delimiter, quote: Choice(dialect.quote), escape: Choice(dialect.escape),
            headerRows: dialect.headerRows)
        mergesSpaces = dialect.mergesSpaces
        comment = Choice(dialect.comment)
        skippedLines = dialect.skippedLines
    }

    /// Whether there is nothing to be found out by looking at more than the first records.
    var leaveNothing: Bool {
        delimiter != nil && quote != .automatic && escape != .automatic && comment != .automatic && skippedLines != nil
            && headerRows != nil && encoding != nil
    }

    /// The header rows, within what there may be.
    var clampedHeaderRows: Int? { headerRows.map { min(max(0, $0), Self.headerRowLimit) } }
}

/// What a user says of something that a table may lack.
public enum Choice<Value: Sendable & Hashable>: Sendable, Hashable {
    /// It is found out.
    case automatic
    case none
    case chosen(Value)

    /// What is in force somewhere: a value, or none.
    public init(_ value: Value?) { self = value.map { .chosen($0) } ?? .none }

    /// The value that was chosen.
    public var value: Value? { if case .chosen(let value) = self { value } else { nil } }
}

extension Choice<String> {
    /// What comments begin with, or what is looked for where nobody has chosen.
    var mark: String? { self == .automatic ? "#" : value }
}
