import Tabular

// How the filter popover speaks of each type's values.
extension FilterForm {
    /// What is offered for a column that holds values of `type`, and what is written already.
    static func operations(for type: ColumnType, with current: Operation? = nil) -> [Operation] {
        let order: [Operation] = [.equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual, .between]
        let text: [Operation] = [.contains, .equals, .notEquals, .matches]
        var operations = [.oneOf] + (type.isNumeric || type.isMoment ? order : text)
        if let current, !operations.contains(current), current != .empty, current != .notEmpty {
            operations.append(current)
        }
        return operations + [.empty, .notEmpty]
    }

    /// An operation in a list of them.
    static func title(of operation: Operation, _ type: ColumnType) -> String {
        switch operation {
        case .oneOf: "is one of"
        case .contains: "contains"
        case .matches: "matches a regular expression"
        case .between: "is between"
        case .empty: "is empty"
        case .notEmpty: "is not empty"
        default: type.isMoment ? momentTitle(of: operation, type) : plainTitle(of: operation, type)
        }
    }

    private static func plainTitle(of operation: Operation, _ type: ColumnType) -> String {
        switch operation {
        case .equals: type.isNumeric ? "= equals" : "equals"
        case .notEquals: type.isNumeric ? "≠ is not" : "is not"
        case .less: type.isNumeric ? "< is less than" : "comes before"
        case .lessOrEqual: type.isNumeric ? "≤ is at most" : "is, or comes before"
        case .greater: type.isNumeric ? "> is more than" : "comes behind"
        default: type.isNumeric ? "≥ is at least" : "is, or comes behind"
        }
    }

    private static func momentTitle(of operation: Operation, _ type: ColumnType) -> String {
        let word = type == .date ? "on" : "at"
        return switch operation {
        case .equals: "= is \(word)"
        case .notEquals: "≠ is not \(word)"
        case .less: "< is before"
        case .lessOrEqual: "≤ is \(word) or before"
        case .greater: "> is after"
        default: "≥ is \(word) or after"
        }
    }

    /// What values of a type are.
    static func noun(_ type: ColumnType) -> String {
        switch type {
        case .integer, .decimal: "number"
        case .date: "date"
        case .time: "time of day"
        case .dateTime: "date and time"
        case .empty, .boolean, .text: "text"
        }
    }

    /// What is to be written.
    static func hint(_ operation: Operation, _ type: ColumnType) -> String {
        switch operation {
        case .oneOf, .empty, .notEmpty: return ""
        case .contains: return "Write a part of the text."
        case .matches: return "Write a regular expression, such as ^A.*\\d$."
        default: break
        }
        switch type {
        case .integer: return "Write a number, such as 12."
        case .decimal: return "Write a number, such as 12.5."
        case .date: return "Write a date, such as 2024-03-07."
        case .time: return "Write a time, such as 14:30."
        case .dateTime: return "Write a date, such as 2024-03-07, or one with a time: 2024-03-07 14:30."
        case .empty, .boolean, .text: return "Write the text as it stands in the file."
        }
    }
}
