import Geometry

/// A kind of section with resolved sizes, for a viewport and a largest section.
struct SectionShape: Sendable, Equatable {
    let part: PartBox
    /// The room around the parts for boundary elements.
    let extensions: Insets
    let insets: Insets
    let spacing: Double
    /// The free space before each weighted item; nil where items are not weighted.
    let divider: Double?
    private let minimumParts: Int
    /// The distance between adjacent parts that share a length along the layout's axis, including the spacing.
    private let sharedStep: EvenStep?
    private let sharedSpacing: Double

    /// `container`: the viewport without the room of the layout's boundary elements. `axis`: the layout's.
    init(_ section: LayoutSection, in container: Size, along axis: Axis, items: Int) {
        extensions = section.boundary.reduce(Insets.zero) { $0.union($1.extensions) }
        insets = section.insets.quantized
        spacing = TrackSizes.quantized(section.spacing)
        divider = section.part.divider
        minimumParts = section.minimumParts
        var room = container
        for axis in Axis.allCases { room[axis] = max(0, room[axis] - extensions.total(axis) - insets.total(axis)) }
        part = PartBox(section.part, in: room, items: items)
        let step = section.part.length(axis)?.sharedStep(in: room[axis], items: items)
        let gap = section.part.length(axis)?.sharedSpacing ?? 0
        sharedSpacing = gap
        // A group whose contents exceed its share is longer.
        let size = part.size[axis]
        sharedStep = step.flatMap { $0.span / Double($0.count) - gap >= size ? $0 : nil }
    }

    /// Returns the number of parts in a section of `items` items; for weighted items, one.
    func partCount(items: Int) -> Int {
        if divider != nil { return 1 }
        guard part.itemCount > 0 else { return minimumParts }
        return max(minimumParts, WrappedItems.lineCount(of: items, perLine: part.itemCount))
    }

    /// Returns the number of items with positions in one part.
    func itemsPerPart(items: Int) -> Int { divider == nil ? part.itemCount : items }

    /// The distance between adjacent parts with a given spacing.
    func step(_ axis: Axis, spacing: Double) -> EvenStep {
        if let sharedStep, sharedSpacing == spacing { return sharedStep }
        return EvenStep(span: part.size[axis] + spacing)
    }

    /// The exact distance between adjacent sections of equal extent; nil where the extent depends on the items.
    func sectionStep(_ axis: Axis, spacing: Double) -> EvenStep? {
        guard divider != nil else { return nil }
        let others = extensions.total(axis) + insets.total(axis)
        return others == 0 ? step(axis, spacing: spacing) : EvenStep(span: part.size[axis] + others + spacing)
    }

    /// The distance from the start of a section to that of its parts.
    func start(_ axis: Axis) -> Double { extensions.start(axis) + insets.start(axis) }

    var isEstimated: Bool { part.estimatedAxis != nil }

    /// The distance between adjacent lines of estimated items, while nothing in them is measured.
    var linePitch: Double { part.estimatedAxis.map { part.size[$0] + spacing } ?? 0 }

    /// The extent without the lines of estimated items and the spacing after each.
    func extent(along axis: Axis, items: Int) -> Double {
        let parts = partCount(items: items)
        let lines =
            isEstimated
            ? 0 : EvenTracks(count: parts, step: step(axis, spacing: spacing), gap: spacing).start(of: parts)
        let extent = lines - spacing + insets.total(axis)
        return extensions.total(axis) + (parts > 0 ? extent : 0)
    }

    func thickness(across axis: Axis) -> Double {
        part.size[axis.other] + extensions.total(axis.other) + insets.total(axis.other)
    }
}

/// A kind of section with its elements. An object, since frames access it section by section, and copying values that contain
/// arrays would slow them down.
final class SectionKind: Sendable {
    let shape: SectionShape
    /// The elements of each z, in the order of `levels`.
    let elements: [[NumberedElement]]
    let decorations: [Decoration]
    /// The positions of a line's items across the layout's axis; nil where the line is more than a row of equal items.
    let plainLine: PlainLine?

    var part: PartBox { shape.part }

    init(_ section: LayoutSection, _ shape: SectionShape, along axis: Axis, items: Int, levels: [Int]) {
        self.shape = shape
        elements = NumberedElement.numbered(section.boundary, items: items).layers(levels)
        decorations = section.decorations
        plainLine = shape.divider == nil ? PlainLine(shape.part, along: axis) : nil
    }
}

/// The positions of equal items, side by side, from the start of a part.
struct PlainLine: Sendable {
    let axis: Axis
    let slots: EvenTracks
    /// The start and the size of the items on the other axis.
    let start: Double
    let size: Double

    init?(_ part: PartBox, along layoutAxis: Axis) {
        guard part.axis != layoutAxis, part.estimatedAxis == nil, let runs = part.runs, runs.count == 1,
            runs[0].box.runs == nil
        else {
            return nil
        }
        axis = part.axis
        slots = runs[0].slots
        start = part.crossStart
        size = runs[0].box.size[axis.other].onEdgeGrid
    }
}

extension [NumberedElement] {
    /// Returns, for each z of `levels`, the elements with that z.
    func layers(_ levels: [Int]) -> [[NumberedElement]] {
        levels.map { z in filter { $0.declared.z == z } }
    }
}
