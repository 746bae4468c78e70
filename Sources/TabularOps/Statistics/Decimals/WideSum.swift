import Tabular

/// A sum in limbs of nine digits, with carries only when necessary.
struct WideSum: Sendable {
    private static let digits = ExactDecimal.limbDigits
    private static let base = ExactDecimal.base
    /// The number of additions after which a limb may overflow.
    private static let additionLimit = 1 << 32

    /// The limbs, beginning with the one of the power `lowest` · 9.
    private var limbs: [Int64] = []
    private var lowest = 0
    private var additions = 0
    /// The maximum number of digits after the point of any added number.
    private(set) var scale = 0

    /// Adds `number` `weight` times.
    mutating func add(_ number: DecimalText, weight: Int) {
        scale = max(scale, number.count - number.point)
        if number.firstNonzero == number.count { return }
        // The digit at `index` has the power `point - 1 - index`.
        var carry: Int128 = 0
        var place = Self.floor(number.point - number.count)
        let last = Self.floor(number.point - 1 - number.firstNonzero)
        while place <= last || carry != 0 {
            var limb: Int64 = 0
            for power in stride(from: (place + 1) * Self.digits - 1, through: place * Self.digits, by: -1) {
                limb = limb * 10 + Int64(number[number.point - 1 - power])
            }
            let product = Int128(limb) * Int128(weight) + carry
            let (high, low) = product.quotientAndRemainder(dividingBy: Int128(Self.base))
            add(Int64(low), at: place, isNegative: number.isNegative)
            carry = high
            place += 1
        }
        countAddition()
    }

    /// Adds `digits / 10^scale`.
    mutating func add(_ digits: Int128, scale: Int) {
        var limbs: [Int64] = []
        var rest = digits.magnitude
        while rest != 0 {
            let (high, low) = rest.quotientAndRemainder(dividingBy: UInt128(Self.base))
            limbs.append(Int64(low))
            rest = high
        }
        add(limbs, scale: scale, isNegative: digits < 0)
    }

    /// Adds a number of limbs, the lowest first and each less than the base, divided by 10^`scale`.
    mutating func add(_ limbs: [Int64], scale: Int, isNegative: Bool = false) {
        self.scale = max(self.scale, scale)
        var place = Self.floor(-scale)
        // The zeros up to the end of a limb.
        var factor: Int64 = 1
        for _ in 0..<(-scale - place * Self.digits) { factor *= 10 }
        var carry: Int64 = 0
        for limb in limbs {
            let product = limb * factor + carry
            add(product % Self.base, at: place, isNegative: isNegative)
            carry = product / Self.base
            place += 1
        }
        if carry != 0 { add(carry, at: place, isNegative: isNegative) }
        countAddition()
    }

    mutating func add(_ other: WideSum) {
        var other = other
        other.carry()
        scale = max(scale, other.scale)
        for (index, limb) in other.limbs.enumerated() where limb != 0 {
            add(abs(limb), at: other.lowest + index, isNegative: limb < 0)
        }
        countAddition()
    }

    /// The sum with `scale` digits after the point, which must not be fewer than its own.
    func value(scale: Int) -> ExactDecimal {
        var sum = self
        // Creates all limbs from that of the last digit on.
        sum.add(0, at: Self.floor(-scale), isNegative: false)
        sum.add(0, at: 0, isNegative: false)
        sum.carry()
        let isNegative = sum.limbs.last { $0 != 0 } ?? 0 < 0
        if isNegative {
            for index in sum.limbs.indices { sum.limbs[index] = -sum.limbs[index] }
            sum.carry()
        }
        // After the last digit, the rest of its limb is zeros.
        var divisor: Int64 = 1
        for _ in 0..<(-scale - Self.floor(-scale) * Self.digits) { divisor *= 10 }
        let first = Self.floor(-scale) - sum.lowest
        let factor = Self.base / divisor
        var limbs = Array(sum.limbs[first...])
        for index in limbs.indices {
            let next = index + 1 < limbs.count ? limbs[index + 1] % divisor : 0
            limbs[index] = limbs[index] / divisor + next * factor
        }
        return ExactDecimal(isNegative: isNegative, limbs: limbs, scale: scale)
    }

    private mutating func add(_ limb: Int64, at place: Int, isNegative: Bool) {
        if limbs.isEmpty { lowest = place }
        while place < lowest {
            limbs.insert(0, at: 0)
            lowest -= 1
        }
        while place - lowest >= limbs.count { limbs.append(0) }
        limbs[place - lowest] += isNegative ? -limb : limb
    }

    private mutating func countAddition() {
        additions += 1
        if additions >= Self.additionLimit { carry() }
    }

    /// Reduces every limb below the base, and gives all of them one sign: that of the sum.
    private mutating func carry() {
        additions = 0
        var carry: Int64 = 0
        for index in limbs.indices {
            let sum = limbs[index] + carry
            let low = ((sum % Self.base) + Self.base) % Self.base
            carry = (sum - low) / Self.base
            limbs[index] = low
        }
        while carry > 0 {
            limbs.append(carry % Self.base)
            carry /= Self.base
        }
        // A negative carry is distributed over all limbs, so that their sign becomes negative.
        if carry < 0 {
            var borrow: Int64 = 0
            for index in limbs.indices {
                let low = limbs[index] + borrow
                limbs[index] = low == 0 ? 0 : low - Self.base
                borrow = low == 0 ? 0 : 1
            }
            var rest = carry + borrow
            while rest < 0 {
                limbs.append(rest % Self.base)
                rest /= Self.base
            }
        }
    }

    /// The index of the limb that contains a power of ten.
    private static func floor(_ power: Int) -> Int {
        power >= 0 ? power / digits : -((digits - 1 - power) / digits)
    }
}
