import GridUI
import Tabular
import Translation

// The fields for the values of the whole table.
extension DialectForm {
    /// The decimal marks of a table's columns.
    static func marks(of columns: [Column]) -> String {
        let marks = Set(columns.filter { $0.type == .decimal }.map(\.form.decimalMark))
        return DecimalMark.allCases.filter(marks.contains).map(TypingWords.name).joined(separator: ", ")
    }

    /// The choices of types in the fields, with those of `others` for single columns, which have no fields.
    func types(over others: TypeChoices) throws(Fault) -> TypeChoices {
        var types = TypeChoices()
        types.columns = others.columns
        if !self[.numbers].isEmpty {
            let text = self[.numbers].lowercased()
            types.numbers = DecimalMark.allCases.first {
                [$0.rawValue, TypingWords.name(of: $0).lowercased()].contains(text)
            }
            guard types.numbers != nil else {
                throw Fault(message: tr("Numbers have a decimal point or a decimal comma."))
            }
        }
        if !self[.nullWords].isEmpty {
            let text = self[.nullWords]
            types.nullWords = TypingWords.isNone(text) ? [] : FilterArgument.list(text).filter { !$0.isEmpty }
        }
        return types
    }
}
