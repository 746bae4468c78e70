/// The state of a record reader between two bytes.
///
/// `RecordParser` and `RecordScanner` share it, so that one can resume where the other stopped, at any byte:
///
///     bytes      a  ,  "  x  "  "  y  "  \r  \n  b
///     after it   U  F  Q  Q  E  Q  Q  E  C   S   U
///
/// S record start, F field start, U unquoted, Q quoted, E quote in quoted, C carriage return.
///
/// The states of `Rare` are those of dialects that have more than single bytes; the fast engines do not know them.
///
/// If you add a state, change the engines, the tests' reference parser, and the tests' tables.
enum ParserState: Sendable, Hashable {
    /// No byte of the record has been seen. The source may end here without a further record.
    case recordStart
    /// A field begins with the next byte, in a record that has begun.
    case fieldStart
    /// Inside a field that did not begin with a quote, or after the closing quote of one that did.
    case unquoted
    /// Between the quotes.
    case quoted
    /// After a quote inside quotes: it closes the field, or it is the first of a doubled quote.
    case quoteInQuoted
    /// After a carriage return that ended a record or a comment: a line feed would belong to it.
    case carriageReturn
    case rare(Rare)

    /// The further states of a reader of a dialect with a long delimiter, an escape or comments:
    ///
    ///     bytes      #  x  \n  a  |  |  \  |  |  b        delimiter ||, escape \, comment #
    ///     after it   K  K  S   U  D1 F  e  U  D1 U
    ///
    /// K in a comment, D1 after the first byte of a possible delimiter, e after an escape.
    enum Rare: Sendable, Hashable {
        /// Unquoted, after the first bytes of a possible delimiter, which otherwise belong to the field.
        case delimiter(matched: UInt8)
        /// Likewise, right after a closing quote.
        case delimiterAfterQuote(matched: UInt8)
        /// After an escape in an unquoted field.
        case escape
        /// After an escaped carriage return, where a chunk ended: a line feed would be data too. Within a chunk the state is
        /// `unquoted`.
        case escapedReturn
        case escapeInQuoted
        /// After the first bytes of a line that may begin a comment, and otherwise begin a record.
        case commentStart(matched: UInt8)
        case comment
        /// After the first spaces of a record, before its first field, where runs of spaces are delimiters.
        case leadingSpaces
        /// After a field and its first spaces, which end it and perhaps the record.
        case spaces
    }

    /// A Boolean value that indicates whether a field may begin with the next byte.
    var mayBeginField: Bool {
        switch self {
        case .recordStart, .fieldStart, .carriageReturn, .rare(.leadingSpaces), .rare(.spaces): true
        default: false
        }
    }

    /// A Boolean value that indicates whether the source's end, were it here, would end one more record.
    var isInsideRecord: Bool {
        switch self {
        case .recordStart, .carriageReturn, .rare(.comment): false
        default: true
        }
    }

    /// The number of bytes that are a record of their own if the source ends here, and may begin a comment if it continues.
    var openCommentLength: Int {
        if case .rare(.commentStart(let matched)) = self { Int(matched) } else { 0 }
    }
}
