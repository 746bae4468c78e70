import Geometry

/// A declared layout: how each section is laid out, how sections follow one another, and what surrounds them.
public struct LayoutDeclaration: Sendable, Hashable {
    /// The axis on which sections follow one another.
    public var axis: Axis
    public var section: LayoutSection
    /// Between one section and the next, in logical pixels.
    public var sectionSpacing: Double
    /// The headers and footers of the whole layout, which pin within its content.
    public var boundary: [BoundaryElement]

    public init(
        axis: Axis = .vertical, section: LayoutSection, sectionSpacing: Double = 0, boundary: [BoundaryElement] = []
    ) {
        self.axis = axis
        self.section = section
        self.sectionSpacing = sectionSpacing
        self.boundary = boundary
    }
}

/// A section of a declared layout: a part, repeated along the layout's axis until all items have their place.
public struct LayoutSection: Sendable, Hashable {
    public var part: LayoutPart
    /// Around the parts, inside the room of boundary elements, in logical pixels. A section without parts has none.
    public var insets: Insets
    /// Between one part and the next.
    public var spacing: Double
    /// How many parts a section has room for at least, however few its items are.
    public var minimumParts = 0
    /// The ornaments of each section, on the whole of it with its boundary elements, and numbered as that.
    public var decorations: [Decoration] = []
    /// The headers and footers of each section, which pin within it.
    public var boundary: [BoundaryElement]

    public init(
        of part: LayoutPart, insets: Insets = .zero, spacing: Double = 0, boundary: [BoundaryElement] = []
    ) {
        self.part = part
        self.insets = insets
        self.spacing = spacing
        self.boundary = boundary
    }

    /// The section with room for at least that many parts.
    public func minimumParts(_ count: Int) -> LayoutSection {
        var section = self
        section.minimumParts = max(0, count)
        return section
    }

    /// The section with an ornament.
    public func decorated(_ decoration: Decoration) -> LayoutSection {
        var section = self
        section.decorations.append(decoration)
        return section
    }

    /// The section with a background as large as it is.
    public func background(_ kind: ElementKind, z: Int = -1) -> LayoutSection { decorated(Decoration(kind, z: z)) }
}
