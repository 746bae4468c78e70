import Geometry

extension ComposedLayout {
    /// The measures that follow from the declaration, a viewport and the largest section, but not from the other sections.
    struct Shape: Sendable, Equatable {
        /// The shape of each kind of section.
        let sections: [SectionShape]
        /// The room around all sections for boundary elements.
        let layoutExtension: Insets
        /// The distance inside the viewport's edges at which a section's elements pin, clear of pinned elements of the layout.
        let reserve: Insets
        /// The thickness of sections across the layout's axis: that of the thickest kind.
        let thickness: Double

        init(_ declaration: LayoutDeclaration, items: Int, viewport: Size) {
            let layout = declaration.boundary
            let layoutExtension = layout.reduce(Insets.zero) { $0.union($1.extensions) }
            var room = Size.zero
            for axis in Axis.allCases { room[axis] = max(0, viewport[axis].onEdgeGrid - layoutExtension.total(axis)) }
            sections = declaration.sections.map { SectionShape($0, in: room, along: declaration.axis, items: items) }
            self.layoutExtension = layoutExtension
            reserve = Insets(
                top: Self.reserve(layout, .top, \.top), leading: Self.reserve(layout, .leading, \.leading),
                bottom: Self.reserve(layout, .bottom, \.bottom), trailing: Self.reserve(layout, .trailing, \.trailing))
            thickness = sections.reduce(0) { max($0, $1.thickness(across: declaration.axis)) }
        }

        private static func reserve(
            _ elements: [BoundaryElement], _ edge: Edges, _ inset: (Insets) -> Double
        ) -> Double {
            elements.reduce(0) { $1.pin.contains(edge) ? max($0, inset($1.extensions)) : $0 }
        }
    }

    /// The plan that determines frames: the properties as of the last preparation. An object, since iterations over sections
    /// hold it, and copying a large value would slow down a frame.
    public final class Plan: LayoutPlan {
        let content: LayoutContent
        let declaration: LayoutDeclaration
        let shape: Shape
        let kinds: [SectionKind]
        let sections: SectionOffsets
        public let contentSize: Size
        public let pinnedInsets: Insets
        /// The edges to which any element is pinned.
        let pinnedEdges: Edges
        /// Every z that an element can have, lowest first.
        let levels: [Int]
        /// The kinds of decorations with their z, in paint order.
        let decorations: [DecorationKey]
        /// The layout's own elements of each z, in the order of `levels`.
        let layoutElements: [[NumberedElement]]
        let devicePixel: Double

        convenience init(_ layout: ComposedLayout, viewport: Size, reusing old: Plan?) {
            let (content, declaration) = (layout.content, layout.declaration)
            let shape = Shape(declaration, items: content.counts.largest, viewport: viewport)
            var sections: SectionOffsets
            if let old, old.declaration == declaration, old.shape == shape, old.content.counts == content.counts {
                sections = old.sections
            } else {
                declaration.checkKinds()
                sections = Self.sections(content.counts, declaration, shape)
                sections.lines = Self.lines(content, declaration, shape, keeping: old)
            }
            self.init(content, declaration, shape, sections, devicePixel: max(1.0 / 64, layout.devicePixel))
        }

        private init(
            _ content: LayoutContent, _ declaration: LayoutDeclaration, _ shape: Shape, _ sections: SectionOffsets,
            devicePixel: Double
        ) {
            let (axis, items) = (declaration.axis, content.counts.largest)
            var size = Size.zero
            size[axis] = sections.extent + shape.layoutExtension.total(axis)
            size[axis.other] = shape.thickness + shape.layoutExtension.total(axis.other)
            (self.content, self.declaration, self.shape, contentSize) = (content, declaration, shape, size)
            (self.sections, self.devicePixel) = (sections, devicePixel)
            let declared = declaration.sections.flatMap { $0.part.allDecorations() + $0.decorations }
            decorations = DecorationKey.inPaintOrder(declared)
            let outer = NumberedElement.numbered(declaration.boundary, items: items)
            let sectionElements = declaration.sections.flatMap { NumberedElement.numbered($0.boundary, items: items) }
            let elements = sectionElements + outer
            pinnedEdges = elements.reduce(into: Edges()) { $0.formUnion($1.declared.pin) }
            let levels = Set([0] + decorations.map(\.z) + elements.map(\.declared.z)).sorted()
            kinds = zip(declaration.sections, shape.sections).map {
                SectionKind($0, $1, along: declaration.axis, items: items, levels: levels)
            }
            layoutElements = outer.layers(levels)
            self.levels = levels
            pinnedInsets = sectionElements.reduce(Insets.zero) { $0.union($1.pinnedInsets(size, shape.reserve)) }
                .union(outer.reduce(Insets.zero) { $0.union($1.pinnedInsets(size, .zero)) })
        }

        func kind(of section: Int) -> SectionKind { kinds[declaration.kind(of: section)] }

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

        /// Returns the point where the parts of a section begin, as if estimated parts had no length.
        func partsOrigin(of section: Int, _ kind: SectionKind) -> Point {
            let (axis, around) = (declaration.axis, shape.layoutExtension)
            let start = kind.part.estimatedAxis == nil ? sections.start(of: section) : sections.fixedStart(of: section)
            var origin = Point.zero
            origin[axis] = around.start(axis) + start + kind.shape.start(axis)
            origin[axis.other] = around.start(axis.other) + kind.shape.start(axis.other)
            return origin
        }

        /// Returns the tracks of a section's parts on the layout's axis, from `origin` on, unless the parts are estimated.
        func tracks(of section: Int, _ kind: SectionKind, from origin: Point) -> EvenTracks {
            let axis = declaration.axis
            return EvenTracks(
                count: kind.shape.partCount(items: content.itemCount(of: section)), origin: origin[axis],
                step: kind.shape.step(axis, spacing: kind.shape.spacing), gap: kind.shape.spacing)
        }

        private static func sections(
            _ counts: SectionCounts, _ declaration: LayoutDeclaration, _ shape: Shape
        ) -> SectionOffsets {
            let (axis, spacing) = (declaration.axis, TrackSizes.quantized(declaration.sectionSpacing))
            func extent(_ section: Int, _ count: Int) -> Double {
                shape.sections[declaration.kind(of: section)].extent(along: axis, items: count)
            }
            // Where the extent of a section does not depend on its items, sections have equal extents for any counts.
            let isSame = declaration.kinds.count < 2
            let step = isSame ? shape.sections[declaration.kind(of: 0)].sectionStep(axis, spacing: spacing) : nil
            let uniformFrom = step == nil ? declaration.uniformFrom(counts) : 0
            return SectionOffsets(
                counts, spacing: spacing, uniformFrom: uniformFrom,
                step: step ?? EvenStep(span: extent(uniformFrom, counts.largest) + spacing)
            ) { extent($0, counts[$0]) }
        }

        public func invalidation(from old: Plan) -> Invalidation {
            guard declaration == old.declaration, devicePixel == old.devicePixel else { return .all }
            var change = content.change(from: old.content)
            if shape != old.shape { change.formUnion(.sizes(fromSection: 0, fromItem: 0)) }
            return change
        }

        /// Returns the plan with other measured lines.
        func with(_ lines: MeasuredLines) -> Plan {
            var sections = sections
            sections.lines = lines
            return Plan(content, declaration, shape, sections, devicePixel: devicePixel)
        }
    }
}
