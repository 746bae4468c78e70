import Geometry

/// A layout whose frames follow from a plan: what its properties come to in a viewport, worked out once by `prepare`.
///
/// Such a layout is its properties, its plan, and nothing that repeats: setting a property moves nothing before the next
/// preparation, and the plan before tells what that makes stale. A layout that changes by itself, such as one that counts
/// its edits, conforms to `CollectionLayout` alone.
public protocol PlannedLayout: CollectionLayout {
    associatedtype Plan: LayoutPlan

    /// The plan prepared last, nil before; stored by the layout and set by `prepare`.
    var plan: Plan? { get set }

    /// Makes the plan for a viewport of that size. `old` is the plan before, from which it may take parts that are costly and
    /// still hold.
    func makePlan(viewport: Size, reusing old: Plan?) -> Plan
}

/// A plan from which the frames of a layout follow. A value, or an object that never changes.
///
/// The laws of `CollectionLayout` are those of a plan's attributes.
public protocol LayoutPlan: Sendable {
    var contentSize: Size { get }
    var pinnedInsets: Insets { get }

    /// Appends what meets `rect` (content space) when the viewport shows `visible` (content space).
    func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes])

    func attributes(for element: Element, visible: Rect) -> LayoutAttributes?

    /// Returns the parts of the layout that replacing `old` by this invalidates.
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
