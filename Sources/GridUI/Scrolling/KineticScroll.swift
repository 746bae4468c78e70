import Geometry
import Glibc

/// The decelerating motion after a flick.
///
/// The speed falls by the factor e in each 1/`friction` of a second, on both axes alike, so that a flick keeps its line. The
/// position is a function of time only: any frames, even missed ones, lead to the same end.
struct KineticScroll: Sendable, Hashable {
    /// The deceleration of GTK 3's own windows (gtkkineticscrolling.c), in 1/s: a flick travels v/4.
    static let friction = 4.0
    /// The final speed, in logical pixels per second: a slower one would visibly creep from pixel to pixel.
    static let slowest = 12.0
    /// The minimum initial speed; below it the user meant to stop.
    static let slowestThrow = 60.0
    static let fastest = 40_000.0

    /// The initial velocity, in logical pixels per second.
    let velocity: Point
    private let start: Double
    private let duration: Double
    private var done = Point.zero
    private(set) var isOver = false

    /// Fails if the velocity is too low to coast. `start` is a time of the frame clock, in seconds.
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

    /// The current velocity, in logical pixels per second.
    func velocity(at time: Double) -> Point {
        let share = exp(-Self.friction * min(max(time - start, 0), duration))
        return Point(x: velocity.x * share, y: velocity.y * share)
    }
}
