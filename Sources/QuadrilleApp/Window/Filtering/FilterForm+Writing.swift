import Tabular
import TabularOps
import Translation

// What people write that is meant otherwise.
extension FilterForm {
    /// The comparison that a text says which begins with a sign of one, such as ">= 12"; nil where the values are of a type that
    /// is not compared so.
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

    /// The form that is meant where what is written begins with a sign of a comparison; nil elsewhere. The second sign of ">="
    /// comes when the first one was taken already.
    func written(_ values: ValueForm) -> FilterForm? {
        guard textCount == 1, let (comparison, text) = Self.comparison(first, values) else { return nil }
        var form = self
        (form.operation, form.first) = (comparison, text)
        if comparison == .equals, operation == .greater { form.operation = .greaterOrEqual }
        if comparison == .equals, operation == .less { form.operation = .lessOrEqual }
        return form
    }
}
