import Glibc

/// How far numbers lie from their mean: in binary fractions, for a look at it.
struct Spread: Sendable {
    private(set) var count = 0.0
    /// A value near the others, from which they are measured, so that little is lost.
    private var origin = 0.0
    private var sum = 0.0
    private var squares = 0.0

    @inline(__always)
    mutating func add(_ value: Double, weight: Int) {
        if count == 0 { origin = value }
        let (distance, weight) = (value - origin, Double(weight))
        count += weight
        sum += distance * weight
        squares += distance * distance * weight
    }

    mutating func add(_ other: Spread) {
        guard other.count > 0 else { return }
        if count == 0 { origin = other.origin }
        // The other's numbers, measured from this one's origin.
        let shift = other.origin - origin
        squares += other.squares + 2 * shift * other.sum + shift * shift * other.count
        sum += other.sum + shift * other.count
        count += other.count
    }

    /// The standard deviation of a sample, to nine digits, which do not depend on the order of the numbers; nil for fewer
    /// than two numbers, and where it is no finite one.
    var deviation: Double? {
        guard count > 1 else { return nil }
        let rest = squares - sum * sum / count
        // Of huge numbers the squares are infinite, and what is left of those is no number: `max` would take 0 instead.
        guard rest.isFinite else { return nil }
        let variance = max(0, rest) / (count - 1)
        let deviation = variance.squareRoot()
        guard deviation > 0 else { return 0 }
        let factor = pow(10, 8 - log10(deviation).rounded(.down))
        return factor.isNormal ? (deviation * factor).rounded() / factor : deviation
    }
}
