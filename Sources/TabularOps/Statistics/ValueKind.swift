import Tabular

/// How the values of a column compare, and where each stands on an axis.
enum ValueKind: Sendable, Hashable {
    case number
    case date
    case time
    case dateTime
    case text
    /// Numbers where there are some, else texts: of cells of several columns.
    case mixed

    /// The longest value that is anything but text, as for the readers.
    static let longestTyped = 400

    init(_ type: ColumnType) {
        switch type {
        case .integer, .decimal: self = .number
        case .date: self = .date
        case .time: self = .time
        case .dateTime: self = .dateTime
        case .empty, .boolean, .text: self = .text
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
    func moment(_ value: UnsafeBufferPointer<UInt8>, _ style: CalendarText.Style) -> Moment? {
        switch self {
        case .date: return CalendarText.date(value, style).map { Moment(seconds: Self.day($0) * 86_400) }
        case .time:
            return CalendarText.time(value).map { Moment(seconds: $0.seconds, fraction: $0.fractionBits) }
        case .dateTime:
            return CalendarText.dateTime(value).map { Moment(seconds: $0.seconds, fraction: $0.fractionBits) }
        case .number, .text, .mixed: return nil
        }
    }

    /// Days from a fixed one on: of a year, a month and a day, as `CalendarText.date` packs them (Howard Hinnant,
    /// "chrono-compatible low-level date algorithms", days_from_civil).
    private static func day(_ packed: Int) -> Int {
        let (month, day) = (packed >> 5 & 15, packed & 31)
        let year = (packed >> 9) - (month <= 2 ? 1 : 0)
        return year * 365 + year / 4 - year / 100 + year / 400 + (153 * ((month + 9) % 12) + 2) / 5 + day
    }
}
