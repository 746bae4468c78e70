import Geometry
import Glibc
import SeededRandom
import Testing

@testable import GridUI

/// The parts of scrolling that know no grid, by their laws.
struct PhysicsTests {
    /// Movements along a direction (degrees), in steps of a length.
    private func steps(_ angle: Double, length: Double, count: Int) -> [Point] {
        let radians = angle * .pi / 180
        return Array(repeating: Point(x: length * cos(radians), y: length * sin(radians)), count: count)
    }

    private func sum(_ points: [Point]) -> Point { points.reduce(.zero, +) }

    private func pass(_ steps: [Point], _ lock: inout AxisLock) -> Point { sum(steps.map { lock.pass($0) }) }

    @Test(arguments: [0.3, 1, 7, 25], Array(stride(from: 0.0, to: 360, by: 15)))
    func aNearlyStraightWayIsMadeStraightAndAnyOtherIsFollowed(step: Double, angle: Double) {
        var lock = AxisLock()
        let way = steps(angle, length: step, count: Int((200 / step).rounded(.up)))
        let done = pass(way, &lock)
        let total = sum(way)
        let fromAxis = min(angle.truncatingRemainder(dividingBy: 90), 90 - angle.truncatingRemainder(dividingBy: 90))
        if fromAxis <= 15 {
            let axis: Axis = total.x.magnitude > total.y.magnitude ? .horizontal : .vertical
            #expect(lock.state == .locked(axis))
            #expect(done[axis.other] == 0)
            #expect((done[axis] - total[axis]).magnitude < 1e-9)
        } else {
            #expect(lock.state == .free)
            #expect(length(done - total) < 1e-9, "nothing of a free way is lost")
        }
    }

    @Test func itIsDecidedWithinTenPixels() {
        for angle in stride(from: 0.0, to: 360, by: 5) {
            var lock = AxisLock()
            _ = pass(steps(angle, length: 1.25, count: 9), &lock)
            #expect(lock.state != .undecided)
        }
    }

    @Test func untilItIsDecidedNothingMovesAside() {
        var lock = AxisLock()
        for step in steps(80, length: 1, count: 9) {
            let outcome1 = lock.pass(step)
            #expect(outcome1.x == 0)
        }
    }

