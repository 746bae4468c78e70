import Geometry

/// The direction of the content offset on each axis: -1, 0 or 1.
public struct ScrollDirection: Sendable, Hashable {
    public let horizontal: Int
    public let vertical: Int

    /// Creates the direction of a velocity or of the difference between two offsets; only the signs count, and NaN is no
    /// direction.
    public init(_ velocity: Point) {
        horizontal = velocity.x > 0 ? 1 : velocity.x < 0 ? -1 : 0
        vertical = velocity.y > 0 ? 1 : velocity.y < 0 ? -1 : 0
    }

    /// The direction at rest.
    public static var resting: ScrollDirection { ScrollDirection(.zero) }
}
