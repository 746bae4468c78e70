import Geometry

/// An element that stays fixed on the screen during a change of sizes, freezes, zoom, the data above it, or the whole layout.
///
///     let anchor = layout.anchor(.cell(section: 40, item: 2), visible: visible)
///     layout.insertRows(3, at: 10)                        // the cell is (43, 2) now
///     _ = layout.prepare(viewport: visible.size)
///     offset = layout.offset(restoring: anchor?.moved(by: .insert(10..<13)), visible: visible)
public struct ScrollAnchor: Sendable, Hashable {
    public var element: Element
    /// The vector from the viewport's leading top corner to the element's, in content lengths.
    public var place: Point

    public init(element: Element, place: Point) {
        self.element = element
        self.place = place
    }

    /// The anchor after a change of its data, which may renumber the element's section. Nil after its removal; the caller then
    /// anchors the element that replaced it.
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
            // A move to a destination within the range or at its start changes nothing.
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
    /// Returns the anchor of an element at its current position; nil where there is no such element. O(log).
    public func anchor(_ element: Element, visible: Rect) -> ScrollAnchor? {
        attributes(for: element, visible: visible).map {
            ScrollAnchor(element: element, place: $0.frame.origin - visible.origin)
        }
    }

    /// The offset at which the anchor has its old position on the screen, clamped to the content. An axis on which its element
    /// does not scroll does not move, and neither axis does without such an element. O(log).
    public func offset(restoring anchor: ScrollAnchor?, visible: Rect) -> Point {
        guard let anchor, let now = attributes(for: anchor.element, visible: visible) else { return visible.origin }
        let moved = now.frame.origin - visible.origin - anchor.place
        var offset = visible.origin
        if now.scrollAxes.contains(.horizontal) { offset.x += moved.x }
        if now.scrollAxes.contains(.vertical) { offset.y += moved.y }
        return clamp(offset, viewport: visible.size)
    }
}
