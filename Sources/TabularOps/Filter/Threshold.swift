import Tabular

/// A number that values are compared with, exactly.
struct Threshold: Sendable, Hashable {
    /// Digits of a value that fit into a word with room to spare.
    private static let shortDigits = 18
    private static let powers: [Int] = (0...shortDigits).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    private let text: [UInt8]
    /// The number times 10^`places`, where it has no more than 18 digits and no exponent.
    private let short: Int?
    private let places: Int

    /// Nil where the text is no number.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBufferPointer({ DecimalText($0) != nil }) else { return nil }
        self.text = bytes
        let short = bytes.withUnsafeBufferPointer { Self.read($0) }
        (self.short, places) = (short?.number, short?.places ?? 0)
    }

    /// Whether it is less than another, whatever both are written like.
    func isLess(than other: Threshold) -> Bool { text.withUnsafeBufferPointer { other.order(of: $0) ?? 0 } < 0 }

    /// Where a value stands to the number: before it (negative), at it (0), behind it; nil for what is no number.
    @inline(__always)
    func order(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        if let short, let read = Self.read(value) {
            if read.places == places { return read.number < short ? -1 : read.number == short ? 0 : 1 }
            let (more, of) = read.places < places ? (places - read.places, read.number) : (read.places - places, short)
            let (scaled, overflows) = of.multipliedReportingOverflow(by: Self.powers[more])
            if !overflows {
                let (left, right) = read.places < places ? (scaled, short) : (read.number, scaled)
                return left < right ? -1 : left == right ? 0 : 1
            }
        }
        return exactOrder(of: value)
    }

    @inline(never)
    private func exactOrder(of value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let number = DecimalText(value) else { return nil }
        return text.withUnsafeBufferPointer { DecimalText($0).map { number.compare(to: $0) } }
    }

    /// The number that stands in a text of digits with or without a sign and a point, times ten to the places behind that.
    @inline(__always)
    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> (number: Int, places: Int)? {
        guard text.count > 0, text.count <= shortDigits + 2 else { return nil }
        var index = 0
        let isNegative = text[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var number = 0
        var digits = 0
        var point = -1
        while index < text.count {
            let digit = text[index] &- 0x30
            if digit < 10 {
                number = number &* 10 &+ Int(digit)
                digits += 1
            } else if text[index] == UInt8(ascii: "."), point < 0 {
                point = digits
            } else {
                return nil
            }
            index += 1
        }
        guard digits > 0, digits <= shortDigits else { return nil }
        return (isNegative ? -number : number, point < 0 ? 0 : digits - point)
    }
}
