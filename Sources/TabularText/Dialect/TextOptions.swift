/// What the user has decided about a text table; everything else is found.
public struct TextOptions: Sendable, Hashable {
    /// Takes the source for a table of text, whatever its content looks like.
    public var isForced: Bool
    /// One ASCII byte.
    public var delimiter: UInt8?
    /// One ASCII byte, or nil when nothing is quoted. It is not guessed.
    public var quote: UInt8?
    /// Whether the first record names the columns.
    public var hasHeader: Bool?

    public init(
        isForced: Bool = false, delimiter: UInt8? = nil, quote: UInt8? = UInt8(ascii: "\""), hasHeader: Bool? = nil
    ) {
        self.isForced = isForced
        self.delimiter = delimiter
        self.quote = quote
        self.hasHeader = hasHeader
    }
}
