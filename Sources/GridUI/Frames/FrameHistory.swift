/// The last frames, for the figures that F12 shows.
public struct FrameHistory: Sendable {
    /// The number of frames that are kept: two seconds of motion.
    public static let length = 120

    /// The time of each frame in milliseconds, oldest first.
    public private(set) var times: [Double] = []
    /// The time spans of the newest frame; empty before the first.
    public private(set) var last = FrameSpans()
    /// The duration of the last handover of the picture to the display, in nanoseconds.
    public var handover: UInt64 = 0
    /// Rows scrolled per second, measured over at least a quarter of a second.
    public private(set) var rowsPerSecond = 0.0
    private var since: (time: UInt64, row: Double)?

    public init() {}

    /// Adds a frame that begins at `row`: a row index plus the fraction of that row that is scrolled out of view.
    public mutating func add(_ spans: FrameSpans, row: Double?) {
        if times.count == Self.length { times.removeFirst() }
        times.append(Double(spans.total) / 1_000_000)
        last = spans
        guard let row else { return }
        guard let since, spans.start >= since.time else {
            self.since = (spans.start, row)
            return
        }
        let elapsed = Double(spans.start - since.time) / 1_000_000_000
        guard elapsed >= 0.25 else { return }
        // After a rest, the distance of one frame is no speed.
        rowsPerSecond = elapsed < 1 ? (row - since.row).magnitude / elapsed : 0
        self.since = (spans.start, row)
    }
}
