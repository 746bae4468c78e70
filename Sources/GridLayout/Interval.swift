import Geometry

/// An interval on one axis, from `low` up to, not including, `high`.
struct Interval: Sendable, Hashable {
    var low: Double
    var high: Double
}

extension Rect {
    func interval(_ axis: Axis) -> Interval {
        axis == .horizontal ? Interval(low: minX, high: maxX) : Interval(low: minY, high: maxY)
    }
}
