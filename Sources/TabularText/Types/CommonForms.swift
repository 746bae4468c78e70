import CScan
import Tabular

/// The forms that most values of large tables have, classified by which of their bytes are digits, all at once:
///
///     12  -7  +3        nothing but digits, after a sign
///     1.5  -.5  5.  1,5 one point or comma
///     2024-01-31        4-2-2 digits
///     2024-01-31 09:05:59, also with a T and with a Z after it
///     true  no          no digit, and short
///
/// Other values take the slow path, `TypeSet(_:_:)`, which knows all forms. Both must return the same for a value.
extension TypeSet {
    /// The number of bytes that must be readable from the beginning of a value, whatever they are.
    static let readableBytes = 32

    /// The readings of a value that is not empty, of which `readable` bytes can be read from its beginning: those after the
    /// value may be anything.
    @inline(__always)
    init(_ value: UnsafeBufferPointer<UInt8>, readable: Int, _ nullWords: NullWords = .standard) {
        if let base = value.baseAddress, readable >= Self.readableBytes, value.count <= 20, nullWords.isStandard {
            self = Self.common(base, value.count) ?? TypeSet(value, nullWords)
        } else {
            self = TypeSet(value, nullWords)
        }
    }

    /// The readings of the `count` bytes at `base`, 1 to 20, with readable bytes up to 32; nil when they have none of these
    /// forms.
    @inline(__always)
    private static func common(_ base: UnsafePointer<UInt8>, _ count: Int) -> TypeSet? {
        let all: UInt32 = 1 &<< UInt32(truncatingIfNeeded: count) &- 1
        let others = ~cscan_digits16(base) & all
        if count > 16 { return count >= 19 && isDateTime(base, count, others & 0xFFFF) ? .clearDateTime : nil }
        // Signs come and go in a column, which a branch could not predict.
        let sign: UInt32 = (base[0] == UInt8(ascii: "-") ? 1 : 0) | (base[0] == UInt8(ascii: "+") ? 1 : 0)
        let inner = others & ~sign
        if inner == 0 {
            if sign == 0 { return base[0] == 0x30 && count > 1 ? .code : .wholeNumber }
            return count > 1 ? .signedInteger : nil
        }
        let point = inner.trailingZeroBitCount
        if inner >> UInt32(truncatingIfNeeded: point) == 1 {
            let isPoint = base[point] == UInt8(ascii: ".")
            if isPoint || base[point] == UInt8(ascii: ",") {
                let (whole, fraction) = (point &- Int(sign), count &- point &- 1)
                guard whole + fraction > 0, isPoint || fraction > 0 else { return nil }
                if fraction == 3 && whole > 0 && whole < 4 && base[Int(sign)] != 0x30 {
                    return isPoint ? .openPoint : .openComma
                }
                return isPoint ? .pointNumber : .commaNumber
            }
        }
        if others == 0b00_1001_0000 && count == 10 { return isDate(base) ? .clearDate : nil }
        // A value that begins with a letter and has no digit is text, a truth value, or a null word.
        let letter = base[0] | 0x20
        guard others == all, letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z"),
            base[count - 1] != UInt8(ascii: " "), base[count - 1] < 0x80, base[count - 1] != 0x09
        else { return nil }
        if count <= 5 && isBoolean(base, count) { return .boolean }
        return letter == UInt8(ascii: "n") ? nil : []
    }

    // The checks of values in a column that has types already: whether one is empty or has the common form of those. The first
    // `readableBytes` at `base` can be read. Signs, points and empty values come and go in a column, which a branch could not
    // predict.

    /// The form of values that add nothing to a column with some readings.
    enum PlainForm {
        /// Digits, and no 0 before others.
        case wholeNumber
        case code
        case integer
        case pointNumber
        case commaNumber
        case date
        case boolean
    }

    /// Nil where every value has to be classified.
    var plainForm: PlainForm? {
        if contains(.percent) || contains(.marked) { return nil }
        if contains(.digits) { return contains(.noLeadingZero) ? .wholeNumber : .code }
        if contains(.integer) { return .integer }
        if contains(.decimal) { return contains(.commaDecimal) ? nil : .pointNumber }
        if contains(.commaDecimal) { return .commaNumber }
        if contains(.date) { return .date }
        return contains(.boolean) ? .boolean : nil
    }

    /// Returns true for a number with groups that adds nothing to a column of numbers with one mark.
    @inline(__always)
    func saysNothingNew(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        if contains(.percent) { return false }
        let (hasPoint, hasComma) = (contains(.decimal), contains(.commaDecimal))
        if hasPoint == hasComma || contains(.digits) { return false }
        let isWhole = contains(.integer) || contains(.commaInteger)
        return SimpleNumber.isNumber(value, hasPoint ? .point : .comma, whole: isWhole)
    }

