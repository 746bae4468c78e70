import Geometry
import Glibc

/// Keeps a nearly straight gesture on its axis, and passes any other one unchanged.
///
/// It decides within the first `decisionLength` logical pixels of a gesture. Until then it holds back movement on the other
/// axis, which it passes on when the gesture turns out to be free and drops when it is locked. A locked gesture that clearly
/// turns is locked to the other axis, or free, from then on; a free one stays free, so that the state does not flicker.
struct AxisLock: Sendable, Hashable {
    enum State: Sendable, Hashable {
        case undecided
        case locked(Axis)
        case free
    }

    /// The distance before the decision, in logical pixels.
    static let decisionLength = 10.0
    /// Straight: at most this much movement across per pixel along, about 22°.
    static let straight = 0.4
    /// Turned: more than this much movement across per pixel along, about 40°. Between the two nothing changes.
    static let turned = 0.84
    /// The approximate distance over which a locked gesture's direction is measured, in logical pixels.
    static let memory = 30.0

    private(set) var state = State.undecided
    /// The total movement so far, and the part of it that was held back.
    private var way = Point.zero
    private var held = Point.zero
    /// The recent movement, an exponentially decaying sum.
    private var recent = Point.zero

    /// A gesture that never locks.
    static var open: AxisLock {
        var lock = AxisLock()
        lock.state = .free
        return lock
    }

    /// The lock of a gesture that resumes after a pause: it decides again, starting from the movement held back before, so
    /// that a finger slow enough to pause at each pixel loses nothing of a slanted movement.
    var resumed: AxisLock {
        var lock = AxisLock()
        (lock.way, lock.held) = (held, held)
        return lock
    }

    /// Returns the part of a movement by `delta` to perform, in logical pixels.
    mutating func pass(_ delta: Point) -> Point {
        switch state {
        case .free: return delta
        case .undecided: return decide(delta)
        case .locked(let axis):
            let axis = follow(delta, on: axis)
            return axis.map { Self.along($0, delta) } ?? delta
        }
    }

    private mutating func decide(_ delta: Point) -> Point {
        way = way + delta
        let major: Axis = way.x.magnitude > way.y.magnitude ? .horizontal : .vertical
        let open = held + delta
        if length(way) < Self.decisionLength {
            held = open - Self.along(major, open)
            return Self.along(major, open)
        }
        recent = way
        held = .zero
        guard way[major.other].magnitude <= Self.straight * way[major].magnitude else {
            state = .free
            return open
        }
        state = .locked(major)
        return Self.along(major, open)
    }

    /// The axis to which a gesture stays locked after `delta`; nil when it became free.
    private mutating func follow(_ delta: Point, on axis: Axis) -> Axis? {
        let kept = exp(-length(delta) / Self.memory)
        recent = Point(x: recent.x * kept + delta.x, y: recent.y * kept + delta.y)
        let (along, aside) = (recent[axis].magnitude, recent[axis.other].magnitude)
        // A resting finger jitters across the axis, too, but not far.
        guard aside > Self.turned * along, aside > Self.decisionLength else { return axis }
        guard along <= Self.straight * aside else {
            state = .free
            return nil
        }
        state = .locked(axis.other)
        return axis.other
    }

    private static func along(_ axis: Axis, _ delta: Point) -> Point {
        var result = Point.zero
        result[axis] = delta[axis]
        return result
    }
}

extension Axis {
    var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// Returns the length of a vector.
func length(_ way: Point) -> Double { (way.x * way.x + way.y * way.y).squareRoot() }
