import Geometry

/// An ornament of a part or of a section: a background as large as that, or a line along one of its edges.
///
///     LayoutPart.vertical(5, of: field).decorated(Decoration(ElementKind("card")))
///     section.decorated(Decoration(.separator, along: .top, thickness: 1, z: 2))
///
/// There is one for each section, numbered as that, or one for each time that a part is repeated, with the section and
/// the first item of that part: `Element(category: .decoration, kind: kind, section: section, item: first)`. A part
/// without items has none, and in a part that is not full it is as large as in any other. It takes no memory for each.
public struct Decoration: Sendable, Hashable {
    public enum Edge: Sendable, Hashable, CaseIterable {
        case top
        case leading
        case bottom
        case trailing
    }

    public let kind: ElementKind
    /// Below everything else if negative. Among decorations of one z and different kinds, the kind made later is on top.
    public let z: Int
    private let edge: Edge?
    private let thickness: Double

    /// As large as what it decorates.
    public init(_ kind: ElementKind, z: Int = -1) {
        (self.kind, self.z, edge, thickness) = (kind, z, nil, 0)
    }

    /// Inside the edge of what it decorates, from end to end, `thickness` logical pixels thick and no thicker than that.
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
