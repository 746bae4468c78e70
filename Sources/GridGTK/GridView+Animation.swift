import CGTK
import GridUI

// The motions of the grid.
extension GridView {
    /// Changes the model, with an animation unless the desktop reduces motion.
    public func animate(_ change: (inout GridModel) -> Void) {
        let transition = animates ? FrameTransition(from: model) : nil
        update {
            change(&$0)
            _ = $0.fitColumnsInSight(measuring: engine)
        }
        self.transition = transition
        guard transition != nil else { return clock.stop(.transition) }
        var start: Double?
        clock.run(.transition) { [weak self] time in
            guard let self else { return false }
            let began = start ?? time
            start = began
            let goesOn = self.transition?.advance(to: time - began) ?? false
            if !goesOn { self.transition = nil }
            return goesOn
        }
    }

    /// Makes the next frame scroll once to the end of the table, however often rows were appended.
    func startFollowing() {
        guard model.hasEndToFollow, !clock.isRunning(.following) else { return }
        clock.run(.following) { [weak self] _ in
            self?.model.followEnd()
            return false
        }
    }

    /// Starts the motion of a flick, or of the glow at an edge.
    func startMotion() {
        guard model.isInMotion, !clock.isRunning(.scroll) else { return }
        clock.run(.scroll) { [weak self] in self?.model.advanceMotion(to: $0) ?? false }
    }

    /// Starts to scroll while the user drags near an edge.
    func startAutoscroll() {
        guard model.isAutoscrolling, !clock.isRunning(.autoscroll) else { return }
        var last: Double?
        clock.run(.autoscroll) { [weak self] time in
            defer { last = time }
            guard let self else { return false }
            if model.pointer.drag != nil { announce.post() }
            return model.autoscroll(elapsed: last.map { time - $0 } ?? 0)
        }
    }

    /// True where the desktop allows animations, and the view has drawn rows.
    private var animates: Bool { isAlive && hasDrawnRows && setting("gtk-enable-animations") == 1 }
}
