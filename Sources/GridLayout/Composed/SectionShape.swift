import Geometry

/// A kind of section at its size, for a viewport and a largest section.
struct SectionShape: Sendable, Equatable {
    let part: PartBox
    /// The room around the parts for boundary elements.
    let extensions: Insets
    let insets: Insets
    let spacing: Double
    private let minimumParts: Int

    /// `container`: the viewport without the room of the layout's boundary elements.
    init(_ section: LayoutSection, in container: Size, items: Int) {
        extensions = section.boundary.reduce(Insets.zero) { $0.union($1.extensions) }
        insets = section.insets.quantized
        spacing = TrackSizes.quantized(section.spacing)
        minimumParts = section.minimumParts
        var room = container
        for axis in Axis.allCases { room[axis] = max(0, room[axis] - extensions.total(axis) - insets.total(axis)) }
        part = PartBox(section.part, in: room, items: items)
    }

    func partCount(items: Int) -> Int {
        guard part.itemCount > 0 else { return minimumParts }
        return max(minimumParts, WrappedItems.lineCount(of: items, perLine: part.itemCount))
    }

    /// From the start of a section to that of its parts.
    func start(_ axis: Axis) -> Double { extensions.start(axis) + insets.start(axis) }

    var isEstimated: Bool { part.estimatedAxis != nil }

    /// From one line of estimated items to the next, while nothing in it is measured.
    var linePitch: Double { part.estimatedAxis.map { part.size[$0] + spacing } ?? 0 }

    /// Without the lines of estimated items, and the spacing behind each.
    func extent(along axis: Axis, items: Int) -> Double {
        let parts = partCount(items: items)
        let pitch = isEstimated ? 0 : part.size[axis] + spacing
        let extent = Double(parts) * pitch - spacing + insets.total(axis)
        return extensions.total(axis) + (parts > 0 ? extent : 0)
    }

    func thickness(across axis: Axis) -> Double {
        part.size[axis.other] + extensions.total(axis.other) + insets.total(axis.other)
    }
}

/// A kind of section with what lies on it.
struct SectionKind: Sendable {
    let part: PartBox
    let elements: [NumberedElement]
    let decorations: [Decoration]
    /// With those of parts.
    let allDecorations: [Decoration]

    init(_ section: LayoutSection, _ shape: SectionShape, items: Int) {
        part = shape.part
        elements = NumberedElement.numbered(section.boundary, items: items)
        decorations = section.decorations
        allDecorations = section.part.allDecorations() + section.decorations
    }
}
