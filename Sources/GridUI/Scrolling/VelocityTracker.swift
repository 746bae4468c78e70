import Geometry

/// The velocity of a finger or a pointer at its release.
///
/// Only the last tenth of a second counts, so that slowing down before the release prevents a flick. Times are seconds of any
/// one clock.
struct VelocityTracker: Sendable, Hashable {
    static let window = 0.1
    /// The rest before a release after which there is no flick, in seconds.
    static let rest = 0.06
    private static let limit = 128

    private struct Sample: Sendable, Hashable {
        var time: Double
        var delta: Point
    }

    private var samples: [Sample] = []

    /// Adds a movement by `delta` since the last call.
    mutating func add(_ delta: Point, at time: Double) {
        samples.removeAll { time - $0.time > Self.window || time < $0.time }
        if samples.count == Self.limit { samples.removeFirst() }
        samples.append(Sample(time: time, delta: delta))
    }

    /// In units of the movements per second; zero when there is too little data.
    func velocity(at time: Double) -> Point {
        let recent = samples.filter { time - $0.time <= Self.window }
        guard let first = recent.first, let last = recent.last, last.time > first.time, time - last.time <= Self.rest
        else { return .zero }
        // The first sample's movement happened before its time.
        var way = Point.zero
        for sample in recent.dropFirst() { way = way + sample.delta }
        let time = last.time - first.time
        return Point(x: way.x / time, y: way.y / time)
    }
}
