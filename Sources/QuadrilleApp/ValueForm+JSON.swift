import GridUI
import Tabular

extension ValueForm {
    /// The members of a column in `info --json`. Facts that do not apply to its type are null.
    var json: [(key: String, value: JSONValue)] {
        let text = FormText(self)
        return [
            ("typeSource", .string(isChosen ? "chosen" : "detected")),
            ("decimalMark", type.isNumeric ? .string(decimalMark.rawValue) : .null),
            ("unit", text.unit.map { .string($0) } ?? .null),
            ("dateOrder", text.order.map { .string($0.rawValue) } ?? .null),
            ("readingSource", type.isNumeric || text.order != nil ? .string(evidence.rawValue) : .null),
        ]
    }
}
