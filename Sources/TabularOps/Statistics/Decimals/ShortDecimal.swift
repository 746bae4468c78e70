/// A number of at most 18 digits without an exponent, which is the usual case: `digits / 10^scale`.
struct ShortDecimal: Sendable, Hashable {
    static let longest = 18

    let digits: Int64
    let scale: Int

    static let powers: [Int64] = (0...18).map { count in (0..<count).reduce(1) { power, _ in power * 10 } }

    /// Parses a whole text; nil when it is not such a number, or has spaces around it.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        // Room for a sign and a point.
        guard let base = text.baseAddress, text.count <= Self.longest + 2 else { return nil }
        var index = 0
        let isNegative = base[0] == UInt8(ascii: "-")
        if isNegative || base[0] == UInt8(ascii: "+") { index = 1 }
        var digits: Int64 = 0
        var count = 0
        var point = -1
        while index < text.count {
            let byte = base[index]
            let digit = byte &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ Int64(digit)
                count &+= 1
            } else if byte == UInt8(ascii: ".") && point < 0 {
                point = count
            } else {
                return nil
            }
            index &+= 1
        }
        guard count > 0, count <= Self.longest else { return nil }
        self.digits = isNegative ? -digits : digits
        scale = point < 0 ? 0 : count &- point
    }

    @inline(__always)
    static func < (a: Self, b: Self) -> Bool {
        if a.scale == b.scale { return a.digits < b.digits }
        // At most 36 digits.
        let (left, right) = (Int128(a.digits), Int128(b.digits))
        return a.scale < b.scale
            ? left * Int128(powers[b.scale - a.scale]) < right : left < right * Int128(powers[a.scale - b.scale])
    }

    /// True where `double` is the nearest binary fraction, and that of no other number of so few digits: both operands are
    /// exact, so the division rounds once, and 15 digits survive it (Goldberg, 1991).
    @inline(__always)
    var isExactAsDouble: Bool { digits.magnitude < 1_000_000_000_000_000 }

    /// The nearest binary fraction, or an adjacent one.
    @inline(__always)
    var double: Double { scale == 0 ? Double(digits) : Double(digits) / Double(Self.powers[scale]) }
}
