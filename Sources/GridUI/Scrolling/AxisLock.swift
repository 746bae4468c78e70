import Geometry
import Glibc

/// Keeps a gesture that goes nearly straight on its axis, and lets every other go where it goes.
///
/// It decides within the first `decisionLength` logical pixels of a gesture. What the other axis moved until then is held
/// back: passed on when the gesture turns out to be free, dropped when it is locked. A locked gesture that clearly turns
/// away is locked to the other axis, or free, from then on; a free one stays free, so that nothing flickers between.
struct AxisLock: Sendable, Hashable {
    enum State: Sendable, Hashable {
        case undecided
        case locked(Axis)
        case free
    }

    /// Logical pixels of way until it is decided.
    static let decisionLength = 10.0
    /// At most this much aside for each pixel along counts as straight: about 22°.
    static let straight = 0.4
    /// More than this much aside for each pixel along counts as turned: about 40°. Between the two nothing changes.
    static let turned = 0.84
    /// Over about this many logical pixels of way the direction is looked at once it is locked.
    static let memory = 30.0

    private(set) var state = State.undecided
    /// All of the way so far, and what of it was held back.
    private var way = Point.zero
    private var held = Point.zero
    /// The way of late: what lies further back fades.
    private var recent = Point.zero

    /// A gesture that never locks.
    static var open: AxisLock {
        var lock = AxisLock()
        lock.state = .free
        return lock
    }

    /// Of a gesture that goes on after a pause: it is decided anew, and has what was held back before on its way already, so
    /// that a finger as slow as that, which pauses at each pixel, loses nothing of a slanted way.
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

    /// The axis that a locked gesture is on after `delta`; nil when it became free.
    private mutating func follow(_ delta: Point, on axis: Axis) -> Axis? {
        let kept = exp(-length(delta) / Self.memory)
        recent = Point(x: recent.x * kept + delta.x, y: recent.y * kept + delta.y)
        let (along, aside) = (recent[axis].magnitude, recent[axis.other].magnitude)
        // A finger that rests trembles aside, too, but not far.
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
