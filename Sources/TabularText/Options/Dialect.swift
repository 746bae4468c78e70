/// The syntax of a text table.
public struct Dialect: Sendable, Hashable {
    public enum Terminator: String, Sendable, Hashable {
        case lf = "\n"
        case crlf = "\r\n"
        case cr = "\r"
        /// The record separator of ASCII, U+001E, with the unit separator U+001F as the delimiter. Line ends are data then,
        /// except for a line feed right after it.
        case rs = "\u{1E}"

        /// The name for display: LF, CRLF, CR, RS.
        public var name: String {
            switch self {
            case .lf: "LF"
            case .crlf: "CRLF"
            case .cr: "CR"
            case .rs: "RS"
            }
        }
    }

    /// The text between two fields: 1 to 16 bytes of UTF-8 without line ends.
    public var delimiter: String
    /// A Boolean value that indicates whether any run of spaces and tabs is one delimiter, and those at both ends of a line
    /// are none, as in awk. The delimiter is a space then.
    public var mergesSpaces = false
    /// One ASCII byte, or nil when nothing is quoted. Two of them inside quotes are one.
    public var quote: UInt8?
    /// One ASCII byte that makes the byte after it data, whatever it is, and is not data itself; nil when there is none.
    public var escape: UInt8?
    /// A line that begins with this text, where a record would begin, is not a record; nil when all lines are.
    public var comment: String?
    /// Lines before the first record that are not records, whatever they contain.
    public var skippedLines = 0
    /// The first record's terminator. A reader accepts any of LF, CRLF and CR anywhere, or RS alone.
    public var terminator: Terminator
    /// The number of records before the data: the last of them names the columns, those before it name groups of columns
    /// (`Column.groups`).
    public var headerRows: Int

    public init(
        delimiter: String = ",", quote: UInt8? = UInt8(ascii: "\""), escape: UInt8? = nil,
        terminator: Terminator = .lf, headerRows: Int = 1
    ) {
        self.delimiter = delimiter
        self.quote = quote
        self.escape = escape
        self.terminator = terminator
        self.headerRows = headerRows
    }

    /// A Boolean value that indicates whether any record names the columns.
    public var hasHeader: Bool { headerRows > 0 }
}
