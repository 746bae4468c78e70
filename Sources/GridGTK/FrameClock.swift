import CGTK

/// What is called at each frame, kept by GTK until it is over or the widget is gone.
private final class FrameStep {
    let step: (Double) -> Bool

    init(_ step: @escaping (Double) -> Bool) { self.step = step }
}

/// Calls `step` at each frame of the widget's frame clock, with the frame's time in seconds, until it says false or the
/// widget is gone. Capture what owns the widget weakly.
func everyFrame(of widget: Widget, _ step: @escaping (Double) -> Bool) {
    gtk_widget_add_tick_callback(
        widget,
        { _, clock, data in
            guard let clock, let data else { return 0 }
            let seconds = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
            // GTK calls on the main thread.
            return MainActor.assumeIsolated {
                Unmanaged<FrameStep>.fromOpaque(data).takeUnretainedValue().step(seconds) ? 1 : 0
            }
        }, Unmanaged.passRetained(FrameStep(step)).toOpaque(),
        { data in
            if let data { Unmanaged<FrameStep>.fromOpaque(data).release() }
        })
}
