import Glibc

/// Estimates the number of distinct keys in a few thousand bytes (HyperLogLog: Flajolet et al., 2007; the estimator is the
/// improved one of Ertl, 2017). The same keys in any order, and in any parts, give the same estimate.
struct DistinctEstimate: Sendable {
    private var registers: [UInt8]
    private let precision: Int

    /// Uses 2^precision bytes.
    init(precision: Int = 14) {
        self.precision = precision
        registers = [UInt8](repeating: 0, count: 1 << precision)
    }

    /// The relative error of an estimate: less than this for 95 of 100 tables.
    var error: Double { 2 * 1.04 / Double(registers.count).squareRoot() }

    @inline(__always)
    mutating func add(_ key: UInt64) {
        // The finalizer of MurmurHash3: every bit of short keys must affect the highest bits.
        var hash = (key ^ key &>> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash &>> 33) &* 0xC4CE_B9FE_1A85_EC53
        hash ^= hash &>> 33
        let index = Int(truncatingIfNeeded: hash &>> UInt64(64 &- precision))
        let rank = UInt8(
            truncatingIfNeeded: min((hash &<< UInt64(precision)).leadingZeroBitCount, 64 &- precision) &+ 1)
        registers.withUnsafeMutableBufferPointer { if $0[index] < rank { $0[index] = rank } }
    }

    mutating func add(_ other: DistinctEstimate) {
        for index in registers.indices { registers[index] = max(registers[index], other.registers[index]) }
    }

    var count: Int {
        let width = 64 - precision
        var counts = [Double](repeating: 0, count: width + 2)
        for register in registers { counts[Int(register)] += 1 }
        let size = Double(registers.count)
        var sum = size * Self.tau(1 - counts[width + 1] / size)
        for rank in stride(from: width, to: 0, by: -1) { sum = 0.5 * (sum + counts[rank]) }
        sum += size * Self.sigma(counts[0] / size)
        // 1 / (2 ln 2)
        return sum > 0 ? Int((size * size * 0.721_347_520_444_481_7 / sum).rounded()) : 0
    }

    private static func sigma(_ x: Double) -> Double {
        if x == 1 { return .infinity }
        var (power, factor, sum) = (x, 1.0, x)
        while true {
            power *= power
            let next = sum + power * factor
            factor *= 2
            if next == sum { return sum }
            sum = next
        }
    }

    private static func tau(_ x: Double) -> Double {
        if x == 0 || x == 1 { return 0 }
        var (power, factor, sum) = (x, 1.0, 1 - x)
        while true {
            power = power.squareRoot()
            factor *= 0.5
            let next = sum - (1 - power) * (1 - power) * factor
            if next == sum { return sum / 3 }
            sum = next
        }
    }
}
