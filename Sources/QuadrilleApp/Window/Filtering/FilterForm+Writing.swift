import Tabular
import TabularOps
import Translation

// Comparison signs typed into the text.
extension FilterForm {
    /// The comparison in a text that begins with a comparison sign, such as ">= 12"; nil for values of a type without such
    /// comparisons.
    static func comparison(_ text: String, _ values: ValueForm) -> (Operation, String)? {
        guard values.type.comparesNumbers || values.type.isMoment else { return nil }
        let signs: [(String, Operation)] = [
            (">=", .greaterOrEqual), ("<=", .lessOrEqual), ("≥", .greaterOrEqual), ("≤", .lessOrEqual),
            ("≠", .notEquals),
            (">", .greater), ("<", .less), ("=", .equals),
        ]
        guard let (sign, operation) = signs.first(where: { text.hasPrefix($0.0) }) else { return nil }
        return (operation, String(text.dropFirst(sign.count).drop { $0 == " " }))
    }

    /// The form for a text that begins with a comparison sign; nil for other texts. The second sign of ">=" arrives after the
    /// first one has already been converted.
    func written(_ values: ValueForm) -> FilterForm? {
        guard textCount == 1, let (comparison, text) = Self.comparison(first, values) else { return nil }
        var form = self
        (form.operation, form.first) = (comparison, text)
        if comparison == .equals, operation == .greater { form.operation = .greaterOrEqual }
        if comparison == .equals, operation == .less { form.operation = .lessOrEqual }
        return form
    }
}
