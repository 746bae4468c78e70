/// A rectangle of whole device pixels, in device space: origin at the picture's top-left corner.
///
/// Half-open like `Rect`; widths and heights are never negative, and an empty rectangle meets nothing.
public struct PixelRect: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle between two pairs of edges; an inverted pair gives a zero extent.
    public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
    }

    /// Every device pixel that `rect` (logical pixels, `scale` device pixels each) has a part of, but for what rounding
    /// errors leave over an edge.
    public init(covering rect: Rect, scale: Double) {
        let slack = 1.0 / 64
        func low(_ edge: Double) -> Int { PixelRect.clamped((edge * scale + slack).rounded(.down)) }
        func high(_ edge: Double) -> Int { PixelRect.clamped((edge * scale - slack).rounded(.up)) }
        self.init(minX: low(rect.minX), minY: low(rect.minY), maxX: high(rect.maxX), maxY: high(rect.maxY))
    }

    public static var zero: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }

    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// Device pixels.
    public var area: Int { width * height }

    /// Returns the intersection of the two; empty where they have none.
    public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            minX: max(x, other.x), minY: max(y, other.y), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    /// The smallest rectangle around both; an empty one adds nothing.
    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(x, other.x), minY: min(y, other.y), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// Returns true where all of `other` lies inside.
    public func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }

    /// Calls `body` with up to four rectangles that together cover this one outside `other`: above it, below it, and on its
    /// left and right. None is empty, and no two intersect.
    public func forEachPart(outside other: PixelRect, _ body: (PixelRect) -> Void) {
        let inner = intersection(other)
        guard !inner.isEmpty else { return isEmpty ? () : body(self) }
        let parts = [
            PixelRect(minX: x, minY: y, maxX: maxX, maxY: inner.y),
            PixelRect(minX: x, minY: inner.maxY, maxX: maxX, maxY: maxY),
            PixelRect(minX: x, minY: inner.y, maxX: inner.x, maxY: inner.maxY),
            PixelRect(minX: inner.maxX, minY: inner.y, maxX: maxX, maxY: inner.maxY),
        ]
        for part in parts where !part.isEmpty { body(part) }
    }

    /// The same rectangle moved right and down.
    public func offset(x dx: Int, y dy: Int) -> PixelRect {
        PixelRect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The same place in logical pixels, `scale` device pixels each.
    public func logical(scale: Double) -> Rect {
        Rect(
            minX: Double(x) / scale, minY: Double(y) / scale, maxX: Double(maxX) / scale, maxY: Double(maxY) / scale)
    }

    /// Returns the integer part of `value`, at most 1e9 in size: a point far beyond any picture. NaN becomes 0.
    private static func clamped(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(max(-1e9, min(1e9, value)))
    }
}
