// Months, days of the week and zones by their names, and the separators between the parts of such a date.
extension CalendarReader {
    /// In hours: those of RFC 5322 §4.3, and Central Europe's. Others are used for more than one.
    private static let zones: [(name: StaticString, hours: Int)] = [
        ("utc", 0), ("gmt", 0), ("z", 0), ("est", -5), ("edt", -4), ("cst", -6), ("cdt", -5), ("mst", -7), ("mdt", -6),
        ("pst", -8), ("pdt", -7), ("cet", 1), ("cest", 2), ("mez", 1), ("mesz", 2),
    ]

    /// A date that names its month, or has the signs of East Asia, from `start` on.
    @inline(never)
    mutating func namedDate(from start: Int) -> CalendarDate? {
        index = start
        if let first = number(upTo: 4) { return first.digits == 3 ? nil : date(behind: first) }
        if skipWeekday() {
            guard skipSpaces() else { return nil }
            if let next = peek, next &- 0x30 < 10 { return date() }
        }
        guard let month = month(inEnglish: true), skipGap(), let day = number(upTo: 2) else { return nil }
        skipOrdinal()
        guard skipGap(), let year = year() else { return nil }
        return CalendarDate(month: month, day.value, year.value, digits: (day.digits, year.digits))
    }

    private mutating func date(behind first: (value: Int, digits: Int)) -> CalendarDate? {
        if first.digits == 4, skip("年") {
            guard let month = number(upTo: 2), skip("月"), let day = number(upTo: 2), skip("日") else { return nil }
            return CalendarDate(year: first.value, month: month.value, day: day.value)
        }
        if first.digits < 3 { skipOrdinal() }
        let isApart = skipGap()
        skipPreposition()
        guard let month = month(inEnglish: !isApart) else { return nil }
        _ = skipGap()
        skipPreposition()
        if first.digits == 4 {
            guard let day = number(upTo: 2) else { return nil }
            return CalendarDate(year: first.value, month: month, day: day.value)
        }
        guard let year = year() else { return nil }
        skipYearWord()
        return CalendarDate(month: month, first.value, year.value, digits: (first.digits, year.digits))
    }

    /// `Fri Apr 06 19:18:42 +0000 2018`, as C and others write it: the year after the time.
    @inline(never)
    mutating func clockInDate() -> (CalendarDate, CalendarText.Time?, zone: Int)? {
        if skipWeekday(), !skipSpaces() { return nil }
        guard let month = month(inEnglish: true), skipSpaces(), let day = number(upTo: 2), skipSpaces(),
            let time = time(),
            skipSpaces()
        else { return nil }
        var seconds = 0
        if let next = peek, next &- 0x30 >= 10 {
            guard let zone = zone(), skipSpaces() else { return nil }
            seconds = zone
        }
        guard let year = number(upTo: 4), year.digits == 4, isAtEnd,
            let date = CalendarDate(year: year.value, month: month, day: day.value)
        else { return nil }
        return (date, time, seconds)
    }

    /// A year of two or four digits. Two digits before a colon are an hour.
    private mutating func year() -> (value: Int, digits: Int)? {
        guard let year = number(upTo: 4), year.digits == 4 || year.digits == 2 && peek != UInt8(ascii: ":") else {
            return nil
        }
        return year
    }

    /// The number of the month at the current index, with or without a point after it. With `inEnglish`
    /// names of other languages are none.
    private mutating func month(inEnglish isEnglish: Bool) -> Int? {
        guard let (name, length) = CalendarName.first(in: text, from: index, before: end), let month = name.month,
            name.isEnglish || !isEnglish
        else { return nil }
        index += length
        _ = skip(UInt8(ascii: "."))
        return month
    }

