import Geometry

/// A layout that is declared by values instead of written as a type.
///
/// A section repeats a part, an item or a group of them, along the layout's axis until all its items have positions; sections
/// follow one another. Boundary elements lie at the edges of each section or of the whole layout, and pin to the edges that
/// they specify. So a spreadsheet is rows of items, under headers that pin to one edge each:
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
/// For more samples and an introduction, see the article "Declaring a layout".
///
/// A list of rows whose heights are known only after measuring, such as those of wrapped text:
///
///     LayoutDeclaration(section: LayoutSection(of: .item(width: .fractional(1), height: .estimated(28)), spacing: 1))
///
/// The layout reports the visible cells that are `unmeasured(in:)`; `setMeasured(_:visible:)` sets their lengths and returns
/// how far to move the offset so that visible content does not move. An item's length along the layout's axis can be estimated
/// if the item is the section's whole part, or stands beside others in a group across that axis which is the whole part and has
/// no length of its own there. All estimated items of such a line are as long as the longest item in it. Estimates are not
/// possible across the layout's axis, for groups, in nested groups, beside fractions along the axis, for boundary elements, or
/// if lines differ between kinds of sections: such a declaration stops the program.
///
/// | element | identity | z |
/// | --- | --- | --- |
/// | cell | (section, item) | 0 |
/// | boundary element of a section | its kind (section, number) | its own, else 0, or 3 if pinned |
/// | boundary element of the layout | its kind (0, number) | likewise |
/// | decoration of a section | its kind (section, 0) | its own, else -1, or 2 for a line |
/// | decoration of a part | its kind (section, first item of the part) | likewise |
///
/// A fraction of a part refers to its group, or to the viewport inside insets and the room of boundary elements; a fraction of
/// a boundary element refers to its section or to the whole content. The content is as large as declared: a part that fills the
/// viewport uses `.fractional(1)` or `.fitting`. The last part of a section keeps its size however few items it has, and items
/// without a position, in an empty group, are not shown.
///
/// A pinned element belongs to the region of the pinned bands while it is held at its edge, to the scrolling one away from
/// them, and to both, which means no region, in between.
///
/// - Complexity: a frame is O(log sections + cells + boundary elements × those declared), so a row of equal headers is better
///   declared once and repeated. `prepare` is O(sections) where the counts differ and they or the sizes have changed, else
///   O(declaration); for millions of sections, prepare a copy in the background.
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
