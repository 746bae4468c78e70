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

    /// The header for display: "no header", "header", "2 header rows".
    public var headerName: String {
        switch headerRows {
        case 0: "no header"
        case 1: "header"
        default: "\(headerRows) header rows"
        }
    }
}

/// The description of a source: for the status bar and for `info`.
public struct TableDescription: Sendable, Hashable {
    /// The name of the format, such as "CSV", "TSV", "generated".
    public var format: String
    /// Such as "UTF-8"; nil where bytes have no encoding.
    public var encoding: String?
    /// A Boolean value that indicates whether a byte order mark declares it.
    public var hasByteOrderMark = false
    /// A Boolean value that indicates whether it was guessed from the resulting text: the bytes are text in other encodings
    /// too.
    public var isEncodingGuessed = false
    /// An encoding that fits where some bytes are invalid in `encoding`.
    public var suggestedEncoding: String?
    public var dialect: Dialect?
    /// The dialect that reads most records, where their numbers of fields differ from the header in `dialect`.
    public var suggestedDialect: Dialect?
    /// The null words in columns that are not text.
    public var nullWords: [String] = []
    /// The compression, such as "gzip"; nil where there is none. Positions then count in the unpacked bytes.
    public var compression: String?
    /// A Boolean value that indicates whether the source distinguishes the kinds of its values (`CellKind`): if not, all are
    /// text.
    public var hasKinds = false
    /// Facts of the format about how the source is read.
    public var details: [SourceDetail] = []
    /// A Boolean value that indicates whether a record may itself be a value, such as each number of a list of numbers. The
    /// column with the empty path has these.
    public var hasBareRecords = false
    /// A Boolean value that indicates whether any row may add columns, after the earlier ones.
    public var hasLateColumns = false
    /// The kinds of problems that the format may find.
    public var problemKinds = Problem.Kind.text

    public init(
        format: String, encoding: String? = nil, dialect: Dialect? = nil, compression: String? = nil
    ) {
        self.format = format
        self.compression = compression
        self.encoding = encoding
        self.dialect = dialect
    }
}
