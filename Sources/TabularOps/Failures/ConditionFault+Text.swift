import Translation

extension ConditionFault {
    /// One or two sentences in the language of the interface.
    public var message: String {
        switch self {
        case .pattern(let error): error.description
        case .noNumber(let value):
            tr("the column holds numbers, and '{value}' is none. Write a number such as 12.5.", ["value": value])
        case .noDate(let value):
            tr("the column holds dates, and '{value}' is none. Write a date such as 2024-03-07.", ["value": value])
        case .noTime(let value):
            tr("the column holds times of day, and '{value}' is none. Write a time such as 09:05.", ["value": value])
        case .noDateTime(let value):
            tr(
                "the column holds dates with times, and '{value}' is neither. Write one such as 2024-03-07 09:05.",
                ["value": value])
        case .noDuration(let value):
            tr(
                "the column holds lengths of time, and '{value}' is none. Write one such as PT1H30M.", ["value": value])
        }
    }
}
