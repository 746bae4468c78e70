import Tabular

/// Dates and times in the form of ISO 8601: 2024-01-31, 09:05:59.5, 2024-01-31T09:05:59Z. A space may separate date and time
/// too (RFC 3339 §5.6).
enum ISOText {
    enum Kind: UInt8, Sendable, Hashable {
        case date
        case time
        case dateTime
    }

    /// The kind of a text; nil where it is neither a date nor a time.
    @inline(__always)
    static func kind(of text: UnsafeBufferPointer<UInt8>) -> Kind? {
        // Few other strings have a digit at both of these positions.
        guard text.count >= 5, text.count <= 40, text[0] &- 0x30 < 10, text[1] &- 0x30 < 10 else { return nil }
        return slowKind(of: text)
    }

    private static func slowKind(of text: UnsafeBufferPointer<UInt8>) -> Kind? {
        if text[2] == UInt8(ascii: ":") { return isTime(text[...]) ? .time : nil }
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
        let (century, year, month, day) = (number(text, 0), number(text, 2), number(text, 5), number(text, 8))
        guard century >= 0, year >= 0, CalendarText.isDay(day, month, century * 100 + year) else { return nil }
        if text.count == 10 { return .date }
        guard text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " ") else { return nil }
        // Most have seconds and no zone, or UTC.
        if text.count == 19 || text.count == 20 && text[19] == UInt8(ascii: "Z") {
            return isClock(text, 11) ? .dateTime : nil
        }
        return isTime(withoutZone(text[11...])) ? .dateTime : nil
    }

    /// The number of two digits; below 0 for other bytes.
    @inline(__always)
    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        let (a, b) = (text[place] &- 0x30, text[place + 1] &- 0x30)
        return a < 10 && b < 10 ? Int(a) * 10 + Int(b) : -1
    }

    /// Hours, minutes and seconds, of which 60 is a leap second.
    @inline(__always)
    private static func isClock(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let (hour, minute, second) = (number(text, place), number(text, place + 3), number(text, place + 6))
        return text[place + 2] == UInt8(ascii: ":") && text[place + 5] == UInt8(ascii: ":") && hour >= 0 && hour < 24
            && minute >= 0 && minute < 60 && second >= 0 && second < 61
    }

    /// The text without a zone at its end, if there is one.
    private static func withoutZone(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        if text.last == UInt8(ascii: "Z") { return text.dropLast() }
        guard let sign = text.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else {
            return text
        }
        let zone = text[text.index(after: sign)...]
        let isZone = ["dd:dd", "dddd", "dd"].contains { $0.utf8CodeUnitCount == zone.count && hasForm($0, zone) }
        return isZone ? text[..<sign] : text
    }

    /// Hours and minutes, seconds with a fraction or none.
    private static func isTime(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let (base, start) = (text.base, text.startIndex)
        if text.count == 5, base[start + 2] == UInt8(ascii: ":") {
            let (hour, minute) = (number(base, start), number(base, start + 3))
            return hour >= 0 && hour < 24 && minute >= 0 && minute < 60
        }
        guard text.count >= 8, isClock(base, start) else { return false }
        let fraction = text.dropFirst(8)
        guard let mark = fraction.first else { return true }
        return (mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",")) && fraction.count > 1
            && fraction.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
    }

    /// Returns true where a text begins with digits and signs in the pattern `form`.
    private static func hasForm(_ form: StaticString, _ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard text.count >= form.utf8CodeUnitCount else { return false }
        return zip(UnsafeBufferPointer(start: form.utf8Start, count: form.utf8CodeUnitCount), text).allSatisfy {
            $0 == UInt8(ascii: "d") ? $1 &- 0x30 < 10 : $0 == $1
        }
    }
}
