import CGTK
import GridUI

/// The motions in a grid, in the order in which a frame performs them.
enum Motion: Sendable, Hashable, CaseIterable {
    /// The end of a table to which rows are appended.
    case following
    /// The coasting after a flick, and the glow of an edge.
    case scroll
    /// Something is held near an edge.
    case autoscroll
    /// The way from one view to another.
    case transition
}

/// Says who moves: everything that changes from frame to frame runs here, with the frame's own time, and nothing ticks
/// while nothing moves.
final class FrameClock {
    /// Does the part of a frame that belongs to a motion, at a time of the frame clock in seconds. False when it is over.
    typealias Step = (Double) -> Bool

    private(set) var pacing = FramePacing()
    private let widget: Widget
    private let afterFrame: (_ moved: Set<Motion>) -> Void
    private var running: [Motion: Step] = [:]
    private var isTicking = false

    /// A clock of `widget`, which calls `afterFrame` with all that moves when it has been moved.
    init(of widget: Widget, afterFrame: @escaping (_ moved: Set<Motion>) -> Void) {
        (self.widget, self.afterFrame) = (widget, afterFrame)
    }

    /// Runs `step` at each frame until it says false. Capture what owns the widget weakly.
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

    /// The time of the frame that is being made, or else of the moment, in seconds.
    var now: Double {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return Double(g_get_monotonic_time()) / 1_000_000 }
        return Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
    }

    /// A frame in which the view moved is drawn: an event asked for it at `asked`, in seconds of the monotonic clock. Those
    /// of what moves by itself are counted where it is moved.
    func frameIsDrawn(asked: Double) {
        guard !isTicking, let clock = gtk_widget_get_frame_clock(widget) else { return }
        let now = g_get_monotonic_time()
        pacing.frame(asked: asked, drawn: Double(now) / 1_000_000, interval: interval(of: clock, at: now))
    }

    /// Seconds from one picture of the display to the next.
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
