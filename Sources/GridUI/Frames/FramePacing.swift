/// The counts of frames of motion and of missed ones.
///
/// Times are seconds of the frame clock. Only frames between the start and the end of a motion count: at rest no frame is
/// due.
public struct FramePacing: Sendable, Hashable {
    public private(set) var frames = 0
    /// Frames that the display skipped because one took too long.
    public private(set) var missed = 0
    private var last: Double?

    public init() {}

    /// Counts a frame of motion at `time`, on a display with one frame per `interval` seconds.
    public mutating func frame(at time: Double, interval: Double) {
        defer { last = time }
        frames += 1
        guard let last, interval > 0, time > last else { return }
        // Up to half an interval late counts as on time: clocks jitter.
        missed += max(0, Int(min((time - last) / interval + 0.5, 1_000_000)) - 1)
    }

    /// Counts a frame requested by an event at `asked` and drawn at `drawn`, in seconds of one clock, on a display with one
    /// frame per `interval` seconds. It may wait for the next frame and take until the one after; each later one was missed.
    public mutating func frame(asked: Double, drawn: Double, interval: Double) {
        frames += 1
        guard interval > 0, drawn > asked else { return }
        missed += max(0, Int(min((drawn - asked) / interval, 1_000_000)) - 1)
    }

    /// Ends the motion.
    public mutating func rest() { last = nil }
}
