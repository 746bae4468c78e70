/// The device pixels under a plane of logical ones.
///
/// Layout frames are exact; this is the one, pure, last step that puts their edges on device pixels. Each edge is
/// rounded by itself (half up), so two frames that share an edge before still share it after: no gap, no overlap.
public struct PixelGrid: Sendable, Hashable {
    /// Device pixels per logical pixel, above 0.
    public let scale: Double

    public init(scale: Double) {
        precondition(scale > 0 && scale.isFinite, "scale factor \(scale) is not a positive number")
        self.scale = scale
    }

    /// The device-pixel edge nearest to `edge`, in logical pixels; halves go up (towards larger values), and so does what
    /// is less by a rounding error: else the same edge would be here in one frame and a pixel further in the next.
    public func snap(_ edge: Double) -> Double {
        devicePixels(edge) / scale
    }

    /// The same edge in device pixels: a whole number.
    public func devicePixels(_ edge: Double) -> Double {
        let edge = edge * scale
        // From 2^52 on every Double is whole already, and NaN passes through.
        guard edge.magnitude < 4_503_599_627_370_496 else { return edge }
        return Self.floor(edge + (0.5 + 1.0 / 2048))
    }

    /// `rect` with each of its four edges snapped.
    public func snap(_ rect: Rect) -> Rect {
        let x = snap(rect.minX)
        let y = snap(rect.minY)
        return Rect(x: x, y: y, width: snap(rect.maxX) - x, height: snap(rect.maxY) - y)
    }

    /// One device pixel, in logical pixels: the width of a hairline.
    public var hairline: Double { 1 / scale }

    /// The largest whole number not above `value`; a plain conversion, since a call to libm per edge shows in a frame.
    private static func floor(_ value: Double) -> Double {
        let truncated = Double(Int64(value))
        return truncated > value ? truncated - 1 : truncated
    }
}
