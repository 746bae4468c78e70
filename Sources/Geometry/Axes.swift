/// One of the two directions in which content extends and scrolls.
public enum Axis: Sendable, Hashable, CaseIterable {
    case horizontal
    case vertical
}

/// A set of axes, such as those that an element scrolls on.
public struct Axes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public init(_ axis: Axis) { self = axis == .horizontal ? .horizontal : .vertical }

    public static var horizontal: Axes { Axes(rawValue: 1) }
    public static var vertical: Axes { Axes(rawValue: 2) }
    public static var both: Axes { Axes(rawValue: 3) }
}

/// A set of edges of a rectangle; leading is where a line of text begins.
public struct Edges: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var top: Edges { Edges(rawValue: 1) }
    public static var leading: Edges { Edges(rawValue: 2) }
    public static var bottom: Edges { Edges(rawValue: 4) }
    public static var trailing: Edges { Edges(rawValue: 8) }
}
