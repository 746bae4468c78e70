/// Counts the frames of motion and those that were missed.
///
/// Times are seconds of the frame clock. Only frames between a beginning and an end of motion count: at rest nobody waits
/// for one.
public struct FramePacing: Sendable, Hashable {
    public private(set) var frames = 0
    /// Frames that the display would have shown while one took too long.
    public private(set) var missed = 0
    private var last: Double?

    public init() {}

    /// A frame of motion at `time`, on a display that shows one every `interval` seconds.
    public mutating func frame(at time: Double, interval: Double) {
        defer { last = time }
        frames += 1
        guard let last, interval > 0, time > last else { return }
        // Half an interval late is still this frame: clocks tremble.
        missed += max(0, Int(min((time - last) / interval + 0.5, 1_000_000)) - 1)
    }

    /// A frame of motion by hand: an event asked for it at `asked` and it was there at `drawn`, seconds of one clock, on a
    /// display that shows one every `interval` seconds. It may wait for the next of these, and then take until the one
    /// after it; each one later was missed.
    public mutating func frame(asked: Double, drawn: Double, interval: Double) {
        frames += 1
        guard interval > 0, drawn > asked else { return }
        missed += max(0, Int(min((drawn - asked) / interval, 1_000_000)) - 1)
    }

    /// Everything is at rest.
    public mutating func rest() { last = nil }
}
