import Geometry

/// A header, a footer or a corner: a supplementary element at the edge of a section or of the whole layout.
///
///     BoundaryElement(.rowHeader, width: .absolute(150), height: .fractional(1))
///         .extends(Insets(leading: 150))
///         .pinned([.leading])
///
/// It lies inside its container and is never larger than that: where it is pinned, the container's end pushes it out. Fractions
/// refer to the container minus `offset`.
///
/// In a section, elements of one kind are numbered 0, 1, 2… as items of that section; those of the whole layout as items of
/// section 0. So a kind belongs either to sections or to the layout.
public struct BoundaryElement: Sendable, Hashable {
    /// A position on one axis of the container.
    public enum Alignment: Sendable, Hashable {
        /// The top or leading edge.
        case start
        case center
        /// The bottom or trailing edge.
        case end
    }

    /// The repetition of an element along an axis.
    struct Repetition: Sendable, Hashable {
        var axis: Axis
        var count: PartCount
    }

    public let kind: ElementKind
    public let width: Length
    public let height: Length
    private(set) var horizontal = Alignment.start
    private(set) var vertical = Alignment.start
    private(set) var offset = Size.zero
    private(set) var extensions = Insets.zero
    private(set) var pin: Edges = []
    private(set) var ownZ: Int?
    private(set) var repetition: Repetition?

    /// An element at the container's top-leading corner, which scrolls with it.
    public init(_ kind: ElementKind, width: Length, height: Length) {
        self.kind = kind
        self.width = width
        self.height = height
    }

    /// Aligns the element to other edges of the container.
    public func aligned(horizontal: Alignment = .start, vertical: Alignment = .start) -> BoundaryElement {
        changed {
            $0.horizontal = horizontal
            $0.vertical = vertical
        }
    }

    /// Moves the element inwards from the edges that it is aligned to, in logical pixels. Not negative; ignored where centered.
    public func offset(x: Double = 0, y: Double = 0) -> BoundaryElement {
        changed { $0.offset = Size(width: x, height: y).quantized }
    }

    /// Reserves room around the container's other contents, in logical pixels. Where several elements extend one edge, the
    /// largest inset applies, so adjacent elements extend it only once.
    public func extends(_ insets: Insets) -> BoundaryElement { changed { $0.extensions = insets.quantized } }

    /// Keeps the element visible at the given edges, `offset` away from them; on the other axis it scrolls with its container.
    ///
    /// A section's element stays clear of the room by which pinned elements of the layout extend that edge.
    public func pinned(_ edges: Edges) -> BoundaryElement { changed { $0.pin = edges } }

    /// Sets the z in paint order. The default is 0, or 3 for a pinned element.
    public func z(_ z: Int) -> BoundaryElement { changed { $0.ownZ = z } }

    /// Repeats the element along an axis, from the offset on, as often as it fits completely, and without pinning on that axis.
    /// Takes no memory per repetition. For `.fitting`, there are as many as there is room for.
    public func repeated(_ count: PartCount, along axis: Axis) -> BoundaryElement {
        changed { $0.repetition = Repetition(axis: axis, count: count) }
    }

    private func changed(_ change: (inout BoundaryElement) -> Void) -> BoundaryElement {
        var element = self
        change(&element)
        return element
    }

    var z: Int { ownZ ?? (pin.isEmpty ? 0 : 3) }

    /// Returns its distance from its edge of the container.
    func inset(_ axis: Axis) -> Double { alignment(axis) == .center ? 0 : offset[axis] }

    /// Returns its requested length in a container `extent` long, when the largest section has `items` items.
    func length(_ axis: Axis, in extent: Double, items: Int) -> Double {
        (axis == .horizontal ? width : height).resolved(in: max(0, extent - inset(axis)), items: items)
    }

    func alignment(_ axis: Axis) -> Alignment {
        repetition?.axis == axis ? .start : axis == .horizontal ? horizontal : vertical
    }

    /// Returns whether it is pinned at the start and at the end of an axis.
    func pins(_ axis: Axis) -> (start: Bool, end: Bool) {
        if repetition?.axis == axis { return (false, false) }
        return axis == .horizontal
            ? (pin.contains(.leading), pin.contains(.trailing)) : (pin.contains(.top), pin.contains(.bottom))
    }
}

extension Insets {
    func start(_ axis: Axis) -> Double { axis == .horizontal ? leading : top }
    func end(_ axis: Axis) -> Double { axis == .horizontal ? trailing : bottom }
    func total(_ axis: Axis) -> Double { axis == .horizontal ? horizontal : vertical }

    func union(_ other: Insets) -> Insets {
        Insets(
            top: max(top, other.top), leading: max(leading, other.leading), bottom: max(bottom, other.bottom),
            trailing: max(trailing, other.trailing))
    }
}
