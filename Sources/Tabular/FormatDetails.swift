/// The facts of one format about how it reads a table: shown, and never interpreted.
///
/// A format makes a type of its own for them, sets `TableDescription.details`, and offers here what the status bar and `info`
/// show. Words are in the language of the interface.
public protocol FormatDetails: Sendable, Hashable {
    /// Facts that the status bar and `info` show after the name of the format, and `info --json` as `details`.
    var facts: [SourceDetail] { get }
    /// The name of the encoding of the values, such as "UTF-8"; nil where bytes have none.
    var encodingName: String? { get }
    /// The words of the status bar after the facts.
    var statusWords: [String] { get }
    /// A way of reading that fits better than the present one; nil where none is known.
    var suggestion: String? { get }
    /// Lines of `info`, under labels of at most 8 characters.
    var infoLines: [(label: String, words: String)] { get }
    /// Values of keys of `info --json`: of its own ones (`dialect`), and after the facts in `details` of all others.
    var infoMembers: [(key: String, value: JSONValue)] { get }
}

extension FormatDetails {
    public var facts: [SourceDetail] { [] }
    public var encodingName: String? { nil }
    public var statusWords: [String] { [] }
    public var suggestion: String? { nil }
    public var infoLines: [(label: String, words: String)] { [] }
    public var infoMembers: [(key: String, value: JSONValue)] { [] }
}

/// A fact about the reading of a source, for the status bar and for `info`.
public struct SourceDetail: Sendable, Hashable {
    /// The key in `info --json`, such as `rowsAt`.
    public let name: String
    public let value: String
    /// A Boolean value that indicates whether the fact is about rows of the document that are in none of its listed tables.
    /// Commands that write a table report it.
    public let isOmission: Bool
    private let sentence: @Sendable (String) -> String

    /// `words` returns the fact for display, in the language of the interface, such as "rows are $.data[*]".
    public init(
        _ name: String, _ value: String, isOmission: Bool = false, words: @escaping @Sendable (String) -> String
    ) {
        (self.name, self.value, self.isOmission, sentence) = (name, value, isOmission, words)
    }

    /// The fact for display, in the language of the interface.
    public var words: String { sentence(value) }

    public static func == (one: SourceDetail, other: SourceDetail) -> Bool {
        one.name == other.name && one.value == other.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}

/// A value of JSON, with its keys in insertion order.
public enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// Finite.
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([(key: String, value: JSONValue)])
}