    /// Returns true where there are no bytes, or `count` digits; several may not begin with 0 unless that is allowed.
    @inline(__always)
    static func isPlainDigits(_ base: UnsafePointer<UInt8>, _ count: Int, allowingZero: Bool) -> Bool {
        let all: UInt32 = 1 &<< UInt32(truncatingIfNeeded: min(count, 31)) &- 1
        let others = ~cscan_digits16(base) & all
        let isZero = !allowingZero && base[0] == 0x30 && count > 1
        return others == 0 && count <= 16 && !isZero
    }

    /// Returns true where there are no bytes, or digits after a sign.
    @inline(__always)
    static func isPlainInteger(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let (inner, sign) = form(base, count)
        return inner == 0 && UInt(bitPattern: count &- 1) >= UInt(sign) && count <= 16
    }

    /// The same, also with one comma, which is not the last byte.
    @inline(__always)
    static func isPlainCommaNumber(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let (inner, sign) = form(base, count)
        let place = min(15, inner.trailingZeroBitCount)
        let isComma = base[place] == UInt8(ascii: ",") && place + 1 < count
        let hasComma = inner != 0
        let isOne = inner & (inner &- 1) == 0 && (isComma || !hasComma)
        return isOne && UInt(bitPattern: count &- 1) >= UInt(sign) &+ (hasComma ? 1 : 0) && count <= 16
    }

    /// The same, also with one point.
    @inline(__always)
    static func isPlainNumber(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let (inner, sign) = form(base, count)
        let isPoint = base[min(15, inner.trailingZeroBitCount)] == UInt8(ascii: ".")
        let hasPoint = inner != 0
        let isOne = inner & (inner &- 1) == 0 && (isPoint || !hasPoint)
        return isOne && UInt(bitPattern: count &- 1) >= UInt(sign) &+ (hasPoint ? 1 : 0) && count <= 16
    }

    /// The bytes, of up to 16, that are neither digits nor a sign at the beginning, and 1 where there is one.
    @inline(__always)
    private static func form(_ base: UnsafePointer<UInt8>, _ count: Int) -> (inner: UInt32, sign: UInt32) {
        let all: UInt32 = 1 &<< UInt32(truncatingIfNeeded: min(count, 31)) &- 1
        let others = ~cscan_digits16(base) & all
        let sign: UInt32 = others & ((base[0] == UInt8(ascii: "-") ? 1 : 0) | (base[0] == UInt8(ascii: "+") ? 1 : 0))
        return (others & ~sign, sign)
    }

    @inline(__always)
    static func isPlainDate(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count != 10 { return count == 0 }
        return ~cscan_digits16(base) & 0x3FF == 0b00_1001_0000 && isDate(base)
    }

    @inline(__always)
    static func isPlainBoolean(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        count == 0 || count <= 5 && isBoolean(base, count)
    }

    /// Returns true where the 1 to 5 bytes at `base`, of which 8 can be read, are a truth value.
    @inline(__always)
    private static func isBoolean(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let word = UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(as: UInt64.self))
        return isBoolean(word: word, count)
    }

    /// Returns true where the first `count` bytes of `word`, 1 to 5 from the lowest on, are a truth value: in lower case, in
    /// upper case, or with the first letter in upper case.
    @inline(__always)
    static func isBoolean(word: UInt64, _ count: Int) -> Bool {
        let bytes: UInt64 = 1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1
        let letters = 0x20_2020_2020 & bytes
        let lower = word & bytes | letters
        let small = word & letters
        // true, false, yes, no
        let isWord = lower == 0x6575_7274 || lower == 0x65_736C_6166 || lower == 0x73_6579 || lower == 0x6F6E
        return isWord && (small == letters || small == 0 || small == letters & ~0xFF)
    }

    /// Returns true where bytes of the form `dddd?dd?dd` are a date.
    @inline(__always)
    private static func isDate(_ base: UnsafePointer<UInt8>) -> Bool {
        let separator = base[4]
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"), base[7] == separator else {
            return false
        }
        let (month, day) = (number(base + 5), number(base + 8))
        return CalendarText.isDay(day, month, number(base) * 100 + number(base + 2))
    }

    /// Returns true where 19 or 20 bytes, with non-digits at `others` among the first 16, are a date and a time of day to the
    /// second.
    @inline(__always)
    private static func isDateTime(_ base: UnsafePointer<UInt8>, _ count: Int, _ others: UInt32) -> Bool {
        guard others == 0b0010_0100_1001_0000, isDate(base),
            base[10] == UInt8(ascii: " ") || base[10] == UInt8(ascii: "T"),
            base[13] == UInt8(ascii: ":"), base[16] == UInt8(ascii: ":"),
            base[17] &- 0x30 < 10, base[18] &- 0x30 < 10,
            count == 19 || base[19] == UInt8(ascii: "Z")
        else { return false }
        // 60 is a leap second.
        return number(base + 11) < 24 && number(base + 14) < 60 && number(base + 17) < 61
    }

    /// The number of two digits.
    @inline(__always)
    private static func number(_ base: UnsafePointer<UInt8>) -> Int { Int(base[0]) * 10 + Int(base[1]) - 0x30 * 11 }
}
