/// A decimal number of any length, exactly: `digits / 10^scale`.
///
/// The scale stays, so that 1.50 + 1.50 is 3.00.
public struct ExactDecimal: Sendable, Hashable, CustomStringConvertible {
    /// Each limb is nine digits.
    static let base: Int64 = 1_000_000_000
    static let limbDigits = 9

    let isNegative: Bool
    /// The limbs, lowest first, each less than `base`; the last is not 0. Empty for 0.
    let limbs: [Int64]
    /// The number of digits after the point, from 0.
    let scale: Int

    /// Drops zeros at the end of `limbs`.
    init(isNegative: Bool, limbs: [Int64], scale: Int) {
        let count = (limbs.lastIndex { $0 != 0 } ?? -1) + 1
        self.limbs = Array(limbs[..<count])
        self.isNegative = isNegative && count > 0
        self.scale = scale
    }

    public var isZero: Bool { limbs.isEmpty }

    /// All digits, with a point where there is a fraction.
    public var description: String {
        var digits: [UInt8] = []
        for limb in limbs {
            var rest = limb
            for _ in 0..<Self.limbDigits {
                digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
        }
        let count = max((digits.lastIndex { $0 != UInt8(ascii: "0") } ?? -1) + 1, scale + 1)
        while digits.count < count { digits.append(UInt8(ascii: "0")) }
        digits.removeSubrange(count...)
        if scale > 0 { digits.insert(UInt8(ascii: "."), at: scale) }
        if isNegative { digits.append(UInt8(ascii: "-")) }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// The nearest binary fraction, for drawing.
    public var double: Double { Double(description) ?? 0 }

    /// Returns the number divided by `count`, with `digits` digits after the point, the last one rounded half to even; and
    /// whether it was rounded.
    func divided(by count: Int, digits: Int) -> (quotient: ExactDecimal, isRounded: Bool) {
        precondition(count > 0 && digits >= scale, "division by \(count) to \(digits) digits")
        var limbs = limbs
        for _ in 0..<(digits - scale) / Self.limbDigits { limbs.insert(0, at: 0) }
        var factor: Int64 = 1
        for _ in 0..<(digits - scale) % Self.limbDigits { factor *= 10 }
        var carry: Int64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            (carry, limbs[index]) = product.quotientAndRemainder(dividingBy: Self.base)
        }
        limbs.append(carry)
        let divisor = Int128(count)
        var rest: Int128 = 0
        for index in limbs.indices.reversed() {
            let (quotient, left) = (rest * Int128(Self.base) + Int128(limbs[index])).quotientAndRemainder(
                dividingBy: divisor)
            // Less than the base, since the remainder is less than the divisor.
            limbs[index] = Int64(truncatingIfNeeded: quotient)
            rest = left
        }
        if rest * 2 > divisor || rest * 2 == divisor && limbs[0] % 2 == 1 {
            var index = 0
            while index < limbs.count && limbs[index] == Self.base - 1 {
                limbs[index] = 0
                index += 1
            }
            if index < limbs.count { limbs[index] += 1 } else { limbs.append(1) }
        }
        return (ExactDecimal(isNegative: isNegative, limbs: limbs, scale: digits), rest != 0)
    }
}

/// The mean of some numbers: their exact sum, divided by their number.
public struct DecimalMean: Sendable, Hashable, CustomStringConvertible {
    /// The number of digits after the point in addition to those of the sum.
    static let furtherDigits = 6

    public let value: ExactDecimal
    /// A Boolean value that indicates whether the mean has more digits than `value`, whose last digit is then rounded to
    /// nearest.
    public let isRounded: Bool

    init(_ sum: ExactDecimal, count: Int) {
        (value, isRounded) = sum.divided(by: count, digits: sum.scale + Self.furtherDigits)
    }

    /// The digits, without zeros at the end of the fraction.
    public var description: String {
        let text = value.description
        let digits = text.reversed().drop { $0 == "0" }
        let end = digits.first == "." ? digits.dropFirst() : digits
        return String(end.reversed())
    }
}
