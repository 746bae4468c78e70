import Glibc

/// Measurements of one thing, in one unit.
public struct Samples: Sendable, Hashable {
    public private(set) var values: [Double] = []

    public init() {}

    public init(_ values: [Double]) { self.values = values }

    public mutating func add(_ value: Double) { values.append(value) }

    public var count: Int { values.count }

    /// The middle one, or the mean of the two in the middle; 0 when there is none. O(n log n).
    public var median: Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The smallest value that at least `percent` per cent of all do not exceed (nearest rank); 0 when there is none.
    /// Of fewer than a hundred values the 99th percentile is the largest. O(n log n).
    public func percentile(_ percent: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        let rank = Int((percent / 100 * Double(values.count)).rounded(.up))
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }

    /// The quotients of values that were measured side by side.
    public func divided(by other: Samples) -> Samples {
        Samples(zip(values, other.values).map { $0 / $1 })
    }

    /// Every value multiplied by `factor`: another unit.
    public func scaled(by factor: Double) -> Samples { Samples(values.map { $0 * factor }) }
}
