import Tabular

/// The exact sum of the squares of decimal numbers, of any number of digits, in any order.
///
/// Like `DecimalSum`, but with lanes of 192 bits, since the square of a short number takes up to 120 bits.
struct SquareSum: Sendable {
    /// A sum of squares of whole numbers, each less than 2^120.
    struct Lane: Sendable, Hashable {
        private(set) var low: UInt128 = 0
        /// The multiples of 2^128 to add.
        private(set) var high: UInt64 = 0

        @inline(__always)
        mutating func add(squareOf digits: Int64) {
            // At most 18 digits.
            let square = UInt128(truncatingIfNeeded: Int128(digits) &* Int128(digits))
            let (sum, isMore) = low.addingReportingOverflow(square)
            low = sum
            high &+= isMore ? 1 : 0
        }

        mutating func add(squareOf digits: Int64, weight: Int) {
            let square = UInt128(truncatingIfNeeded: Int128(digits) &* Int128(digits))
            let lower = UInt128(UInt64(truncatingIfNeeded: square)) * UInt128(weight)
            let upper = (square >> 64) * UInt128(weight)
            let (low, isMore) = lower.addingReportingOverflow(upper << 64)
            add(Lane(low: low, high: UInt64(truncatingIfNeeded: upper >> 64) &+ (isMore ? 1 : 0)))
        }

        mutating func add(_ other: Lane) {
            let (sum, isMore) = low.addingReportingOverflow(other.low)
            low = sum
            high &+= other.high &+ (isMore ? 1 : 0)
        }

        fileprivate var natural: DecimalNatural {
            let base = UInt128(ExactDecimal.base)
            var words = [high, UInt64(truncatingIfNeeded: low >> 64), UInt64(truncatingIfNeeded: low)]
            var limbs: [Int64] = []
            while words.contains(where: { $0 != 0 }) {
                var rest: UInt128 = 0
                for index in words.indices {
                    let part = rest << 64 | UInt128(words[index])
                    words[index] = UInt64(truncatingIfNeeded: part / base)
                    rest = part % base
                }
                limbs.append(Int64(rest))
            }
            return DecimalNatural(limbs)
        }
    }

    /// The sums of squares of short numbers, by the scale of the numbers.
    private var lanes: [Lane] = []
    private var wide = WideSum()

    @inline(__always)
    mutating func add(_ number: ShortDecimal, weight: Int = 1) {
        if number.scale >= lanes.count { growLanes(number.scale) }
        lanes[number.scale].add(squareOf: number.digits, weight: weight)
    }

    /// Adds the sum of the squares of some numbers of one scale.
    mutating func add(_ lane: Lane, scale: Int) {
        if scale >= lanes.count { growLanes(scale) }
        lanes[scale].add(lane)
    }

    /// Adds the square of a number in the range of `DecimalSum`, `weight` times.
    ///
    /// - Complexity: O(digits²).
    mutating func add(_ number: DecimalText, weight: Int) {
        // Zeros at the end are whole limbs of 0.
        var last = number.count - 1
        while last > number.firstNonzero && number[last] == 0 { last -= 1 }
        guard number.firstNonzero <= last else { return }
        var limbs: [Int64] = []
        var end = last
        while end >= number.firstNonzero {
            var limb: Int64 = 0
            for index in max(number.firstNonzero, end - ExactDecimal.limbDigits + 1)...end {
                limb = limb * 10 + Int64(number[index])
            }
            limbs.append(limb)
            end -= ExactDecimal.limbDigits
        }
        wide.add(DecimalNatural(limbs).squared.multiplied(by: weight).limbs, scale: 2 * (last + 1 - number.point))
    }

    mutating func add(_ other: SquareSum) {
        if other.lanes.count > lanes.count { growLanes(other.lanes.count - 1) }
        for (scale, lane) in other.lanes.enumerated() { lanes[scale].add(lane) }
        wide.add(other.wide)
    }

    @inline(never)
    private mutating func growLanes(_ scale: Int) {
        lanes.append(contentsOf: repeatElement(Lane(), count: scale + 1 - lanes.count))
    }

    /// The sum times ten to the power of `scale`; no number may have more than half as many digits after its point.
    func value(scale: Int) -> DecimalNatural {
        var all = wide
        for (scale, lane) in lanes.enumerated() where lane != Lane() { all.add(lane.natural.limbs, scale: 2 * scale) }
        return DecimalNatural(all.value(scale: scale).limbs)
    }
}
