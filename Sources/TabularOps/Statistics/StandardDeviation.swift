import Glibc
import Tabular

/// The standard deviation of a sample of decimal numbers, to nine digits: computed exactly and rounded once, half up.
///
///     1, 2, 3                        1
///     1234567890123456780…9          3.02765035, though as binary fractions all ten are one number
///     1, 2, 1e400                    5.77350269e+399
public struct StandardDeviation: Sendable, Hashable, CustomStringConvertible {
    /// The number of significant digits.
    static let digitCount = 9

    /// The nine digits as a number, the first of which is not 0; or 0.
    private let digits: Int
    /// The power of ten of the last digit.
    private let exponent: Int

    /// Nil for fewer than two numbers, and where not all of them have an exact sum.
    init?(_ sum: DecimalSum, _ squares: SquareSum) {
        guard sum.count > 1, let total = sum.value else { return nil }
        // n · Σx² - (Σx)², in units of the last digit's square.
        let scale = total.scale
        let excess = squares.value(scale: 2 * scale).multiplied(by: sum.count)
            .minus(DecimalNatural(total.limbs).squared)
        guard !excess.isZero else {
            (digits, exponent) = (0, 0)
            return
        }
        // Scales the square to an even power of ten, so that the root has 16 digits.
        let divisors = [sum.count, sum.count - 1]
        let known = excess.digitCount - DecimalNatural([1]).multiplied(by: sum.count).digitCount * 2
        var shift = 33 - known
        if shift % 2 != 0 { shift -= 1 }
        let variance = divisors.reduce(excess.shifted(byDigits: shift)) { $0.divided(by: $1) }.value
        let root = Self.root(of: variance)
        // Dropped digits of the integer root decide the rounding; its fraction cannot change it.
        var (unit, dropped) = (1, 0)
        while root / unit >= Self.powerLimit {
            unit *= 10
            dropped += 1
        }
        let rounded = (root + unit / 2) / unit
        let isNext = rounded == Self.powerLimit
        digits = isNext ? rounded / 10 : rounded
        exponent = dropped + (isNext ? 1 : 0) - scale - shift / 2
    }

    private static let powerLimit = 1_000_000_000

    /// The integer square root of a number of up to 36 digits.
    private static func root(of number: UInt128) -> Int {
        var root = UInt128(Double(number).squareRoot())
        // The binary fraction may be off by a few units in either direction.
        while root * root > number { root -= 1 }
        while (root + 1) * (root + 1) <= number { root += 1 }
        return Int(root)
    }

    /// The nearest binary fraction; nil where it is out of range.
    public var double: Double? {
        if digits == 0 { return 0 }
        guard let double = Double("\(digits)e\(exponent)"), double.isNormal else { return nil }
        return double
    }

    /// The text with an exponent: "5.77350269e+399".
    public var description: String { text(digits: Self.digitCount) }

    /// The same with fewer digits, rounded half up.
    public func text(digits count: Int) -> String {
        if digits == 0 { return "0" }
        let unit = (count..<Self.digitCount).reduce(1) { power, _ in power * 10 }
        var rounded = (digits + unit / 2) / unit
        var power = exponent + Self.digitCount - 1
        if rounded * unit >= Self.powerLimit {
            rounded /= 10
            power += 1
        }
        var text = String(rounded)
        while text.count > 1 && text.last == "0" { text.removeLast() }
        if text.count > 1 { text.insert(".", at: text.index(after: text.startIndex)) }
        return text + (power < 0 ? "e-" : "e+") + String(power.magnitude)
    }
}
