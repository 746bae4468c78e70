/// Dates and times of day in a text, as numbers that compare.
///
///     date       2024-01-31  2024/01/31  2024.01.31  31.1.2024  31/01/2024  1/31/24  31-01-2024
///                28-May-15  28 May 2015  May 28, 2015  Thu, 28 May 2015  2015-May-28  2024年1月31日
///                28. Mai 2015  1er févr. 2015  28 de mayo de 2015  28 maja 2015 r.  28 мая 2015 г.
///                -0044-03-15  +12345-01-01, in the proleptic Gregorian calendar, which has a year 0
///     time       9:05  09:05:59  09:05:59.123  9:05 PM  9 p.m.
///     dateTime   a date and a time with T, a space or a comma between, with or without a zone:
///                2024-01-31 09:05  2024-01-31T09:05:59.5Z  31.12.2030 10:00  1/31/24, 9:05 PM
///                2018-04-06 19:18:42 +0000  Fri Apr 06 19:18:42 +0000 2018
///
/// Spaces around them do not count. `DateOrder` determines the reading of dates that neither begin with a year of four digits
/// nor name the month (`CalendarName`). This is the only parser of dates and times. If you add a form, add it to the slow twin
/// of `CalendarTextTests` and to the manual.
package enum CalendarText {
    /// A time of day, or a moment in UTC.
    package struct Time {
        /// From midnight, or from some centuries before the year 0.
        package var seconds: Int
        /// The first nine digits of the fraction, and in the lowest bit whether others than 0 follow.
        package var fractionBits: UInt64
        /// The digits after those, without zeros at their end; nil when there are none. It borrows from the text.
        package var furtherDigits: UnsafeBufferPointer<UInt8>?
    }

    /// A number that grows with the date; nil when the text is not a date in the order.
    package static func date(_ text: UnsafeBufferPointer<UInt8>, _ order: DateOrder) -> Int? {
        if text.count == 10, let base = text.baseAddress, let day = commonDate(base) { return day }
        var reader = CalendarReader(text)
        guard let date = reader.date(), reader.isAtEnd, let day = date.day(order) else { return nil }
        return day.year << 9 | day.month << 5 | day.day
    }

    /// The same of ten bytes of the form 2024-01-31, which most dates have.
    @inline(__always)
    private static func commonDate(_ base: UnsafePointer<UInt8>) -> Int? {
        let sign = base[4]
        guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "/"), base[7] == sign else { return nil }
        let year = digits(base, 0) * 100 + digits(base, 2)
        let (month, day) = (digits(base, 5), digits(base, 8))
        guard year >= 0, isDay(day, month, year) else { return nil }
        return year << 9 | month << 5 | day
    }

    /// True for a day of the calendar.
    @inline(__always)
    package static func isDay(_ day: Int, _ month: Int, _ year: @autoclosure () -> Int) -> Bool {
        guard month >= 1, month <= 12, day >= 1 else { return false }
        return day <= 28 || day <= days(month, year())
    }

    /// The days of a month (ISO 8601, the proleptic Gregorian calendar).
    private static func days(_ month: Int, _ year: Int) -> Int {
        if month != 2 { return 30 + (month + month >> 3) & 1 }
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    }

    /// The number of two digits; one far below 0 for other bytes.
    @inline(__always)
    private static func digits(_ base: UnsafePointer<UInt8>, _ index: Int) -> Int {
        let (a, b) = (base[index] &- 0x30, base[index + 1] &- 0x30)
        return a < 10 && b < 10 ? Int(a) * 10 + Int(b) : -100_000
    }

    /// A time of day; nil when the text is not one.
    package static func time(_ text: UnsafeBufferPointer<UInt8>) -> Time? {
        var reader = CalendarReader(text)
        guard let time = reader.time(), reader.isAtEnd else { return nil }
        return time
    }

    /// A date with a time of day, or a date, which is its first moment; nil when the text is neither in the order. Without a
    /// zone it is read as UTC.
    package static func dateTime(_ text: UnsafeBufferPointer<UInt8>, _ order: DateOrder) -> Time? {
        if text.count == 19, let base = text.baseAddress, let seconds = commonDateTime(base) {
            return Time(seconds: seconds, fractionBits: 0)
        }
        var reader = CalendarReader(text)
        guard let (date, moment, zone) = reader.dateTime(), let day = date.day(order) else { return nil }
        var time = moment ?? Time(seconds: 0, fractionBits: 0)
        time.seconds += firstSecond(day.year, day.month, day.day) - zone
        return time
    }

    /// The seconds of 19 bytes of the form 2024-01-31 09:05:59, or with a T, which most of them have.
    @inline(__always)
    private static func commonDateTime(_ base: UnsafePointer<UInt8>) -> Int? {
        guard base[4] == UInt8(ascii: "-"), base[10] == UInt8(ascii: " ") || base[10] == UInt8(ascii: "T"),
            base[13] == UInt8(ascii: ":"), base[16] == UInt8(ascii: ":")
        else { return nil }
        let (hour, minute, second) = (digits(base, 11), digits(base, 14), digits(base, 17))
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second, let date = commonDate(base) else { return nil }
        return firstSecond(date >> 9, date >> 5 & 15, date & 31) + (hour * 60 + minute) * 60 + second
    }

    /// The first second of a day.
    @inline(__always)
    private static func firstSecond(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years from March on, so that a leap day is the last (Howard Hinnant, "chrono-compatible low-level date
        // algorithms", days_from_civil).
        let year = year + 400 - (month > 2 ? 0 : 1)
        let days = year * 365 + leapDays(before: year) + (153 * ((month + 9) % 12) + 2) / 5 + day
        // A zone is less than 100 hours from UTC.
        return days * 86_400 + 1_000_000
    }

    /// The leap days of the years from 0 to `year`, counted downwards before them.
    @inline(__always)
    package static func leapDays(before year: Int) -> Int {
        if year >= 0 { return year / 4 - year / 100 + year / 400 }
        // Rounded down: all three shifts are exact multiples of 400 years.
        let eras = (399 - year) / 400
        let ofEra = year + eras * 400
        return ofEra / 4 - ofEra / 100 + ofEra / 400 - eras * 97
    }

    /// The kind of a text, in any order of its date.
    package enum Kind: Sendable, Hashable {
        case date(DateSign)
        case time
        case dateTime(DateSign)
    }

    /// The evidence of a date for the order that it is written in.
    package struct DateSign: Sendable, Hashable {
        /// The orders in which it is a date.
        package var orders: DateOrders
        /// The byte between its numbers where another order gives another date; nil where all give the same.
        package var separator: UInt8?
    }

    /// The kind of a text that is not empty; nil when it is neither a date nor a time.
    package static func kind(of text: UnsafeBufferPointer<UInt8>) -> Kind? {
        var reader = CalendarReader(text)
        if let (date, time, _) = reader.dateTime() {
            guard let sign = date.sign else { return nil }
            return time == nil ? .date(sign) : .dateTime(sign)
        }
        return time(text) == nil ? nil : .time
    }
}

