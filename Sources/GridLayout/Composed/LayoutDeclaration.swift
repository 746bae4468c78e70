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
    /// A decoration as large as the section and numbered as that, painted at `decorationZ`.
    public var decoration: ElementKind?
    /// Below everything else if negative.
    public var decorationZ = -1
    /// The headers and footers of each section, which pin within it.
    public var boundary: [BoundaryElement]

    public init(
        of part: LayoutPart, insets: Insets = .zero, spacing: Double = 0, decoration: ElementKind? = nil,
        boundary: [BoundaryElement] = []
    ) {
        self.part = part
        self.insets = insets
        self.spacing = spacing
        self.decoration = decoration
        self.boundary = boundary
    }

    /// The section with room for at least that many parts.
    public func minimumParts(_ count: Int) -> LayoutSection {
        var section = self
        section.minimumParts = max(0, count)
        return section
    }
}
