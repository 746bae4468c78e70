import Tabular

/// The exact sum of decimal numbers, of any number of digits, in any order: never through a binary fraction.
///
/// Numbers of up to 18 digits are added by scale, in 128 bits per scale, which 10^19 of them do not overflow. Longer ones, and
/// those with exponents, are added to limbs of nine digits each:
///
///     1.50 + 2.25 + 7        lanes     0: 7     2: 375
///     1e30 + 0.5             limbs     10^27: 1000    10^-9: 500000000
package struct DecimalSum: Sendable {
    /// Numbers with digits beyond 10^±4096 are not added.
    static let powerLimit = 4096

    /// The sums of short numbers, by their scale.
    private var lanes: [Int128] = []
    private var wide = WideSum()
    /// The number of values added.
    package private(set) var count = 0
    /// The number of values not added, since they exceed the range of the sum, which is then nil.
    package private(set) var beyondCount = 0

    package init() {}

    /// Adds a number `weight` times.
    @inline(__always)
    mutating func add(_ number: ShortDecimal, weight: Int = 1) {
        if number.scale >= lanes.count { growLanes(number.scale) }
        lanes[number.scale] += Int128(number.digits) * Int128(weight)
        count &+= weight
    }

    /// Adds `count` numbers of the same scale, given as their sum times ten to the power of the scale.
    mutating func add(_ sum: Int128, scale: Int, count more: Int) {
        if scale >= lanes.count { growLanes(scale) }
        lanes[scale] += sum
        count += more
    }

    /// Adds a number `weight` times. Returns false where it exceeds the range of the sum.
    @discardableResult
    mutating func add(_ number: DecimalText, weight: Int = 1) -> Bool {
        guard number.point <= Self.powerLimit, number.count - number.point <= Self.powerLimit else {
            beyondCount += weight
            return false
        }
        wide.add(number, weight: weight)
        count += weight
        return true
    }

    @inline(never)
    private mutating func growLanes(_ scale: Int) {
        lanes.append(contentsOf: repeatElement(0, count: scale + 1 - lanes.count))
    }

    package mutating func add(_ other: DecimalSum) {
        if other.lanes.count > lanes.count { growLanes(other.lanes.count - 1) }
        for (scale, lane) in other.lanes.enumerated() { lanes[scale] += lane }
        wide.add(other.wide)
        count += other.count
        beyondCount += other.beyondCount
    }

    /// The sum; nil without numbers, or where one of them could not be added.
    package var value: ExactDecimal? {
        guard count > 0, beyondCount == 0 else { return nil }
        var all = wide
        for (scale, lane) in lanes.enumerated() where lane != 0 { all.add(lane, scale: scale) }
        return all.value(scale: max(lanes.count - 1, all.scale))
    }

    package var mean: DecimalMean? { value.map { DecimalMean($0, count: count) } }
}
