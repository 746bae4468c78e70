/// Dates and times of day as they stand in a text, as numbers that compare.
///
///     date       2024-01-31  2024/01/31  31.1.2024  31/01/2024  1/31/24  31-01-2024
///     time       9:05  09:05:59  09:05:59.123
///     dateTime   2024-01-31 09:05  2024-01-31T09:05:59.5Z  2024-01-31T09:05:59+01:00
///
/// The forms are those of the readers' types, spaces around them do not count. If you add a form, also change the types of
/// `TabularText`.
package enum CalendarText {
    /// What the first number of a date is whose year comes last, where both could be day or month. Behind points it is the
    /// day.
    package enum Style: Sendable, Hashable {
        case dayFirst
        case monthFirst
    }

    /// A time of day, or a moment in UTC.
    package struct Time {
        /// From midnight, or from some centuries before the year 0.
        package var seconds: Int
        /// The first nine digits of the fraction, and in the lowest bit whether others than 0 follow.
        package var fractionBits: UInt64
        /// Those that follow, without zeros at their end; nil when there are none. It borrows from the text.
        package var furtherDigits: UnsafeBufferPointer<UInt8>?
    }

    /// A number that grows with the date; nil when the text is none.
    package static func date(_ text: UnsafeBufferPointer<UInt8>, _ style: Style) -> Int? {
        var reader = Reader(text)
        guard let date = reader.date(), reader.isAtEnd else { return nil }
        let (year, month, day) = date.inStyle(style)
        return year << 9 | month << 5 | day
    }

    /// What a date shows of the style that it is written in.
    package struct StyleSign {
        /// Nil where it may be either.
        package var style: Style?
        /// Between its numbers.
        package var separator: UInt8
    }

    /// The style that a date shows whose year comes last; nil where it is none.
    package static func styleSign(of text: UnsafeBufferPointer<UInt8>) -> StyleSign? {
        var reader = Reader(text)
        guard let date = reader.date(), reader.isAtEnd, !date.isYearFirst else { return nil }
        let style: Style? = date.a == date.b ? nil : date.a > 12 ? .dayFirst : date.b > 12 ? .monthFirst : nil
        return StyleSign(style: style, separator: date.separator)
    }

    /// A time of day; nil when the text is none.
    package static func time(_ text: UnsafeBufferPointer<UInt8>) -> Time? {
        var reader = Reader(text)
        guard let time = reader.time(), reader.isAtEnd else { return nil }
        return time
    }

    /// A date with a time of day; nil when the text is none. Without a zone it is taken for one in UTC.
    package static func dateTime(_ text: UnsafeBufferPointer<UInt8>) -> Time? {
        var reader = Reader(text)
        guard let date = reader.date(), date.isYearFirst, reader.skip(UInt8(ascii: "T")) || reader.skip(0x20),
            var time = reader.time(), let zone = reader.zone(), reader.isAtEnd
        else { return nil }
        // Years from March on, so that a leap day is the last (Howard Hinnant, "chrono-compatible low-level date
        // algorithms", days_from_civil).
        let year = date.year + 400 - (date.a > 2 ? 0 : 1)
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * ((date.a + 9) % 12) + 2) / 5 + date.b
        // A zone is less than 100 hours from UTC.
        time.seconds += days * 86_400 - zone + 1_000_000
        return time
    }

    private struct Date {
        var year: Int
        /// Month and day where the year comes first, else the two numbers before the year.
        var a: Int
        var b: Int
        var isYearFirst: Bool
        var separator: UInt8
        var isPointed: Bool { separator == UInt8(ascii: ".") }

        func inStyle(_ style: Style) -> (Int, Int, Int) {
            if isYearFirst { return (year, a, b) }
            let isDayFirst = a > 12 || b <= 12 && (isPointed || style == .dayFirst)
            return isDayFirst ? (year, b, a) : (year, a, b)
        }
    }

    private struct Reader {
        let text: UnsafeBufferPointer<UInt8>
        var index: Int
        let end: Int

        init(_ text: UnsafeBufferPointer<UInt8>) {
            let space = UInt8(ascii: " ")
            self.text = text
            index = text.firstIndex { $0 != space } ?? text.count
            end = (text.lastIndex { $0 != space } ?? -1) + 1
        }

        var isAtEnd: Bool { index >= end }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard index < end, text[index] == byte else { return false }
            index += 1
            return true
        }

        /// A number of up to `limit` digits, and how many it has.
        mutating func number(upTo limit: Int) -> (value: Int, digits: Int)? {
            var (value, digits) = (0, 0)
            while index < end, digits < limit, text[index] &- 0x30 < 10 {
                value = value * 10 + Int(text[index] & 15)
                digits += 1
                index += 1
            }
            return digits > 0 ? (value, digits) : nil
        }

        mutating func date() -> Date? {
            guard let first = number(upTo: 4), index < end else { return nil }
            let separator = text[index]
            let isPointed = separator == UInt8(ascii: ".")
            guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || isPointed, skip(separator),
                let second = number(upTo: 2), skip(separator), let third = number(upTo: 4)
            else { return nil }
            if first.digits == 4 {
                guard !isPointed, third.digits <= 2, (1...12).contains(second.value), (1...31).contains(third.value)
                else { return nil }
                return Date(
                    year: first.value, a: second.value, b: third.value, isYearFirst: true, separator: separator)
            }
            let (low, high) = (min(first.value, second.value), max(first.value, second.value))
            guard first.digits <= 2, third.digits == 4 || third.digits == 2, (1...12).contains(low),
                (1...31).contains(high)
            else { return nil }
            // POSIX, strptime: %y is 1969 to 2068.
            let year = third.digits == 4 ? third.value : third.value + (third.value < 69 ? 2000 : 1900)
            return Date(year: year, a: first.value, b: second.value, isYearFirst: false, separator: separator)
        }

        mutating func time() -> Time? {
            guard let hour = number(upTo: 2), hour.value < 24, skip(UInt8(ascii: ":")),
                let minute = number(upTo: 2), minute.digits == 2, minute.value < 60
            else { return nil }
            var time = Time(seconds: hour.value * 3600 + minute.value * 60, fractionBits: 0)
            guard skip(UInt8(ascii: ":")) else { return time }
            // 60 is a leap second.
            guard let second = number(upTo: 2), second.digits == 2, second.value < 61 else { return nil }
            time.seconds += second.value
            guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return time }
            let start = index
            while index < end, text[index] &- 0x30 < 10 { index += 1 }
            guard index > start else { return nil }
            var last = index
            while last > start, text[last - 1] == 0x30 { last -= 1 }
            var digits: UInt64 = 0
            for place in start..<start + 9 { digits = digits * 10 + (place < last ? UInt64(text[place] & 15) : 0) }
            let hasMore = last > start + 9
            time.fractionBits = digits << 1 | (hasMore ? 1 : 0)
            if hasMore { time.furtherDigits = UnsafeBufferPointer(rebasing: text[start + 9..<last]) }
            return time
        }

        /// Seconds that the zone is ahead of UTC: `Z`, `+01`, `+0100`, `+01:00`, or none.
        mutating func zone() -> Int? {
            if isAtEnd || skip(UInt8(ascii: "Z")) { return 0 }
            let isBehind = index < end && text[index] == UInt8(ascii: "-")
            guard isBehind ? skip(UInt8(ascii: "-")) : skip(UInt8(ascii: "+")) else { return nil }
            guard let first = number(upTo: 4) else { return nil }
            var seconds = 0
            if first.digits == 4 {
                seconds = first.value / 100 * 3600 + first.value % 100 * 60
            } else {
                guard first.digits == 2 else { return nil }
                seconds = first.value * 3600
                if skip(UInt8(ascii: ":")) {
                    guard let minutes = number(upTo: 2), minutes.digits == 2 else { return nil }
                    seconds += minutes.value * 60
                }
            }
            return isBehind ? -seconds : seconds
        }
    }
}
