/// Numbers added up by hand, digit by digit, in the slowest and most obvious form.
struct SlowNumber {
    /// Powers of ten from -`places` on, the lowest first.
    static let places = 60
    private var digits = [Int](repeating: 0, count: 2 * places)
    private(set) var isNegative = false
    private(set) var scale = 0

    init() {}

    /// Takes what is known to be a number.
    init(_ text: String) {
        let text = text.lowercased().filter { $0 != " " }
        let parts = text.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let halves = parts[0].filter { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = halves.count > 1 ? halves[1].count : 0
        for (index, digit) in halves.joined().reversed().enumerated() {
            let power = index - fraction + exponent
            if digit != "0" { digits[power + Self.places] = digit.wholeNumberValue ?? 0 }
        }
        scale = max(0, fraction - exponent)
        isNegative = text.hasPrefix("-") && digits.contains { $0 != 0 }
    }

    static func < (a: Self, b: Self) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        let (low, high) = a.isNegative ? (b, a) : (a, b)
        return low.digits.reversed().lexicographicallyPrecedes(high.digits.reversed())
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = Self()
        sum.scale = max(a.scale, b.scale)
        if a.isNegative == b.isNegative {
            sum.isNegative = a.isNegative
            var carry = 0
            for index in a.digits.indices {
                let digit = a.digits[index] + b.digits[index] + carry
                (carry, sum.digits[index]) = (digit / 10, digit % 10)
            }
            return sum
        }
        let isLess = a.digits.reversed().lexicographicallyPrecedes(b.digits.reversed())
        let (large, small) = isLess ? (b, a) : (a, b)
        var borrow = 0
        for index in large.digits.indices {
            let digit = large.digits[index] - small.digits[index] - borrow
            (borrow, sum.digits[index]) = digit < 0 ? (1, digit + 10) : (0, digit)
        }
        sum.isNegative = large.isNegative && sum.digits.contains { $0 != 0 }
        return sum
    }

    /// Divided, and rounded half to even behind `places` digits; and whether it was rounded.
    func divided(by count: Int, places: Int) -> (Self, Bool) {
        var quotient = self
        var rest = 0
        var index = digits.count - 1
        while index >= Self.places - places {
            rest = rest * 10 + digits[index]
            (quotient.digits[index], rest) = (rest / count, rest % count)
            index -= 1
        }
        let isRounded = rest > 0
        let isUp = rest * 2 > count || rest * 2 == count && quotient.digits[index + 1] % 2 == 1
        for lower in 0...index { quotient.digits[lower] = 0 }
        quotient.scale = places
        var one = Self()
        one.digits[Self.places - places] = 1
        one.isNegative = isNegative
        if isUp { quotient = quotient + one }
        quotient.scale = places
        quotient.isNegative = isNegative && quotient.digits.contains { $0 != 0 }
        return (quotient, isRounded)
    }

    var text: String {
        var whole = Array(digits[Self.places...].reversed().drop { $0 == 0 })
        if whole.isEmpty { whole = [0] }
        let fraction = digits[(Self.places - scale)..<Self.places].reversed()
        return (isNegative ? "-" : "") + whole.map(String.init).joined() + (scale > 0 ? "." : "")
            + fraction.map(String.init).joined()
    }
}
