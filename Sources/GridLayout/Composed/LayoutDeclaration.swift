import Geometry

/// A declared layout: how each section is laid out, how sections follow one another, and what surrounds them.
///
/// All sections are alike, or of a few kinds, by a small number for each:
///
///     LayoutDeclaration(sections: [title, list, cards], kinds: [0, 1, 1, 2])    // and 2 from there on
public struct LayoutDeclaration: Sendable, Hashable {
    /// The axis on which sections follow one another.
    public var axis: Axis
    /// The kinds of sections, at least one. All are as thick, across the axis, as the thickest kind.
    public var sections: [LayoutSection]
    /// For each section of the content the index of its kind; what holds for the last one given holds for all from there
    /// on, and without any all sections are of kind 0. One byte a section.
    public var kinds: [UInt8]
    /// Between one section and the next, in logical pixels.
    public var sectionSpacing: Double
    /// The headers and footers of the whole layout, which pin within its content.
    public var boundary: [BoundaryElement]

    /// Sections that are all alike.
    public init(
        axis: Axis = .vertical, section: LayoutSection, sectionSpacing: Double = 0, boundary: [BoundaryElement] = []
    ) {
        self.init(axis: axis, sections: [section], kinds: [], sectionSpacing: sectionSpacing, boundary: boundary)
    }

    /// Sections of several kinds.
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

    /// The section from which on all are of one kind and of one count.
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

/// A section of a declared layout: a part, repeated along the layout's axis until all items have their place.
public struct LayoutSection: Sendable, Hashable {
    public var part: LayoutPart
    /// Around the parts, inside the room of boundary elements, in logical pixels. A section without parts has none.
    public var insets: Insets
    /// Between one part and the next.
    public var spacing: Double
    /// The least number of parts that a section has room for, however few its items are.
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

    func checkDecorations() {
        let inner = part.allDecorations()
        for (index, own) in decorations.enumerated() {
            let isTwice = (inner + decorations[..<index]).contains { $0.kind == own.kind }
            precondition(!isTwice, "kind \(own.kind) decorates a section twice, or it and one of its parts")
        }
    }
}
