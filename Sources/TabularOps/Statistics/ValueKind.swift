import Tabular

/// A kind of values, which determines how they compare and where each lies on an axis.
enum ValueKind: Sendable, Hashable {
    case number
    case code
    case date
    case time
    case dateTime
    case duration
    case text
    /// Numbers if there are any, else texts: for cells of several columns.
    case mixed

    /// A Boolean value that indicates whether numbers are of the kind.
    var hasNumbers: Bool { self == .number || self == .mixed }

    /// The length of the longest stored value that is not text. Longer numbers are added, but not stored whole.
    static let longestTyped = CountableValue.longestWhole

    init(_ type: ColumnType) {
        switch type {
        case .integer, .decimal: self = .number
        case .code: self = .code
        case .date: self = .date
        case .time: self = .time
        case .dateTime: self = .dateTime
        case .duration: self = .duration
        case .mixed: self = .mixed
        case .empty, .boolean, .text, .binary, .json: self = .text
        }
    }

    /// A moment, or the day of a date, comparable with moments of the same kind.
    struct Moment: Sendable, Hashable {
        var seconds: Int
        var fraction: UInt64 = 0

        @inline(__always)
        static func < (a: Self, b: Self) -> Bool {
            a.seconds < b.seconds || a.seconds == b.seconds && a.fraction < b.fraction
        }

        /// The position on an axis of seconds.
        var position: Double { Double(seconds) + Double(fraction >> 1) / 1e9 }
    }

    /// Returns the moment of a date or time value; nil for any other value.
    func moment(_ value: UnsafeBufferPointer<UInt8>, _ order: DateOrder) -> Moment? {
        switch self {
        case .date: return CalendarText.date(value, order).map { Moment(seconds: Self.day($0) * 86_400) }
        case .time:
            return CalendarText.time(value).map { Moment(seconds: $0.seconds, fraction: $0.fractionBits) }
        case .dateTime:
            return CalendarText.dateTime(value, order).map {
                Moment(seconds: $0.seconds - Self.dateTimeOrigin, fraction: $0.fractionBits)
            }
        case .duration:
            return DurationText.read(value).map { Moment(seconds: $0.seconds, fraction: $0.fractionBits) }
        case .number, .code, .text, .mixed: return nil
        }
    }

    /// The origin of `CalendarText.dateTime` in seconds, so that days begin at those of dates: 400 years, and a million seconds
    /// for zones.
    private static let dateTimeOrigin = 146_097 * 86_400 + 1_000_000

    /// The number of days since a fixed one, for a year, month and day packed by `CalendarText.date` (Howard Hinnant,
    /// "chrono-compatible low-level date algorithms", days_from_civil).
    private static func day(_ packed: Int) -> Int {
        let (month, day) = (packed >> 5 & 15, packed & 31)
        let year = (packed >> 9) - (month <= 2 ? 1 : 0)
        return year * 365 + CalendarText.leapDays(before: year) + (153 * ((month + 9) % 12) + 2) / 5 + day
    }
    /// The text of a moment of the kind in its comparable standard notation: 2024-01-31, 09:05:00, 2024-01-31 09:05:00. For
    /// dates, a moment within a day rounds up to the next day. Nil where there is no such text.
    func text(ofSeconds seconds: Double) -> String? {
        if self == .duration {
            guard seconds.magnitude < 1e15 else { return nil }
            return "\(seconds < 0 ? "-" : "")PT\(Int(seconds.rounded(.up)).magnitude)S"
        }
        guard seconds >= 0, seconds < 10_000 * 366 * 86_400 else { return nil }
        switch self {
        case .date: return Self.dateText(ofDay: Int((seconds / 86_400).rounded(.up)))
        case .time:
            let second = Int(seconds.rounded(.up))
            return second < 86_400 ? Self.timeText(second) : nil
        case .dateTime:
            let second = Int(seconds.rounded(.up))
            return Self.dateText(ofDay: second / 86_400).map { $0 + " " + Self.timeText(second % 86_400) }
        case .number, .code, .text, .mixed, .duration: return nil
        }
    }

    /// The date of a day as numbered by `day` (Howard Hinnant, likewise, civil_from_days).
    private static func dateText(ofDay day: Int) -> String? {
        guard day > 0 else { return nil }
        let (era, ofEra) = (day - 1).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * ofYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        guard year < 10_000 else { return nil }
        let dayOfMonth = ofYear - (153 * fromMarch + 2) / 5 + 1
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))"
    }

    private static func timeText(_ second: Int) -> String {
        "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

extension ReadKinds {
    /// The kinds that a tally of a kind reads in a column of a form.
    init(_ kind: ValueKind, _ form: ValueForm) {
        switch kind {
        case .text: self = .all
        case .mixed where !form.isChosen: self = .numbers
        default: self.init(form)
        }
    }
}
