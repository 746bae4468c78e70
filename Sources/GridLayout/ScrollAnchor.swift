import Geometry

/// An element that stays in place on the screen while something else changes: sizes, freezes, zoom, the data above it, or the
/// whole layout.
///
///     let anchor = layout.anchor(.cell(section: 40, item: 2), visible: visible)
///     layout.insertRows(3, at: 10)                        // the cell is (43, 2) now
///     _ = layout.prepare(viewport: visible.size)
///     offset = layout.offset(restoring: anchor?.moved(by: .insert(10..<13)), visible: visible)
public struct ScrollAnchor: Sendable, Hashable {
    public var element: Element
    /// From the viewport's leading top corner to the element's, in content lengths.
    public var place: Point

    public init(element: Element, place: Point) {
        self.element = element
        self.place = place
    }

    /// The anchor after its data changed: the element's section went elsewhere. Nil when it was removed; then the caller
    /// anchors what took its place.
    public func moved(by change: DataChange) -> ScrollAnchor? {
        change.section(after: element.section).map { section in
            var moved = self
            moved.element.section = section
            return moved
        }
    }
}

extension DataChange {
    /// Returns the index of a section after the change, or nil when it was removed.
    public func section(after section: Int) -> Int? {
        switch self {
        case .insert(let range): return section < range.lowerBound ? section : section + range.count
        case .remove(let range):
            if range.contains(section) { return nil }
            return section < range.lowerBound ? section : section - range.count
        case .reload: return section
        case .move(let range, let destination):
            // A range that is put before one of its own stays where it is.
            guard !range.isEmpty, !range.contains(destination) else { return section }
            let isDown = destination >= range.upperBound
            let start = isDown ? destination - range.count : destination
            if range.contains(section) { return start + section - range.lowerBound }
            if isDown { return (range.upperBound..<destination).contains(section) ? section - range.count : section }
            return (destination..<range.lowerBound).contains(section) ? section + range.count : section
        }
    }
}

extension CollectionLayout {
    /// Returns the anchor of an element at its current place; nil where there is no such element. O(log).
    public func anchor(_ element: Element, visible: Rect) -> ScrollAnchor? {
        attributes(for: element, visible: visible).map {
            ScrollAnchor(element: element, place: $0.frame.origin - visible.origin)
        }
    }

    /// The offset at which the anchor is where it was, as near to it as there is content. On an axis that its element does
    /// not scroll on, and where there is no such element, nothing moves. O(log).
    public func offset(restoring anchor: ScrollAnchor?, visible: Rect) -> Point {
        guard let anchor, let now = attributes(for: anchor.element, visible: visible) else { return visible.origin }
        let moved = now.frame.origin - visible.origin - anchor.place
        var offset = visible.origin
        if now.scrollAxes.contains(.horizontal) { offset.x += moved.x }
        if now.scrollAxes.contains(.vertical) { offset.y += moved.y }
        return clamp(offset, viewport: visible.size)
    }
}
