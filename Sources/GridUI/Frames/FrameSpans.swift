import Geometry
import Glibc
import QuadrilleRuntime

/// The time spans of the parts of a frame.
///
/// The draw handler calls `begin`, `end` after each part and `finish`. Costs a few clock reads a frame and, once its buffer
/// has grown, no allocations.
public struct FrameSpans: Sendable {
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// Requesting cells, and applying the available ones.
        case fetch
        case layout
        /// Writing the display list.
        case list
        case replay
        /// Copying the pixels that only moved.
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

    /// A span of one part, in nanoseconds of the monotonic clock.
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
    /// The thread's CPU time, in nanoseconds, which excludes other threads on its processor.
    public private(set) var cpu: UInt64 = 0
    private var mark: UInt64 = 0

    public init() {}

    /// Starts a frame now, on this thread, and discards the spans of the previous one.
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

    /// Ends the frame now, on the thread on which it began.
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

    /// The total time of a part, in nanoseconds.
    public func time(of part: Part) -> UInt64 {
        spans.reduce(0) { $1.part == part ? $0 + $1.end - $1.start : $0 }
    }

    /// Adds the frame and its parts to a trace, with the number of missed frames so far and the scroll position in logical
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
