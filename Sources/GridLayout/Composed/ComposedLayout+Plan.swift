import Geometry

extension ComposedLayout {
    /// What follows from the declaration, a viewport and the largest section, but not from the other sections.
    struct Shape: Sendable, Equatable {
        let part: PartBox
        /// The room around all sections, and around the parts of a section, for boundary elements.
        let layoutExtension: Insets
        let sectionExtension: Insets
        /// How far inside the viewport's edges a section's elements pin: clear of pinned elements of the layout.
        let reserve: Insets
        /// The thickness of sections across the layout's axis.
        let thickness: Double

        init(_ declaration: LayoutDeclaration, items: Int, viewport: Size) {
            let (layout, section) = (declaration.boundary, declaration.section)
            let layoutExtension = layout.reduce(Insets.zero) { $0.union($1.extensions) }
            let sectionExtension = section.boundary.reduce(Insets.zero) { $0.union($1.extensions) }
            let insets = section.insets.quantized
            var room = Size.zero
            for axis in Axis.allCases {
                let taken = layoutExtension.total(axis) + sectionExtension.total(axis) + insets.total(axis)
                room[axis] = max(0, viewport[axis].onEdgeGrid - taken)
            }
            part = PartBox(section.part, in: room, items: items)
            self.layoutExtension = layoutExtension
            self.sectionExtension = sectionExtension
            reserve = Insets(
                top: Self.reserve(layout, .top, \.top), leading: Self.reserve(layout, .leading, \.leading),
                bottom: Self.reserve(layout, .bottom, \.bottom), trailing: Self.reserve(layout, .trailing, \.trailing))
            let cross = declaration.axis.other
            thickness = part.size[cross] + sectionExtension.total(cross) + insets.total(cross)
        }

        private static func reserve(
            _ elements: [BoundaryElement], _ edge: Edges, _ inset: (Insets) -> Double
        ) -> Double {
            elements.reduce(0) { $1.pin.contains(edge) ? max($0, inset($1.extensions)) : $0 }
        }
    }

    /// What frames follow from: the properties as they were at the last preparation.
    struct Plan: Sendable {
        let content: LayoutContent
        let declaration: LayoutDeclaration
        let shape: Shape
        let sections: SectionOffsets
        let contentSize: Size
        let pinnedInsets: Insets
        /// The edges that any element is pinned to.
        let pinnedEdges: Edges
        /// Every z that an element can have, lowest first.
        let levels: [Int]
        /// The kinds of decorations at their z, in paint order.
        let decorations: [DecorationKey]
        let sectionElements: [NumberedElement]
        let layoutElements: [NumberedElement]
        /// The insets of sections, as they are used.
        let insets: Insets
        let spacing: Double

        init(_ layout: ComposedLayout, viewport: Size, reusing old: Plan?) {
            let (content, declaration) = (layout.content, layout.declaration)
            let (axis, section) = (declaration.axis, declaration.section)
            let shape = Shape(declaration, items: content.counts.largest, viewport: viewport)
            let (insets, spacing) = (section.insets.quantized, TrackSizes.quantized(section.spacing))
            if let old, old.declaration == declaration, old.shape == shape, old.content.counts == content.counts {
                sections = old.sections
            } else {
                sections = SectionOffsets(content.counts, spacing: TrackSizes.quantized(declaration.sectionSpacing)) {
                    let parts = Self.partCount(of: $0, shape, section)
                    let extent = Double(parts) * (shape.part.size[axis] + spacing) - spacing + insets.total(axis)
                    return shape.sectionExtension.total(axis) + (parts > 0 ? extent : 0)
                }
            }
            var size = Size.zero
            size[axis] = sections.extent + shape.layoutExtension.total(axis)
            size[axis.other] = shape.thickness + shape.layoutExtension.total(axis.other)
            (self.content, self.declaration, self.shape, contentSize) = (content, declaration, shape, size)
            (self.insets, self.spacing) = (insets, spacing)
            sectionElements = NumberedElement.numbered(section.boundary, items: content.counts.largest)
            layoutElements = NumberedElement.numbered(declaration.boundary, items: content.counts.largest)
            for own in section.boundary {
                precondition(
                    !declaration.boundary.contains { $0.kind == own.kind },
                    "kind \(own.kind) is declared for sections and for the whole layout")
            }
            decorations = Self.decorations(section)
            let elements = sectionElements + layoutElements
            pinnedEdges = elements.reduce(into: Edges()) { $0.formUnion($1.declared.pin) }
            levels = Set([0] + decorations.map(\.z) + elements.map(\.declared.z)).sorted()
            pinnedInsets = sectionElements.reduce(Insets.zero) { $0.union($1.pinnedInsets(size, shape.reserve)) }
                .union(layoutElements.reduce(Insets.zero) { $0.union($1.pinnedInsets(size, .zero)) })
        }

        private static func decorations(_ section: LayoutSection) -> [DecorationKey] {
            let inner = section.part.allDecorations()
            for (index, own) in section.decorations.enumerated() {
                let isTwice = (inner + section.decorations[..<index]).contains { $0.kind == own.kind }
                precondition(!isTwice, "kind \(own.kind) decorates a section twice, or it and one of its parts")
            }
            var keys: [DecorationKey] = []
            for key in (inner + section.decorations).map(DecorationKey.init) where !keys.contains(key) {
                keys.append(key)
            }
            return keys.sorted { ($0.z, $0.kind.order) < ($1.z, $1.kind.order) }
        }

        private static func partCount(of items: Int, _ shape: Shape, _ section: LayoutSection) -> Int {
            guard shape.part.itemCount > 0 else { return section.minimumParts }
            return max(section.minimumParts, WrappedItems.lineCount(of: items, perLine: shape.part.itemCount))
        }

        /// The frame of a section, with its boundary elements.
        func frame(ofSection section: Int) -> Rect {
            let (axis, around) = (declaration.axis, shape.layoutExtension)
            var (origin, size) = (Point.zero, Size.zero)
            origin[axis] = around.start(axis) + sections.start(of: section)
            size[axis] = sections.end(of: section) - sections.start(of: section)
            origin[axis.other] = around.start(axis.other)
            size[axis.other] = shape.thickness
            return Rect(origin: origin, size: size)
        }

        /// Where the parts of a section lie on the layout's axis, and where they begin on the other one.
        func parts(of section: Int) -> (tracks: EvenTracks, cross: Double) {
            let axis = declaration.axis
            let frame = frame(ofSection: section)
            let start = frame.interval(axis).low + shape.sectionExtension.start(axis) + insets.start(axis)
            let tracks = EvenTracks(
                count: Self.partCount(of: content.itemCount(of: section), shape, declaration.section), origin: start,
                span: shape.part.size[axis] + spacing, gap: spacing)
            let across = frame.interval(axis.other).low
            return (tracks, across + shape.sectionExtension.start(axis.other) + insets.start(axis.other))
        }

        func invalidation(from old: Plan) -> Invalidation {
            guard declaration == old.declaration else { return .all }
            var change = content.change(from: old.content)
            if shape != old.shape { change.formUnion(.sizes(fromSection: 0, fromItem: 0)) }
            return change
        }
    }
}
