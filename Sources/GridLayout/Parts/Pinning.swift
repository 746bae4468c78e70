import Geometry

extension Interval {
    /// Returns true where the two share a point, by half-open edges.
    func meets(_ other: Interval) -> Bool {
        low < high && other.low < other.high && low < other.high && other.low < high
    }

    /// Returns the interval, with its length, moved to begin at `edge` if it begins before; it never leaves `container`, whose
    /// end pushes it out. If it does not fit, it begins where the container does.
    func pinned(to edge: Double, in container: Interval) -> Interval {
        let start = max(low, min(edge, container.high - (high - low)))
        return Interval(low: start, high: start + (high - low))
    }
}

extension LayoutAttributes {
    /// Returns the frame in which to paint a label, `width` wide including its padding, so that it stays visible while the
    /// element is: at the leading edge of the visible part of the element, and pushed out by the element's end. Content space;
    /// as high as the element, and no wider.
    ///
    /// A layout does not know texts, so it cannot place labels itself; an element whose label may move within it excludes that
    /// axis from its scroll axes.
    public func labelFrame(width: Double, visible: Rect, pinned: Insets) -> Rect {
        let shown = region?.frame(in: visible, pinned: pinned) ?? visible
        let place = label(.horizontal, width).pinned(to: shown.minX, in: frame.interval(.horizontal))
        return Rect(x: place.low, y: frame.y, width: place.high - place.low, height: frame.height)
    }

    /// The same for a label that may stay visible on both axes, such as that of a merged cell: at the top of the visible part,
    /// too, and no higher than the element. On a scroll axis of the element, where it moves as a whole, the label is at its
    /// start.
    public func labelFrame(_ size: Size, visible: Rect, pinned: Insets) -> Rect {
        let shown = region?.frame(in: visible, pinned: pinned) ?? visible
        var across = label(.horizontal, size.width)
        var down = label(.vertical, size.height)
        if !scrollAxes.contains(.horizontal) { across = across.pinned(to: shown.minX, in: frame.interval(.horizontal)) }
        if !scrollAxes.contains(.vertical) { down = down.pinned(to: shown.minY, in: frame.interval(.vertical)) }
        return Rect(x: across.low, y: down.low, width: across.high - across.low, height: down.high - down.low)
    }

    /// Returns a label of that length at the element's start.
    private func label(_ axis: Axis, _ length: Double) -> Interval {
        let whole = frame.interval(axis)
        return Interval(low: whole.low, high: whole.low + min(max(0, length), whole.high - whole.low))
    }
}

extension Array where Element == LayoutAttributes {
    /// Appends `attributes` if their frame intersects `rect`.
    mutating func append(_ attributes: LayoutAttributes?, ifMeeting rect: Rect) {
        if let attributes, attributes.frame.intersects(rect) { append(attributes) }
    }
}

extension Axis {
    var other: Axis { self == .horizontal ? .vertical : .horizontal }
}
