import Tabular

/// The bytes that have a meaning, in a form that costs nothing to compare.
struct SpecialBytes: Sendable, Hashable {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09
    /// U+001A, which ends a file of DOS.
    static let endMark: UInt8 = 0x1A
    static let recordSeparator: UInt8 = 0x1E
    static let unitSeparator: UInt8 = 0x1F

    /// The first byte of the delimiter.
    let delimiter: UInt8
    /// The byte that ends records: the line feed, and the carriage return too, or the record separator alone.
    let terminator: UInt8
    /// The quote; where nothing is quoted, the terminator, which is tested first and so never read as a quote.
    let quote: UInt8
    let isQuoting: Bool
    /// The escape; where there is none, the terminator.
    let escape: UInt8
    let isEscaping: Bool
    /// All of the delimiter.
    let delimiterText: ShortBytes
    /// The beginning of a comment; empty where there are none.
    let comment: ShortBytes
    /// A Boolean value that indicates whether any run of spaces and tabs is one delimiter.
    let mergesSpaces: Bool
    /// A Boolean value that indicates whether one byte is the delimiter, nothing escapes and nothing is a comment: a dialect
    /// for the fast engines.
    let isPlain: Bool
    /// A Boolean value that indicates whether the records have several fields: then a line of spaces and tabs is empty.
    var isDivided = false

    init(delimiter: UInt8, quote: UInt8?) {
        self.init(delimiter: ShortBytes(delimiter), quote: quote, escape: nil, comment: nil)
    }

    private init(
        delimiter: ShortBytes, quote: UInt8?, escape: UInt8?, comment: ShortBytes?, mergesSpaces: Bool = false,
        isSeparated: Bool = false
    ) {
        terminator = isSeparated ? Self.recordSeparator : Self.lineFeed
        self.delimiter = delimiter[0]
        delimiterText = delimiter
        self.quote = quote ?? terminator
        isQuoting = quote != nil
        self.escape = escape ?? terminator
        isEscaping = escape != nil
        self.comment = comment ?? ShortBytes.empty
        self.mergesSpaces = mergesSpaces
        isPlain =
            delimiter.count == 1 && escape == nil && self.comment.count == 0 && !mergesSpaces
            && !isSeparated
    }

    /// The bytes of `dialect`. Conflicting ones (`TextOptions.conflict`) are left out: an invalid delimiter becomes the comma;
    /// an escape or a comment whose bytes have another meaning becomes none.
    init(_ dialect: Dialect) {
        let delimiter = ShortBytes(dialect.delimiter).flatMap { $0.count > 0 ? $0 : nil }
        let options = TextOptions(reading: dialect)
        let isSeparated = dialect.isSeparated
        guard let delimiter, options.conflict == nil else {
            self.init(
                delimiter: delimiter ?? ShortBytes(UInt8(ascii: ",")), quote: dialect.quote, escape: nil, comment: nil,
                isSeparated: isSeparated)
            return
        }
        self.init(
            delimiter: delimiter, quote: dialect.quote, escape: dialect.escape,
            // Comments are lines, and these records are not.
            comment: isSeparated ? nil : dialect.comment.flatMap { ShortBytes($0) },
            mergesSpaces: options.isMergingSpaces,
            isSeparated: isSeparated)
    }

    /// The bytes and their meanings as text, which is different for different ones.
    var signature: String {
        let meanings = [isQuoting, isEscaping, mergesSpaces, isDivided].map { $0 ? UInt8(1) : 0 }
        let bytes = delimiterText.withBytes(Array.init) + [terminator, quote, escape] + comment.withBytes(Array.init)
        return ([UInt8(delimiterText.count)] + meanings + bytes).map { String($0) }.joined(separator: " ")
    }

    /// True where records end with separators, and unquoted fields may hold line ends.
    var isSeparated: Bool { terminator == Self.recordSeparator }

    @inline(__always)
    func isLineEnd(_ byte: UInt8) -> Bool { byte == terminator || byte == otherTerminator }

    /// The carriage return, where it ends records besides the line feed.
    @inline(__always)
    var otherTerminator: UInt8 { terminator == Self.lineFeed ? Self.carriageReturn : terminator }

    /// A Boolean value that indicates whether a line feed after `byte` belongs to it.
    func mayHaveFeed(_ byte: UInt8) -> Bool { byte == otherTerminator }

    /// A Boolean value that indicates whether `byte` ends no field, in a plain dialect.
    func mayBeText(_ byte: UInt8) -> Bool { byte != delimiter && !isLineEnd(byte) }

    func isEscape(_ byte: UInt8) -> Bool { isEscaping && byte == escape }

    /// A Boolean value that indicates whether a delimiter may begin with `byte`.
    @inline(__always)
    func mayDelimit(_ byte: UInt8) -> Bool { byte == delimiter || mergesSpaces && byte == Self.tab }

    /// A Boolean value that indicates whether no byte has two meanings.
    var areDistinct: Bool {
        let ends = [Self.lineFeed, Self.carriageReturn]
        return !ends.contains(delimiter) && delimiter != quote && (!isQuoting || !ends.contains(quote))
    }
}

extension Dialect {
    /// A Boolean value that indicates whether records end only with the record separator. Requires the unit separator as
    /// delimiter.
    var isSeparated: Bool { terminator == .rs && delimiter == "\u{1F}" }
}
