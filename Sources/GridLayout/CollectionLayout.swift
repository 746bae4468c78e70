import Geometry

/// The layout of a collection: the interface between data and the screen.
///
/// A layout is a value. Its owner calls `prepare` with the viewport's size when that or the content has changed, and then, in
/// every frame, requests the elements that intersect the visible bounds. All lengths are logical pixels before zoom, x counts
/// from the leading edge: the drawing code applies zoom, right-to-left mirroring and pixel snapping.
///
/// Laws, which every layout's tests check against a slow reference implementation:
/// - `attributes(in:visible:into:)` appends exactly the elements whose frame intersects the rectangle (half-open edges), in
///   paint order: z ascending; within one z, cells and supplementary elements before decorations; then later sections and items
///   before earlier ones, so that the earlier lies over the later, and equal ones in the order of `ElementKind`. Decorations
///   are ordered by kind; within a kind, higher numbers and items come before lower ones.
/// - `attributes(for:visible:)` and `hitTest` agree with it.
/// - Complexity: O(log + elements in the rectangle); allocates only to grow the output.
public protocol CollectionLayout: Sendable {
    /// The extent of all elements at offset zero. Valid after `prepare`.
    var contentSize: Size { get }

    /// Updates the layout for a viewport of `viewport` logical pixels and for all changes of the layout's own properties since
    /// the last call, and returns what they invalidate.
    mutating func prepare(viewport: Size) -> Invalidation

    /// The thickness of the pinned bands on each edge of the viewport, headers included.
    var pinnedInsets: Insets { get }

    /// Appends the elements that intersect `rect` (content space) when the viewport shows `visible` (content space).
    func attributes(in rect: Rect, visible: Rect, into output: inout [LayoutAttributes])

    /// The attributes of one element when the viewport shows `visible`, or nil when the layout has no such element.
    func attributes(for element: Element, visible: Rect) -> LayoutAttributes?

    /// Returns the parts of the layout that a scroll or a resize of the viewport invalidates.
    func invalidation(from old: Rect, to new: Rect) -> Invalidation

    /// The element that a cell shows as: itself, unless the layout shows several cells as one. O(log).
    func element(showing cell: Element) -> Element
}

extension CollectionLayout {
    public func element(showing cell: Element) -> Element { cell }
}

extension CollectionLayout {
    /// The topmost element at `point` (content space), except decorations, or nil where there is none.
    public func hitTest(_ point: Point, visible: Rect) -> LayoutAttributes? {
        var found: [LayoutAttributes] = []
        // The smallest rectangle that is not lost to rounding at any offset of the content (2^-8 at 10^13 px).
        let probe = Rect(x: point.x, y: point.y, width: 1.0 / 128, height: 1.0 / 128)
        attributes(in: probe, visible: visible, into: &found)
        return found.last { attributes in
            attributes.element.category != .decoration && attributes.frame.contains(point)
                && attributes.shows(point, visible: visible, pinned: pinnedInsets)
        }
    }

    /// The offset nearest to `visible`'s at which as much of `element` as fits is in the scrolling part of the viewport. An
    /// axis on which it is pinned does not move; neither does any axis for an unknown element.
    public func offset(showing element: Element, visible: Rect) -> Point {
        guard let target = attributes(for: element, visible: visible) else { return visible.origin }
        let pinned = pinnedInsets
        var offset = visible.origin
        if target.moves(.horizontal) {
            offset.x = Self.reveal(
                target.frame.minX...target.frame.maxX, low: visible.minX + pinned.leading,
                high: visible.maxX - pinned.trailing, offset: visible.x)
        }
        if target.moves(.vertical) {
            offset.y = Self.reveal(
                target.frame.minY...target.frame.maxY, low: visible.minY + pinned.top,
                high: visible.maxY - pinned.bottom, offset: visible.y)
        }
        return clamp(offset, viewport: visible.size)
    }

    /// `offset` clamped to the range that a viewport of that size can scroll to.
    public func clamp(_ offset: Point, viewport: Size) -> Point {
        Point(
            x: max(0, min(offset.x, contentSize.width - viewport.width)),
            y: max(0, min(offset.y, contentSize.height - viewport.height)))
    }

    /// Moves the offset as little as possible to show `span` between `low` and `high`; a span that is too long shows its start.
    private static func reveal(_ span: ClosedRange<Double>, low: Double, high: Double, offset: Double) -> Double {
        if span.lowerBound < low || span.upperBound - span.lowerBound >= high - low {
            return offset + span.lowerBound - low
        }
        return span.upperBound > high ? offset + span.upperBound - high : offset
    }
}

extension LayoutAttributes {
    /// Returns true where a scroll reveals more of the element, including one that keeps its label visible and so excludes the
    /// axis from `scrollAxes`.
    fileprivate func moves(_ axis: Axis) -> Bool {
        if scrollAxes.contains(axis == .horizontal ? .horizontal : .vertical) { return true }
        guard let region else { return false }
        return axis == .horizontal
            ? region.horizontal == .scrolling && region.horizontalEnd == .scrolling
            : region.vertical == .scrolling && region.verticalEnd == .scrolling
    }

    /// Returns true where `point` (content space) lies in the part of the viewport that may show the element.
    func shows(_ point: Point, visible: Rect, pinned: Insets) -> Bool {
        region?.frame(in: visible, pinned: pinned).contains(point) ?? true
    }
}
