import Tabular

/// The form of a column's values in words, for `info`.
struct FormText {
    private let form: ValueForm

    init(_ form: ValueForm) { self.form = form }

    /// What is not to be expected of the type: "decimal comma (by other columns)", "€", "day first (by the locale)".
    var notes: [String] {
        var notes: [String] = form.isChosen ? ["chosen"] : []
        if form.type.isNumeric {
            // Where the values say it themselves, a point is what everybody expects.
            if form.decimalMark == .comma || form.evidence != .values {
                notes.append("decimal \(form.decimalMark.rawValue)\(reason)")
            }
            if let unit { notes.append(unit) }
        }
        if let order { notes.append(words(of: order) + reason) }
        return notes
    }

    private var reason: String {
        switch form.evidence {
        case .values, .chosen: ""
        case .columns: " (by other columns)"
        case .locale: " (by the locale)"
        case .assumed: " (assumed)"
        }
    }

    private var unit: String? {
        switch form.unit {
        case .none: nil
        case .percent: "%"
        case .currency(let currency): currency.sign
        }
    }

    private var order: DateOrder? { form.type == .date || form.type == .dateTime ? form.dateOrder : nil }

    private func words(of order: DateOrder) -> String {
        switch order {
        case .dayFirst: "day first"
        case .monthFirst: "month first"
        case .yearFirst: "year first"
        }
    }

    /// The members of a column in `info --json`. What does not matter to its type is null.
    var json: [(key: String, value: JSONValue)] {
        let isNumeric = form.type.isNumeric
        return [
            ("typeSource", .string(form.isChosen ? "chosen" : "detected")),
            ("decimalMark", isNumeric ? .string(form.decimalMark.rawValue) : .null),
            ("unit", isNumeric ? unit.map { .string($0) } ?? .null : .null),
            ("dateOrder", order.map { .string($0.rawValue) } ?? .null),
            ("readingSource", isNumeric || order != nil ? .string(form.evidence.rawValue) : .null),
        ]
    }
}
