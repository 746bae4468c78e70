/// The kinds of tokens of JSON. Colons, commas and blanks are not tokens.
enum TokenKind: UInt8, Sendable, Hashable {
    case objectStart
    case objectEnd
    case arrayStart
    case arrayEnd
    /// The name of a member.
    case name
    case string
    case number
    case `true`
    case `false`
    case null

    /// A Boolean value that indicates whether an object or an array begins here.
    var isStart: Bool { self == .objectStart || self == .arrayStart }

    /// A Boolean value that indicates whether an object or an array ends here.
    var isEnd: Bool { self == .objectEnd || self == .arrayEnd }
}

/// A token, or a whole nested value by the token that it begins with.
struct JSONToken: Sendable, Hashable {
    var kind: TokenKind
    /// Bytes of the text, with the quotes of strings and names.
    var range: Range<Int>
    /// True for strings and names with a backslash.
    var hasEscapes = false
}
