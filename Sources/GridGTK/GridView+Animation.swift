import CGTK
import GridUI

// The way from one view to another.
extension GridView {
    /// Makes a change that moves things, and shows them on their way unless the desktop wants less motion.
    public func animate(_ change: (inout GridModel) -> Void) {
        let transition = animates ? FrameTransition(from: model) : nil
        update {
            change(&$0)
            _ = $0.fitColumnsInSight(measuring: engine)
        }
        self.transition = transition
        transitionStart = nil
        guard transition != nil, !isTicking else { return }
        isTicking = true
        everyFrame(of: surface) { [weak self] in self?.tick($0) ?? false }
    }

    /// One frame of a transition, at a time of the frame clock in seconds. False when it is over.
    private func tick(_ seconds: Double) -> Bool {
        let start = transitionStart ?? seconds
        transitionStart = start
        isTicking = transition?.advance(to: seconds - start) ?? false
        if !isTicking { transition = nil }
        redraw()
        return isTicking
    }

    /// Whether the desktop lets things move, and there is something to be seen.
    private var animates: Bool {
        guard isAlive, hasDrawnRows, let settings = gtk_widget_get_settings(surface) else { return false }
        var value = GValue()
        g_value_init(&value, GType(5 << 2))
        defer { g_value_unset(&value) }
        g_object_get_property(cast(settings), "gtk-enable-animations", &value)
        return g_value_get_boolean(&value) != 0
    }
}