    /// Skips a day of the week and a point or comma after it; false where there is none.
    private mutating func skipWeekday() -> Bool {
        guard let (name, length) = CalendarName.first(in: text, from: index, before: end), name.month == nil else {
            return false
        }
        index += length
        // Portuguese.
        _ = skip("-feira")
        _ = skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ","))
        return true
    }

    /// Skips one of some names and returns its number.
    private mutating func skipName(_ names: [StaticString]) -> Int? {
        var length = 0
        while index + length < end, Self.isLetter(text[index + length]) { length += 1 }
        let word = text[index..<index + length]
        let found = names.firstIndex { name in
            guard length == name.utf8CodeUnitCount else { return false }
            return name.withUTF8Buffer { zip($0, word).allSatisfy { $0 == $1 | 0x20 } }
        }
        if found != nil { index += length }
        return found
    }

    /// Skips one sign between parts of a date and the spaces around it; false where there is none.
    private mutating func skipGap() -> Bool {
        let start = index
        _ = skipSpaces()
        _ = skip(UInt8(ascii: ",")) || skip(UInt8(ascii: "-")) || skip(UInt8(ascii: "/")) || skip(UInt8(ascii: "."))
        _ = skipSpaces()
        return index > start
    }

    /// Skips the "of" of Spanish and Portuguese dates: `28 de mayo de 2015`, `28 de mayo del 2015`.
    private mutating func skipPreposition() {
        let start = index
        guard let next = peek, next | 0x20 == UInt8(ascii: "d"), skip("de") || skip("DE") || skip("De") else { return }
        _ = skip("l") || skip("L")
        if !skipSpaces() { index = start }
    }

    /// Skips the abbreviated word after the year of Russian and Polish dates: `28 мая 2015 г.`, `28 maja 2015 r.`
    private mutating func skipYearWord() {
        if isAtEnd { return }
        let start = index
        _ = skipSpaces()
        if !skip("г.") && !skip("r.") { index = start }
    }

    /// Skips the letters of 1st, 2nd, 3rd, 4th, 1er and 1º.
    private mutating func skipOrdinal() {
        guard index + 1 < end else { return }
        switch (text[index] | 0x20, text[index + 1] | 0x20) {
        case (UInt8(ascii: "s"), UInt8(ascii: "t")), (UInt8(ascii: "n"), UInt8(ascii: "d")),
            (UInt8(ascii: "r"), UInt8(ascii: "d")), (UInt8(ascii: "t"), UInt8(ascii: "h")),
            (UInt8(ascii: "e"), UInt8(ascii: "r")):
            index += 2
        default: _ = skip("º")
        }
    }

    private mutating func skip(_ sign: StaticString) -> Bool {
        let count = sign.utf8CodeUnitCount
        guard end - index >= count, sign.withUTF8Buffer({ $0.elementsEqual(text[index..<index + count]) }) else {
            return false
        }
        index += count
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

    /// Skips AM or PM and the spaces before it, and returns true for PM. Nil, without advancing, where there is neither.
    @inline(never)
    mutating func meridiem() -> Bool? {
        let start = index
        _ = skipSpaces()
        if let first = peek.map({ $0 | 0x20 }), first == UInt8(ascii: "a") || first == UInt8(ascii: "p") {
            index += 1
            let isPointed = skip(UInt8(ascii: "."))
            if let second = peek, second | 0x20 == UInt8(ascii: "m") {
                index += 1
                if isPointed { _ = skip(UInt8(ascii: ".")) }
                if peek.map(Self.isLetter) != true { return first == UInt8(ascii: "p") }
            }
        }
        index = start
        return nil
    }

    /// Seconds that the zone is ahead of UTC: `Z`, `+01`, `+0100`, `+01:00`, `UTC`, `GMT+2`, `EST`, or none.
    mutating func zone() -> Int? {
        if isAtEnd || skip(UInt8(ascii: "Z")) { return 0 }
        _ = skipSpaces()
        guard let next = peek else { return 0 }
        let isNamed = Self.isLetter(next)
        if isNamed {
            guard let zone = skipName(Self.zones.map(\.name)) else { return nil }
            let hours = Self.zones[zone].hours
            guard hours == 0, let next = peek, next == UInt8(ascii: "+") || next == UInt8(ascii: "-") else {
                return hours * 3600
            }
        }
        let isBehind = peek == UInt8(ascii: "-")
        guard isBehind ? skip(UInt8(ascii: "-")) : skip(UInt8(ascii: "+")), let first = number(upTo: 4) else {
            return nil
        }
        var seconds = 0
        switch first.digits {
        case 4: seconds = first.value / 100 * 3600 + first.value % 100 * 60
        case 1 where isNamed, 2:
            seconds = first.value * 3600
            if skip(UInt8(ascii: ":")) {
                guard let minutes = number(upTo: 2), minutes.digits == 2 else { return nil }
                seconds += minutes.value * 60
            }
        default: return nil
        }
        return isBehind ? -seconds : seconds
    }
}
