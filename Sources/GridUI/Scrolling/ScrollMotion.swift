import Geometry

/// The motions of the view besides keys and scrollbars: a finger on a trackpad or a screen, a pointer that pans, and
/// the coasting after a flick.
///
/// A gesture lasts while its movements come from one device without a break; a movement from another device begins a
/// new one at the current offset, so nothing jumps. All lengths are logical pixels on the screen, towards the trailing
/// end and the bottom; times are seconds.
struct ScrollMotion: Sendable, Hashable {
    /// Movements that are further apart belong to two gestures: some drivers do not tell when a finger is lifted.
    static let pause = 0.25
    /// A flick that follows within this time of catching the last one adds to it, if it goes the same way.
    static let repetition = 0.5

    private struct Gesture: Sendable, Hashable {
        var device: Int
        var lock: AxisLock
        var tracker = VelocityTracker()
        var lastTime: Double
    }

    /// A flick that was stopped: how fast it went then, and when that was.
    private struct Catch: Sendable, Hashable {
        var velocity: Point
        var time: Double
    }

    private var gesture: Gesture?
    private(set) var coasting: KineticScroll?
    private var caught: Catch?
    var glow = OvershootGlow()
    /// The time of the last frame, on the frame clock.
    private var frame: Double?

    var isCoasting: Bool { coasting != nil }
    /// True while a frame has motion to perform.
    var isMoving: Bool { isCoasting || glow.isSeen }

    /// A device moved by `delta` at `time`: what the view is to move by. `locks` says whether a nearly straight way is made
    /// straight.
    mutating func move(_ delta: Point, at time: Double, device: Int, locks: Bool = true) -> Point {
        stop(at: time)
        var current = Gesture(device: device, lock: locks ? AxisLock() : .open, lastTime: time)
        if let gesture, gesture.device == device {
            if time - gesture.lastTime <= Self.pause {
                current = gesture
            } else if locks {
                current.lock = gesture.lock.resumed
            }
        }
        current.lastTime = time
        let passed = current.lock.pass(delta)
        current.tracker.add(passed, at: time)
        gesture = current
        return passed
    }

    /// The device let go at `time`; what it threw goes on from `frame`, a time of the frame clock.
    mutating func release(at time: Double, frame: Double) {
        guard let gesture else { return }
        self.gesture = nil
        var velocity = gesture.tracker.velocity(at: time)
        if let caught, time - caught.time <= Self.repetition, velocity.dot(caught.velocity) > 0 {
            velocity = velocity + caught.velocity
        }
        caught = nil
        coasting = KineticScroll(velocity: velocity, start: frame)
    }

    /// Ends what goes on by itself, at `time` of the devices' clock. False where nothing did.
    @discardableResult
    mutating func stop(at time: Double) -> Bool {
        guard let coasting else { return false }
        caught = Catch(velocity: frame.map(coasting.velocity(at:)) ?? coasting.velocity, time: time)
        self.coasting = nil
        return true
    }

    /// Ends everything that moves: what comes next begins anew and adds to nothing.
    mutating func cancel() {
        (gesture, coasting, caught) = (nil, nil, nil)
    }

    /// Returns the movement of the view in the frame at `time`.
    mutating func coast(to time: Double) -> Point {
        frame = time
        guard var coasting else { return .zero }
        let delta = coasting.advance(to: time)
        self.coasting = coasting.isOver ? nil : coasting
        return delta
    }

    /// Goes on along some axes alone: the others have come to their ends.
    mutating func keep(_ axes: Axes, at time: Double) {
        guard let old = coasting else { return }
        var velocity = old.velocity(at: time)
        if !axes.contains(.horizontal) { velocity.x = 0 }
        if !axes.contains(.vertical) { velocity.y = 0 }
        coasting = KineticScroll(velocity: velocity, start: time)
    }
}

extension Point {
    fileprivate func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}
