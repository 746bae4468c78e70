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
    /// Numbers where there are some, else texts: of cells of several columns.
    case mixed

    /// The longest value that is anything but text, as for the readers.
    static let longestTyped = 400

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

    /// A moment, or the day of a date, which compares with those of its kind.
    struct Moment: Sendable, Hashable {
        var seconds: Int
        var fraction: UInt64 = 0

        @inline(__always)
        static func < (a: Self, b: Self) -> Bool {
            a.seconds < b.seconds || a.seconds == b.seconds && a.fraction < b.fraction
        }

        /// On an axis of seconds.
        var position: Double { Double(seconds) + Double(fraction >> 1) / 1e9 }
    }

    /// The moment that a value of a date or a time says; nil when it says none.
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

    /// The origin, in seconds, of `CalendarText.dateTime`, so that days begin where those of dates do: 400 years, and a million
    /// seconds for zones.
    private static let dateTimeOrigin = 146_097 * 86_400 + 1_000_000

    /// Days from a fixed one on: of a year, a month and a day, as `CalendarText.date` packs them (Howard Hinnant,
    /// "chrono-compatible low-level date algorithms", days_from_civil).
    private static func day(_ packed: Int) -> Int {
        let (month, day) = (packed >> 5 & 15, packed & 31)
        let year = (packed >> 9) - (month <= 2 ? 1 : 0)
        return year * 365 + CalendarText.leapDays(before: year) + (153 * ((month + 9) % 12) + 2) / 5 + day
    }
    /// A moment of the kind as it is read before all others, and as texts that compare: 2024-01-31, 09:05:00,
    /// 2024-01-31 09:05:00. A day that begins before `seconds` is not meant. Nil for what has no such text.
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

    /// The date of a day as `day` counts it (Howard Hinnant, likewise, civil_from_days).
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
