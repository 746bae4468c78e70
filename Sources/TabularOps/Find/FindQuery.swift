/// What is looked for in the values of a table. A hit is a cell: one that holds it twice is one hit.
public struct FindQuery: Sendable, Hashable {
    /// Whether a difference between letters counts.
    public enum LetterRule: String, Sendable, Hashable, CaseIterable {
        /// It does.
        case match
        /// It does not.
        case ignore
        /// It does where the text has what would be ignored: a capital, or a letter with a mark.
        case smart
    }

    /// Empty, it is in no value; with `isWhole`, it is every empty one.
    public var text: String
    /// Whether `text` is a regular expression (`Pattern`); it knows nothing of `diacritics` then.
    public var isPattern = false
    /// Whether a value has to be it from its beginning to its end.
    public var isWhole = false
    public var letterCase = LetterRule.match
    public var diacritics = LetterRule.match
    /// The only column in which it counts, 0-based; nil for all.
    public var column: Int?

    public init(_ text: String) { self.text = text }

    /// Whether any value can be a hit.
    public var isEmpty: Bool { text.isEmpty && !isWhole }

    var fold: TextFold {
        func ignores(_ rule: LetterRule, _ plain: TextFold) -> Bool {
            switch rule {
            case .match: false
            case .ignore: true
            case .smart: plain.folded(text) == Array(text.utf8)
            }
        }
        return TextFold(
            ignoresCase: ignores(letterCase, TextFold(ignoresCase: true)),
            ignoresDiacritics: ignores(diacritics, TextFold(ignoresDiacritics: true)))
    }
}
