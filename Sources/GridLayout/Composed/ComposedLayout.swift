import Geometry

/// A layout that is declared from values instead of written as a type.
public struct ComposedLayout: CollectionLayout {
    /// The sections and their items.
    public var content: LayoutContent
    public var declaration: LayoutDeclaration
    private var plan: Plan?

    public init(content: LayoutContent = LayoutContent(), declaration: LayoutDeclaration) {
        self.content = content
        self.declaration = declaration
    }

    public mutating func prepare(viewport: Size) -> Invalidation {
        let next = Plan(self, viewport: viewport, reusing: plan)
        defer { plan = next }
        return plan.map { next.invalidation(from: $0) } ?? .all
    }

    public var contentSize: Size { plan?.contentSize ?? .zero }

    public var pinnedInsets: Insets { plan?.pinnedInsets ?? .zero }

    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        plan?.append(rect, visible, &output)
    }

    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        plan?.attributes(for: element, visible)
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

    /// Whether an element is pinned to an edge of the viewport that moves.
    func movesPinned(from old: Rect, to new: Rect) -> Bool {
        var moved: Edges = []
        if old.minY != new.minY { moved.insert(.top) }
        if old.minX != new.minX { moved.insert(.leading) }
        if old.maxY != new.maxY { moved.insert(.bottom) }
        if old.maxX != new.maxX { moved.insert(.trailing) }
        return !pinnedEdges.isDisjoint(with: moved)
    }
}
