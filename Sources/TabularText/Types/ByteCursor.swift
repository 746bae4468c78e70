/// A place in a short text of bytes, for classifying values. It reads forwards and copies cheaply.
struct ByteCursor {
    private(set) var rest: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) { rest = text }

    var count: Int { rest.count }
    var isAtEnd: Bool { rest.isEmpty }
    var peek: UInt8? { rest.first }

    mutating func trimSpaces() {
        let space = UInt8(ascii: " ")
        guard let last = rest.last, rest[0] == space || last == space else { return }
        let start = rest.firstIndex { $0 != space } ?? rest.count
        let end = rest.lastIndex { $0 != space }.map { $0 + 1 } ?? start
        rest = UnsafeBufferPointer(rebasing: rest[start..<end])
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        drop(1)
        return true
    }

    mutating func skip(anyOf a: UInt8, _ b: UInt8) -> Bool { skip(a) || skip(b) }

    /// Goes behind the digits that stand here; how many there were.
    mutating func skipDigits() -> Int {
        var count = 0
        while count < rest.count && rest[count] &- 0x30 < 10 { count += 1 }
        drop(count)
        return count
    }

    /// Goes behind a number of 1 to `digits` digits; its value.
    mutating func skipNumber(digits: ClosedRange<Int>) -> Int? {
        var probe = self
        let count = probe.skipDigits()
        guard digits.contains(count) else { return nil }
        let value = rest[..<count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        self = probe
        return value
    }

    /// Goes behind a date: year first (true), or day and month in either order and then the year (false).
    mutating func skipDate() -> Bool? {
        var probe = self
        let isYearFirst = probe.skipDigits() == 4
        guard let separator = probe.peek, separator == 0x2D || separator == 0x2F || separator == 0x2E,
            !isYearFirst || separator != 0x2E
        else { return nil }
        guard let first = skipNumber(digits: isYearFirst ? 4...4 : 1...2), skip(separator),
            let second = skipNumber(digits: 1...2), skip(separator),
            let third = isYearFirst
                ? skipNumber(digits: 1...2) : skipNumber(digits: 4...4) ?? skipNumber(digits: 2...2)
        else { return nil }
        let (low, high) = isYearFirst ? (second, third) : (min(first, second), max(first, second))
        return (1...12).contains(low) && (1...31).contains(high) ? isYearFirst : nil
    }

    /// Goes behind `h:mm`, `hh:mm:ss` or `hh:mm:ss.fff`.
    mutating func skipTime() -> Bool {
        guard let hour = skipNumber(digits: 1...2), hour < 24, skip(UInt8(ascii: ":")),
            let minute = skipNumber(digits: 2...2), minute < 60
        else { return false }
        guard skip(UInt8(ascii: ":")) else { return true }
        // 60 is a leap second.
        guard let second = skipNumber(digits: 2...2), second < 61 else { return false }
        return skip(anyOf: UInt8(ascii: "."), UInt8(ascii: ",")) ? skipDigits() > 0 : true
    }

    /// Goes behind a zone, if one stands here: `Z`, `+01`, `+0100`, `+01:00`.
    mutating func skipZone() -> Bool {
        if isAtEnd || skip(UInt8(ascii: "Z")) { return true }
        guard skip(anyOf: UInt8(ascii: "+"), UInt8(ascii: "-")) else { return false }
        if skipNumber(digits: 4...4) != nil { return true }
        guard skipNumber(digits: 2...2) != nil else { return false }
        return skip(UInt8(ascii: ":")) ? skipNumber(digits: 2...2) != nil : true
    }

    private mutating func drop(_ count: Int) { rest = UnsafeBufferPointer(rebasing: rest[count...]) }
}
