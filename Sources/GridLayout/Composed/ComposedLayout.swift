import Geometry

/// A layout that is declared from values instead of written as a type.
///
/// A section repeats a part, an item or a group of them, along the layout's axis until its items have their places;
/// sections follow one another. Boundary elements lie at the edges of each section or of the whole layout, and pin to
/// the edges that they name. So a spreadsheet is rows of items, under headers that pin to one edge each:
///
///     LayoutDeclaration(
///         section: LayoutSection(
///             of: .horizontal(.items, of: .item(width: .absolute(100), height: .absolute(40))),
///             boundary: [
///                 BoundaryElement(.rowHeader, width: .absolute(150), height: .fractional(1))
///                     .extends(Insets(leading: 150)).pinned([.leading])
///             ]),
///         boundary: [
///             BoundaryElement(.columnHeader, width: .absolute(100), height: .absolute(40))
///                 .offset(x: 150).repeated(.items, along: .horizontal)
///                 .extends(Insets(top: 40)).pinned([.top]),
///             BoundaryElement(.corner, width: .absolute(150), height: .absolute(40))
///                 .pinned([.top, .leading]).z(4),
///         ])
///
/// More samples, and how to write one's own, are in the article "Declaring a layout".
///
/// A list of rows whose heights are known only when they are measured, such as those of wrapped text:
///
///     LayoutDeclaration(section: LayoutSection(of: .item(width: .fractional(1), height: .estimated(28)), spacing: 1))
///
/// The layout says which cells in sight are `unmeasured(in:)`; `setMeasured(_:visible:)` takes their lengths in and says
/// how far to move the offset so that nothing in sight moves. Estimated can be the length of an item along the layout's
/// axis, where the item is the section's whole part, or stands beside others in a group across that axis which is the
/// whole part and has no length of its own there. All estimated items of such a line are as long as the longest item in
/// it. No estimates are possible across the layout's axis, of groups, in groups in groups, beside fractions along the
/// axis and of boundary elements, nor of lines that differ between kinds of sections: such a declaration stops the
/// program.
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (section, item) | 0 |
/// | boundary element of a section | its kind (section, number) | its own, else 0, or 3 if pinned |
/// | boundary element of the layout | its kind (0, number) | likewise |
/// | decoration of a section | its kind (section, 0) | its own, else -1, or 2 for a line |
/// | decoration of a part | its kind (section, first item of the part) | likewise |
///
/// A fraction of a part is of its group, or of the viewport inside insets and the room of boundary elements; a fraction
/// of a boundary element is of its section or of the whole content. The content is as large as what is declared: a part
/// that is to fill the viewport says so with `.fractional(1)` or `.fitting`. The last part of a section keeps its size
/// however few items are in it, and items without a place, in a group of none, are not shown.
///
/// A pinned element belongs to the region of the pinned bands while it lies at its edge, to the scrolling one away from
/// them, and to both, which is no region, on its way between.
///
/// - Complexity: a frame is O(log sections + cells + boundary elements × those declared), so a row of like headers is
///   better declared once and repeated. `prepare` is O(sections) where the counts differ and they or the sizes have
///   changed, else O(declaration); for millions of sections, prepare a copy in the background.
public struct ComposedLayout: PlannedLayout {
    /// The sections and their items.
    public var content: LayoutContent
    public var declaration: LayoutDeclaration
    /// The size of a device pixel in logical ones: 0.5 on a screen with scale factor 2. At least 1/64. Weighted items
    /// that are narrower are shown together.
    public var devicePixel = 1.0
    public var plan: Plan?
    /// The invalidation by measurements since the last preparation.
    var pending = Invalidation.nothing

    public init(content: LayoutContent = LayoutContent(), declaration: LayoutDeclaration) {
        self.content = content
        self.declaration = declaration
    }

    public mutating func prepare(viewport: Size) -> Invalidation {
        let old = plan
        let next = makePlan(viewport: viewport, reusing: old)
        var change = old.map { next.invalidation(from: $0) } ?? .all
        change.formUnion(pending)
        (plan, pending) = (next, .nothing)
        return change
    }

    public func makePlan(viewport: Size, reusing old: Plan?) -> Plan {
        Plan(self, viewport: viewport, reusing: old)
    }

    public func invalidation(from old: Rect, to new: Rect) -> Invalidation {
        guard let plan, old != new else { return .nothing }
        if old.size != new.size, plan.shape(viewport: old.size) != plan.shape(viewport: new.size) {
            return .sizes(fromSection: 0, fromItem: 0)
        }
        return plan.movesPinned(from: old, to: new) ? .pinned : .nothing
    }
}

extension ComposedLayout.Plan {
    func shape(viewport: Size) -> ComposedLayout.Shape {
        ComposedLayout.Shape(declaration, items: content.counts.largest, viewport: viewport)
    }

    /// Returns true where an element is pinned to an edge of the viewport that moves.
    func movesPinned(from old: Rect, to new: Rect) -> Bool {
        var moved: Edges = []
        if old.minY != new.minY { moved.insert(.top) }
        if old.minX != new.minX { moved.insert(.leading) }
        if old.maxY != new.maxY { moved.insert(.bottom) }
        if old.maxX != new.maxX { moved.insert(.trailing) }
        return !pinnedEdges.isDisjoint(with: moved)
    }
}
