/// A natural number of any length, in limbs of nine decimal digits, for exact variances.
struct DecimalNatural: Sendable, Hashable {
    private static let base = ExactDecimal.base
    private static let limbDigits = ExactDecimal.limbDigits

    /// The limbs, lowest first, each less than the base; the last is not 0. Empty for 0.
    let limbs: [Int64]

    /// Drops zeros at the end of `limbs`.
    init(_ limbs: [Int64]) {
        let count = (limbs.lastIndex { $0 != 0 } ?? -1) + 1
        self.limbs = count == limbs.count ? limbs : Array(limbs[..<count])
    }

    var isZero: Bool { limbs.isEmpty }

    var digitCount: Int {
        guard var top = limbs.last else { return 0 }
        var count = (limbs.count - 1) * Self.limbDigits
        while top > 0 {
            top /= 10
            count += 1
        }
        return count
    }

    /// The number, which must be less than 2^128.
    var value: UInt128 { limbs.reversed().reduce(0) { $0 * UInt128(Self.base) + UInt128($1) } }

    /// - Complexity: O(limbs²).
    var squared: DecimalNatural {
        guard !limbs.isEmpty else { return self }
        var product = [Int64](repeating: 0, count: 2 * limbs.count)
        for (low, limb) in limbs.enumerated() where limb != 0 {
            var carry: Int64 = 0
            for (high, other) in limbs.enumerated() {
                // Less than base² and so less than 2^60.
                let sum = product[low + high] + limb * other + carry
                (carry, product[low + high]) = sum.quotientAndRemainder(dividingBy: Self.base)
            }
            product[low + limbs.count] += carry
        }
        return DecimalNatural(product)
    }

    func multiplied(by factor: Int) -> DecimalNatural {
        var product: [Int64] = []
        product.reserveCapacity(limbs.count + 3)
        var carry: Int128 = 0
        for limb in limbs {
            let sum = Int128(limb) * Int128(factor) + carry
            product.append(Int64(sum % Int128(Self.base)))
            carry = sum / Int128(Self.base)
        }
        while carry > 0 {
            product.append(Int64(carry % Int128(Self.base)))
            carry /= Int128(Self.base)
        }
        return DecimalNatural(product)
    }

    /// Returns the difference from `other`, which must not be larger.
    func minus(_ other: DecimalNatural) -> DecimalNatural {
        var difference = limbs
        var borrow: Int64 = 0
        for index in difference.indices {
            let low = difference[index] - (index < other.limbs.count ? other.limbs[index] : 0) - borrow
            borrow = low < 0 ? 1 : 0
            difference[index] = low + borrow * Self.base
        }
        precondition(
            borrow == 0 && other.limbs.count <= limbs.count, "a number that is less is taken from a larger one")
        return DecimalNatural(difference)
    }

    /// The quotient, rounded down.
    func divided(by divisor: Int) -> DecimalNatural {
        var quotient = limbs
        var rest: Int128 = 0
        for index in quotient.indices.reversed() {
            let (digit, left) = (rest * Int128(Self.base) + Int128(quotient[index])).quotientAndRemainder(
                dividingBy: Int128(divisor))
            quotient[index] = Int64(truncatingIfNeeded: digit)
            rest = left
        }
        return DecimalNatural(quotient)
    }

    /// The number times ten to the power of `power`, rounded down where that is negative.
    func shifted(byDigits power: Int) -> DecimalNatural {
        let (whole, rest) = (power.magnitude / UInt(Self.limbDigits), Int(power.magnitude % UInt(Self.limbDigits)))
        let factor = Int((0..<rest).reduce(1) { power, _ in power * 10 })
        if power >= 0 {
            return DecimalNatural([Int64](repeating: 0, count: Int(whole)) + multiplied(by: factor).limbs)
        }
        guard whole < limbs.count else { return DecimalNatural([]) }
        return DecimalNatural(Array(limbs[Int(whole)...])).divided(by: factor)
    }
}
