/// A text or pattern to find in the values of a table. A hit is a cell: a cell that contains the text twice is one hit.
public struct FindQuery: Sendable, Hashable {
    /// A rule that decides whether a difference between letters counts.
    public enum LetterRule: String, Sendable, Hashable, CaseIterable {
        /// The difference counts.
        case match
        /// The difference is ignored.
        case ignore
        /// The difference counts where the text has a capital letter or a letter with a mark, respectively.
        case smart
    }

    /// The text. If it is empty, no value is a hit, or, with `isWhole`, every empty value is.
    public var text: String
    /// A Boolean value that indicates whether `text` is a regular expression (`Pattern`), which ignores `diacritics`.
    public var isPattern = false
    /// A Boolean value that indicates whether only whole values match, from beginning to end.
    public var isWhole = false
    public var letterCase = LetterRule.match
    public var diacritics = LetterRule.match
    /// The only column to search, 0-based; nil for all.
    public var column: Int?

    public init(_ text: String) { self.text = text }

    /// A Boolean value that indicates whether no value can be a hit.
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
