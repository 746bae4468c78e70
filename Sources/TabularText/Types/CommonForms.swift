import CScan

/// The forms that most values of large tables have, told from which of their bytes are digits, all at once:
///
///     12  -7  +3        nothing but digits, behind a sign
///     1.5  -.5  5.      one point
///     2024-01-31        4-2-2 digits
///     2024-01-31 09:05:59, also with a T and with a Z behind it
///     true  no          no digit, and short
///
/// What is none of these goes the long way, `TypeSet(_:)`, which knows all forms. Both must say the same of a value.
extension TypeSet {
    /// The types of a value that is not empty, of which `readable` bytes can be read from its beginning: those behind
    /// the value may be anything.
    @inline(__always)
    init(_ value: UnsafeBufferPointer<UInt8>, readable: Int) {
        if let base = value.baseAddress, readable >= 32, value.count <= 20 {
            self = Self.common(base, value.count) ?? TypeSet(value)
        } else {
            self = TypeSet(value)
        }
    }

    /// The types of the `count` bytes at `base`, 1 to 20, behind which there are others up to 32; nil when they have no
    /// form of these.
    @inline(__always)
    private static func common(_ base: UnsafePointer<UInt8>, _ count: Int) -> TypeSet? {
        let all: UInt32 = 1 &<< UInt32(truncatingIfNeeded: count) &- 1
        var others = ~cscan_digits16(base) & all
        if count <= 16 {
            if others == 0 { return [.integer, .decimal] }
            if others == 0b00_1001_0000 && count == 10 { return isDate(base) ? .date : nil }
        } else if count >= 19 {
            return isDateTime(base, count, others & 0xFFFF) ? .dateTime : nil
        } else {
            return nil
        }
        // A sign in front, with anything behind it.
        if others & 1 != 0 && (base[0] == UInt8(ascii: "-") || base[0] == UInt8(ascii: "+")) {
            others &= others &- 1
            if others == 0 { return count > 1 ? [.integer, .decimal] : [] }
            return others & (others &- 1) == 0 && base[others.trailingZeroBitCount] == UInt8(ascii: ".") && count > 2
                ? .decimal : nil
        }
        if others & (others &- 1) == 0 && base[others.trailingZeroBitCount] == UInt8(ascii: ".") && count > 1 {
            return .decimal
        }
        // No number, date or time begins with a letter.
        let letter = base[0] | 0x20
        guard letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") && base[count - 1] != UInt8(ascii: " ") else {
            return nil
        }
        return count <= 5 && isBoolean(base, count) ? .boolean : []
    }

    /// Whether the 1 to 5 bytes at `base`, behind which there are others up to 8, are a truth value.
    @inline(__always)
    private static func isBoolean(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let word = UInt64(littleEndian: UnsafeRawPointer(base).loadUnaligned(as: UInt64.self))
        return isBoolean(word: word & (1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1))
    }

    /// Whether the letters of `word`, the first in its lowest byte, are a truth value.
    @inline(__always)
    static func isBoolean(word: UInt64) -> Bool {
        switch word {
        case 0x6575_7274, 0x6575_7254, 0x4555_5254: true  // true True TRUE
        case 0x65_736C_6166, 0x65_736C_6146, 0x45_534C_4146: true  // false False FALSE
        case 0x73_6579, 0x73_6559, 0x53_4559: true  // yes Yes YES
        case 0x6F6E, 0x6F4E, 0x4F4E: true  // no No NO
        default: false
        }
    }

    /// Whether bytes of the form `dddd?dd?dd` are a date.
    @inline(__always)
    private static func isDate(_ base: UnsafePointer<UInt8>) -> Bool {
        let separator = base[4]
        guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"), base[7] == separator else {
            return false
        }
        let (month, day) = (number(base + 5), number(base + 8))
        return month >= 1 && month <= 12 && day >= 1 && day <= 31
    }

    /// Whether 19 or 20 bytes, of whose first 16 `others` are no digits, are a date and a time of day to the second.
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
