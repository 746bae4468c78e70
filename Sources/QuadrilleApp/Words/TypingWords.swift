import GridUI
import Tabular
import Translation

/// The words for the interpretation of all values of a table: decimal marks, and the texts that count as null.
enum TypingWords {
    /// The word for the absence of a character or of null words.
    static var none: String { tr("none", in: "character") }

    static func isNone(_ text: String) -> Bool { ["none", none.lowercased()].contains(text.lowercased()) }

    static func name(of mark: DecimalMark) -> String {
        mark == .comma ? tr("decimal comma") : tr("decimal point")
    }

    /// Null words separated by commas. A word with a comma, or one that would be read as the absence of words, is in quotes.
    static func list(_ nullWords: [String]) -> String {
        guard !nullWords.isEmpty else { return none }
        return nullWords.map { word in
            let isPlain =
                !word.contains { $0 == "," || $0 == "\"" } && word.first != " " && word.last != " " && !word.isEmpty
                && (nullWords.count > 1 || !isNone(word))
            return isPlain ? word : "\"\(word.replacing("\"", with: "\"\""))\""
        }.joined(separator: ", ")
    }
}
