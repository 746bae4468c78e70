/// A reader of a date, a time of day and a zone from the beginning of a text.
struct CalendarReader {
    let text: UnsafeBufferPointer<UInt8>
    var index: Int
    let end: Int

    @inline(__always)
    init(_ text: UnsafeBufferPointer<UInt8>) {
        let space = UInt8(ascii: " ")
        var (start, end) = (0, text.count)
        while start < end && text[start] == space { start += 1 }
        while end > start && text[end - 1] == space { end -= 1 }
        if start < end && (Self.mayBeSpace(text[start]) || Self.mayBeSpace(text[end - 1])) {
            let trimmed = text.trimmedRange
            (start, end) = (trimmed.lowerBound, trimmed.upperBound)
        }
        (self.text, index, self.end) = (text, start, end)
    }

    /// Returns true for a tab, and for bytes of spaces beyond ASCII.
    @inline(__always)
    private static func mayBeSpace(_ byte: UInt8) -> Bool { byte >= 0x80 || byte == 0x09 }

    var isAtEnd: Bool { index >= end }

    var peek: UInt8? { index < end ? text[index] : nil }

    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < end, text[index] == byte else { return false }
        index += 1
        return true
    }

    /// Skips spaces at the current index; false where there are none.
    mutating func skipSpaces() -> Bool {
        let start = index
        while index < end, case let length = text.spaceLength(at: index), length > 0 { index += length }
        return index > start
    }

    /// A number of up to `limit` digits, and how many it has.
    @inline(__always)
    mutating func number(upTo limit: Int) -> (value: Int, digits: Int)? {
        var (value, digits) = (0, 0)
        while index < end, digits < limit, text[index] &- 0x30 < 10 {
            value = value * 10 + Int(text[index] & 15)
            digits += 1
            index += 1
        }
        return digits > 0 ? (value, digits) : nil
    }

    // MARK: - Dates

    @inline(__always)
    mutating func date() -> CalendarDate? {
        let start = index
        guard let first = number(upTo: 4), index < end else { return distantDate() ?? namedDate(from: start) }
        let separator = text[index]
        let isPointed = separator == UInt8(ascii: ".")
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || isPointed, skip(separator) else {
            return namedDate(from: start)
        }
        if isPointed { _ = skipSpaces() }
        guard let second = number(upTo: 2), skip(separator) else { return namedDate(from: start) }
        if isPointed { _ = skipSpaces() }
        guard let third = number(upTo: 4) else { return nil }
        if first.digits == 4 {
            guard third.digits <= 2 else { return nil }
            // Hungarian and Korean dates end with a point.
            if isPointed { _ = skip(separator) }
            return CalendarDate(year: first.value, month: second.value, day: third.value)
        }
        guard first.digits <= 2 else { return nil }
        return CalendarDate(
            first.value, second.value, third.value, digits: (first.digits, third.digits), separator: separator)
    }

    /// A date of a year with a sign (ISO 8601, expanded representation), where such begins here: `-0044-03-15`,
    /// `+12345-01-01`. Before the common era the year has four digits or more; after it five, since four need no sign.
    @inline(never)
    private mutating func distantDate() -> CalendarDate? {
        let start = index
        let isNegative = skip(UInt8(ascii: "-"))
        guard isNegative || skip(UInt8(ascii: "+")), let year = number(upTo: 9), year.digits >= (isNegative ? 4 : 5),
            skip(UInt8(ascii: "-")), let month = number(upTo: 2), month.digits == 2, skip(UInt8(ascii: "-")),
            let day = number(upTo: 2), day.digits == 2
        else {
            index = start
            return nil
        }
        return CalendarDate(year: isNegative ? -year.value : year.value, month: month.value, day: day.value)
    }

    /// Skips a date and, where they follow, a time and a zone, to the end of the text.
    mutating func dateTime() -> (CalendarDate, CalendarText.Time?, zone: Int)? {
        let start = index
        if let date = date() {
            if isAtEnd { return (date, nil, 0) }
            if skipDivider(), let time = time(), let zone = zone(), isAtEnd { return (date, time, zone) }
        }
        index = start
        return clockInDate()
    }

    /// Skips the divider between a date and a time: T, a comma, spaces, or after a year a colon, as in logs.
    private mutating func skipDivider() -> Bool {
        if skip(UInt8(ascii: "T")) { return true }
        let hasComma = skip(UInt8(ascii: ","))
        if skipSpaces() || hasComma { return true }
        let isBehindYear = index >= 4 && text[index - 4..<index].allSatisfy { $0 &- 0x30 < 10 }
        return isBehindYear && skip(UInt8(ascii: ":"))
    }

    // MARK: - Times

    @inline(__always)
    mutating func time() -> CalendarText.Time? {
        guard let hour = number(upTo: 2), hour.value < 24 else { return nil }
        var time = CalendarText.Time(seconds: hour.value * 3600, fractionBits: 0)
        let hasMinutes = skip(UInt8(ascii: ":"))
        if hasMinutes {
            guard let minute = number(upTo: 2), minute.digits == 2, minute.value < 60 else { return nil }
            time.seconds += minute.value * 60
            if skip(UInt8(ascii: ":")) && !readSeconds(into: &time) { return nil }
        }
        if isAtEnd { return hasMinutes ? time : nil }
        guard let isAfternoon = meridiem() else { return hasMinutes ? time : nil }
        guard (1...12).contains(hour.value) else { return nil }
        time.seconds += (hour.value % 12 - hour.value + (isAfternoon ? 12 : 0)) * 3600
        return time
    }

    @inline(__always)
    private mutating func readSeconds(into time: inout CalendarText.Time) -> Bool {
        // 60 is a leap second.
        guard let second = number(upTo: 2), second.digits == 2, second.value < 61 else { return false }
        time.seconds += second.value
        guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return true }
        let start = index
        while index < end, text[index] &- 0x30 < 10 { index += 1 }
        guard index > start else { return false }
        var last = index
        while last > start, text[last - 1] == 0x30 { last -= 1 }
        var digits: UInt64 = 0
        for place in start..<start + 9 { digits = digits * 10 + (place < last ? UInt64(text[place] & 15) : 0) }
        let hasMore = last > start + 9
        time.fractionBits = digits << 1 | (hasMore ? 1 : 0)
        if hasMore { time.furtherDigits = UnsafeBufferPointer(rebasing: text[start + 9..<last]) }
        return true
    }
}
