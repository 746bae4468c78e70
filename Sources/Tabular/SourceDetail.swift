/// A fact about the reading of a source, for the status bar and for `info`: shown, and never interpreted.
public struct SourceDetail: Sendable, Hashable {
    /// The key in `info --json`, such as `rowsAt`.
    public let name: String
    public let value: String
    private let sentence: @Sendable (String) -> String

    /// `words` returns the fact for display, in the language of the interface, such as "rows are $.data[*]".
    public init(_ name: String, _ value: String, words: @escaping @Sendable (String) -> String) {
        (self.name, self.value, sentence) = (name, value, words)
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
