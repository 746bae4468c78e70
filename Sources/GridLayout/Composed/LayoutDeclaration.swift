import Geometry

/// A declared layout: the layout of each section, the sequence of sections, and the elements around them.
///
/// All sections are equal, or of a few kinds, with a small number for each:
///
///     LayoutDeclaration(sections: [title, list, cards], kinds: [0, 1, 1, 2])    // and 2 from there on
public struct LayoutDeclaration: Sendable, Hashable {
    /// The axis on which sections follow one another.
    public var axis: Axis
    /// The kinds of sections, at least one. All are as thick, across the axis, as the thickest kind.
    public var sections: [LayoutSection]
    /// For each section of the content the index of its kind; the last entry applies to all further sections, and without
    /// entries all sections are of kind 0. One byte a section.
    public var kinds: [UInt8]
    /// The spacing between sections, in logical pixels.
    public var sectionSpacing: Double
    /// The headers and footers of the whole layout, which pin within its content.
    public var boundary: [BoundaryElement]

    /// Creates a declaration with a single kind of section.
    public init(
        axis: Axis = .vertical, section: LayoutSection, sectionSpacing: Double = 0, boundary: [BoundaryElement] = []
    ) {
        self.init(axis: axis, sections: [section], kinds: [], sectionSpacing: sectionSpacing, boundary: boundary)
    }

    /// Creates a declaration with several kinds of sections.
    public init(
        axis: Axis = .vertical, sections: [LayoutSection], kinds: [UInt8], sectionSpacing: Double = 0,
        boundary: [BoundaryElement] = []
    ) {
        self.axis = axis
        self.sections = sections
        self.kinds = kinds
        self.sectionSpacing = sectionSpacing
        self.boundary = boundary
    }

    func kind(of section: Int) -> Int { kinds.isEmpty ? 0 : Int(kinds[min(section, kinds.count - 1)]) }

    /// The index from which on all sections have the same kind and count.
    func uniformFrom(_ counts: SectionCounts) -> Int {
        counts.isUniform ? min(counts.sectionCount, max(0, kinds.count - 1)) : counts.sectionCount
    }

    /// Stops the program where a declaration contradicts itself. O(entries of `kinds`).
    func checkKinds() {
        precondition(!sections.isEmpty, "a layout is declared without any section")
        if let largest = kinds.max() {
            precondition(
                Int(largest) < sections.count, "kind \(largest) of sections is not one of \(sections.count) declared")
        }
        for own in sections.flatMap(\.boundary) {
            precondition(
                !boundary.contains { $0.kind == own.kind },
                "kind \(own.kind) is declared for sections and for the whole layout")
        }
        for section in sections {
            section.checkDecorations()
            section.part.checkEstimates(along: axis)
            section.part.checkWeights(along: axis)
        }
        for element in sections.flatMap(\.boundary) + boundary {
            precondition(
                !element.width.isEstimated && !element.height.isEstimated,
                "a length of the boundary element \(element.kind) is estimated")
        }
    }
}

/// A section of a declared layout: a part, repeated along the layout's axis until all items have positions.
public struct LayoutSection: Sendable, Hashable {
    public var part: LayoutPart
    /// The insets around the parts, inside the room of boundary elements, in logical pixels. A section without parts has none.
    public var insets: Insets
    /// The spacing between parts.
    public var spacing: Double
    /// The minimum number of parts for which a section has room, however few its items are.
    public var minimumParts = 0
    /// The ornaments of each section, which cover it including its boundary elements, and have its number.
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

    /// Returns the section with room for at least `count` parts.
    public func minimumParts(_ count: Int) -> LayoutSection {
        var section = self
        section.minimumParts = max(0, count)
        return section
    }

    /// Returns the section with an added ornament.
    public func decorated(_ decoration: Decoration) -> LayoutSection {
        var section = self
        section.decorations.append(decoration)
        return section
    }

    /// Returns the section with a background of its own size.
    public func background(_ kind: ElementKind, z: Int = -1) -> LayoutSection { decorated(Decoration(kind, z: z)) }

    func checkDecorations() {
        let inner = part.allDecorations()
        for (index, own) in decorations.enumerated() {
            let isTwice = (inner + decorations[..<index]).contains { $0.kind == own.kind }
            precondition(!isTwice, "kind \(own.kind) decorates a section twice, or it and one of its parts")
        }
    }
}
