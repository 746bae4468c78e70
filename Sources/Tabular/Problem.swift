/// A place in a source, as people count: records and lines from 1, bytes from 0.
///
/// The header is a record too, and a record may span several lines.
public struct SourcePosition: Sendable, Hashable {
    public var record: Int
    public var line: Int
    public var byte: Int

    public init(record: Int, line: Int, byte: Int) {
        self.record = record
        self.line = line
        self.byte = byte
    }
}

/// Something in the source that is not as it should be. The data around it is shown all the same.
public struct Problem: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A record with more or fewer fields than the table has columns.
        case ragged
        /// Bytes that are no UTF-8.
        case invalidEncoding = "invalid-encoding"
        /// Text after a closing quote, or a quote inside a field that did not begin with one.
        case strayQuote = "stray-quote"
        /// A quoted field that the source's end cuts off.
        case unclosedQuote = "unclosed-quote"
        /// A NUL byte in a field.
        case nul
        /// Bytes behind compressed data that belong to none of it.
        case trailingBytes = "trailing-bytes"
    }

    public var kind: Kind
    public var position: SourcePosition
    /// One sentence for people: what is there, and what was done about it.
    public var message: String

    public init(kind: Kind, position: SourcePosition, message: String) {
        self.kind = kind
        self.position = position
        self.message = message
    }
}

/// The problems found so far: all are counted, the first ones are kept.
public struct ProblemList: Sendable, Hashable {
    /// How many problems are kept; the others are only counted.
    public static let kept = 1000

    public private(set) var count = 0
    public private(set) var first: [Problem] = []

    public init() {}

    /// Counts `problem`, and keeps it while there is room.
    public mutating func append(_ problem: @autoclosure () -> Problem) {
        count += 1
        if first.count < Self.kept { first.append(problem()) }
    }

    /// Counts and keeps the problems of the next part of a source, whose lines were counted from its own beginning.
    package mutating func append(_ others: ProblemList, behindLines lines: Int) {
        count += others.count
        for var problem in others.first.prefix(Self.kept - first.count) {
            problem.position.line += lines
            first.append(problem)
        }
    }
}