/// A date in a text, before its order is known.
struct CalendarDate {
    private enum Fields {
        case known(year: Int, month: Int, day: Int)
        /// Two numbers of up to two digits and a third of two or four.
        case numbers(Int, Int, Int, digits: (Int, Int))
        /// A month by its name between a number of up to two digits and one of two or four.
        case named(month: Int, Int, Int, digits: (Int, Int))
    }

    private let fields: Fields
    private let separator: UInt8

    /// Year, month and day; nil when they are no date.
    init?(year: Int, month: Int, day: Int) {
        guard CalendarText.isDay(day, month, year) else { return nil }
        (fields, separator) = (.known(year: year, month: month, day: day), 0)
    }

    /// Three numbers, the last of them with two or four digits.
    @inline(__always)
    init?(_ a: Int, _ b: Int, _ c: Int, digits: (Int, Int), separator: UInt8) {
        guard digits.1 == 2 || digits.1 == 4 else { return nil }
        (fields, self.separator) = (.numbers(a, b, c, digits: digits), separator)
    }

    /// A month between two numbers, the last of them with two or four digits.
    init?(month: Int, _ a: Int, _ c: Int, digits: (Int, Int)) {
        guard digits.1 == 2 || digits.1 == 4 else { return nil }
        (fields, separator) = (.named(month: month, a, c, digits: digits), 0)
    }

    /// POSIX, strptime: %y is 1969 to 2068.
    private static func year(_ number: Int, digits: Int) -> Int {
        digits == 4 ? number : number + (number < 69 ? 2000 : 1900)
    }

    /// The date by an order; nil when it is none.
    @inline(__always)
    func day(_ order: DateOrder) -> (year: Int, month: Int, day: Int)? {
        let (year, month, day): (Int, Int, Int)
        switch fields {
        case .known(let a, let b, let c): return (a, b, c)
        case .numbers(let a, let b, let c, let digits):
            switch order {
            case .dayFirst: (year, month, day) = (Self.year(c, digits: digits.1), b, a)
            case .monthFirst: (year, month, day) = (Self.year(c, digits: digits.1), a, b)
            case .yearFirst:
                guard digits == (2, 2) else { return nil }
                (year, month, day) = (Self.year(a, digits: 2), b, c)
            }
        case .named(let name, let a, let c, let digits):
            month = name
            if order == .yearFirst && digits == (2, 2) {
                (year, day) = (Self.year(a, digits: 2), c)
            } else {
                (year, day) = (Self.year(c, digits: digits.1), a)
            }
        }
        return CalendarText.isDay(day, month, year) ? (year, month, day) : nil
    }

    /// The evidence for the order of the date; nil when it is a date in none. A month by its name with two numbers of two
    /// digits is read day first unless the user decides otherwise, and shows nothing.
    var sign: CalendarText.DateSign? {
        if case .known = fields { return CalendarText.DateSign(orders: .all) }
        var sign = CalendarText.DateSign(orders: [])
        var first: (year: Int, month: Int, day: Int)?
        for order in DateOrder.allCases {
            guard let day = day(order) else { continue }
            sign.orders.insert(DateOrders(order))
            if let first, first != day, case .numbers = fields { sign.separator = separator }
            if first == nil { first = day }
        }
        return first == nil ? nil : sign
    }
}

/// A set of orders of day, month and year.
package struct DateOrders: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package static let dayFirst = DateOrders(rawValue: 1)
    package static let monthFirst = DateOrders(rawValue: 2)
    package static let yearFirst = DateOrders(rawValue: 4)
    static let all: DateOrders = [dayFirst, monthFirst, yearFirst]

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ order: DateOrder) {
        switch order {
        case .dayFirst: self = .dayFirst
        case .monthFirst: self = .monthFirst
        case .yearFirst: self = .yearFirst
        }
    }

    package func contains(_ order: DateOrder) -> Bool { contains(DateOrders(order)) }
}
