/// One line of a benchmark's result.
public struct Figure: Sendable {
    /// The clock that measured a figure.
    public enum Clock: String, Sendable {
        /// CPU time of the thread that did the work.
        case cpu
        case wall
        /// No time: bytes, ratios.
        case none = "-"
    }

    public var name: String
    public var unit: String
    public var clock: Clock
    public var samples: Samples
    /// Wall time beside CPU time, in the same unit.
    public var wall: Samples?
    public var limit: Limit?
    private var isLimitOfWall = false
    /// The work of one sample, such as elements or allocations: medians.
    public var work: [(name: String, count: Int)] = []

    public init(_ name: String, unit: String, clock: Clock, _ samples: Samples) {
        self.name = name
        self.unit = unit
        self.clock = clock
        self.samples = samples
    }

    /// The same figure with what its median is held against.
    ///
    /// With `ofWall` it is the median of the wall times beside the CPU times, where there are any.
    public func limited(to limit: Limit, ofWall: Bool = false) -> Figure {
        var figure = self
        figure.limit = limit
        figure.isLimitOfWall = ofWall
        return figure
    }

    /// The median in proportion to the limit, and whether that is within it.
    public var verdict: (ratio: Double, isOver: Bool)? {
        guard let limit else { return nil }
        let limited = isLimitOfWall ? wall ?? samples : samples
        let ratio = limited.median / limit.value
        return (ratio, limit.isFloor ? ratio < 1 : ratio > 1)
    }
}

/// The highest or lowest allowed median.
public struct Limit: Sendable {
    /// In the unit of the figure.
    public var value: Double
    /// A Boolean value that indicates whether the limit is the lowest allowed median instead of the highest.
    public var isFloor: Bool

    public static func atMost(_ value: Double) -> Limit { Limit(value: value, isFloor: false) }
    public static func atLeast(_ value: Double) -> Limit { Limit(value: value, isFloor: true) }
}
