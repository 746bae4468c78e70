import CGTK
import GridUI

/// The motions in a grid, in the order in which a frame performs them.
enum Motion: Sendable, Hashable, CaseIterable {
    /// The end of a table to which rows are appended.
    case following
    /// The kinetic motion after a flick, and the glow of an edge.
    case scroll
    /// The scrolling while the user drags near an edge.
    case autoscroll
    /// The transition from one view to another.
    case transition
}

/// Runs all motions: everything that changes from frame to frame is computed here, with the frame's own time, and at rest
/// nothing ticks.
final class FrameClock {
    /// Advances a motion to a time of the frame clock in seconds. Returns false when the motion is over.
    typealias Step = (Double) -> Bool

    private(set) var pacing = FramePacing()
    private let widget: Widget
    private let afterFrame: (_ moved: Set<Motion>) -> Void
    private var running: [Motion: Step] = [:]
    private var isTicking = false

    /// Creates the clock of `widget`, which calls `afterFrame` with all motions of a frame after they have advanced.
    init(of widget: Widget, afterFrame: @escaping (_ moved: Set<Motion>) -> Void) {
        (self.widget, self.afterFrame) = (widget, afterFrame)
    }

    /// Runs `step` at each frame until it returns false. Capture the owner of the widget weakly.
    func run(_ motion: Motion, _ step: @escaping Step) {
        running[motion] = step
        guard !isTicking else { return }
        isTicking = true
        let owner = Unmanaged.passRetained(WeakClock(self))
        gtk_widget_add_tick_callback(
            widget,
            { _, clock, data in
                guard let clock, let data else { return 0 }
                // GTK calls on the main thread.
                return MainActor.assumeIsolated {
                    Unmanaged<WeakClock>.fromOpaque(data).takeUnretainedValue().clock?.tick(clock) == true ? 1 : 0
                }
            }, owner.toOpaque(),
            { data in
                if let data { Unmanaged<WeakClock>.fromOpaque(data).release() }
            })
    }

    func stop(_ motion: Motion) { running[motion] = nil }

    func isRunning(_ motion: Motion) -> Bool { running[motion] != nil }

    /// True while nothing moves: at rest no frame is requested.
    var isResting: Bool { running.isEmpty }

    /// The time of the current frame, or the current time between frames, in seconds.
    var now: Double {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return Double(g_get_monotonic_time()) / 1_000_000 }
        return Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
    }

    /// Records the pace of a drawn frame in which the view moved: an event requested it at `asked`, in seconds of the monotonic
    /// clock. `tick` records those of running motions.
    func frameIsDrawn(asked: Double) {
        guard !isTicking, let clock = gtk_widget_get_frame_clock(widget) else { return }
        let now = g_get_monotonic_time()
        pacing.frame(asked: asked, drawn: Double(now) / 1_000_000, interval: interval(of: clock, at: now))
    }

    /// Returns the display's refresh interval in seconds.
    private func interval(of clock: OpaquePointer, at microseconds: gint64) -> Double {
        var interval: gint64 = 0
        gdk_frame_clock_get_refresh_info(clock, microseconds, &interval, nil)
        return Double(interval) / 1_000_000
    }

    private func tick(_ clock: OpaquePointer) -> Bool {
        let microseconds = gdk_frame_clock_get_frame_time(clock)
        let time = Double(microseconds) / 1_000_000
        if !running.isEmpty { pacing.frame(at: time, interval: interval(of: clock, at: microseconds)) }
        var moved: Set<Motion> = []
        for motion in Motion.allCases {
            guard let step = running[motion] else { continue }
            moved.insert(motion)
            if !step(time) { running[motion] = nil }
        }
        if !moved.isEmpty { afterFrame(moved) }
        isTicking = !running.isEmpty
        if !isTicking { pacing.rest() }
        return isTicking
    }

    /// The callback data that GTK owns until ticking ends or the widget is gone.
    private final class WeakClock {
        weak var clock: FrameClock?

        init(_ clock: FrameClock) { self.clock = clock }
    }
}
