import Tabular

/// Numbers as keys: the class encodes the sign and the power of ten, 60 bits the first 18 digits, and 4 bits whether there are
/// more, which follow with two a byte:
///
///     0.0123    0.123 · 10^-1    class 0x78 + 52 - 1    123000000000000000 · 16
///     -0.0123                    class 0x78 - 51        the same, complemented
///     0         class 0x78, and nothing after it
///     -∞, ∞, NaN   the classes of the farthest powers, and a power beyond them: -∞ the same as ∞, complemented
extension KeyBuffer {
    private static let zeroClass = 0x78
    /// Powers of ten from -50 to 50 are in the class; others follow it.
    private static let nearPowers = 50

    private static let scales: [UInt64] = (0...18).map { count in (0..<count).reduce(1) { scale, _ in scale * 10 } }

    /// Appends the class and the key of a number in the column's form; returns false, without appending, if it is not a number.
    @inline(__always)
    func append(number value: UnsafeBufferPointer<UInt8>, _ form: ValueForm) -> Bool {
        if form.readsPlainNumbers, let (kind, digits) = Self.shortNumber(value) {
            append(kind)
            append(digits)
            return true
        }
        // There may be many words for "no value".
        if form.isNull(value) { return false }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueForm.room(for: value)) { room in
            guard let output = room.baseAddress, let text = form.plainNumber(of: value, in: output) else {
                return appendSpecial(value, form)
            }
            if let (kind, digits) = Self.shortNumber(text) {
                append(kind)
                append(digits)
                return true
            }
            return DecimalText(text).map { append($0) } ?? false
        }
    }

    /// Appends the class and the key of an infinity or NaN; returns false, without appending, for any other value.
    @inline(never)
    private func appendSpecial(_ value: UnsafeBufferPointer<UInt8>, _ form: ValueForm) -> Bool {
        guard let special = form.specialNumber(value) else { return false }
        let size = 2 * Self.nearPowers + 3
        append(UInt8(special.side < 0 ? Self.zeroClass - size : Self.zeroClass + size))
        let start = count
        append(UInt64.max)
        append(UInt8(special == .nan ? 1 : 0))
        if special.side < 0 { complement(from: start) }
        return true
    }

    /// Appends the class and the key of a code: its number, then its count of leading zeros, of which more sort first, as in
    /// texts. Returns false, without appending, where there are bytes other than digits.
    func append(code value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard CodeText.isCode(value), let number = DecimalText(value) else { return false }
        append(number)
        let isZero = number.firstNonzero == number.count
        append(UInt8(isZero ? min(number.count, 255) : 255 - min(number.firstNonzero, 255)))
        return true
    }

    /// The key of a common number, its class and the bytes after it; nil for a number that needs the slow path: leading zeros,
    /// more than 18 digits, points without a digit before them, and so on.
    @inline(__always)
    static func shortNumber(_ text: UnsafeBufferPointer<UInt8>) -> (kind: UInt8, digits: UInt64)? {
        guard let base = text.baseAddress, text.count > 0, text.count <= 20 else { return nil }
        var index = 0
        let isNegative = base[0] == UInt8(ascii: "-")
        if isNegative || base[0] == UInt8(ascii: "+") { index = 1 }
        let first = index
        var digits: UInt64 = 0
        while index < text.count {
            let digit = base[index] &- 0x30
            if digit > 9 { break }
            digits = digits &* 10 &+ UInt64(digit)
            index &+= 1
        }
        let whole = index &- first
        guard whole > 0, base[first] != 0x30 else { return nil }
        if index < text.count {
            guard base[index] == UInt8(ascii: ".") else { return nil }
            index &+= 1
            while index < text.count {
                let digit = base[index] &- 0x30
                if digit > 9 { return nil }
                digits = digits &* 10 &+ UInt64(digit)
                index &+= 1
            }
        }
        let count = index &- first &- (index > first &+ whole ? 1 : 0)
        guard count <= 18 else { return nil }
        let scaled = scales.withUnsafeBufferPointer { digits &* $0[18 &- count] } &<< 4
        let power = whole &+ nearPowers &+ 2
        let kind = UInt8(truncatingIfNeeded: isNegative ? zeroClass &- power : zeroClass &+ power)
        return (kind, isNegative ? ~scaled : scaled)
    }

    /// Appends the class and the key of a number of any length; returns true.
    @inline(never)
    @discardableResult
    private func append(_ number: DecimalText) -> Bool {
        let first = number.firstNonzero
        guard first < number.count else {
            append(UInt8(Self.zeroClass))
            return true
        }
        var end = number.count
        while number[end - 1] == 0 { end -= 1 }
        let power = number.point - first
        let near = max(-Self.nearPowers - 1, min(Self.nearPowers + 1, power))
        let start = count + 1
        let size = near + Self.nearPowers + 2
        append(UInt8(number.isNegative ? Self.zeroClass - size : Self.zeroClass + size))
        if near != power || abs(near) > Self.nearPowers { append(UInt64(power + 1 << 62)) }
        var digits: UInt64 = 0
        for index in first..<first + 18 { digits = digits * 10 + UInt64(number[index]) }
        let hasMore = end > first + 18
        append(digits << 4 | (hasMore ? 1 : 0))
        if hasMore {
            for index in stride(from: first + 18, to: end, by: 2) {
                append(number[index] * 10 + number[index + 1] + 1)
                if isFull { break }
            }
            append(UInt8(0))
        }
        if number.isNegative { complement(from: start) }
        return true
    }

    /// Appends the digits after those that the number encodes, as in `CalendarText`; none for nil.
    func append(furtherDigits digits: UnsafeBufferPointer<UInt8>?) {
        guard let digits else { return }
        for index in stride(from: 0, to: digits.count, by: 2) {
            let next = index + 1 < digits.count ? digits[index + 1] & 15 : 0
            append((digits[index] & 15) * 10 + next + 1)
            if isFull { break }
        }
        append(UInt8(0))
    }
}
