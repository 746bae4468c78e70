import Geometry

/// A layout whose frames follow from a plan, which `prepare` computes once from the properties and a viewport.
///
/// Such a layout consists of its properties and its plan: setting a property moves nothing before the next `prepare`, which
/// compares the plans to find what is invalid. A layout that tracks its own changes, such as one that counts its edits,
/// conforms to `CollectionLayout` alone.
public protocol PlannedLayout: CollectionLayout {
    associatedtype Plan: LayoutPlan

    /// The last plan, nil before the first; stored by the layout and set by `prepare`.
    var plan: Plan? { get set }

    /// Makes the plan for a viewport of that size. `old` is the previous plan, from which it may reuse expensive parts that are
    /// still valid.
    func makePlan(viewport: Size, reusing old: Plan?) -> Plan
}

/// A plan that determines the frames of a layout. A value, or an immutable object.
///
/// The attributes of a plan obey the laws of `CollectionLayout`.
public protocol LayoutPlan: Sendable {
    var contentSize: Size { get }
    var pinnedInsets: Insets { get }

    /// Appends the elements that intersect `rect` (content space) when the viewport shows `visible` (content space).
    func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes])

    func attributes(for element: Element, visible: Rect) -> LayoutAttributes?

    /// Returns the parts of the layout that replacing `old` by this plan invalidates.
    func invalidation(from old: Self) -> Invalidation
}

extension PlannedLayout {
    public mutating func prepare(viewport: Size) -> Invalidation {
        let old = plan
        let next = makePlan(viewport: viewport, reusing: old)
        plan = next
        return old.map { next.invalidation(from: $0) } ?? .all
    }

    public var contentSize: Size { plan?.contentSize ?? .zero }

    public var pinnedInsets: Insets { plan?.pinnedInsets ?? .zero }

    public func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes]) {
        plan?.attributes(in: rect, visible: visible, into: &output)
    }

    public func attributes(for element: Element, visible: Rect) -> LayoutAttributes? {
        plan?.attributes(for: element, visible: visible)
    }
}
