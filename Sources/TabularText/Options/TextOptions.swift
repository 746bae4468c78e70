import Tabular
import TabularEncodings

/// The user's choices for a text table; everything else is detected.
public struct TextOptions: Sendable, Hashable {
    /// Treats the source as a text table, whatever its content looks like.
    public var isForced: Bool
    /// The text between two fields: 1 to 16 bytes of UTF-8 without line ends. Detected when nil.
    public var delimiter: String?
    /// A Boolean value that indicates whether any run of spaces and tabs is one delimiter, and those at both ends of a line are
    /// none. Applies only where the delimiter is chosen to be a space.
    public var mergesSpaces = false
    /// One ASCII byte.
    public var quote: Choice<UInt8>
    /// One ASCII byte that makes the byte after it data.
    public var escape: Choice<UInt8>
    /// The beginning of lines that are not records: 1 to 16 bytes of UTF-8 without line ends.
    public var comment: Choice<String> = .automatic
    /// Lines before the first record, whatever they contain. Detected when nil.
    public var skippedLines: Int?
    /// The number of records before the data, 0 to 16: the last names the columns, those before it name groups of them.
    /// Detected as 0 or 1 when nil.
    public var headerRows: Int?

    /// The name of the encoding, as iconv knows it or people write it ("latin1", "utf-16"); case does not matter. Detected when
    /// nil. With an unknown name the source fails with `.unsupportedFormat`.
    public var encoding: String?

    /// The types of columns, as far as they are chosen.
    public var types = TypeChoices()

    /// The most header rows that can be chosen.
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

    /// Returns true where there is an encoding of that name.
    public static func isKnownEncoding(_ name: String) -> Bool { EncodingName(name).isKnown }

    /// Creates options that read a source in `dialect`, with nothing left to detect but its encoding.
    public init(reading dialect: Dialect) {
        self.init(
            delimiter: dialect.delimiter, quote: Choice(dialect.quote), escape: Choice(dialect.escape),
            headerRows: dialect.headerRows)
        mergesSpaces = dialect.mergesSpaces
        comment = Choice(dialect.comment)
        skippedLines = dialect.skippedLines
    }

    /// A Boolean value that indicates whether only the first records remain to be detected.
    var leaveNothing: Bool {
        delimiter != nil && quote != .automatic && escape != .automatic && comment != .automatic && skippedLines != nil
            && headerRows != nil && encoding != nil
    }

    /// The chosen header rows, within the allowed range.
    var clampedHeaderRows: Int? { headerRows.map { min(max(0, $0), Self.headerRowLimit) } }
}

/// A user's choice for an element that a table may lack.
public enum Choice<Value: Sendable & Hashable>: Sendable, Hashable {
    /// It is detected.
    case automatic
    case none
    case chosen(Value)

    /// Creates the choice of an applied value, or of none.
    public init(_ value: Value?) { self = value.map { .chosen($0) } ?? .none }

    /// The value that was chosen.
    public var value: Value? { if case .chosen(let value) = self { value } else { nil } }
}

extension Choice<String> {
    /// The chosen beginning of comments, or the one to look for where nothing is chosen.
    var mark: String? { self == .automatic ? "#" : value }
}
