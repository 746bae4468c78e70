/// A whole number, digit by digit, in the slowest and most obvious form.
struct SlowInteger: Comparable {
    /// The lowest first; no zeros at the end.
    private var digits: [Int] = []
    private var isNegative = false

    private init(_ digits: [Int], isNegative: Bool = false) {
        self.digits = digits
        while self.digits.last == 0 { self.digits.removeLast() }
        self.isNegative = isNegative && !self.digits.isEmpty
    }

    init(_ number: Int) {
        self.init(String(number.magnitude).reversed().compactMap(\.wholeNumberValue), isNegative: number < 0)
    }

    /// The decimal number that a text says, times ten to the power of `scale`, which leaves it no fraction.
    init(_ text: String, scale: Int) {
        let parts = text.lowercased().split(separator: "e")
        let halves = parts[0].filter { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = halves.count > 1 ? halves[1].count : 0
        let power = scale - fraction + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        precondition(power >= 0, "\(text) has a fraction")
        let digits = halves.joined().reversed().compactMap(\.wholeNumberValue)
        self.init([Int](repeating: 0, count: power) + digits, isNegative: text.hasPrefix("-"))
    }

    private static func isLess(_ a: [Int], _ b: [Int]) -> Bool {
        a.count != b.count ? a.count < b.count : a.reversed().lexicographicallyPrecedes(b.reversed())
    }

    static func < (a: Self, b: Self) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        return a.isNegative ? isLess(b.digits, a.digits) : isLess(a.digits, b.digits)
    }

    static func + (a: Self, b: Self) -> Self {
        if a.isNegative == b.isNegative {
            var (sum, carry) = ([Int](), 0)
            for index in 0..<max(a.digits.count, b.digits.count) {
                carry += (index < a.digits.count ? a.digits[index] : 0) + (index < b.digits.count ? b.digits[index] : 0)
                sum.append(carry % 10)
                carry /= 10
            }
            return Self(sum + [carry], isNegative: a.isNegative)
        }
        let (large, small) = isLess(a.digits, b.digits) ? (b, a) : (a, b)
        var (difference, borrow) = ([Int](), 0)
        for (index, digit) in large.digits.enumerated() {
            let rest = digit - (index < small.digits.count ? small.digits[index] : 0) - borrow
            borrow = rest < 0 ? 1 : 0
            difference.append(rest + 10 * borrow)
        }
        return Self(difference, isNegative: large.isNegative)
    }

    static func - (a: Self, b: Self) -> Self { a + Self(b.digits, isNegative: !b.isNegative) }

    static func * (a: Self, b: Self) -> Self {
        var product = [Int](repeating: 0, count: a.digits.count + b.digits.count)
        for (low, digit) in a.digits.enumerated() where digit != 0 {
            var carry = 0
            for (high, other) in b.digits.enumerated() {
                carry += product[low + high] + digit * other
                product[low + high] = carry % 10
                carry /= 10
            }
            product[low + b.digits.count] += carry
        }
        return Self(product, isNegative: a.isNegative != b.isNegative)
    }
}
