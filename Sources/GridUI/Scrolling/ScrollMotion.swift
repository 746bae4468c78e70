import Geometry

/// The motions of the view besides keys and scrollbars: a finger on a trackpad or a screen, a pointer that pans, and
/// the coasting after a flick.
///
/// A gesture lasts while its movements come from one device without a break; a movement from another device begins a
/// new one at the current offset, so nothing jumps. All lengths are logical pixels on the screen, towards the trailing
/// end and the bottom; times are seconds.
struct ScrollMotion: Sendable, Hashable {
    /// Movements with a longer pause between them are two gestures: some drivers do not report when a finger is lifted.
    static let pause = 0.25
    /// A flick that follows within this time of catching the last one adds to it, if it goes the same way.
    static let repetition = 0.5

    private struct Gesture: Sendable, Hashable {
        var device: Int
        var lock: AxisLock
        var tracker = VelocityTracker()
        var lastTime: Double
    }

    /// A flick that was stopped: its velocity at that time.
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

    /// Returns the movement of the view for a movement of a device by `delta` at `time`. `locks`: nearly straight gestures
    /// stay on their axis.
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

    /// Ends a gesture at `time`; a flick coasts from `frame`, a time of the frame clock.
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

    /// Stops coasting, at `time` of the devices' clock. Returns false where nothing coasts.
    @discardableResult
    mutating func stop(at time: Double) -> Bool {
        guard let coasting else { return false }
        caught = Catch(velocity: frame.map(coasting.velocity(at:)) ?? coasting.velocity, time: time)
        self.coasting = nil
        return true
    }

    /// Cancels all motion: the next gesture starts without any velocity from before.
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

    /// Continues coasting along `axes` only: the content ends on the others.
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
