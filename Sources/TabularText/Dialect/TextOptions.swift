/// What the user has decided about a text table; everything else is found.
public struct TextOptions: Sendable, Hashable {
    /// Takes the source for a table of text, whatever its content looks like.
    public var isForced: Bool
    /// One ASCII byte.
    public var delimiter: UInt8?
    /// One ASCII byte, or nil when nothing is quoted. It is not guessed.
    public var quote: UInt8?
    /// How many records stand before the data, 0 to 16: the last names the columns, those before it groups of them.
    /// Found out to be 0 or 1 when nil.
    public var headerRows: Int?

    /// The name of the encoding, as iconv knows it or people write it ("latin1", "utf-16"); case does not matter. Found
    /// out when nil. With a name that is not known the source fails with `.unsupportedFormat`.
    public var encoding: String?

    /// The most header rows that can be asked for.
    public static let headerRowLimit = 16

    public init(
        isForced: Bool = false, delimiter: UInt8? = nil, quote: UInt8? = UInt8(ascii: "\""), headerRows: Int? = nil
    ) {
        self.isForced = isForced
        self.delimiter = delimiter
        self.quote = quote
        self.headerRows = headerRows
    }

    /// Whether there is an encoding of that name.
    public static func isKnownEncoding(_ name: String) -> Bool { EncodingName(name).isKnown }

    /// The header rows, within what there may be.
    var clampedHeaderRows: Int? { headerRows.map { min(max(0, $0), Self.headerRowLimit) } }
}
