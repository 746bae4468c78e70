import GridUI
import Tabular
import Translation

// The fields for the values of the whole table.
extension DialectForm {
    /// The decimal mark in the form of its field.
    static func shown(_ mark: DecimalMark) -> String {
        mark == .comma ? tr("decimal comma") : tr("decimal point")
    }

    /// Null words separated by commas. A word with a comma, or one that the field would read as the absence of words, is in
    /// quotes.
    static func shown(nullWords: [String]) -> String {
        guard !nullWords.isEmpty else { return shown("none") }
        return nullWords.map { word in
            let isPlain =
                !word.contains { $0 == "," || $0 == "\"" } && word.first != " " && word.last != " " && !word.isEmpty
                && (nullWords.count > 1 || !isNone(word))
            return isPlain ? word : "\"\(word.replacing("\"", with: "\"\""))\""
        }.joined(separator: ", ")
    }

    private static func isNone(_ text: String) -> Bool {
        ["none", shown("none").lowercased()].contains(text.lowercased())
    }

    /// The decimal marks of a table's columns.
    static func marks(of columns: [Column]) -> String {
        let marks = Set(columns.filter { $0.type == .decimal }.map(\.form.decimalMark))
        return DecimalMark.allCases.filter(marks.contains).map(shown).joined(separator: ", ")
    }

    /// The choices of types in the fields, with those of `others` for single columns, which have no fields.
    func types(over others: TypeChoices) throws(Fault) -> TypeChoices {
        var types = TypeChoices()
        types.columns = others.columns
        if !self[.numbers].isEmpty {
            let text = self[.numbers].lowercased()
            types.numbers = DecimalMark.allCases.first { [$0.rawValue, Self.shown($0).lowercased()].contains(text) }
            guard types.numbers != nil else {
                throw Fault(message: tr("Numbers have a decimal point or a decimal comma."))
            }
        }
        if !self[.nullWords].isEmpty {
            let text = self[.nullWords]
            types.nullWords = Self.isNone(text) ? [] : FilterArgument.list(text).filter { !$0.isEmpty }
        }
        return types
    }
}
