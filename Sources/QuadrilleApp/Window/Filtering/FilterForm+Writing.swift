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

    /// A number whose digits are in groups, as this program itself writes them, without the signs between: "-8,000.5" is -8000.5.
    /// Nil where a text is no such number, and where a comma may stand before decimals.
    static func ungrouped(_ text: String) -> String? {
        let isNegative = text.hasPrefix("-")
        let number = text.dropFirst(isNegative ? 1 : 0)
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let signs = " \u{A0}\u{202F}'’" + 1000.grouped.filter { !$0.isNumber && $0 != "." }
        let groups = parts[0].split(omittingEmptySubsequences: false) { signs.contains($0) }
        guard groups.count > 1, (1...3).contains(groups[0].count), groups[0].first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 }),
            (groups + parts.dropFirst()).allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return (isNegative ? "-" : "") + groups.joined() + parts.dropFirst().map { "." + $0 }.joined()
    }

    /// What a text that was written is compared as.
    static func value(_ text: String, _ values: ValueForm) -> String {
        values.type.comparesNumbers && !values.compares(with: text) ? ungrouped(text) ?? text : text
    }
}
