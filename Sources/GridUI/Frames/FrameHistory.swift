/// The last frames, for the figures that F12 shows.
public struct FrameHistory: Sendable {
    /// So many frames are kept: two seconds of motion.
    public static let length = 120

    /// The time of each frame in milliseconds, oldest first.
    public private(set) var times: [Double] = []
    /// The time spans of the newest frame; empty before the first.
    public private(set) var last = FrameSpans()
    /// Nanoseconds that it took to hand the picture over to the display the last time.
    public var handover: UInt64 = 0
    /// Rows that went by in a second, measured over the last quarter of one and more.
    public private(set) var rowsPerSecond = 0.0
    private var since: (time: UInt64, row: Double)?

    public init() {}

    /// A frame was drawn, at whose top was `row`, a row's index with the part of it that is out of sight.
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
        // After a rest the way of one frame says nothing.
        rowsPerSecond = elapsed < 1 ? (row - since.row).magnitude / elapsed : 0
        self.since = (spans.start, row)
    }
}
