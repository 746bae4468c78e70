/// A rectangle with half-open edges: it contains its leading and top edges, not its trailing and bottom ones.
///
/// Widths and heights are never negative; an empty rectangle meets nothing and contains nothing.
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// The rectangle between two pairs of edges; an inverted pair gives a zero extent.
    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
    }

    public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

    public var minX: Double { x }
    public var minY: Double { y }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }
    public var origin: Point { Point(x: x, y: y) }
    public var size: Size { Size(width: width, height: height) }
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Returns true where `point` lies inside, by half-open edges.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Returns true where the two share at least one point, by half-open edges. An empty rectangle intersects nothing.
    public func intersects(_ other: Rect) -> Bool {
        !isEmpty && !other.isEmpty
            && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// Returns the intersection of the two; empty where they have none.
    public func intersection(_ other: Rect) -> Rect {
        Rect(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    /// The same rectangle moved by `delta`.
    public func offset(by delta: Point) -> Rect {
        Rect(x: x + delta.x, y: y + delta.y, width: width, height: height)
    }

    /// The rectangle inside `insets`, never of negative extent.
    public func inset(by insets: Insets) -> Rect {
        Rect(
            minX: minX + insets.leading, minY: minY + insets.top,
            maxX: maxX - insets.trailing, maxY: maxY - insets.bottom)
    }
}
