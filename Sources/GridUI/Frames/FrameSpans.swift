import Geometry
import Glibc
import QuadrilleRuntime

/// The time spans of the parts of a frame.
///
/// The draw handler calls `begin`, `end` after each part and `finish`. Costs a few calls of the clock a frame and, once it
/// has its room, no memory.
public struct FrameSpans: Sendable {
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// Asking for cells, and taking over those that are there.
        case fetch
        case layout
        /// Writing the display list.
        case list
        case replay
        /// Moving what only moved.
        case copy

        fileprivate var name: StaticString {
            switch self {
            case .fetch: "fetch"
            case .layout: "layout"
            case .list: "list"
            case .replay: "replay"
            case .copy: "copy"
            }
        }
    }

    /// A stretch of one part, in nanoseconds of the monotonic clock.
    public struct Span: Sendable, Hashable {
        public var part: Part
        /// Nanoseconds of the monotonic clock.
        public var start: UInt64
        /// Likewise; not before `start`.
        public var end: UInt64
    }

    private static let limit = 64

    public private(set) var spans: [Span] = []
    /// Nanoseconds of the monotonic clock, at `begin`.
    public private(set) var start: UInt64 = 0
    /// Nanoseconds of the monotonic clock, at `finish`; `start` until then.
    public private(set) var end: UInt64 = 0
    /// Nanoseconds of the thread's own time, what others did on its processor left out.
    public private(set) var cpu: UInt64 = 0
    private var mark: UInt64 = 0

    public init() {}

    /// A frame begins now, on this thread: what was measured of another is gone.
    public mutating func begin() {
        spans.removeAll(keepingCapacity: true)
        start = monotonicNow()
        (end, mark) = (start, start)
        cpu = Self.threadTime()
    }

    /// Attributes the time since `begin`, or since the last part, to `part`.
    public mutating func end(_ part: Part) {
        let now = monotonicNow()
        add(Span(part: part, start: mark, end: now))
        mark = now
    }

    /// The frame has ended now, on the thread on which it began.
    public mutating func finish() {
        end = monotonicNow()
        cpu = Self.threadTime() &- cpu
    }

    mutating func add(_ span: Span) {
        if let last = spans.indices.last, spans[last].part == span.part || spans.count == Self.limit {
            spans[last].end = span.end
        } else {
            spans.append(span)
        }
    }

    /// Nanoseconds from beginning to end.
    public var total: UInt64 { end - start }

    /// Nanoseconds that a part took in all.
    public func time(of part: Part) -> UInt64 {
        spans.reduce(0) { $1.part == part ? $0 + $1.end - $1.start : $0 }
    }

    /// Adds the frame and its parts to a trace: how many frames were missed so far, and where the view stands in logical
    /// pixels.
    package func add(to trace: Trace, missed: Int, at place: Point) {
        trace.add(
            "frame", from: start, to: end,
            ["cpu_ns": Int(cpu), "missed": missed, "x": Self.whole(place.x), "y": Self.whole(place.y)])
        for span in spans { trace.add(span.part.name, from: span.start, to: span.end) }
    }

    private static func whole(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }

    private static func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
