import Tabular
import Translation

// The words of the filter popover for the values of each type.
extension FilterForm {
    /// The operations for a column of a form, and the current one. `rare` lists the kinds of rows without a usual value that
    /// the table has besides empty ones.
    static func operations(
        for values: ValueForm, with current: Operation? = nil, rare: RareValues = []
    ) -> [Operation] {
        let order: [Operation] = [.equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual, .between]
        let text: [Operation] = [.contains, .equals, .notEquals, .matches]
        var operations = [.oneOf] + (values.type.comparesNumbers || values.type.isMoment ? order : text)
        var bare: [Operation] = [.blank, .notBlank]
        if rare.contains(.nulls) || rare.contains(.missing) { bare.append(.empty) }
        if rare.contains(.nulls) { bare.append(.null) }
        if rare.contains(.missing) { bare.append(.missing) }
        if rare.contains(.unreadable) { bare.append(.unreadable) }
        if rare.contains(.misfits) { bare.append(.misfit) }
        if let current, !operations.contains(current), !bare.contains(current) {
            if current.isBare { bare.append(current) } else { operations.append(current) }
        }
        return operations + bare
    }

    /// The title of an operation in the list.
    static func title(of operation: Operation, _ values: ValueForm) -> String {
        switch operation {
        case .oneOf: tr("is one of")
        case .contains: tr("contains")
        case .matches: tr("matches a regular expression")
        case .between: tr("is between")
        case .blank: tr("is blank")
        case .notBlank: tr("is not blank")
        case .empty: tr("is empty")
        case .null: nullTitle(values)
        case .missing: tr("is missing")
        case .unreadable: tr("is unreadable")
        case .misfit: tr("does not fit the type")
        case _ where values.type.isMoment && values.type != .duration: momentTitle(of: operation, values)
        default: plainTitle(of: operation, values)
        }
    }

    /// "is no value (NA, N/A, …)".
    private static func nullTitle(_ values: ValueForm) -> String {
        let words = values.nullWords.words
        guard !words.isEmpty else { return tr("is null") }
        let named = words.prefix(2).map(\.visible).joined(separator: ", ") + (words.count > 2 ? ", …" : "")
        return tr("is no value ({words})", ["words": named])
    }

    private static func plainTitle(of operation: Operation, _ values: ValueForm) -> String {
        let isOrdered = values.type.comparesNumbers || values.type == .duration
        return switch operation {
        case .equals: isOrdered ? tr("= equals") : tr("equals")
        case .notEquals: isOrdered ? tr("≠ is not") : tr("is not")
        case .less: isOrdered ? tr("< is less than") : tr("comes before")
        case .lessOrEqual: isOrdered ? tr("≤ is at most") : tr("is, or comes before")
        case .greater: isOrdered ? tr("> is more than") : tr("comes behind")
        default: isOrdered ? tr("≥ is at least") : tr("is, or comes behind")
        }
    }

    private static func momentTitle(of operation: Operation, _ values: ValueForm) -> String {
        let isDay = values.type == .date
        return switch operation {
        case .equals: isDay ? tr("= is on") : tr("= is at")
        case .notEquals: isDay ? tr("≠ is not on") : tr("≠ is not at")
        case .less: tr("< is before")
        case .lessOrEqual: isDay ? tr("≤ is on or before") : tr("≤ is at or before")
        case .greater: tr("> is after")
        default: isDay ? tr("≥ is on or after") : tr("≥ is at or after")
        }
    }

    /// Returns the message about a text that is not a value of the type.
    static func fault(_ text: String, _ values: ValueForm) -> String {
        switch values.type {
        case .integer, .decimal, .code: tr("'{text}' is no number.", ["text": text])
        case .date: tr("'{text}' is no date.", ["text": text])
        case .time: tr("'{text}' is no time of day.", ["text": text])
        case .dateTime: tr("'{text}' is no date and time.", ["text": text])
        case .duration: tr("'{text}' is no length of time.", ["text": text])
        case .empty, .boolean, .text, .binary, .json, .mixed: tr("'{text}' is no text.", ["text": text])
        }
    }

    /// Returns the hint about the text to write; empty for an operation without text.
    static func hint(_ operation: Operation, _ values: ValueForm) -> String {
        switch operation {
        case .oneOf: return ""
        case _ where operation.isBare: return ""
        case .contains: return tr("Write a part of the text.")
        case .matches: return tr("Write a regular expression, such as ^A.*\\d$.")
        default: break
        }
        switch values.type {
        case .integer, .code: return tr("Write a number, such as 12.")
        case .decimal: return tr("Write a number, such as 12.5.")
        case .date: return tr("Write a date, such as 2024-03-07.")
        case .time: return tr("Write a time, such as 14:30.")
        case .dateTime: return tr("Write a date, such as 2024-03-07, or one with a time: 2024-03-07 14:30.")
        case .duration: return tr("Write a length of time, such as PT1H30M.")
        case .empty, .boolean, .text, .binary, .json, .mixed: return tr("Write the text as it stands in the file.")
        }
    }
}
