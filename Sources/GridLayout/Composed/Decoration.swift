import Geometry

/// An ornament of a part or of a section: a background of the same size, or a line along one of its edges.
///
///     LayoutPart.vertical(5, of: field).decorated(Decoration(ElementKind("card")))
///     section.decorated(Decoration(.separator, along: .top, thickness: 1, z: 2))
///
/// There is one for each section, with the section's number, or one for each repetition of a part, with the section and the
/// first item of that part: `Element(category: .decoration, kind: kind, section: section, item: first)`. A part without items
/// has none, and in an incomplete part it has the size of a complete one. It takes no memory per repetition.
public struct Decoration: Sendable, Hashable {
    public enum Edge: Sendable, Hashable, CaseIterable {
        case top
        case leading
        case bottom
        case trailing
    }

    public let kind: ElementKind
    /// Below all other elements if negative. Among decorations of one z and different kinds, the kind created later is on top.
    public let z: Int
    private let edge: Edge?
    private let thickness: Double

    /// Creates a background of the size of the decorated part or section.
    public init(_ kind: ElementKind, z: Int = -1) {
        (self.kind, self.z, edge, thickness) = (kind, z, nil, 0)
    }

    /// Creates a line along an edge, inside and no thicker than the decorated part or section, `thickness` logical pixels.
    public init(_ kind: ElementKind, along edge: Edge, thickness: Double = 1, z: Int = 2) {
        (self.kind, self.z, self.edge, self.thickness) = (kind, z, edge, TrackSizes.quantized(thickness))
    }

    /// Returns the frame of the decoration in a part or section with the frame `container`.
    func frame(in container: Rect) -> Rect {
        var frame = container
        switch edge {
        case nil: return frame
        case .top, .bottom: frame.height = min(thickness, container.height)
        case .leading, .trailing: frame.width = min(thickness, container.width)
        }
        if edge == .bottom { frame.y = container.maxY - frame.height }
        if edge == .trailing { frame.x = container.maxX - frame.width }
        return frame
    }
}