    @Test func aLockedFingerMayTremble() {
        var random = SplitMix64(seed: 5)
        var lock = AxisLock()
        _ = pass(steps(90, length: 5, count: 10), &lock)
        for _ in 0..<2000 {
            let delta = Point(x: Double.random(in: -3...3, using: &random), y: Double.random(in: 2...4, using: &random))
            let outcome2 = lock.pass(delta)
            #expect(outcome2.x == 0)
        }
        // Nor does it while it rests.
        for _ in 0..<2000 {
            _ = lock.pass(Point(x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random)))
        }
        #expect(lock.state == .locked(.vertical))
    }

    @Test(arguments: [0.5, 2, 12])
    func aFingerThatClearlyTurnsIsLetGo(step: Double) {
        var lock = AxisLock()
        _ = pass(steps(90, length: step, count: Int(300 / step)), &lock)
        let before = lock.state
        let turned = pass(steps(0, length: step, count: Int(300 / step)), &lock)
        #expect(before == .locked(.vertical) && lock.state != before)
        #expect(turned.x > 200)
    }

    @Test func betweenTheTwoAnglesNothingChanges() {
        var lock = AxisLock()
        _ = pass(steps(90, length: 3, count: 30), &lock)
        _ = pass(steps(60, length: 3, count: 300), &lock)
        #expect(lock.state == .locked(.vertical))
        var open = AxisLock()
        _ = pass(steps(45, length: 3, count: 30), &open)
        _ = pass(steps(90, length: 3, count: 300), &open)
        #expect(open.state == .free)
    }

    @Test(arguments: [60.0, 125, 250, 1000])
    func anEvenMovementHasItsSpeedAtAnyRate(rate: Double) {
        var tracker = VelocityTracker()
        let velocity = Point(x: 300, y: -1200)
        let count = Int(rate / 4)
        for index in 0..<count {
            tracker.add(Point(x: velocity.x / rate, y: velocity.y / rate), at: Double(index) / rate)
        }
        let found = tracker.velocity(at: Double(count - 1) / rate)
        #expect(length(found - velocity) < 1e-6)
    }

    @Test func whoStopsBeforeLettingGoThrowsNothing() {
        var tracker = VelocityTracker()
        for index in 0..<20 { tracker.add(Point(x: 0, y: 20), at: Double(index) * 0.01) }
        #expect(tracker.velocity(at: 0.19 + VelocityTracker.rest + 0.001) == .zero)
        #expect(tracker.velocity(at: 0.2).y > 1000)
        #expect(VelocityTracker().velocity(at: 1) == .zero)
        var one = VelocityTracker()
        one.add(Point(x: 0, y: 500), at: 1)
        #expect(one.velocity(at: 1) == .zero, "one movement has no speed")
    }

    @Test func anyFramesOfAThrowLeadToTheSamePlace() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            let velocity = Point(
                x: .random(in: -5000...5000, using: &random), y: .random(in: -5000...5000, using: &random))
            guard var even = KineticScroll(velocity: velocity, start: 2),
                var uneven = KineticScroll(velocity: velocity, start: 2)
            else { continue }
            var (a, b) = (Point.zero, Point.zero)
            var time = 2.0
            while !even.isOver {
                time += 1.0 / 60
                a = a + even.advance(to: time)
            }
            time = 2
            while !uneven.isOver {
                time += .random(in: 0.001...0.3, using: &random)
                b = b + uneven.advance(to: time)
            }
            #expect(length(a - b) < 1e-6)
            // v/4 of way, but for what it would have crept in the end.
            let expected = (length(velocity) - KineticScroll.slowest) / KineticScroll.friction
            #expect((length(a) - expected).magnitude < 1e-6)
            // On its line.
            #expect((a.x * velocity.y - a.y * velocity.x).magnitude < 1e-3)
            let outcome3 = even.advance(to: 100)
            #expect(outcome3 == .zero)
        }
    }

    @Test func aThrowNeverTurnsNorSpeedsUp() throws {
        var throwing = try #require(KineticScroll(velocity: Point(x: 0, y: 3000), start: 0))
        var last = Double.infinity
        for frame in 1...200 {
            let step = throwing.advance(to: Double(frame) / 60).y
            #expect(step >= 0 && step <= last)
            last = step
        }
        #expect(throwing.isOver)
    }

    @Test func whatIsTooSlowIsNoThrow() {
        #expect(KineticScroll(velocity: Point(x: 30, y: 30), start: 0) == nil)
        #expect(KineticScroll(velocity: Point(x: .infinity, y: 0), start: 0) == nil)
        #expect(KineticScroll(velocity: Point(x: .nan, y: 0), start: 0) == nil)
        #expect(KineticScroll(velocity: Point(x: 1e9, y: 0), start: 0)?.velocity.x == KineticScroll.fastest)
    }

    @Test func aGlowGrowsToItsLimitAndFades() {
        var glow = OvershootGlow()
        var last = 0.0
        for _ in 0..<100 {
            glow.push(Point(x: 0, y: 20))
            #expect(glow.reach.y >= last && glow.reach.y <= OvershootGlow.largest && glow.reach.x == 0)
            last = glow.reach.y
        }
        #expect(last > 0.95 * OvershootGlow.largest)
        var time = 5.0
        while glow.advance(to: time), time < 10 {
            #expect(glow.reach.y <= last)
            last = glow.reach.y
            time += 1.0 / 60
        }
        #expect(time < 7 && !glow.isSeen)
        glow.push(Point(x: -3, y: 0))
        #expect(glow.reach.x < 0)
    }

    @Test func framesThatAreMissedAreCounted() {
        var pacing = FramePacing()
        for frame in 0..<10 { pacing.frame(at: Double(frame) / 60, interval: 1.0 / 60) }
        #expect(pacing.missed == 0 && pacing.frames == 10)
        pacing.frame(at: 12.0 / 60, interval: 1.0 / 60)
        #expect(pacing.missed == 2)
        pacing.rest()
        pacing.frame(at: 500, interval: 1.0 / 60)
        #expect(pacing.missed == 2, "nobody waits at rest")
        pacing.frame(at: 500 + 1.4 / 60, interval: 1.0 / 60)
        #expect(pacing.missed == 2, "clocks tremble")
    }

    @Test func framesThatAHandAsksForMayWaitForOneAndTakeOne() {
        var pacing = FramePacing()
        for late in [0.2, 1, 1.9] { pacing.frame(asked: 3, drawn: 3 + late / 60, interval: 1.0 / 60) }
        #expect(pacing.missed == 0 && pacing.frames == 3)
        pacing.frame(asked: 3, drawn: 3 + 4.5 / 60, interval: 1.0 / 60)
        #expect(pacing.missed == 3 && pacing.frames == 4)
        pacing.frame(asked: 3, drawn: 2, interval: 1.0 / 60)
        pacing.frame(asked: 3, drawn: 4, interval: 0)
        #expect(pacing.missed == 3 && pacing.frames == 6, "clocks that make no sense count nothing")
    }
}
