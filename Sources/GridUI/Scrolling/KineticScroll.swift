import Geometry
import Glibc

/// Motion that goes on by itself and slows down: what is left of a flick.
///
/// The speed falls by the factor e in each 1/`friction` of a second, on both axes alike, so that a throw stays on its line.
/// Where it is follows from the time alone: any frames, even missed ones, lead to the same place.
struct KineticScroll: Sendable, Hashable {
    /// As fast as GTK 3 slows its own windows down (gtkkineticscrolling.c), in 1/s: a throw goes v/4 far.
    static let friction = 4.0
    /// Logical pixels a second: slower it creeps from pixel to pixel, which the eye takes for trembling.
    static let slowest = 12.0
    /// Slower than this a hand meant to stop.
    static let slowestThrow = 60.0
    static let fastest = 40_000.0

    /// At the start, in logical pixels a second.
    let velocity: Point
    private let start: Double
    private let duration: Double
    private var done = Point.zero
    private(set) var isOver = false

    /// Nil where that is too slow to go on. `start` is a time of the frame clock, in seconds.
    init?(velocity: Point, start: Double) {
        let speed = length(velocity)
        guard speed >= Self.slowestThrow, speed.isFinite else { return nil }
        let share = min(1, Self.fastest / speed)
        self.velocity = Point(x: velocity.x * share, y: velocity.y * share)
        self.start = start
        duration = log(speed * share / Self.slowest) / Self.friction
    }

    /// Returns the movement since the last call.
    mutating func advance(to time: Double) -> Point {
        let elapsed = min(max(time - start, 0), duration)
        isOver = elapsed >= duration
        let share = (1 - exp(-Self.friction * elapsed)) / Self.friction
        let way = Point(x: velocity.x * share, y: velocity.y * share)
        defer { done = way }
        return way - done
    }

    /// In logical pixels a second.
    func velocity(at time: Double) -> Point {
        let share = exp(-Self.friction * min(max(time - start, 0), duration))
        return Point(x: velocity.x * share, y: velocity.y * share)
    }
}
