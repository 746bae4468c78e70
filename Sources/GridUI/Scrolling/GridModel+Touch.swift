import Geometry

// Fingers on a touch screen: one drags the view, two zoom it. Points are viewport space; times are seconds of the
// device's clock, `frame` one of the frame clock.
extension GridModel {
    /// The device number of fingers, where movements of several devices are distinguished.
    static let touchScreen = -1

    /// True while fingers may change the view state: zoom the view, or drag an element.
    public var isTouchChanging: Bool {
        switch scrolling.touch.phase {
        case .pinching, .holding: true
        case .idle, .pressed, .panning, .spent: false
        }
    }

    /// Handles a finger that came down.
    public mutating func touchBegan(_ id: Int, at point: Point, time: Double) {
        let wasMoving = scrolling.motion.stop(at: time)
        scrolling.touch.fingers.removeAll { $0.id == id }
        scrolling.touch.fingers.append(TouchState.Finger(id: id, start: point, location: point))
        switch (scrolling.touch.fingers.count, scrolling.touch.phase) {
        case (1, _):
            if !wasMoving, isHandle(pointerTarget(at: point)) {
                scrolling.touch.phase = .holding
                _ = press(at: point)
            } else {
                scrolling.touch.phase = .pressed(stopsOnly: wasMoving)
            }
        case (2, .pressed), (2, .panning):
            scrolling.motion.cancel()
            scrolling.touch.phase = .pinching(distance: scrolling.touch.distance, zoom: viewport.zoom)
        default: break
        }
    }

    /// Handles a finger that moved. Returns true when the picture changed.
    public mutating func touchMoved(_ id: Int, to point: Point, time: Double) -> Bool {
        guard let index = scrolling.touch.fingers.firstIndex(where: { $0.id == id }) else { return false }
        let (old, centre) = (scrolling.touch.fingers[index].location, scrolling.touch.centre)
        scrolling.touch.fingers[index].location = point
        switch scrolling.touch.phase {
        case .pressed:
            let way = point - scrolling.touch.fingers[index].start
            guard length(way) >= TouchState.slop else { return false }
            scrolling.touch.phase = .panning
            // The distance counts from where the finger came down: the content stays under it.
            drag(by: way, at: time)
            return true
        case .panning:
            guard index == 0 else { return false }
            drag(by: point - old, at: time)
            return true
        case .pinching(let distance, let zoom):
            guard index < 2 else { return false }
            slide(mirrored(centre - scrolling.touch.centre))
            self.zoom(to: zoom * scrolling.touch.distance / distance, anchor: scrolling.touch.centre)
            return true
        case .holding:
            guard index == 0 else { return false }
            return movePointer(to: point)
        case .idle, .spent: return false
        }
    }

    /// Handles a finger that was lifted.
    public mutating func touchEnded(_ id: Int, time: Double, frame: Double) -> TouchOutcome {
        guard let index = scrolling.touch.fingers.firstIndex(where: { $0.id == id }) else { return .nothing }
        let finger = scrolling.touch.fingers.remove(at: index)
        defer { if scrolling.touch.fingers.isEmpty { scrolling.touch.phase = .idle } }
        switch scrolling.touch.phase {
        case .pressed(let stopsOnly):
            scrolling.motion.cancel()
            return stopsOnly ? .nothing : .tap(finger.start)
        case .panning:
            if index == 0 {
                scrolling.motion.release(at: time, frame: frame)
                scrolling.touch.phase = .spent
            }
        case .pinching where index < 2:
            // The remaining finger continues to drag.
            scrolling.touch.phase = scrolling.touch.fingers.count == 1 ? .panning : .spent
        case .holding where index == 0:
            _ = release()
            pointer.location = nil
            scrolling.touch.phase = .spent
        case .idle, .pinching, .holding, .spent: break
        }
        return .nothing
    }

    /// Ends the touch when another recipient took over the fingers.
    public mutating func touchCancelled() {
        if scrolling.touch.phase == .holding { _ = cancelDrag() }
        scrolling.touch = TouchState()
        scrolling.motion.cancel()
    }

    /// Ends the touch of one finger after the time of a long press and returns its point, if it has hardly moved. The finger
    /// does nothing more, and its lift may never be reported: a menu that opens under it takes over the sequence, and a model
    /// that waited for the lift would count every later finger as a second one.
    public mutating func longPress() -> Point? {
        guard case .pressed = scrolling.touch.phase, scrolling.touch.fingers.count == 1 else { return nil }
        let start = scrolling.touch.fingers[0].start
        touchCancelled()
        return start
    }

    /// True while a finger is down that may become a long press.
    public var awaitsLongPress: Bool {
        if case .pressed = scrolling.touch.phase { true } else { false }
    }

    private mutating func drag(by way: Point, at time: Double) {
        let delta = scrolling.motion.move(mirrored(Point(x: -way.x, y: -way.y)), at: time, device: Self.touchScreen)
        slide(delta)
    }

    private func isHandle(_ target: PointerTarget?) -> Bool {
        switch target {
        case .edge, .freezeHandle: true
        default: false
        }
    }
}

// Panning with a pointer: with the middle button, or with the first while Space is held.
extension GridModel {
    private static let paperDrag = -2

    /// Starts a pan when its button goes down.
    public mutating func beginPan(at point: Point, time: Double) {
        _ = scrolling.motion.stop(at: time)
        pointer.location = point
        pointer.pan = point
        _ = updateHover()
    }

    /// Pans to the pointer. Returns false when no pan is in progress.
    public mutating func movePan(to point: Point, time: Double) -> Bool {
        guard let old = pointer.pan else { return false }
        (pointer.location, pointer.pan) = (point, point)
        let way = mirrored(old - point)
        slide(scrolling.motion.move(way, at: time, device: Self.paperDrag, locks: false))
        return true
    }

    /// Ends a pan when its button goes up; a flick coasts.
    public mutating func endPan(time: Double, frame: Double) {
        guard pointer.pan != nil else { return }
        pointer.pan = nil
        scrolling.motion.release(at: time, frame: frame)
        _ = updateHover()
    }

    /// Ends a pan without coasting.
    public mutating func cancelPan() {
        pointer.pan = nil
        scrolling.motion.cancel()
    }

    public var isPanning: Bool { pointer.pan != nil }
}
