import Tabular

/// Where a reader of records stands between two bytes.
///
/// `RecordParser` and `RecordScanner` share it, so that one can go on where the other stopped, at any byte:
///
///     bytes      a  ,  "  x  "  "  y  "  \r  \n  b
///     after it   U  F  Q  Q  E  Q  Q  E  C   S   U
///
/// S record start, F field start, U unquoted, Q quoted, E quote in quoted, C carriage return.
///
/// If you add a state (an escape, say), change both engines, the reference parser of the tests, and their tables.
enum ParserState: UInt8, Sendable, Hashable {
    /// No byte of the record has been seen. The source may end here without a further record.
    case recordStart
    /// A field begins with the next byte, in a record that has begun.
    case fieldStart
    /// Inside a field that did not begin with a quote, or behind the closing quote of one that did.
    case unquoted
    /// Between the quotes.
    case quoted
    /// Behind a quote inside quotes: it closes the field, or it is the first of a doubled quote.
    case quoteInQuoted
    /// Behind a carriage return that ended a record: a line feed would belong to it.
    case carriageReturn
}

/// The bytes that have a meaning, in a form that costs nothing to compare.
struct SpecialBytes: Sendable, Hashable {
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D

    let delimiter: UInt8
    /// The quote; where nothing is quoted, the line feed, which is looked at before it and so never taken for a quote.
    let quote: UInt8
    let isQuoting: Bool

    init(delimiter: UInt8, quote: UInt8?) {
        self.delimiter = delimiter
        self.quote = quote ?? Self.lineFeed
        isQuoting = quote != nil
    }

    /// Whether no byte has two meanings.
    var areDistinct: Bool {
        let ends = [Self.lineFeed, Self.carriageReturn]
        return !ends.contains(delimiter) && delimiter != quote && (!isQuoting || !ends.contains(quote))
    }

    init(_ dialect: Dialect) { self.init(delimiter: dialect.delimiter, quote: dialect.quote) }
}
